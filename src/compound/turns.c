/* Evaluates states of sums with kinds of moves, by the theorems of docs/carry-on.md. */

#include "compound/turns.h"

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const grundy_origin by_addition = {.theorem = "the addition of values in docs/carry-on.md"};

/* ---- components --------------------------------------------------------------------------- */

static bool is_nimber(const grundy_evaluation *e) {
  return e->value <= GRUNDY_NIM_MAX_HEAP;
}

bool grundy_turns_has_choice(const grundy_compound *c, uint32_t component) {
  grundy_component of = c->components[component];
  if (!grundy_has_kinds(c, component)) return false;
  return !GRUNDY_COMPONENT_HAS(of.kind, has_choice) || of.kind->has_choice(of.data);
}

/* Adds the component to the counts, or removes it if `sign` is -1. */
static void count_component(grundy_turn_sum *t, uint32_t component, int sign) {
  const grundy_evaluation *e = grundy_turns_of(t, component);
  if (is_nimber(e)) {
    t->nimber ^= (uint32_t)e->value;
  } else if (e->value != GRUNDY_INFINITY64) {
    t->unknown += (uint32_t)sign;
  } else if (sign < 0) {
    uint32_t at = 0;
    while (t->others[at] != component) at++;
    memmove(t->others + at, t->others + at + 1, (--t->other_count - at) * sizeof *t->others);
  } else {
    uint32_t at = t->other_count++;
    for (; at > 0 && t->others[at - 1] > component; at--) t->others[at] = t->others[at - 1];
    t->others[at] = component;
  }
}

static grundy_status evaluate_component(grundy_turn_sum *t, uint32_t component) {
  grundy_compound *c = t->c;
  grundy_evaluation *e = &c->evaluations[GRUNDY_NORMAL_PLAY][c->leaves[component]];
  return grundy_evaluate_position(c->components[component], c->positions[component],
                                  GRUNDY_NORMAL_PLAY, e, t->error);
}

grundy_status grundy_turns_start(grundy_turn_sum *t, grundy_compound *c,
                                 const grundy_search_options *options, grundy_error *error) {
  *t = (grundy_turn_sum){.c = c, .options = options, .error = error};
  t->others = grundy_alloc(c->count, sizeof *t->others);
  grundy_status status = t->others == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  for (uint32_t i = 0; i < c->count && status == GRUNDY_OK; i++) {
    status = evaluate_component(t, i);
    if (status == GRUNDY_OK) count_component(t, i, 1);
  }
  if (status != GRUNDY_OK) grundy_turns_end(t);
  return status;
}

void grundy_turns_end(grundy_turn_sum *t) {
  free(t->others);
  t->others = NULL;
}

grundy_status grundy_turns_set(grundy_turn_sum *t, uint32_t component, uint64_t position) {
  count_component(t, component, -1);
  t->c->positions[component] = position;
  grundy_status status = evaluate_component(t, component);
  count_component(t, component, 1);
  return status;
}

uint32_t grundy_turns_lock(const grundy_compound *c) {
  if (c->step_count == 0) return GRUNDY_UNLOCKED;
  const grundy_step *last = &c->steps[c->step_count - 1];
  return grundy_step_locks(last) ? last->component : GRUNDY_UNLOCKED;
}

/* ---- values --------------------------------------------------------------------------------- */

/* Adds the values of all components; the sets are in result->numbers. */
static grundy_status add_values(grundy_turn_sum *t, grundy_turn_result *result) {
  grundy_value sum = {.nimber = t->nimber, .k = {.absent = true}};
  for (uint32_t i = 0; i < t->other_count; i++)
    sum.nimber ^= grundy_turns_of(t, t->others[i])->shift;
  for (uint32_t i = 0; i < t->other_count; i++) {
    const grundy_evaluation *e = grundy_turns_of(t, t->others[i]);
    grundy_value value = {.nimber = GRUNDY_INFINITY, .k = e->k, .c = e->c};
    bool is_finite = sum.nimber != GRUNDY_INFINITY;
    uint64_t of_sum = is_finite ? 2 : sum.k.size + sum.c.size + 1;
    uint32_t *room = grundy_alloc(of_sum * (value.k.size + value.c.size + 1), sizeof *room);
    if (room == NULL) return grundy_fail_memory(t->error);
    sum = grundy_value_add(sum, value, room);
    free(result->numbers);
    result->numbers = room;
  }
  result->value = sum;
  return GRUNDY_OK;
}

static void conclude(grundy_turn_result *result, grundy_outcome outcome, grundy_origin origin) {
  result->outcome = outcome;
  result->origin = origin;
}

static grundy_outcome outcome_of_label(grundy_outcome label) {
  return label == GRUNDY_OUTCOME_NONE ? GRUNDY_OUTCOME_D : label;
}

/* ---- searching ------------------------------------------------------------------------------ */

/* Evaluates a state by the product of the components that are not nimbers, or by that of all if it
 * was built before. */
static grundy_status evaluate_product(grundy_turn_sum *t, uint32_t lock, bool search,
                                      grundy_turn_result *result) {
  grundy_turn_product *product = NULL;
  uint32_t state = 0;
  grundy_status status = grundy_turns_product(t, lock, true, false, &product, &state);
  if (status == GRUNDY_OK && product == NULL)
    status = grundy_turns_product(t, lock, false, search, &product, &state);
  if (status != GRUNDY_OK || product == NULL) return status;
  conclude(result, outcome_of_label(product->labels.labels[state]),
           (grundy_origin){.positions = product->states.count});
  result->rank = product->labels.ranks[state];
  return GRUNDY_OK;
}

/* Evaluates a state in which only this component may be something else than a free nimber. */
static grundy_status evaluate_level(grundy_turn_sum *t, uint32_t component, bool is_locked,
                                    uint32_t heap, grundy_turn_result *result) {
  grundy_turn_reach *reach = NULL;
  uint32_t v = 0;
  bool is_large;
  grundy_status status =
      grundy_turn_reach_get(t->c, component, t->options, &reach, &v, &is_large, t->error);
  if (status != GRUNDY_OK || is_large) return status;
  status = grundy_turn_reach_level(reach, heap, t->options->monitor, t->error);
  if (status != GRUNDY_OK) return status;
  conclude(result, outcome_of_label(reach->level.labels[2 * v + is_locked]),
           (grundy_origin){.positions = reach->states.count});
  return GRUNDY_OK;
}

/* ---- states where the next move may be made anywhere ------------------------------------------
 */

/* The sum of values decides: N and P always, and a draw if no entailed player has a choice in the
 * components that are not nimbers, or if there is only one of these. */
static grundy_status evaluate_free(grundy_turn_sum *t, bool search, grundy_turn_result *result) {
  bool is_closed = true, is_sure = false, may_choose = false;
  if (t->unknown > 0) {
    snprintf(t->c->limit_reached, sizeof t->c->limit_reached,
             "the value of a component is not known");
    return GRUNDY_OK;
  }
  for (uint32_t i = 0; i < t->other_count; i++) {
    const grundy_evaluation *e = grundy_turns_of(t, t->others[i]);
    is_closed = is_closed && !e->c.absent;
    is_sure = is_sure || grundy_wins_at_once(e);
    may_choose = may_choose || grundy_turns_has_choice(t->c, t->others[i]);
  }
  grundy_status status = add_values(t, result);
  if (status != GRUNDY_OK) return status;
  bool is_one = t->other_count <= 1;
  result->has_value = is_sure || is_one || (is_closed && !may_choose);
  grundy_outcome outcome =
      is_closed || is_sure ? grundy_value_outcome(result->value) : GRUNDY_OUTCOME_NONE;
  if (outcome == GRUNDY_OUTCOME_N || outcome == GRUNDY_OUTCOME_P ||
      (outcome == GRUNDY_OUTCOME_D && (is_one || !may_choose))) {
    conclude(result, outcome, by_addition);
    return GRUNDY_OK;
  }
  if (!is_one) return evaluate_product(t, GRUNDY_UNLOCKED, search, result);
  return evaluate_level(t, t->others[0], false, t->nimber, result);
}

/* ---- states where the next move must be made in one component ----------------------------------
 */

grundy_status grundy_turns_region(grundy_turn_sum *t, uint32_t lock, grundy_turn_reach *reach,
                                  uint32_t v, grundy_state_labels *labels) {
  const grundy_states *s = &reach->states;
  uint64_t before = t->c->positions[lock], seed_count = 0;
  uint8_t *may = grundy_alloc_zero(s->count, sizeof *may);
  uint32_t *queue = grundy_alloc(s->count, sizeof *queue);
  grundy_seed *seeds = grundy_alloc(reach->order, sizeof *seeds);
  uint8_t *seen = grundy_alloc_zero(s->count, sizeof *seen);
  grundy_status status = may == NULL || queue == NULL || seeds == NULL || seen == NULL
                             ? grundy_fail_memory(t->error)
                             : GRUNDY_OK;
  uint32_t first = 0, end = 0;
  if (status == GRUNDY_OK) {
    queue[end++] = 2 * v + 1;
    seen[2 * v + 1] = 1;
  }
  while (status == GRUNDY_OK && first < end) {
    uint32_t state = queue[first++];
    grundy_turn_result after = {0};
    if (state % 2 == 1) { /* the next move must be made here */
      may[state] = GRUNDY_MAY_BE_N | GRUNDY_MAY_BE_P;
      for (uint64_t e = s->offsets[state]; e < s->offsets[state + 1]; e++) {
        if (seen[s->targets[e]] != 0) continue;
        seen[s->targets[e]] = 1;
        queue[end++] = s->targets[e];
      }
      continue;
    }
    status = grundy_turns_set(t, lock, reach->reach.positions[state / 2]);
    if (status == GRUNDY_OK) status = evaluate_free(t, false, &after);
    if (status == GRUNDY_OK && after.outcome == GRUNDY_OUTCOME_N && t->other_count > 1)
      status = grundy_turns_plan(t, &after.rank, NULL);
    free(after.numbers);
    assert(after.outcome != GRUNDY_OUTCOME_NONE || status != GRUNDY_OK);
    if (after.outcome != GRUNDY_OUTCOME_D)
      seeds[seed_count++] = (grundy_seed){after.rank, state, after.outcome};
  }
  grundy_status back = grundy_turns_set(t, lock, before);
  if (status == GRUNDY_OK) status = back;
  if (status == GRUNDY_OK) {
    for (uint64_t i = 1; i < seed_count; i++) /* sorted by rank: ranks are small and few */
      for (uint64_t j = i; j > 0 && seeds[j].rank < seeds[j - 1].rank; j--) {
        grundy_seed lower = seeds[j];
        seeds[j] = seeds[j - 1];
        seeds[j - 1] = lower;
      }
    status = grundy_states_label(s, may, seeds, seed_count, t->options->monitor, labels, t->error);
  }
  free(may);
  free(queue);
  free(seeds);
  free(seen);
  return status;
}

static grundy_status evaluate_locked(grundy_turn_sum *t, uint32_t lock, bool search,
                                     grundy_turn_result *result) {
  const grundy_evaluation *here = grundy_turns_of(t, lock);
  grundy_turn_reach *reach = NULL;
  grundy_state_labels labels = {0};
  uint32_t v = 0, others = t->other_count - !is_nimber(here);
  uint32_t heap = t->nimber ^ (is_nimber(here) ? (uint32_t)here->value : 0);
  bool is_large, may_choose = grundy_turns_has_choice(t->c, lock);
  for (uint32_t i = 0; i < t->other_count; i++)
    may_choose = may_choose || grundy_turns_has_choice(t->c, t->others[i]);
  grundy_status status =
      grundy_turn_reach_get(t->c, lock, t->options, &reach, &v, &is_large, t->error);
  if (status != GRUNDY_OK || is_large) return status;
  status = grundy_turn_reach_alone(reach, t->options->monitor, t->error);
  if (status != GRUNDY_OK) return status;
  const grundy_origin by_search = {.positions = reach->states.count};
  if (reach->alone.labels[2 * v + 1] != GRUNDY_OUTCOME_NONE) {
    conclude(result, reach->alone.labels[2 * v + 1], by_search);
    return GRUNDY_OK;
  }
  if (t->unknown > 0) return evaluate_free(t, search, result); /* which says why it cannot */
  if (others == 0) return evaluate_level(t, lock, true, heap, result);
  if (may_choose) return evaluate_product(t, lock, search, result);
  status = grundy_turns_region(t, lock, reach, v, &labels);
  if (status == GRUNDY_OK) conclude(result, outcome_of_label(labels.labels[2 * v + 1]), by_search);
  grundy_state_labels_free(&labels);
  return status;
}

grundy_status grundy_turns_evaluate(grundy_turn_sum *t, uint32_t lock, bool search,
                                    grundy_turn_result *result) {
  *result = (grundy_turn_result){0};
  grundy_status status = lock == GRUNDY_UNLOCKED ? evaluate_free(t, search, result)
                                                 : evaluate_locked(t, lock, search, result);
  if (status != GRUNDY_OK) {
    free(result->numbers);
    result->numbers = NULL;
  }
  return status;
}
