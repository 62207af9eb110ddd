/* Counters of parts, which make sure that winning play in a sum of parts ends. */

#ifndef GRUNDY_SRC_GAME_COMPONENTS_PART_COUNTERS_H
#define GRUNDY_SRC_GAME_COMPONENTS_PART_COUNTERS_H

#include <grundy/component.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

/* Makes the array of the counters h of all parts, which the caller frees. Where the value is
 * infinite, it has a bound for the total of the counters after a move to finite values. Both are
 * GRUNDY_TOO_LARGE if they are not below it. The solution must have the columns grundy and counter.
 *
 * If a move from u leads to a sum of smaller value, the total of that sum is smaller than h(u). If
 * it leads to a larger value or to ∞(K) with G(u) in K, then some move from there leads back to the
 * value G(u), with a total that is smaller than h(u). docs/splitting-proofs.md has the proof.
 *
 * O(V log V + E). */
GRUNDY_MUST_USE grundy_status grundy_part_counters_new(const grundy_digraph *parts,
                                                       const grundy_solution *solution,
                                                       grundy_number **counters,
                                                       grundy_error *error);

/* Returns the sum, or GRUNDY_TOO_LARGE. */
static inline grundy_number grundy_part_counters_add(grundy_number a, grundy_number b) {
  return a < GRUNDY_TOO_LARGE && b < GRUNDY_TOO_LARGE && a + b < GRUNDY_TOO_LARGE
             ? a + b
             : GRUNDY_TOO_LARGE;
}

#endif
