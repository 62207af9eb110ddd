#include "solve/levels.h"

#include <grundy/value.h>

/* counter[v] is the label of peeling until v gets its number. */
const uint32_t *grundy_levels_peeled(grundy_levels *levels, uint32_t *count) {
  *count = 0;
  if (levels->level > levels->starts.largest) return levels->peeled;
  const uint32_t *start = levels->starts.start + levels->level;
  const uint32_t *peeled = levels->peeled + start[0];
  *count = start[1] - start[0];
  if (levels->counter == NULL || *count == 0) return peeled;
  uint32_t before = levels->counter[peeled[0]];
  for (uint32_t i = 0; i < *count; i++) {
    if (i + GRUNDY_AHEAD_ROWS < *count)
      __builtin_prefetch(&levels->counter[peeled[i + GRUNDY_AHEAD_ROWS]], 1);
    uint32_t label = levels->counter[peeled[i]];
    levels->rank += label != before;
    before = label;
    levels->counter[peeled[i]] = levels->rank;
  }
  levels->rank++;
  return peeled;
}

void grundy_levels_number(grundy_levels *levels, const uint32_t *wave, uint32_t length) {
  if (levels->counter == NULL || length == 0) return;
  for (uint32_t i = 0; i < length; i++) levels->counter[wave[i]] = levels->rank;
  levels->rank++;
}
