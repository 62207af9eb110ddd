/* Expressions as arguments: opening them, and writing their positions and moves. */

#ifndef GRUNDY_CLI_EXPRESSION_H
#define GRUNDY_CLI_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/facts.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "options.h"
#include "run_limits.h"

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

/* Who is to move where a match begins; the words end with a NULL. */
extern const char *const turn_choices[];

/* Who is to move, for a struct of arguments and where its turn is. */
#define OPTION_TURN(type, member)                                                                  \
  {                                                                                                \
    .name = "turn", .kind = OPTION_CHOICE, .value = "WHO", .choices = turn_choices,                \
    .destination = offsetof(type, member),                                                         \
    .help = "who is to move at this position: first, the player who began, or second; boards "     \
            "show the view of the first player",                                                   \
    .otherwise = "first", .front_ends = IN_ALL, .standard = "\"first\"",                           \
  }

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

/* What the games of an expression are read for; the members are private. */
struct expression_reading {
  struct limits *limits;
  bool input_is_taken, no_split, payoff_known;
  grundy_play play;
};

/* Returns the options for opening the expression with the limits of the command. `reading` must
 * live as long as they do. */
grundy_expression_options expression_opening(const struct expression_request *request,
                                             struct limits *limits,
                                             struct expression_reading *reading);

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

/* Returns whether the text is one name in quotes: "…", in which \" and \\ stand for a quote and a
 * backslash. */
bool expression_is_quoted(const char *text, size_t length);

/* Makes the name in a quoted text, which is to be freed. False if memory runs out. */
bool expression_unquote(const char *text, size_t length, char **name, size_t *size);

/* Writes the name of a position with `put`, for instance put_position_name. The name is cut if
 * there is not enough memory. */
void expression_put_position(FILE *out, grundy_expression *expression, uint32_t component,
                             uint64_t position, void (*put)(FILE *out, const char *text));

/* Writes a line "position    1 ring.edges: a, the first position" for every component whose
 * position the expression does not name, unless rules say where play starts. False if memory runs
 * out. */
GRUNDY_MUST_USE bool expression_put_first_positions(FILE *out, grundy_expression *expression,
                                                    grundy_language language);

/* Writes "4 nim: 3 -> 0, 5 ring.dot: a -> b". */
void expression_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                          uint64_t count);

#endif
