/* Draws numbers with given weights, in constant time each. */

#ifndef GRUNDY_SRC_MODEL_URN_H
#define GRUNDY_SRC_MODEL_URN_H

#include "model/chance.h"

#include <assert.h>

/* The alias method [Wal77]: every column of equal width is split between its own number, below
 * split[i] (in units of 2^-64), and one other. */
typedef struct grundy_urn {
  uint64_t *split;
  uint32_t *other;
  uint32_t count;
} grundy_urn;

/* Makes an urn of numbers below `count` > 0, drawn in proportion to the weights, up to an error of
 * count / 2^64. The largest weight times `count`, and the sum, which is not 0, must be below 2^63.
 * If memory runs out, the arena fails, and nothing may be drawn. */
void grundy_urn_new(grundy_urn *urn, grundy_arena *arena, const uint64_t *weights, uint32_t count);

static inline uint32_t grundy_urn_draw(const grundy_urn *urn, grundy_random *random) {
  grundy_wide product = (grundy_wide)grundy_random_next(random) * urn->count;
  uint32_t column = (uint32_t)(product >> 64);
  assert(column < urn->count);
  return (uint64_t)product < urn->split[column] ? column : urn->other[column];
}

/* Makes an urn for the binomial distribution of `trials` trials, and returns the number to add to
 * what is drawn. Every probability is right to 2^-40, and those below 2^-44 of the largest
 * are 0. It covers at most about 16 standard deviations. The arena may fail, as above. */
uint32_t grundy_urn_binomial(grundy_urn *urn, grundy_arena *arena, uint32_t trials,
                             grundy_chance chance);

#endif
