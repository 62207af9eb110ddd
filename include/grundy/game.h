/* What a GAME and an EXPRESSION are: text that is parsed once, opened as a digraph or as a
 * compound. docs/rules.md and docs/compounds.md describe the notation. */

#ifndef GRUNDY_GAME_H
#define GRUNDY_GAME_H

#include <grundy/base.h>
#include <grundy/component.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/heap.h>
#include <grundy/ordinal.h>
#include <grundy/rules.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- kinds of games and their names -------------------------------------------------------- */

/* A kind of game: a file, rules in Lua, a heap game and so on. docs/adding-a-kind-of-game.md shows
 * how the library gets another one. */
typedef struct grundy_game_kind grundy_game_kind;

/* What people and programs should know about a kind of game. */
typedef struct grundy_game_description {
  const char *name;     /* "gallery" */
  const char *notation; /* "NAME[:ARGUMENTS][@POSITION]" */
  const char *example;  /* "wythoff:3,5" */
  const char *summary;  /* one line */
  bool is_file;         /* its name is the path of a file */
  bool is_rules;        /* it is explored: see grundy_rules_check */
  bool is_digraph;      /* grundy_game_open opens it; other kinds are only for expressions */
  bool has_start;       /* play begins at a start unless @POSITION says otherwise */
} grundy_game_description;

/* Returns the kind with that index, in the order in which they are tried; NULL past the last. */
GRUNDY_API const grundy_game_kind *grundy_game_kind_at(size_t index);

GRUNDY_API const grundy_game_description *grundy_game_kind_describe(const grundy_game_kind *kind);

/* A GAME as text, parsed: "wythoff:3,5" is the name wythoff with the arguments 3,5. */
typedef struct grundy_game_name {
  const grundy_game_kind *kind;
  const char *text;      /* all of it; borrowed */
  size_t length;         /* bytes of the text that are the name or the path; it may have colons */
  const char *arguments; /* the rest of the text after a colon; "" if there is none */
} grundy_game_name;

/* Parses a GAME. Any text names one: what is nothing else is a file. Nothing is opened. */
GRUNDY_API grundy_game_name grundy_game_parse(const char *text);

/* ---- opening -------------------------------------------------------------------------------- */

/* Opens a game as a digraph: reads a file, or explores rules. The start of rules is vertex 0, and
 * vertices are numbered in breadth-first order. `options` may be NULL. GRUNDY_BAD_INPUT where a
 * file or rules are wrong, with GRUNDY_REASON_NO_GAME if there is no such file and no such game of
 * the gallery; GRUNDY_UNABLE past a limit. Rules in C are explored by all threads; the result is
 * the same for any number of them. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_open(const char *text,
                                                          const grundy_open_options *options,
                                                          grundy_digraph **g, grundy_error *error);

/* The same for a name that has been parsed. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_open_name(const grundy_game_name *name,
                                                               const grundy_open_options *options,
                                                               grundy_digraph **g,
                                                               grundy_error *error);

/* Explores rules that are part of the calling program. `arguments` are what would follow the colon
 * of a GAME, separated by commas; NULL or "" if there are none. The digraph uses the rules to name
 * its positions: they must exist as long as it does. Such a game cannot be stored as a tablebase.
 * GRUNDY_BAD_INPUT if the rules lack a required member or reject the arguments. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_from_rules(const grundy_rules *rules,
                                                                const char *arguments,
                                                                const grundy_open_options *options,
                                                                grundy_digraph **g,
                                                                grundy_error *error);

/* Rules given by a function and whatever it needs to know. */
typedef struct grundy_callback_rules {
  size_t size;       /* sizeof(grundy_callback_rules) */
  const char *title; /* one line, for messages; NULL: "callback" */
  uint32_t bytes;    /* of a position, from 1 to GRUNDY_RULES_MAX_POSITION */
  const void *start; /* the position where play starts; it is copied */

  /* Emits every position that a move leads to, as `moves` of grundy_rules does. */
  void (*moves)(void *context, const void *position, grundy_emit emit, void *to);

  /* Optional. Writes the name of a position, as `show` of grundy_rules does; any thread may call
   * it. By default a position is called by its bytes, as numbers with commas between. */
  size_t (*show)(void *context, const void *position, char *text, size_t size);

  void *context; /* passed to both */
  bool parallel; /* may several threads call `moves` at the same time? By default, one does */
} grundy_callback_rules;

/* The same for a callback. The functions and the context must exist as long as the digraph. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_game_from_callback(const grundy_callback_rules *rules, const grundy_open_options *options,
                          grundy_digraph **g, grundy_error *error);

/* Returns the path of the rules, a shared object, whose code the calling thread is running, and in
 * *function the member of grundy_rules that it is in ("moves"), or "dlopen" or "dlclose"; NULL if
 * it runs no such code. For handlers of signals such as SIGSEGV. Async-signal-safe. */
GRUNDY_API const char *grundy_rules_running(const char **function);

/* Tries the rules on the positions near the start and on random plays, the same ones for the same
 * seed. That rules break a promise is not a failure: it is in the findings. `options` may be NULL.
 * GRUNDY_BAD_INPUT if the text does not name rules, or they cannot be opened. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_rules_check(const char *text, const grundy_rules_check_options *options,
                   grundy_rules_finding findings[GRUNDY_PROMISE_COUNT], grundy_error *error);

/* ---- the gallery ------------------------------------------------------------------------ */

/* Rules that the library knows by name. All texts are static. */
typedef struct grundy_gallery_entry {
  char name[32];
  const char *file;   /* the name of its source in games/ */
  const char *source; /* `length` bytes and a NUL */
  size_t length;
} grundy_gallery_entry;

/* The entry of that number, from 0, in the order of their names; false past the last. */
GRUNDY_API bool grundy_gallery(size_t index, grundy_gallery_entry *entry);

/* What a game of the gallery says about itself, cut to the room. */
typedef struct grundy_gallery_description {
  char title[128];     /* one line for people */
  char arguments[128]; /* what follows the colon: "ROWS,COLUMNS"; "" if nothing does */
} grundy_gallery_description;

/* Describes a game of the gallery; a script is run for that. GRUNDY_BAD_INPUT with
 * GRUNDY_REASON_NO_GAME if there is no game of that name. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_gallery_describe(
    const char *name, grundy_gallery_description *description, grundy_error *error);

/* ---- games as components ------------------------------------------------------------------- */

/* The components from which programs build compounds by themselves. Others, such as coins, ordinals
 * and heaps of taking-and-breaking games, are components of expressions. */

/* A solved digraph. Positions are its vertices. The solution has the columns grundy, k, counter,
 * remoteness and distance, and for misère play misere_remoteness. For a game without values it has
 * those that grundy_solve gives without being asked for some; such a game is standalone. */
typedef struct grundy_solved {
  const grundy_digraph *g;
  const grundy_solution *solution;
  const uint32_t *values, *counter, *remoteness, *misere_remoteness, *distance;
} grundy_solved;

GRUNDY_API grundy_solved grundy_solved_view(const grundy_digraph *g,
                                            const grundy_solution *solution);

/* `solved` is borrowed. The outcome and the remoteness of a two-coloured game are those of the
 * player who moves: N where that one can force a win, within so many moves. They are not known of a
 * game with payoffs. */
GRUNDY_API grundy_component grundy_component_digraph(grundy_solved *solved);

/* A heap of Nim [Bou01]. Positions are its sizes, at most GRUNDY_NIM_MAX_HEAP. */
GRUNDY_API grundy_component grundy_component_nim(void);

/* ---- expressions --------------------------------------------------------------------------- */

/* A position of several games, such as ring.dot@a + 2*nim:5 + "my game.edges"@"b 1": its games,
 * each opened and solved once, and its compound. If a game is named without a position, play begins
 * at the start of its rules, or at the first position of its file. */
typedef struct grundy_expression grundy_expression;

typedef struct grundy_expression_options {
  size_t size; /* sizeof(grundy_expression_options) */
  grundy_play play;
  const grundy_monitor *monitor; /* may be NULL */

  /* Opens a game as a digraph, which then belongs to the expression; NULL: grundy_game_open_name
   * does. So a program puts digraphs of its own into expressions, under any names it likes.
   * closed_limit is for the member of that name of grundy_open_options. If it is not 0 and the
   * function returns GRUNDY_UNABLE, the expression uses a closed form of the rules instead. */
  grundy_status (*read)(void *context, const grundy_game_name *name, uint64_t closed_limit,
                        grundy_digraph **g, grundy_error *error);
  void *context;

  /* For a game with payoffs, which must be the only one: as in grundy_solve_options. If a payoff is
   * known, the solution has the column qv. */
  bool payoff_known, infinite_known;
  double payoff, infinite;
} grundy_expression_options;

/* Parentheses may be nested as deep as this. */
enum { GRUNDY_EXPRESSION_MAX_DEPTH = 100 };

/* The largest heap of a heap game in an expression. */
#define GRUNDY_EXPRESSION_MAX_HEAP UINT64_C(10000000)

/* take{…}:N has at most this many positions times numbers to take. */
#define GRUNDY_EXPRESSION_MAX_TAKE_MOVES (UINT64_C(1) << 26)

/* Parses the text, then opens and solves its games. GRUNDY_BAD_INPUT with the file "expression",
 * line 1 and the column if the text is wrong or a game has no such position, or with the place in a
 * file or rules that are wrong; GRUNDY_UNABLE past a limit, with the column too. `options` may be
 * NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_expression_open(const char *text, const grundy_expression_options *options,
                       grundy_expression **expression, grundy_error *error);

/* The columns that a game of an expression is solved for in such play; for a game without values
 * those of grundy_solve_columns, and qv if a payoff is known. */
GRUNDY_API grundy_columns grundy_expression_columns(const grundy_digraph *g, grundy_play play,
                                                    bool payoff_known);

/* NULL is allowed. */
GRUNDY_API void grundy_expression_free(grundy_expression *expression);

/* The compound, to be evaluated and played; it belongs to the expression. */
GRUNDY_API grundy_compound *grundy_expression_compound(grundy_expression *expression);

/* What a component was called in the text, without its position: "ring.dot", "nim", "take{1,2}". It
 * belongs to the expression. */
GRUNDY_API const char *grundy_expression_source(const grundy_expression *expression,
                                                uint32_t component);

/* Returns whether a component begins at the first position of its file because the text names none,
 * as in "ring.edges + nim:3". Rules begin at their start instead. */
GRUNDY_API bool grundy_expression_is_at_first(const grundy_expression *expression,
                                              uint32_t component);

/* The digraph of a component with its solution, which belong to the expression; NULL if the
 * component is not a digraph. */
GRUNDY_API const grundy_solved *grundy_expression_solved(const grundy_expression *expression,
                                                         uint32_t component);

#ifdef __cplusplus
}
#endif

#endif
