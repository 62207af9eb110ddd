/* Equations (4a)–(4e) of [Smi66]: the remoteness that the followers determine. Finite numbers
 * decrease strictly along the moves that justify them, so the equations have exactly one
 * solution. The verifiers of tiers and of grundy-mpi use them, too. */

#ifndef GRUNDY_SRC_VERIFY_REMOTENESS_H
#define GRUNDY_SRC_VERIFY_REMOTENESS_H

#include <grundy/value.h>

/* Infinity counts as odd, and as the largest number. */
typedef struct remoteness_seen {
  uint32_t least_even, largest_odd;
} remoteness_seen;

static inline remoteness_seen remoteness_none(void) {
  return (remoteness_seen){GRUNDY_INFINITY, 0};
}

static inline void remoteness_see(remoteness_seen *seen, uint32_t r) {
  uint32_t odd = 0U - (r & 1); /* all bits or none */
  seen->least_even = (r | odd) < seen->least_even ? r | odd : seen->least_even;
  seen->largest_odd = (r & odd) > seen->largest_odd ? r & odd : seen->largest_odd;
}

/* Returns the remoteness of a position with such followers; that of a terminal position is
 * `terminal`. */
static inline uint32_t remoteness_expected(remoteness_seen seen, uint64_t followers,
                                           uint32_t terminal) {
  if (followers == 0) return terminal;
  if (seen.least_even != GRUNDY_INFINITY) return seen.least_even + 1;
  return seen.largest_odd == GRUNDY_INFINITY ? GRUNDY_INFINITY : seen.largest_odd + 1;
}

#endif
