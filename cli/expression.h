/* Expressions as arguments: opening them, and writing their positions and moves. */

#ifndef GRUNDY_CLI_EXPRESSION_H
#define GRUNDY_CLI_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "limits.h"
#include "options.h"

/* The argument EXPRESSION of a struct of arguments of that type; `more` is the end of its help. */
#define POSITIONAL_EXPRESSION(type, more)                                                          \
  {                                                                                                \
    "EXPRESSION", offsetof(type, expression),                                                      \
        "FILE[@POSITION], rules such as wythoff:3,5 or pass(wythoff:3,5), tokens:FILE{a,a,b}, "    \
        "nim:N, take{1,2,4}:N, "                                                                   \
        "kayles:N, 0.137:N, ordinal:(w*2+3) or coins{free}:1.05, joined by + "                     \
        "(a move in one), & (in all) or | (in "                                                    \
        "one or more), with parentheses and 3* for three times" more,                              \
        FILE_EXPRESSION                                                                            \
  }

/* The options --infinite, --misere and --max-positions of such a struct. --max-positions 0 allows
 * no search. */
#define OPTIONS_COMPOUND(type)                                                                     \
  OPTION_INFINITE(type), OPTION_MISERE(type),                                                      \
      OPTION_MAX_POSITIONS(type, 0, NULL, "no limit, and 20e6 in a search; 0: do not search")

/* A game in the text of an expression, with its arguments and without its position: from `at` to
 * `end`. It may be in quotation marks. */
struct expression_game {
  const char *at, *end;
};

/* Finds the next game after `end`, which is the beginning of the expression at first. Returns false
 * if there is none. */
bool expression_next_game(struct expression_game *game);

/* An expression, and how its games are to be solved. */
struct expression_request {
  const char *text;
  bool misere;
  bool input_is_taken;          /* standard input has another use: no game is read from there */
  struct real payoff, infinite; /* for a game with payoffs */
  bool unreduced;               /* positions are not reduced by symmetry */
  bool no_split;                /* explore positions, not parts */
  bool windows;                 /* the only game may be a window */
};

/* Opens the expression and solves its games, if there is enough memory. */
grundy_status expression_open(const struct expression_request *request, struct limits *limits,
                              grundy_expression **expression, grundy_error *error);

/* Fails with GRUNDY_UNABLE because `what`, the outcome or the remoteness, is unknown, and says
 * which limit was reached. */
grundy_status expression_fail_unknown(const grundy_compound *compound, const char *what,
                                      grundy_error *error);

/* Returns the options of a search for what no theorem gives: within `max_positions` and the memory
 * that is left now. */
grundy_search_options expression_search(const struct limits *limits, struct integer max_positions);

/* Writes the name of a position with `put`, for instance put_printable. The name is cut if there is
 * not enough memory. */
void expression_put_position(FILE *out, grundy_expression *expression, uint32_t component,
                             uint64_t position, void (*put)(FILE *out, const char *text));

/* Writes a move in words, between `before` and `after`. Returns false if its game has no words for
 * it. */
bool expression_put_words(FILE *out, grundy_expression *expression, const grundy_step *step,
                          const char *before, const char *after);

/* Writes a line "position    1 ring.edges: a, the first position" for every component whose
 * position the expression does not name, unless rules say where play starts. */
void expression_put_first_positions(FILE *out, grundy_expression *expression);

/* Returns whether some component was explored by rules whose positions represent symmetric ones. */
bool expression_is_reduced(grundy_expression *expression);

/* Writes a line which says that a move may seem to turn the board. */
void expression_put_symmetry(FILE *out);

/* Writes "4 nim: 3 -> 0, 5 ring.dot: a -> b". */
void expression_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                          uint64_t count);

#endif
