/* A kind of game: one const struct in a file of src/game/kinds/, and one line in the table of
 * kinds.c. docs/adding-a-kind-of-game.md has an example. */

#ifndef GRUNDY_SRC_GAME_KIND_H
#define GRUNDY_SRC_GAME_KIND_H

#include <grundy/game.h>

#include "rules/ruleset.h"

/* How a component of an expression is written. */
typedef enum grundy_game_notation {
  GRUNDY_NOTATION_AT,     /* NAME[:ARGUMENTS][@POSITION]: games that can be opened as digraphs */
  GRUNDY_NOTATION_COLON,  /* NAME[{SET}]:POSITION */
  GRUNDY_NOTATION_TOKENS, /* NAME:FILE{POSITION,...}: the sum of FILE@POSITION, ... */
} grundy_game_notation;

/* A game of an expression, which is opened once however often it occurs. */
typedef struct grundy_game_use {
  grundy_game_name name;
  const char *text;  /* the name of the game; belongs to the parsed expression or to `data` */
  const char *place; /* where its first position is in the expression */
  uint64_t largest;  /* the largest heap among its positions, set by `check_position` */
  bool libraries;    /* a folder of tiers may name a shared object, which is then loaded */

  /* Set by `open_component`: a digraph, which is then solved, or the component with its data. */
  grundy_digraph *g;
  grundy_component component;
  void *data;
  void (*free_data)(void *data); /* may be NULL */

  grundy_game_type type;     /* of g; GRUNDY_GAME_NORMAL if that is NULL */
  grundy_solution *solution; /* of g */
  grundy_solved solved;
  struct grundy_unreduced *unreduced; /* the component, if positions are not reduced; or NULL */
} grundy_game_use;

/* Optional functions may be NULL. Columns in errors refer to the text that the function gets. */
struct grundy_game_kind {
  grundy_game_description describe;
  grundy_game_notation notation;

  /* Required. Returns whether the text is such a game, and sets the number of bytes in its name.
   * The text ends there, or a colon follows. In COLON notation, the name includes the set but
   * nothing after it. */
  bool (*match)(const char *text, size_t length, size_t *name);

  /* Required in AT notation. Opens the game as a digraph. */
  grundy_status (*open)(const grundy_game_name *name, const grundy_open_options *options,
                        grundy_digraph **g, grundy_error *error);

  /* Optional. Reads a solution of the game that is stored with it; *solution stays NULL if there is
   * none. */
  grundy_status (*read_solution)(const grundy_game_use *use, const grundy_monitor *monitor,
                                 grundy_solution **solution, grundy_error *error);

  /* Optional, for rules: opens the rule set. */
  grundy_ruleset_open_function *ruleset;

  /* In COLON notation this or the next member is required. The functions of the component, whose
   * data is use->data; the size is 0 if there are none. */
  grundy_component_kind functions;

  /* Optional. Opens the game as a component of an expression: sets use->g, or the data of the
   * functions above, or use->component to something else. A game for which it sets none of these,
   * and by default a game without functions, is opened as a digraph and solved. */
  grundy_status (*open_component)(grundy_game_use *use, const grundy_monitor *monitor,
                                  grundy_error *error);

  /* Optional. Frees use->data, which may be NULL. */
  void (*free_data)(void *data);

  /* COLON notation: what a position is, for messages, such as "the size of a heap". */
  const char *position;

  /* Optional. Whether a position may be in parentheses, which are not part of it. By default it may
   * not. */
  bool has_parentheses;

  /* Optional. Checks the name, and replaces use->text by its normal form, a static text or one
   * that belongs to use->data: names with the same normal form are one game. May store what it
   * parsed in use->data. By default a name is its own
   * normal form. */
  grundy_status (*normalize)(grundy_game_use *use, grundy_error *error);

  /* Optional. Checks a position as text, before any game is opened, and raises use->largest. */
  grundy_status (*check_position)(grundy_game_use *use, const char *position, size_t length,
                                  grundy_error *error);

  /* Optional. Prepares an open component for play from a position. */
  grundy_status (*prepare)(grundy_game_use *use, uint64_t position, grundy_error *error);
};

/* Defines a kind: GRUNDY_GAME_KIND(nim) = {...}; */
#define GRUNDY_GAME_KIND(name)                                                                     \
  extern const grundy_game_kind grundy_kind_##name;                                                \
  const grundy_game_kind grundy_kind_##name

/* The kinds, in the order in which they are tried, ending with NULL. */
extern const grundy_game_kind *const grundy_game_kinds[];

/* Returns whether the text, up to its end or a colon, is that word. Helps to write `match`. */
bool grundy_match_word(const char *text, size_t length, const char *word, size_t *name);

/* Returns whether the text begins with the path of a file with that ending, followed by a colon or
 * the end. */
bool grundy_match_ending(const char *text, size_t length, const char *ending, size_t *name);

/* Explores the rule set. This is the `open` of all rules. */
grundy_status grundy_game_explore(const grundy_game_name *name, const grundy_open_options *options,
                                  grundy_digraph **g, grundy_error *error);

/* A `check_position` for heaps: checks for a number of at most GRUNDY_NIM_MAX_HEAP. */
grundy_status grundy_check_heap(grundy_game_use *use, const char *position, size_t length,
                                grundy_error *error);

#endif
