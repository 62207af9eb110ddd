/* Sorts the moves of one block of heads, which fits into the cache. */

#ifndef GRUNDY_SRC_DIGRAPH_SORT_BLOCK_H
#define GRUNDY_SRC_DIGRAPH_SORT_BLOCK_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Numbers by head of a block, relative to its first move. They take half the cache as 32 bits, and
 * only a block with more than 2^32 moves needs 64. */
typedef struct grundy_head_counts {
  uint32_t *narrow;
  uint64_t *wide; /* the same memory; NULL if only narrow numbers are used */
} grundy_head_counts;

static inline uint64_t grundy_head_count(grundy_head_counts counts, uint32_t head, bool wide) {
  return wide ? counts.wide[head] : counts.narrow[head];
}

static inline void grundy_head_count_set(grundy_head_counts counts, uint32_t head, uint64_t count,
                                         bool wide) {
  if (wide)
    counts.wide[head] = count;
  else
    counts.narrow[head] = (uint32_t)count;
}

/* Sorts `count` tails by the index of their head in the block, low[e] < heads, and keeps the order
 * of moves with the same head. `copy` has room for all tails. Afterwards ends[v] is where the row
 * of head v ends. The compiler makes one version of this for each width. */
static inline void grundy_sort_block(const uint16_t *restrict low, uint32_t *restrict tails,
                                     uint64_t count, uint32_t heads, uint32_t *restrict copy,
                                     grundy_head_counts ends, bool wide) {
  uint64_t at = 0;
  memset(wide ? (void *)ends.wide : (void *)ends.narrow, 0,
         heads * (wide ? sizeof *ends.wide : sizeof *ends.narrow));
  for (uint64_t e = 0; e < count; e++) {
    assert(low[e] < heads);
    grundy_head_count_set(ends, low[e], grundy_head_count(ends, low[e], wide) + 1, wide);
  }
  for (uint32_t v = 0; v < heads; v++) {
    uint64_t of_head = grundy_head_count(ends, v, wide);
    grundy_head_count_set(ends, v, at, wide);
    at += of_head;
  }
  assert(at == count);
  if (count > 0) memcpy(copy, tails, count * sizeof *copy);
  for (uint64_t e = 0; e < count; e++) {
    uint64_t place = grundy_head_count(ends, low[e], wide);
    grundy_head_count_set(ends, low[e], place + 1, wide);
    tails[place] = copy[e];
  }
}

#endif
