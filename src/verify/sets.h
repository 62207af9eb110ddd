/* K: the finite values of the followers, if the value is infinite. J: all their values. */

#ifndef GRUNDY_SRC_VERIFY_SETS_H
#define GRUNDY_SRC_VERIFY_SETS_H

#include "solution/impl.h"
#include "verify/marks.h"

static inline grundy_set set_at(const grundy_sets *sets, uint32_t v) {
  return (grundy_set){sets->numbers + sets->offsets[v], sets->offsets[v + 1] - sets->offsets[v],
                      sets->absent != NULL && sets->absent[v] != 0};
}

/* Returns whether `set`, which is strictly increasing, is exactly what was marked, with infinity if
 * `infinite`. */
static inline bool is_marked(grundy_set set, const marks *seen, bool infinite) {
  if (set.absent || set.size != marks_count(seen) + infinite) return false;
  for (uint64_t i = 0; i < set.size; i++) {
    uint32_t number = set.numbers[i];
    if (number == GRUNDY_INFINITY ? !infinite : !marks_have(seen, number)) return false;
  }
  return true;
}

static inline bool is_k(grundy_set set, bool finite, const marks *seen) {
  return finite ? set.absent && set.size == 0 : is_marked(set, seen, false);
}

static inline bool is_j(grundy_set set, const marks *seen) {
  return is_marked(set, seen, seen->infinite);
}

#endif
