/* The one allocator. Sizes are counts of items, and their product is checked. What it gives
 * is freed with free(). A count of 0 gives a pointer that is not NULL, so that NULL always
 * means that memory ran out. */

#ifndef GRUNDY_SRC_BASE_ALLOC_H
#define GRUNDY_SRC_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

void *grundy_alloc(uint64_t count, size_t item);
void *grundy_alloc_zero(uint64_t count, size_t item);

/* Makes room for at least `need` items in the growing array at *array, whose room is
 * *capacity, by doubling. False if memory runs out: the array is as it was. */
bool grundy_grow(void *array, uint64_t *capacity, uint64_t need, size_t item);

/* The same by a sixtieth or so, for arrays that are most of what is held: large blocks are moved
 * by moving pages. */
bool grundy_grow_gently(void *array, uint64_t *capacity, uint64_t need, size_t item);

/* Gives back the room behind the first `count` items; never fails. */
void *grundy_shrink(void *array, uint64_t count, size_t item);

#endif
