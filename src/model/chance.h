/* Random choices, made only with integers so that they are the same on every machine. */

#ifndef GRUNDY_SRC_MODEL_CHANCE_H
#define GRUNDY_SRC_MODEL_CHANCE_H

#include "base/arena.h"
#include "base/random.h"

#include <assert.h>

__extension__ typedef unsigned __int128 grundy_wide;

/* ---- numbers ----------------------------------------------------------------------------- */

/* Returns a number below `bound` > 0, all equally likely: the high half of a product, with a
 * division only if the low half could be biased [Lem19]. */
static inline uint64_t grundy_pick(grundy_random *random, uint64_t bound) {
  assert(bound > 0);
  grundy_wide product = (grundy_wide)grundy_random_next(random) * bound;
  if ((uint64_t)product < bound) {
    uint64_t unfair = (0 - bound) % bound;
    while ((uint64_t)product < unfair) product = (grundy_wide)grundy_random_next(random) * bound;
  }
  return (uint64_t)(product >> 64);
}

/* A probability in units of 2^-63, rounded down: exact if it is a double above 2^-10. */
typedef uint64_t grundy_chance;

#define GRUNDY_CERTAIN (UINT64_C(1) << 63)

/* `probability` is from 0 to 1. */
static inline grundy_chance grundy_chance_of(double probability) {
  assert(probability >= 0 && probability <= 1);
  return (uint64_t)(probability * 0x1p63);
}

static inline bool grundy_happens(grundy_random *random, grundy_chance chance) {
  return grundy_random_next(random) >> 1 < chance;
}

/* Returns share · count, rounded to the nearest integer. */
static inline uint64_t grundy_share_of(grundy_chance share, uint64_t count) {
  return (uint64_t)(((grundy_wide)share * count + (GRUNDY_CERTAIN >> 1)) >> 63);
}

/* ---- sets -------------------------------------------------------------------------------- */

/* Chooses random sets of numbers. `marks` has one bit for every number that may be chosen,
 * all 0 between calls. */
typedef struct grundy_chooser {
  uint64_t *marks;
} grundy_chooser;

/* Allocates the marks for numbers below `bound`. */
void grundy_chooser_new(grundy_chooser *chooser, grundy_arena *arena, uint32_t bound);

/* Returns how many numbers a row of `count` needs room for, including room for sorting it. */
uint64_t grundy_row_room(uint64_t count);

/* Chooses a random set of `count` of the numbers below `bound`, in increasing order. The row has
 * room for grundy_row_room(count). O(count) expected. */
void grundy_choose(grundy_chooser *chooser, grundy_random *random, uint32_t bound, uint32_t count,
                   uint32_t *row);

/* Sorts a row, which has room for grundy_row_room(count). O(count). */
void grundy_sort_row(uint32_t *row, uint64_t count);

/* Removes duplicates from a sorted row, and returns how many numbers are left. */
uint64_t grundy_merge_row(uint32_t *row, uint64_t count);

/* ---- orders ------------------------------------------------------------------------------ */

/* Returns the numbers below `count` in random order; NULL if memory runs out. */
uint32_t *grundy_shuffled(grundy_arena *arena, grundy_random *random, uint32_t count);

#endif
