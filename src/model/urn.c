#include "model/urn.h"

#include <assert.h>

/* ---- the alias method -------------------------------------------------------------------- */

/* Fills the columns as Vose does [Vos91]: while one number has less than a full column and another
 * has more, the first gets a column and the second fills it up.
 *
 * `height` is the weights times `count`, so that a full column is `full`, their sum. `stack` holds
 * the numbers with less than a column from its front and the others from its back. */
static void fill_columns(grundy_urn *urn, uint64_t *height, uint64_t full, uint32_t *stack) {
  uint32_t small = 0, large = urn->count;
  for (uint32_t i = 0; i < urn->count; i++) {
    urn->other[i] = i;
    if (height[i] < full)
      stack[small++] = i;
    else
      stack[--large] = i;
  }
  while (small > 0 && large < urn->count) {
    uint32_t less = stack[--small], more = stack[large];
    assert(height[less] < full && height[more] >= full);
    urn->other[less] = more;
    height[more] -= full - height[less];
    if (height[more] >= full) continue;
    large++;
    stack[small++] = more;
  }
  for (uint32_t i = 0; i < urn->count; i++)
    urn->split[i] =
        height[i] >= full ? UINT64_MAX : (uint64_t)(((grundy_wide)height[i] << 64) / full);
}

void grundy_urn_new(grundy_urn *urn, grundy_arena *arena, const uint64_t *weights, uint32_t count) {
  uint64_t full = 0;
  *urn = (grundy_urn){.split = grundy_arena_array(arena, count, sizeof *urn->split),
                      .other = grundy_arena_array(arena, count, sizeof *urn->other),
                      .count = count};
  uint64_t mark = arena->count, *height = grundy_arena_array(arena, count, sizeof *height);
  uint32_t *stack = grundy_arena_array(arena, count, sizeof *stack);
  if (arena->failed) return;
  for (uint32_t i = 0; i < count; i++) {
    full += weights[i];
    height[i] = weights[i] * count;
  }
  assert(full > 0 && full >> 63 == 0);
  fill_columns(urn, height, full, stack);
  grundy_arena_rewind(arena, mark);
}

/* ---- the binomial distribution ----------------------------------------------------------- */

/* Weights from the most likely number outwards, each computed from the one before by the ratio of
 * their probabilities, a fraction of integers that is at most 1:
 *   P(k + 1) / P(k) = (n - k) p / ((k + 1) (1 - p)). */
enum { PEAK_BITS = 44 };

/* Returns weight · above / below, for above <= below. */
static uint64_t scaled(uint64_t weight, grundy_wide above, grundy_wide below) {
  assert(below > 0 && above <= below);
  while (below >> 64 != 0) {
    above >>= 1;
    below >>= 1;
  }
  return (uint64_t)(weight * above / below);
}

/* Computes the weights of peak + 1, peak + 2 … until they vanish, and writes them to weights[0],
 * [1] … unless that is NULL. Returns how many there are. */
static uint32_t walk_up(uint32_t trials, grundy_chance chance, uint32_t peak, uint64_t *weights) {
  uint64_t weight = UINT64_C(1) << PEAK_BITS;
  uint32_t count = 0;
  for (uint32_t k = peak; k < trials; k++) {
    weight = scaled(weight, (grundy_wide)(trials - k) * chance,
                    (grundy_wide)(k + 1) * (GRUNDY_CERTAIN - chance));
    if (weight == 0) break;
    if (weights != NULL) weights[count] = weight;
    count++;
  }
  return count;
}

/* Does the same for peak - 1, peak - 2 …, writing to weights[-1], [-2] … */
static uint32_t walk_down(uint32_t trials, grundy_chance chance, uint32_t peak, uint64_t *weights) {
  uint64_t weight = UINT64_C(1) << PEAK_BITS;
  uint32_t count = 0;
  for (uint32_t k = peak; k > 0; k--) {
    weight = scaled(weight, (grundy_wide)k * (GRUNDY_CERTAIN - chance),
                    (grundy_wide)(trials - k + 1) * chance);
    if (weight == 0) break;
    count++;
    if (weights != NULL) *--weights = weight;
  }
  return count;
}

uint32_t grundy_urn_binomial(grundy_urn *urn, grundy_arena *arena, uint32_t trials,
                             grundy_chance chance) {
  uint32_t peak = (uint32_t)(((grundy_wide)trials + 1) * chance >> 63);
  if (peak > trials) peak = trials;
  uint32_t below = walk_down(trials, chance, peak, NULL);
  uint32_t count = below + 1 + walk_up(trials, chance, peak, NULL);
  uint64_t *weights = grundy_arena_array(arena, count, sizeof *weights);
  if (weights == NULL) return 0;
  assert(below <= peak && count - below - 1 <= trials - peak);
  weights[below] = UINT64_C(1) << PEAK_BITS;
  walk_down(trials, chance, peak, weights + below);
  walk_up(trials, chance, peak, weights + below + 1);
  grundy_urn_new(urn, arena, weights, count);
  grundy_arena_release(arena, weights);
  return peak - below;
}
