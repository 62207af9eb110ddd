/* Names of games and parsed expressions, for the files of this room. */

#ifndef GRUNDY_SRC_GAME_IMPL_H
#define GRUNDY_SRC_GAME_IMPL_H

#include <grundy/game.h>
#include <grundy/vector.h>

#include "base/arena.h"
#include "game/kind.h"
#include "text/cursor.h"

/* ---- names -------------------------------------------------------------------------------- */

/* Returns the first kind that matches the text, among those in AT notation or among the others;
 * NULL if there is none. A file matches anything. */
const grundy_game_kind *grundy_game_match(const char *text, size_t length, bool at_notation,
                                          size_t *name);

/* Makes a name from a text; its first `length` bytes were found by `match`. */
grundy_game_name grundy_game_name_of(const grundy_game_kind *kind, const char *text, size_t length);

/* Returns the file, game of the gallery or, in an expression, other game that may be meant by a
 * text that is none of these. */
grundy_suggestion grundy_game_suggest(const char *text, bool is_component);

/* Returns whether the text looks like what a shell makes of take{1,2}:5 without quotes: take1:5. */
bool grundy_game_is_expanded(const char *text);

/* What to do about it: "; put …". */
extern const char grundy_quote_braces[];

/* Opens the rule set of that name. GRUNDY_BAD_INPUT if the name is not of a kind of rules. */
grundy_status grundy_game_ruleset(const grundy_game_name *name, const grundy_open_options *options,
                                  grundy_ruleset **ruleset, grundy_error *error);

/* As grundy_game_ruleset, of rules, with the text of a script that is stored under the name; NULL:
 * none is. */
grundy_status grundy_game_stored_script(const grundy_game_name *name, const char *source,
                                        size_t length, const grundy_open_options *options,
                                        grundy_ruleset **ruleset, grundy_error *error);

/* Opens a folder of tiers with the rules that it names. */
grundy_status grundy_tiers_open_folder(const char *folder, const grundy_open_options *options,
                                       grundy_tiers **tiers, grundy_error *error);

/* Evaluates positions by options->law, as grundy_expressions_evaluate does. */
grundy_status grundy_expressions_evaluate_by_law(const char *const *texts, size_t count,
                                                 const grundy_evaluate_options *options,
                                                 grundy_error *error);

/* ---- operators ------------------------------------------------------------------------------- */

/* Returns whether the text begins with an operator, and sets its length, up to its closing
 * parenthesis; 0 if that is missing. */
bool grundy_rule_operator_find(const char *text, size_t *length);

/* Returns the game inside all operators with which the text begins, followed by their arguments. */
grundy_game_name grundy_rule_operator_innermost(const char *text);

/* Copies the text of the game in the parentheses of the operator with which the text begins; to be
 * freed. *rest is the other arguments, in the same block; NULL: there are none. GRUNDY_BAD_INPUT if
 * the text does not end with its parenthesis. */
grundy_status grundy_rule_operator_game(const char *text, char **game, char **rest,
                                        grundy_error *error);

/* Cuts the arguments of `terminal` into names, in place; the array is to be freed, even on
 * failure. */
grundy_status grundy_rule_operator_names(char *rest, const char ***names, size_t *count,
                                         grundy_error *error);

grundy_ruleset_open_function grundy_rule_operator_open;

/* ---- games on vectors ------------------------------------------------------------------------ */

/* Returns whether the text begins with vector{, and sets the length of this name, up to its closing
 * brace; 0 if that is missing. */
bool grundy_vector_find(const char *text, size_t *length);

/* Parses "3,5". GRUNDY_BAD_INPUT if it is not a position of that dimension, with its column. */
grundy_status grundy_vector_position_parse(const char *text, size_t length, uint32_t dimension,
                                           grundy_vector_position *position, grundy_error *error);

/* ---- expressions --------------------------------------------------------------------------- */

/* A component as written in the text, however often it is repeated. */
typedef struct grundy_atom {
  uint32_t use;         /* its game */
  const char *position; /* NULL: not named in the text */
  size_t length;
  const char *place; /* where the position is in the text */
} grundy_atom;

/* One step of evaluating the expression on a stack. */
typedef struct grundy_action {
  uint32_t count; /* 0: push the atom; otherwise join the top `count` operands */
  uint32_t atom;
  grundy_operator kind;
} grundy_action;

typedef struct grundy_parsed {
  grundy_arena arena;    /* owns the arrays, and the texts of games and positions */
  grundy_cursor cursor;  /* at the start of the text, which is borrowed */
  grundy_game_use *uses; /* the distinct games */
  uint64_t use_count, use_capacity;
  grundy_atom *atoms;
  uint64_t atom_count, atom_capacity;
  grundy_action *actions;
  uint64_t action_count, action_capacity;
} grundy_parsed;

void grundy_parsed_free(grundy_parsed *parsed);

/* Parses an expression; on failure *parsed is empty. */
grundy_status grundy_parse(const char *text, grundy_parsed *parsed, grundy_error *error);

/* Fails at this place in the text with the message of another error, which may have a column of its
 * own in the text that begins there. */
grundy_status grundy_refuse_in_expression(const grundy_parsed *parsed, const char *place,
                                          grundy_status status, const grundy_error *why);

/* Writes a game on vectors without its start: block(vector{(1,0)*,(0,1)*}, 1). The caller frees it;
 * NULL if memory runs out. */
char *grundy_vector_game_text(const grundy_vector_game *game);

#endif
