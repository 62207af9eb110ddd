#include "solve/levels.h"

#include "solve/labels.h"
#include "value/largest.h"

#include <grundy/value.h>

#include <assert.h>

#ifndef NDEBUG
bool grundy_levels_are_possible(const grundy_levels *levels) {
  return levels->unlabelled_count <= levels->g.order &&
         levels->level <= grundy_largest_value(levels->g.size);
}
#endif
/* counter[v] is the label from peeling until v gets its number. */
const uint32_t *grundy_levels_peeled(grundy_levels *levels, uint32_t *count) {
  *count = 0;
  if (levels->level > levels->starts.largest) return levels->peeled;
  const uint32_t *start = levels->starts.start + levels->level;
  assert(start[0] <= start[1]);
  const uint32_t *peeled = levels->peeled + start[0];
  *count = start[1] - start[0];
  if (levels->counter == NULL || *count == 0) return peeled;
  uint32_t before = levels->counter[peeled[0]];
  for (uint32_t i = 0; i < *count; i++) {
    if (i + GRUNDY_AHEAD_ROWS < *count)
      __builtin_prefetch(&levels->counter[peeled[i + GRUNDY_AHEAD_ROWS]], 1);
    uint32_t label = levels->counter[peeled[i]];
    assert(levels->values[peeled[i]] == levels->level);
    assert((label & GRUNDY_LABELLED) != 0 && label >= before); /* by increasing distance */
    levels->rank += label != before;
    before = label;
    levels->counter[peeled[i]] = levels->rank;
  }
  levels->rank++;
  return peeled;
}

void grundy_levels_number(grundy_levels *levels, const uint32_t *wave, uint32_t length) {
  if (levels->counter == NULL || length == 0) return;
  assert(levels->rank < levels->g.order); /* each number belongs to some vertex */
  for (uint32_t i = 0; i < length; i++) levels->counter[wave[i]] = levels->rank;
  levels->rank++;
}
