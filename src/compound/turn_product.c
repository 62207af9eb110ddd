/* Products of components with kinds of moves, for sums that values do not decide.
 *
 * By the lemma of docs/carry-on.md on zeros, all nimbers together may be replaced by one heap. The
 * winner's moves are looked up in the product of all components, because a move of that heap can be
 * several moves of a nimber. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/saturate.h"
#include "compound/turns.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void grundy_turn_product_free(grundy_turn_product *product) {
  if (product == NULL) return;
  free(product->factors);
  free(product->strides);
  grundy_states_free(&product->states);
  grundy_state_labels_free(&product->labels);
  free(product);
}

/* ---- states ---------------------------------------------------------------------------------- */

static bool is_factor(const grundy_turn_product *p, uint32_t component, uint32_t *index) {
  for (*index = 0; *index < p->count; ++*index)
    if (p->factors[*index] == component) return true;
  return false;
}

/* Finds the state in the product. It is not known if it is not there. */
static grundy_status find_state(const grundy_turn_sum *t, const grundy_turn_product *p,
                                uint32_t lock, bool *known, uint32_t *state) {
  const grundy_compound *c = t->c;
  grundy_status status = GRUNDY_OK;
  uint64_t found = 0;
  uint32_t heap = t->nimber, index = 0;
  bool is_met = true;
  *known = false;
  for (uint32_t i = 0; i < t->other_count; i++)
    if (!is_factor(p, t->others[i], &index)) return GRUNDY_OK;
  for (uint32_t i = 0; i < p->count && is_met; i++) {
    const grundy_evaluation *e = grundy_turns_of(t, p->factors[i]);
    uint32_t v = 0;
    status = grundy_reach_find(&c->turn_reaches[p->factors[i]].reach, c->components[p->factors[i]],
                               c->positions[p->factors[i]], &is_met, &v, t->error);
    found += v * p->strides[i];
    if (e->value != GRUNDY_INFINITY64) heap ^= (uint32_t)e->value;
  }
  if (!is_met || heap > p->heap || (lock != GRUNDY_UNLOCKED && !is_factor(p, lock, &index)))
    return status;
  found += (uint64_t)heap * (p->count + 1);
  *known = true;
  *state = (uint32_t)(found + (lock == GRUNDY_UNLOCKED ? 0 : index + 1));
  return GRUNDY_OK;
}

/* ---- building -------------------------------------------------------------------------------- */

static void reached_limit(grundy_compound *c, uint64_t limit) {
  snprintf(c->limit_reached, sizeof c->limit_reached,
           "a product to be searched has more than %" PRIu64 " states", limit);
  c->limit_reason = GRUNDY_REASON_TOO_MANY;
}

static void reached_memory(grundy_compound *c, const char *what, uint64_t memory) {
  snprintf(c->limit_reached, sizeof c->limit_reached,
           "a product to be searched has too many %s for %" PRIu64 " MB of memory", what,
           memory >> 20);
  c->limit_reason = GRUNDY_REASON_MEMORY;
}

static void add_move(grundy_states *s, uint64_t *at, uint64_t target, bool keeps) {
  if (s->targets != NULL) {
    s->targets[*at] = (uint32_t)target;
    s->keeps[*at] = keeps;
  }
  ++*at;
}

/* Adds the moves of one state; `tuple` is the state without its lock. */
static void add_moves(const grundy_compound *c, const grundy_turn_product *p, grundy_states *s,
                      uint64_t tuple, uint32_t lock, uint64_t *at) {
  uint64_t locks = (uint64_t)p->count + 1, heap = tuple / locks % ((uint64_t)p->heap + 1);
  for (uint32_t i = 0; i < p->count; i++) {
    const grundy_turn_reach *reach = &c->turn_reaches[p->factors[i]];
    uint32_t v = (uint32_t)(tuple / p->strides[i] % reach->order);
    if (lock != 0 && lock != i + 1) continue;
    for (uint64_t e = reach->states.offsets[2 * (uint64_t)v];
         e < reach->states.offsets[2 * (uint64_t)v + 1]; e++) {
      uint32_t target = reach->states.targets[e];
      uint64_t to = tuple + (target / 2) * p->strides[i] - v * p->strides[i];
      add_move(s, at, to + (target % 2 == 0 ? 0 : i + 1), reach->states.keeps[e] != 0);
    }
  }
  for (uint64_t smaller = 0; lock == 0 && smaller < heap; smaller++)
    add_move(s, at, tuple - (heap - smaller) * locks, false);
}

/* Counts the moves of all states, or stores them. */
static void add_all_moves(const grundy_compound *c, const grundy_turn_product *p, grundy_states *s,
                          uint64_t *moves) {
  uint32_t locks = p->count + 1;
  *moves = 0;
  for (uint64_t state = 0; state < s->count; state++) {
    if (s->offsets != NULL) s->offsets[state] = *moves;
    add_moves(c, p, s, state - state % locks, (uint32_t)(state % locks), moves);
  }
  if (s->offsets != NULL) s->offsets[s->count] = *moves;
}

/* Sets the strides; returns the number of states, UINT64_MAX if a component is too large. */
static grundy_status find_size(grundy_turn_sum *t, grundy_turn_product *p, uint64_t *states) {
  *states = grundy_times((uint64_t)p->count + 1, (uint64_t)p->heap + 1);
  for (uint32_t i = 0; i < p->count; i++) {
    grundy_turn_reach *reach = NULL;
    uint32_t v;
    bool is_large;
    grundy_status status =
        grundy_turn_reach_get(t->c, p->factors[i], t->options, &reach, &v, &is_large, t->error);
    if (status != GRUNDY_OK) return status;
    p->strides[i] = *states;
    *states = is_large ? UINT64_MAX : grundy_times(*states, reach->order);
  }
  return GRUNDY_OK;
}

/* Builds and labels the product, unless it is too large: then *done is false. */
static grundy_status build(grundy_turn_sum *t, grundy_turn_product *p, bool *done) {
  enum { PER_STATE = 64, PER_MOVE = 16 };
  uint64_t limit = t->options->limit == 0 ? GRUNDY_SEARCH_MAX_POSITIONS : t->options->limit;
  uint64_t memory = t->options->memory == 0 ? GRUNDY_SEARCH_MAX_MEMORY : t->options->memory;
  uint64_t states = 0, moves = 0;
  uint8_t *may = NULL;
  if (limit > GRUNDY_DIGRAPH_MAX_ORDER) limit = GRUNDY_DIGRAPH_MAX_ORDER;
  grundy_status status = find_size(t, p, &states);
  if (status != GRUNDY_OK) return status;
  *done = states <= limit && grundy_times(states, PER_STATE) <= memory;
  if (states > limit)
    reached_limit(t->c, limit);
  else if (!*done)
    reached_memory(t->c, "states", memory);
  if (!*done) return GRUNDY_OK;
  p->states.count = (uint32_t)states;
  add_all_moves(t->c, p, &p->states, &moves);
  if (grundy_plus(grundy_times(states, PER_STATE), grundy_times(moves, PER_MOVE)) > memory) {
    *done = false;
    reached_memory(t->c, "moves", memory);
    return GRUNDY_OK;
  }
  p->states.offsets = grundy_alloc(states + 1, sizeof *p->states.offsets);
  p->states.targets = grundy_alloc(moves, sizeof *p->states.targets);
  p->states.keeps = grundy_alloc(moves, sizeof *p->states.keeps);
  may = grundy_alloc(states, sizeof *may);
  if (p->states.offsets == NULL || p->states.targets == NULL || p->states.keeps == NULL ||
      may == NULL) {
    free(may);
    return grundy_fail_memory(t->error);
  }
  add_all_moves(t->c, p, &p->states, &moves);
  memset(may, GRUNDY_MAY_BE_N | GRUNDY_MAY_BE_P, states);
  status = grundy_states_label(&p->states, may, NULL, 0, t->options->monitor, &p->labels, t->error);
  free(may);
  return status;
}

/* Starts a product with the components that it needs. */
static grundy_turn_product *new_product(const grundy_turn_sum *t, uint32_t lock, bool whole) {
  grundy_turn_product *p = grundy_alloc_zero(1, sizeof *p);
  if (p == NULL) return NULL;
  p->factors = grundy_alloc(t->c->count, sizeof *p->factors);
  p->strides = grundy_alloc(t->c->count, sizeof *p->strides);
  for (uint32_t i = 0; p->factors != NULL && i < t->c->count; i++) {
    const grundy_evaluation *e = grundy_turns_of(t, i);
    if (whole || i == lock || e->value == GRUNDY_INFINITY64)
      p->factors[p->count++] = i;
    else
      p->heap ^= (uint32_t)e->value;
  }
  if (p->factors != NULL && p->strides != NULL) return p;
  grundy_turn_product_free(p);
  return NULL;
}

grundy_status grundy_turns_product(grundy_turn_sum *t, uint32_t lock, bool whole, bool search,
                                   grundy_turn_product **product, uint32_t *state) {
  grundy_turn_product **known = &t->c->turn_products[whole];
  bool done = false, is_met = false;
  grundy_status status = GRUNDY_OK;
  *product = NULL;
  if (*known != NULL) status = find_state(t, *known, lock, &is_met, state);
  if (is_met) *product = *known;
  if (status != GRUNDY_OK || is_met) return status;
  if (!search) {
    if (!whole)
      snprintf(t->c->limit_reached, sizeof t->c->limit_reached,
               "an entailed player may choose, and nothing was searched");
    return GRUNDY_OK;
  }
  grundy_turn_product *made = new_product(t, lock, whole);
  if (made == NULL) return grundy_fail_memory(t->error);
  status = build(t, made, &done);
  if (status != GRUNDY_OK || !done) {
    grundy_turn_product_free(made);
    return status;
  }
  grundy_turn_product_free(*known);
  *known = made;
  status = find_state(t, made, lock, &is_met, state);
  if (is_met) *product = made;
  return status;
}
