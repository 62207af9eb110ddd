/* The kernels: what is computed about the positions of a tier. Followers in other tiers are read
 * from files. */

#ifndef GRUNDY_SRC_TIERS_KERNELS_H
#define GRUNDY_SRC_TIERS_KERNELS_H

#include "tiers/iterate.h"

/* Computes outcomes, in 2 bits per index. */
grundy_status grundy_tier_solve_outcomes(grundy_tier_job *job, grundy_tier_table *table);

/* Computes remoteness, or Q for an aim of A: the column is GRUNDY_COLUMN_REMOTENESS, _Q1 or _Q0. */
grundy_status grundy_tier_solve_remoteness(grundy_tier_job *job, grundy_columns column,
                                           grundy_tier_table *table);

/* Returns how play that ends with `end` (as grundy_tier_expand says) counts for the aim of the
 * column, where `player` would move: GRUNDY_TIER_P, _N or _D. For remoteness this is `end`. */
static inline unsigned grundy_tier_end_for(grundy_columns column, uint8_t player, unsigned end) {
  if (column == GRUNDY_COLUMN_REMOTENESS) return end;
  bool a_moves = player == 'A';
  bool success =
      end == GRUNDY_TIER_D ? column == GRUNDY_COLUMN_Q0 : (end == GRUNDY_TIER_N) == a_moves;
  return success == a_moves ? GRUNDY_TIER_N : GRUNDY_TIER_P;
}

/* Computes the generalized Sprague-Grundy function. `hits` is a set of indices for its use. */
grundy_status grundy_tier_solve_values(grundy_tier_job *job, grundy_tier_table *table,
                                       _Atomic uint64_t *hits);

/* Computes the counter of the tier from the values of its positions. `times` is a table for its
 * use. */
grundy_status grundy_tier_solve_counter(grundy_tier_job *job, grundy_tier_table *values,
                                        grundy_tier_table *times, grundy_tier_table *counter);

#endif
