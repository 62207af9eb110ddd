/* Periods seen in a sequence. */

#include <grundy/sequence.h>

#include "base/arena.h"

#include <assert.h>

/* The Z function [Gus97, ch. 1]: z[i] is the length of the longest common prefix of d and of d from
 * entry i on; z[0] is not set. Invariant: d[left … right - 1] equals d[0 … right - left - 1], and
 * `right` is the largest such end. O(count). */
static void find_prefixes(const int64_t *d, uint64_t count, uint64_t *z) {
  uint64_t left = 0, right = 0;
  for (uint64_t i = 1; i < count; i++) {
    uint64_t length = 0;
    if (i < right) length = z[i - left] < right - i ? z[i - left] : right - i;
    while (i + length < count && d[length] == d[i + length]) length++;
    z[i] = length;
    if (i + length <= right) continue;
    left = i;
    right = i + length;
  }
}

/* The period of that length, if the last `equal` differences repeat those one period earlier. */
static grundy_sequence_period period_of(const int64_t *terms, uint64_t count, uint64_t length,
                                        uint64_t equal) {
  grundy_sequence_period p = {.length = length};
  assert(equal + length < count);
  p.preperiod = count - 1 - length - equal;
  p.saltus = terms[p.preperiod + length] - terms[p.preperiod];
  p.predicted = equal + (p.saltus == 0);
  p.seen = p.predicted >= count - p.predicted;
  return p;
}

/* Chooses among the lengths by the least preperiod + length = count - 1 - equal, so by the most
 * equal differences. A whole period must repeat: equal + 1 >= length. */
static grundy_sequence_period choose(const int64_t *terms, uint64_t count, const uint64_t *z) {
  grundy_sequence_period best = {0};
  uint64_t most = 0;
  for (uint64_t length = 1; length + 1 < count; length++) {
    if (z[length] <= most || z[length] + 1 < length) continue;
    most = z[length];
    best = period_of(terms, count, length, most);
  }
  return best;
}

grundy_status grundy_sequence_find_period(const int64_t *terms, uint64_t count,
                                          grundy_sequence_period *period, grundy_error *error) {
  *period = (grundy_sequence_period){0};
  if (count < 3) return GRUNDY_OK;
  grundy_arena arena = {0};
  /* The differences of neighbouring terms, the last one first. a(n + p) - a(n) is constant for
   * n = m, …, count - 1 - p exactly if a(n + 1) - a(n) has the period p from m on. */
  int64_t *d = grundy_arena_array(&arena, count - 1, sizeof *d);
  uint64_t *z = grundy_arena_array(&arena, count - 1, sizeof *z);
  if (!arena.failed) {
    for (uint64_t i = 0; i + 1 < count; i++) d[i] = terms[count - 1 - i] - terms[count - 2 - i];
    find_prefixes(d, count - 1, z);
    *period = choose(terms, count, z);
  }
  return grundy_arena_end(&arena, GRUNDY_OK, error);
}
