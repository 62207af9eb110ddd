/* Reasons of grundy why for a position that comes apart, if too many positions can be reached to
 * explore them. */

#ifndef GRUNDY_CLI_WHY_SUM_H
#define GRUNDY_CLI_WHY_SUM_H

#include <stdbool.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/game.h>

/* Returns whether the expression is one position of rules that were explored by parts. */
bool why_sum_applies(grundy_expression *expression);

/* Writes the parts of the position with their values, and why it has its outcome and its value, one
 * fact per line. */
grundy_status why_sum_write(grundy_expression *expression, bool ascii, FILE *out,
                            grundy_error *error);

#endif
