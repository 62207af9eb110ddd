/* Explores one component of a sum with kinds of moves, and labels its states next to a heap.
 *
 * By theorem A of docs/carry-on.md, a component in any state next to nimbers with nim-sum n is what
 * it is next to a heap of n. So these labels decide all sums in which only one component is not a
 * nimber, and their ranks lead a winner to positions of ever smaller counters. */

#include "base/alloc.h"
#include "base/error.h"
#include "compound/turns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void grundy_turn_reach_free(grundy_turn_reach *reach) {
  grundy_reach_free(&reach->reach);
  grundy_states_free(&reach->states);
  free(reach->kinds);
  free(reach->values);
  free(reach->counters);
  grundy_state_labels_free(&reach->alone);
  grundy_state_labels_free(&reach->level);
  *reach = (grundy_turn_reach){0};
}

/* ---- exploring ----------------------------------------------------------------------------- */

/* The moves of all positions, in the order of positions. */
typedef struct explorer {
  grundy_component component;
  grundy_turn_reach made;
  uint64_t positions_capacity, values_capacity, counters_capacity;
  uint64_t *offsets;
  uint32_t *heads;
  uint8_t *kinds;
  uint64_t move_count, offsets_capacity, heads_capacity, kinds_capacity;
  uint64_t most;
  grundy_work work;
  grundy_error *error;
} explorer;

static grundy_status add_moves(explorer *e, uint64_t position, uint64_t index) {
  const grundy_component_kind *kind = e->component.kind;
  uint64_t to = 0;
  uint32_t head = 0;
  uint8_t kinds = GRUNDY_MOVE_ORDINARY;
  grundy_status status = kind->get_move(e->component.data, position, index, &to, e->error);
  if (status == GRUNDY_OK && GRUNDY_COMPONENT_HAS(kind, get_kinds))
    status = kind->get_kinds(e->component.data, position, index, &kinds, e->error);
  if (status == GRUNDY_OK)
    status = grundy_reach_visit(&e->made.reach, e->component, to, &e->positions_capacity, &head,
                                e->error);
  for (; kinds != 0 && status == GRUNDY_OK; kinds &= (uint8_t)(kinds - 1)) {
    if (!grundy_grow(&e->heads, &e->heads_capacity, e->move_count + 1, sizeof *e->heads) ||
        !grundy_grow(&e->kinds, &e->kinds_capacity, e->move_count + 1, sizeof *e->kinds))
      return grundy_fail_memory(e->error);
    e->heads[e->move_count] = head;
    e->kinds[e->move_count++] = kinds & (uint8_t)-kinds;
  }
  return status;
}

static grundy_status expand(explorer *e, uint32_t v) {
  grundy_turn_reach *made = &e->made;
  uint64_t position = made->reach.positions[v], count = 0, room = (uint64_t)v + 2;
  grundy_evaluation now;
  grundy_status status =
      grundy_evaluate_position(e->component, position, GRUNDY_NORMAL_PLAY, &now, e->error);
  if (status == GRUNDY_OK)
    status = e->component.kind->count_moves(e->component.data, position, &count, e->error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&e->offsets, &e->offsets_capacity, room, sizeof *e->offsets) ||
      !grundy_grow(&made->values, &e->values_capacity, room, sizeof *made->values) ||
      !grundy_grow(&made->counters, &e->counters_capacity, room, sizeof *made->counters))
    return grundy_fail_memory(e->error);
  if (!grundy_work_step(&e->work, count + 1)) return grundy_fail_cancelled(e->error);
  made->values[v] = now.value >= GRUNDY_OMEGA ? GRUNDY_INFINITY : (uint32_t)now.value;
  made->counters[v] = now.counter;
  e->offsets[v] = e->move_count;
  for (uint64_t i = 0; i < count && made->reach.table.count <= e->most && status == GRUNDY_OK; i++)
    status = add_moves(e, position, i);
  return status;
}

/* Makes two states of every position: they have the same moves. */
static grundy_status make_states(explorer *e) {
  grundy_turn_reach *made = &e->made;
  uint64_t count = 2 * (uint64_t)made->order, moves = 2 * e->move_count, at = 0;
  grundy_states *s = &made->states;
  s->count = (uint32_t)count;
  s->offsets = grundy_alloc(count + 1, sizeof *s->offsets);
  s->targets = grundy_alloc(moves, sizeof *s->targets);
  s->keeps = grundy_alloc(moves, sizeof *s->keeps);
  made->kinds = grundy_alloc(moves, sizeof *made->kinds);
  if (s->offsets == NULL || s->targets == NULL || s->keeps == NULL || made->kinds == NULL)
    return grundy_fail_memory(e->error);
  for (uint32_t state = 0; state < s->count; state++) {
    s->offsets[state] = at;
    for (uint64_t m = e->offsets[state / 2]; m < e->offsets[state / 2 + 1]; m++) {
      const grundy_step step = {.kind = e->kinds[m]};
      s->targets[at] = 2 * e->heads[m] + (grundy_step_locks(&step) ? 1 : 0);
      s->keeps[at] = grundy_step_keeps_turn(&step);
      made->kinds[at++] = step.kind;
    }
  }
  s->offsets[count] = at;
  return GRUNDY_OK;
}

static grundy_status explore(explorer *e, uint64_t position, bool *is_large) {
  uint32_t v = 0;
  grundy_status status = grundy_reach_visit(&e->made.reach, e->component, position,
                                            &e->positions_capacity, &v, e->error);
  for (;
       v < e->made.reach.table.count && e->made.reach.table.count <= e->most && status == GRUNDY_OK;
       v++)
    status = expand(e, v);
  if (status != GRUNDY_OK) return status;
  *is_large = e->made.reach.table.count > e->most;
  if (*is_large) return GRUNDY_OK;
  e->made.order = v;
  e->offsets[v] = e->move_count;
  return make_states(e);
}

grundy_status grundy_turn_reach_get(grundy_compound *c, uint32_t component,
                                    const grundy_search_options *options, grundy_turn_reach **reach,
                                    uint32_t *v, bool *is_large, grundy_error *error) {
  const uint64_t largest = GRUNDY_DIGRAPH_MAX_ORDER / 4;
  uint64_t limit = options->limit == 0 ? GRUNDY_SEARCH_MAX_POSITIONS : options->limit;
  *is_large = false;
  if (c->turn_reaches == NULL) {
    c->turn_reaches = grundy_alloc_zero(c->count, sizeof *c->turn_reaches);
    if (c->turn_reaches == NULL) return grundy_fail_memory(error);
  }
  grundy_turn_reach *known = &c->turn_reaches[component];
  *reach = known;
  bool is_known;
  grundy_status status = grundy_reach_find(&known->reach, c->components[component],
                                           c->positions[component], &is_known, v, error);
  if (status != GRUNDY_OK || is_known) return status;
  explorer e = {.component = c->components[component], .error = error};
  e.most = limit < largest ? limit : largest;
  e.work = grundy_work_start(options->monitor, "exploring", 0);
  status = explore(&e, c->positions[component], is_large);
  if (status == GRUNDY_OK && !*is_large) {
    grundy_turn_reach_free(known);
    *known = e.made;
    *v = 0;
    for (int i = 0; i < 2; i++) { /* positions have changed their numbers */
      grundy_turn_product_free(c->turn_products[i]);
      c->turn_products[i] = NULL;
    }
  } else {
    grundy_turn_reach_free(&e.made);
    *reach = NULL;
  }
  if (*is_large) {
    snprintf(c->limit_reached, sizeof c->limit_reached,
             "component %" PRIu32 " has more than %" PRIu64 " positions to be searched",
             component + 1, e.most);
    c->limit_reason = GRUNDY_REASON_TOO_MANY;
  }
  free(e.offsets);
  free(e.heads);
  free(e.kinds);
  return status;
}

/* ---- labels -------------------------------------------------------------------------------- */

/* No free state is a P-position unless its value says so. */
static uint8_t *new_may(uint32_t count) {
  uint8_t *may = grundy_alloc(count, sizeof *may);
  for (uint32_t state = 0; may != NULL && state < count; state++)
    may[state] = state % 2 == 0 ? GRUNDY_MAY_BE_N : GRUNDY_MAY_BE_N | GRUNDY_MAY_BE_P;
  return may;
}

static int compare_seeds(const void *a, const void *b) {
  const grundy_seed *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  return x->state < y->state ? -1 : x->state > y->state;
}

grundy_status grundy_turn_reach_alone(grundy_turn_reach *reach, const grundy_monitor *monitor,
                                      grundy_error *error) {
  if (reach->alone.labels != NULL) return GRUNDY_OK;
  uint8_t *may = new_may(reach->states.count);
  if (may == NULL) return grundy_fail_memory(error);
  grundy_status status =
      grundy_states_label(&reach->states, may, NULL, 0, monitor, &reach->alone, error);
  free(may);
  return status;
}

grundy_status grundy_turn_reach_level(grundy_turn_reach *reach, uint32_t heap,
                                      const grundy_monitor *monitor, grundy_error *error) {
  const uint64_t most = UINT32_MAX - 1; /* counters that fit into half of a rank */
  uint64_t count = 0;
  if (reach->level.labels != NULL && reach->heap == heap) return GRUNDY_OK;
  uint8_t *may = new_may(reach->states.count);
  grundy_seed *seeds = grundy_alloc(reach->order, sizeof *seeds);
  for (uint32_t v = 0; may != NULL && seeds != NULL && v < reach->order; v++) {
    uint64_t counter = reach->counters[v] < most ? reach->counters[v] : most;
    if (reach->values[v] > heap) continue;
    seeds[count++] =
        (grundy_seed){.rank = (counter + 1) << 32,
                      .state = 2 * v,
                      .label = reach->values[v] == heap ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N};
  }
  if (count > 0) qsort(seeds, count, sizeof *seeds, compare_seeds);
  grundy_status status =
      may == NULL || seeds == NULL
          ? grundy_fail_memory(error)
          : grundy_states_label(&reach->states, may, seeds, count, monitor, &reach->level, error);
  if (status == GRUNDY_OK) reach->heap = heap;
  free(may);
  free(seeds);
  return status;
}
