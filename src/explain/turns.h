/* Explains positions of games with kinds of moves, and of their sums, by turns and the addition of
 * values. */

#ifndef GRUNDY_SRC_EXPLAIN_TURNS_H
#define GRUNDY_SRC_EXPLAIN_TURNS_H

#include <grundy/compound.h>

#include "facts/impl.h"

/* Says which values the components have, what they add up to, and which turn keeps the outcome. A
 * component must have kinds of moves. */
GRUNDY_MUST_USE grundy_status grundy_turns_explain(grundy_compound *c,
                                                   const grundy_monitor *monitor,
                                                   grundy_facts **facts, grundy_error *error);

#endif
