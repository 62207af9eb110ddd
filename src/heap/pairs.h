/* Pairs of heaps with a given sum of beans and a given nim-sum of values, for many pairs at once.
 *
 * Values are stored as 16-bit numbers, eight per vector. One vector is read forwards and one
 * backwards, so that the heaps in the same lane have the same sum. */

#ifndef GRUNDY_SRC_HEAP_PAIRS_H
#define GRUNDY_SRC_HEAP_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum { GRUNDY_SHORTS = 8 };

typedef uint16_t grundy_shorts __attribute__((vector_size(2 * GRUNDY_SHORTS)));

/* Eight values at any address. */
typedef uint16_t grundy_shorts_anywhere
    __attribute__((vector_size(2 * GRUNDY_SHORTS), aligned(2), may_alias));

static inline grundy_shorts grundy_shorts_load(const uint16_t *at) {
  return *(const grundy_shorts_anywhere *)at;
}

static inline bool grundy_shorts_any(grundy_shorts mask) {
  typedef uint64_t words __attribute__((vector_size(2 * GRUNDY_SHORTS)));
  words both = (words)mask;
  return (both[0] | both[1]) != 0;
}

/* Returns a mask of the heaps a … a + 7 whose value plus that of the heap with sum - a, sum - a - 1
 * … beans is `value`. */
static inline grundy_shorts grundy_pairs_of(const uint16_t *values, uint32_t a, uint32_t sum,
                                            uint16_t value) {
  grundy_shorts up = grundy_shorts_load(values + a);
  grundy_shorts down = grundy_shorts_load(values + (sum - a - (GRUNDY_SHORTS - 1)));
  down = __builtin_shufflevector(down, down, 7, 6, 5, 4, 3, 2, 1, 0);
  return (grundy_shorts)((up ^ down) == value);
}

/* Returns whether values[a] ⊕ values[sum - a] = value for some a from `from` to `to`, which is at
 * most sum / 2. Reads no heap of more than `sum` beans. */
static inline bool grundy_pairs_have(const uint16_t *values, uint32_t from, uint32_t to,
                                     uint32_t sum, uint16_t value) {
  enum { STEP = 4 * GRUNDY_SHORTS };
  uint32_t a = from;
  for (; a + STEP <= to + 1; a += STEP) {
    grundy_shorts found = {0};
    for (uint32_t i = 0; i < STEP; i += GRUNDY_SHORTS)
      found |= grundy_pairs_of(values, a + i, sum, value);
    if (grundy_shorts_any(found)) return true;
  }
  for (; a <= to; a++)
    if ((values[a] ^ values[sum - a]) == value) return true;
  return false;
}

#endif
