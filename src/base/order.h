/* Sorting numbers. */

#ifndef GRUNDY_SRC_BASE_ORDER_H
#define GRUNDY_SRC_BASE_ORDER_H

#include <stdint.h>

/* Sorts numbers in increasing order. Sorted input costs one pass, and short arrays are sorted
 * without calling a comparison function. */
void grundy_sort_numbers(uint32_t *numbers, uint64_t count);

/* Sorts numbers and removes duplicates. Returns how many are left. */
uint64_t grundy_sort_distinct(uint32_t *numbers, uint64_t count);

/* Sorts numbers of 64 bits in increasing order. */
void grundy_sort_wide(uint64_t *numbers, uint64_t count);

void grundy_sort_reals(double *reals, uint64_t count);

#endif
