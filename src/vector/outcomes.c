/* Outcomes alone: of a line it is enough to know whether it has an N-position, and how many
 * P-positions it has, as far as these can be forbidden.
 *
 * If at most k followers may be forbidden, a position is a P-position exactly if at most k of its
 * followers are: the player who moves there forbids these. In misère play a follower that is an
 * N-position must be left, because an opponent who cannot move wins. */

#include "vector/impl.h"

/* What is known about some followers. */
enum {
  MOST_COUNTED = 15, /* P-positions are counted up to this number */
  HAS_N = 0x80,
};
static_assert((int)GRUNDY_VECTOR_MAX_BLOCK < (int)MOST_COUNTED, "counters are large enough");

/* Adds followers to others. Counters of two lines may exceed MOST_COUNTED, and are cut again. */
static uint8_t join(uint8_t state, uint8_t other) {
  uint8_t count = (state & 0x7f) + (other & 0x7f);
  return ((state | other) & HAS_N) | (count < MOST_COUNTED ? count : MOST_COUNTED);
}

static uint8_t state_of(grundy_outcome outcome) {
  return outcome == GRUNDY_OUTCOME_P ? 1 : HAS_N;
}

/* Joins the states of all lines, and empties those that begin at this column. */
static uint8_t join_lines(grundy_vector_walk *walk, uint32_t column) {
  uint8_t state = 0;
  for (uint32_t i = 0; i < walk->ray_count; i++) {
    const grundy_vector_ray *ray = &walk->rays[i];
    if (column < ray->from) ray->states[ray->slot] = 0;
    state = join(state, ray->states[ray->slot]);
  }
  return state;
}

static void extend_lines(grundy_vector_walk *walk, uint8_t state) {
  for (uint32_t i = 0; i < walk->ray_count; i++) {
    grundy_vector_ray *ray = &walk->rays[i];
    ray->states[ray->slot] = join(ray->states[ray->slot], state);
    if (++ray->slot == ray->step.offset) ray->slot = 0;
  }
}

void grundy_vector_find_outcomes(grundy_vector_walk *walk, uint32_t from, uint32_t to) {
  grundy_outcome *outcomes = walk->box->outcomes;
  bool misere = walk->options->play == GRUNDY_MISERE_PLAY;
  for (uint32_t column = from; column < to; column++) {
    uint64_t index = walk->index + column;
    uint8_t state = join_lines(walk, column);
    while (walk->fitting < walk->fit_count && walk->fits[walk->fitting].last <= column)
      walk->fitting++;
    if (index == *walk->end) {
      while (*walk->end == index) walk->end++;
      state = 0;
    } else {
      for (uint64_t i = 0; i < walk->fitting; i++)
        state = join(state, state_of(outcomes[index - walk->fits[i].offset]));
      if (column < walk->over_until) state = join(state, misere ? HAS_N : 1);
      if (walk->has_pass && state != 0) state = join(state, state_of(walk->below_outcomes[index]));
    }
    bool is_p = (state & 0x7f) <= walk->options->block && (!misere || (state & HAS_N) != 0);
    outcomes[index] = is_p ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
    extend_lines(walk, state_of(outcomes[index]));
  }
}
