/* Periods seen in a sequence. */

#include <grundy/sequence.h>

#include "base/arena.h"
#include "sequence/prefixes.h"

#include <assert.h>

static bool is_difference_equal(const void *differences, uint64_t i, uint64_t j) {
  const int64_t *d = differences;
  return d[i] == d[j];
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
    grundy_find_prefixes(d, count - 1, is_difference_equal, z);
    *period = choose(terms, count, z);
  }
  return grundy_arena_end(&arena, GRUNDY_OK, error);
}
