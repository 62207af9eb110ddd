/* The only allocator. Sizes are counts of items, and their product is checked for overflow. Blocks
 * are freed with free(). A count of 0 gives a pointer that is not NULL, so NULL always means that
 * memory ran out. */

#ifndef GRUNDY_SRC_BASE_ALLOC_H
#define GRUNDY_SRC_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

void *grundy_alloc(uint64_t count, size_t item);
void *grundy_alloc_zero(uint64_t count, size_t item);

/* Grows the array at *array, which has room for *capacity items, by doubling until it has room for
 * `need` items. False if memory runs out: then the array is unchanged. */
bool grundy_grow(void *array, uint64_t *capacity, uint64_t need, size_t item);

/* Returns the capacity that grundy_grow chooses; need > capacity. */
uint64_t grundy_grown_capacity(uint64_t capacity, uint64_t need);

/* Grows an array by 1/64, for arrays that dominate memory. Large blocks are cheap to grow, because
 * the system moves their pages. */
bool grundy_grow_slowly(void *array, uint64_t *capacity, uint64_t need, size_t item);

/* Frees the room after the first `count` items; never fails. */
void *grundy_shrink(void *array, uint64_t count, size_t item);

#endif
