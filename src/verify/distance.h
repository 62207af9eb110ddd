/* Equations (2) and (3) of [Smi66]: one more than the largest distance of a follower, infinite if a
 * follower's is. */

#ifndef GRUNDY_SRC_VERIFY_DISTANCE_H
#define GRUNDY_SRC_VERIFY_DISTANCE_H

#include <grundy/value.h>

static inline void distance_see(uint32_t *largest, uint32_t distance) {
  if (distance > *largest) *largest = distance;
}

static inline uint32_t distance_expected(uint32_t largest, uint64_t followers) {
  if (followers == 0) return 0;
  return largest == GRUNDY_INFINITY ? GRUNDY_INFINITY : largest + 1;
}

#endif
