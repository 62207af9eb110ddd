/* Explains positions of games with kinds of moves, and of their sums, by turns and the addition of
 * values. */

#ifndef GRUNDY_SRC_EXPLAIN_TURNS_H
#define GRUNDY_SRC_EXPLAIN_TURNS_H

#include <grundy/game.h>

#include "facts/impl.h"

/* Returns whether a component of the expression has kinds of moves. */
bool grundy_turns_applies(grundy_expression *expression);

/* Says which values the components have, what they add up to, and which turn keeps the outcome. */
GRUNDY_MUST_USE grundy_status grundy_turns_explain(grundy_expression *expression,
                                                   const grundy_monitor *monitor,
                                                   grundy_facts **facts, grundy_error *error);

#endif
