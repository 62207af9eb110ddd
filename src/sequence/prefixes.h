/* The Z function, for sequences of any type. */

#ifndef GRUNDY_SRC_SEQUENCE_PREFIXES_H
#define GRUNDY_SRC_SEQUENCE_PREFIXES_H

#include <stdbool.h>
#include <stdint.h>

/* Returns whether entries i and j of the sequence are equal; i < j. */
typedef bool grundy_is_entry_equal(const void *sequence, uint64_t i, uint64_t j);

/* The Z function [Gus97, ch. 1]: z[i] is the length of the longest common prefix of the sequence
 * and of what follows from entry i on; z[0] is not set. Invariant: entries left … right - 1 equal
 * entries 0 … right - left - 1, and `right` is the largest such end. O(count) comparisons. */
static inline void grundy_find_prefixes(const void *sequence, uint64_t count,
                                        grundy_is_entry_equal *is_equal, uint64_t *z) {
  uint64_t left = 0, right = 0;
  for (uint64_t i = 1; i < count; i++) {
    uint64_t length = 0;
    if (i < right) length = z[i - left] < right - i ? z[i - left] : right - i;
    while (i + length < count && is_equal(sequence, length, i + length)) length++;
    z[i] = length;
    if (i + length <= right) continue;
    left = i;
    right = i + length;
  }
}

#endif
