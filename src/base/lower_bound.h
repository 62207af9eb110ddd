/* Binary search in what is sorted. */

#ifndef GRUNDY_SRC_BASE_LOWER_BOUND_H
#define GRUNDY_SRC_BASE_LOWER_BOUND_H

#include <stdint.h>

/* Moves `first`, a variable of type uint64_t, to the first index below `end` for which `precedes`,
 * an expression in the index `i`, is false; to `end` if there is none. The indexes for which it is
 * true come first. Evaluates `precedes` O(log(end - first)) times.
 * NOLINTBEGIN(bugprone-macro-parentheses): `i` is declared here */
#define GRUNDY_LOWER_BOUND(first, end, i, precedes)                                                \
  for (uint64_t high_ = (end), i; (first) < high_;) {                                              \
    i = (first) + (high_ - (first)) / 2;                                                           \
    if (precedes)                                                                                  \
      (first) = i + 1;                                                                             \
    else                                                                                           \
      high_ = i;                                                                                   \
  }
/* NOLINTEND(bugprone-macro-parentheses) */

/* Returns how many of the sorted numbers are smaller than `number`. */
static inline uint64_t grundy_lower_bound(const uint32_t *numbers, uint64_t count,
                                          uint32_t number) {
  uint64_t first = 0;
  GRUNDY_LOWER_BOUND(first, count, i, numbers[i] < number)
  return first;
}

static inline uint64_t grundy_lower_bound_wide(const uint64_t *numbers, uint64_t count,
                                               uint64_t number) {
  uint64_t first = 0;
  GRUNDY_LOWER_BOUND(first, count, i, numbers[i] < number)
  return first;
}

#endif
