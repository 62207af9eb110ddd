/* Explains a position that comes apart by its parts. */

#ifndef GRUNDY_SRC_EXPLAIN_SUM_H
#define GRUNDY_SRC_EXPLAIN_SUM_H

#include <grundy/game.h>

#include "facts/impl.h"

/* Returns whether the expression is one position of rules that were explored by parts. */
bool grundy_sum_applies(grundy_expression *expression);

/* Finds the parts of the position with their values, and why it has its outcome and its value. */
GRUNDY_MUST_USE grundy_status grundy_sum_explain(grundy_expression *expression,
                                                 grundy_facts **facts, grundy_error *error);

#endif
