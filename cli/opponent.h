/* How well the computer plays. */

#ifndef GRUNDY_CLI_OPPONENT_H
#define GRUNDY_CLI_OPPONENT_H

#include <stdbool.h>

#include <grundy/base.h>
#include <grundy/component.h>

/* The levels, in the order of their words, which end with a NULL. */
enum { LEVEL_PERFECT, LEVEL_FAIR, LEVEL_EASY };
extern const char *const level_choices[];

/* The sentence about random moves in the help of an option. */
#define LEVEL_HELP                                                                                 \
  "perfect; fair: one move in four is random, unless the end is near; or easy: half of the moves " \
  "are random"

/* Returns whether the computer makes a random move where this is known: at the easy level every
 * other time; at the fair level one time in four, but not if the winner needs at most four more
 * moves. The levels differ in how many random numbers they take. */
bool opponent_errs(int level, grundy_random *random, const grundy_evaluation *evaluation);

#endif
