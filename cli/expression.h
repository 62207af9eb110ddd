/* A position of several games as an argument: reading it, and showing its positions and moves. */

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

/* The argument EXPRESSION, for a struct of arguments of that type; help ends with `more`. */
#define POSITIONAL_EXPRESSION(type, more)                                                          \
  {                                                                                                \
    "EXPRESSION", offsetof(type, expression),                                                      \
        "FILE[@POSITION], rules such as wythoff:3,5, tokens:FILE{a,a,b}, nim:N, take{1,2,4}:N, "   \
        "kayles:N, 0.137:N, ordinal:(w*2+3) or coins{free}:1.05, joined by + "                     \
        "(a move in one), & (in all) or | (in "                                                    \
        "one or more), with parentheses and 3* for three times" more,                              \
        FILE_NONE                                                                                  \
  }

/* The options --infinite, --misere and --max-positions of such a struct. --max-positions 0 allows
 * no search. */
#define OPTIONS_COMPOUND(type)                                                                     \
  OPTION_INFINITE(type), OPTION_MISERE(type),                                                      \
      OPTION_MAX_POSITIONS(type, 0, NULL, "no limit, and 20e6 in a search; 0: do not search")

/* An expression, and how its games are to be solved. */
struct expression_request {
  const char *text;
  bool misere;
  bool input_is_taken; /* standard input is for something else: no game is read from there */
  struct real payoff, infinite; /* for a game with payoffs */
};

/* Opens the expression; its games are solved if there is memory for that. */
grundy_status expression_open(const struct expression_request *request, struct limits *limits,
                              grundy_expression **expression, grundy_error *error);

/* GRUNDY_UNABLE: the outcome or the remoteness is not known, and which limit was in the way. */
grundy_status expression_fail_unknown(const grundy_compound *compound, const char *what,
                                      grundy_error *error);

/* How to search for what no theorem tells: within that limit and the memory that is left now. */
grundy_search_options expression_search(const struct limits *limits, struct integer max_positions);

/* The name of a position goes to `out` in one way or another, for instance by put_printable. A
 * name for which there is no memory is cut. */
void expression_put_position(FILE *out, grundy_expression *expression, uint32_t component,
                             uint64_t position, void (*put)(FILE *out, const char *text));

/* A move in words, between the two others, if its game has words for it. False if it has none. */
bool expression_put_words(FILE *out, grundy_expression *expression, const grundy_step *step,
                          const char *before, const char *after);

/* Writes a line "position    1 ring.edges: a, the first position" for every component whose
 * position the expression does not name, unless rules say where play starts. */
void expression_put_first_positions(FILE *out, grundy_expression *expression);

/* "4 nim: 3 -> 0, 5 ring.dot: a -> b" */
void expression_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                          uint64_t count);

#endif
