/* Numbers in increasing order. */

#ifndef GRUNDY_SRC_BASE_ORDER_H
#define GRUNDY_SRC_BASE_ORDER_H

#include <stdint.h>

/* What is in order already costs one look at it; short rows are sorted without a call for every
 * comparison. */
void grundy_sort_numbers(uint32_t *numbers, uint64_t count);

/* The same, each number once. Returns how many there are. */
uint64_t grundy_sort_distinct(uint32_t *numbers, uint64_t count);

void grundy_sort_reals(double *reals, uint64_t count);

#endif
