/* The sets K and C: what the player to move can reach in one turn.
 *
 * The digraph of turns has three states per position: the player whose turn it is may move anywhere
 * (FREE), must move here (LOCKED), or waits for the opponent, who must answer here (WAITING). As
 * long as the opponent has only one answer, the player decides about all of these moves. A turn can
 * rest in a free state, and it ends with a move after which the opponent is free. So K(u) and C(u)
 * are unions along the moves of this digraph: they are the same in a strong component, and the
 * components come in reverse topological order. */

#include "solve/turns.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "digraph/rows.h"
#include "solve/impl.h"

#include <assert.h>
#include <string.h>

enum { FREE, LOCKED, WAITING, LAYERS };

/* A set in `numbers`. */
typedef struct range {
  uint64_t start, size;
} range;

/* What a strong component can reach. */
typedef struct reach {
  range k, c;
  bool has_choice; /* an entailed opponent may choose */
} reach;

/* A set that is being collected. */
typedef struct collection {
  uint32_t *stamp; /* by number: the strong component that last added it, + 1 */
  uint32_t *numbers;
  uint32_t count;
} collection;

typedef struct turn_digraph {
  grundy_turns *t;
  uint32_t layers; /* LAYERS; 1 if no move makes anybody move here */
  grundy_digraph *turns;
  grundy_view rows;
  uint8_t *is_reached;  /* by state: another state leads to it */
  uint32_t *component;  /* by state */
  uint32_t *states;     /* by component */
  grundy_starts starts; /* of the components in `states` */
  uint32_t count;       /* of components */
  reach *reaches;       /* by component */
  collection k, c;
  uint32_t *numbers; /* of all sets */
  uint64_t number_count, number_capacity;
} turn_digraph;

static uint32_t layer_of(const turn_digraph *d, uint32_t state) {
  return state / d->t->g.order;
}

static uint32_t position_of(const turn_digraph *d, uint32_t state) {
  return state % d->t->g.order;
}

/* ---- the digraph of turns --------------------------------------------------------------- */

/* Adds the moves of one kind to a layer. */
static bool push_moves(const turn_digraph *d, grundy_rows *rows, uint32_t v, unsigned kind,
                       uint32_t layer) {
  const grundy_turns *t = d->t;
  for (uint64_t e = t->g.offsets[v]; e < t->g.offsets[v + 1]; e++) {
    if ((t->kinds[e] & kind) == 0) continue;
    uint32_t to = layer * t->g.order + t->g.targets[e];
    d->is_reached[to] = 1;
    if (!grundy_rows_push(rows, to)) return false;
  }
  return true;
}

/* Adds the row of a state, in increasing order. If the opponent has a choice, or nothing to choose
 * from, the row is empty. */
static bool push_row(const turn_digraph *d, grundy_rows *rows, uint32_t v, uint32_t layer) {
  if (layer == WAITING && grundy_turns_count_moves(d->t, v) != 1) return grundy_rows_end(rows);
  bool own = layer != WAITING;
  return push_moves(d, rows, v, own ? GRUNDY_MOVE_CARRY_ON : GRUNDY_MOVE_ORDINARY, FREE) &&
         (d->layers == 1 ||
          (push_moves(d, rows, v, own ? GRUNDY_MOVE_LOCAL : GRUNDY_MOVE_ENTAILING, LOCKED) &&
           push_moves(d, rows, v, own ? GRUNDY_MOVE_ENTAILING : GRUNDY_MOVE_LOCAL, WAITING))) &&
         grundy_rows_end(rows);
}

static grundy_status make_turns(turn_digraph *d) {
  const grundy_turns *t = d->t;
  grundy_rows rows = {0};
  d->layers = 1;
  for (uint64_t e = 0; e < t->g.size && d->layers == 1; e++)
    if ((t->kinds[e] & (GRUNDY_MOVE_LOCAL | GRUNDY_MOVE_ENTAILING)) != 0) d->layers = LAYERS;
  uint64_t order = (uint64_t)d->layers * t->g.order;
  if (order > GRUNDY_DIGRAPH_MAX_ORDER)
    return grundy_fail_because(
        t->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
        "a game with local carry-on or entailing moves has too many positions");
  d->is_reached = grundy_arena_zeros(t->arena, order, sizeof *d->is_reached);
  bool good = !t->arena->failed && grundy_rows_start(&rows, (uint32_t)order, 0);
  for (uint32_t layer = 0; layer < d->layers && good; layer++)
    for (uint32_t v = 0; v < t->g.order && good; v++) {
      good = push_row(d, &rows, v, layer);
      if (!grundy_work_step(t->work, 1 + t->g.offsets[v + 1] - t->g.offsets[v])) {
        grundy_rows_free(&rows);
        return grundy_fail_cancelled(t->error);
      }
    }
  if (good) d->turns = grundy_rows_finish(&rows);
  grundy_rows_free(&rows);
  if (d->turns == NULL) return grundy_fail_memory(t->error);
  d->rows = grundy_view_of(d->turns);
  return GRUNDY_OK;
}

static grundy_status find_components(turn_digraph *d) {
  const grundy_turns *t = d->t;
  uint32_t sorted;
  d->component = grundy_arena_array(t->arena, d->rows.order, sizeof *d->component);
  d->states = grundy_arena_array(t->arena, d->rows.order, sizeof *d->states);
  if (t->arena->failed) return GRUNDY_OK;
  grundy_status status =
      grundy_digraph_strong_components(d->turns, d->component, &d->count, t->error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_sort_vertices(NULL, d->rows.order, d->component, d->states, &sorted, &d->starts))
    return grundy_fail_memory(t->error);
  assert(sorted == d->rows.order);
  return GRUNDY_OK;
}

/* ---- unions ----------------------------------------------------------------------------- */

static void add(collection *set, uint32_t number, uint32_t component) {
  if (number == GRUNDY_INFINITY || set->stamp[number] == component + 1) return;
  set->stamp[number] = component + 1;
  set->numbers[set->count++] = number;
}

static void add_range(const turn_digraph *d, collection *set, range from, uint32_t component) {
  for (uint64_t i = 0; i < from.size; i++) add(set, d->numbers[from.start + i], component);
}

/* Adds to K what the moves of this kind lead to. */
static void add_exits(turn_digraph *d, uint32_t v, unsigned kind, uint32_t component) {
  const grundy_turns *t = d->t;
  for (uint64_t e = t->g.offsets[v]; e < t->g.offsets[v + 1]; e++)
    if ((t->kinds[e] & kind) != 0) add(&d->k, t->values[t->g.targets[e]], component);
}

/* Adds what a state contributes to its component. */
static void add_state(turn_digraph *d, uint32_t state, uint32_t component, reach *reached) {
  uint32_t layer = layer_of(d, state), v = position_of(d, state);
  if (layer == FREE) add(&d->c, d->t->values[v], component);
  if (layer != WAITING) {
    add_exits(d, v, GRUNDY_MOVE_ORDINARY, component);
  } else {
    uint64_t moves = grundy_turns_count_moves(d->t, v);
    if (moves == 1) add_exits(d, v, GRUNDY_MOVE_CARRY_ON, component);
    reached->has_choice |= moves > 1;
  }
  grundy_vertices to = grundy_view_row(&d->rows, state);
  for (uint64_t i = 0; i < to.count; i++) {
    const reach *from = &d->reaches[d->component[to.at[i]]];
    if (d->component[to.at[i]] == component) continue;
    add_range(d, &d->k, from->k, component);
    add_range(d, &d->c, from->c, component);
    reached->has_choice |= from->has_choice;
  }
}

/* Stores a collected set, and empties the collection. */
static bool keep(turn_digraph *d, collection *set, range *kept) {
  if (!grundy_arena_grow(d->t->arena, &d->numbers, &d->number_capacity,
                         d->number_count + set->count, sizeof *d->numbers))
    return false;
  *kept = (range){d->number_count, set->count};
  grundy_sort_numbers(set->numbers, set->count);
  if (set->count > 0)
    memcpy(d->numbers + d->number_count, set->numbers, set->count * sizeof *set->numbers);
  d->number_count += set->count;
  set->count = 0;
  return true;
}

/* Returns whether somebody needs the sets of a component: another one that leads to it, or a
 * position that is not a nimber. */
static bool is_needed(const turn_digraph *d, uint32_t component) {
  for (uint32_t i = d->starts.start[component]; i < d->starts.start[component + 1]; i++) {
    uint32_t state = d->states[i];
    if (d->is_reached[state] != 0) return true;
    if (layer_of(d, state) == FREE && d->t->values[position_of(d, state)] == GRUNDY_INFINITY)
      return true;
  }
  return false;
}

static grundy_status unite(turn_digraph *d) {
  const grundy_turns *t = d->t;
  uint64_t room = (uint64_t)t->largest + 1;
  collection *const both[] = {&d->k, &d->c};
  d->reaches = grundy_arena_zeros(t->arena, d->count, sizeof *d->reaches);
  for (int i = 0; i < 2; i++) {
    both[i]->stamp = grundy_arena_zeros(t->arena, room, sizeof *both[i]->stamp);
    both[i]->numbers = grundy_arena_array(t->arena, room, sizeof *both[i]->numbers);
  }
  if (t->arena->failed) return GRUNDY_OK;
  for (uint32_t component = 0; component < d->count; component++) {
    reach *reached = &d->reaches[component];
    if (!is_needed(d, component)) continue;
    uint64_t moves = 1;
    for (uint32_t i = d->starts.start[component]; i < d->starts.start[component + 1]; i++) {
      add_state(d, d->states[i], component, reached);
      moves += grundy_view_row(&d->rows, d->states[i]).count;
    }
    moves += d->k.count + d->c.count;
    if (!keep(d, &d->k, &reached->k) || !keep(d, &d->c, &reached->c)) return GRUNDY_OK;
    if (!grundy_work_step(t->work, moves)) return grundy_fail_cancelled(t->error);
  }
  return GRUNDY_OK;
}

/* ---- columns ---------------------------------------------------------------------------- */

/* Copies one of the two sets of every position. */
static grundy_status copy_sets(const turn_digraph *d, bool is_c, grundy_sets *sets) {
  const grundy_turns *t = d->t;
  uint32_t order = t->g.order;
  uint64_t count = 0;
  sets->offsets = grundy_alloc((uint64_t)order + 1, sizeof *sets->offsets);
  sets->absent = grundy_alloc(order, sizeof *sets->absent);
  if (sets->offsets == NULL || sets->absent == NULL) return grundy_fail_memory(t->error);
  for (uint32_t v = 0; v < order; v++) {
    const reach *from = &d->reaches[d->component[v]];
    bool is_moon = t->values[v] == GRUNDY_INFINITY && t->sure[v] != 0;
    sets->offsets[v] = count;
    sets->absent[v] = t->values[v] != GRUNDY_INFINITY || (from->has_choice && !is_moon);
    if (is_moon)
      count += is_c;
    else if (sets->absent[v] == 0)
      count += is_c ? from->c.size : from->k.size;
  }
  sets->offsets[order] = count;
  sets->numbers = grundy_alloc(count, sizeof *sets->numbers);
  if (sets->numbers == NULL) return grundy_fail_memory(t->error);
  for (uint32_t v = 0; v < order; v++) {
    range from = is_c ? d->reaches[d->component[v]].c : d->reaches[d->component[v]].k;
    uint64_t size = sets->offsets[v + 1] - sets->offsets[v];
    if (size == 0) continue;
    if (t->sure[v] != 0)
      sets->numbers[sets->offsets[v]] = GRUNDY_INFINITY;
    else
      memcpy(sets->numbers + sets->offsets[v], d->numbers + from.start,
             size * sizeof *sets->numbers);
  }
  return GRUNDY_OK;
}

grundy_status grundy_turns_sets(grundy_turns *t, grundy_sets *k, grundy_sets *c) {
  turn_digraph d = {.t = t};
  grundy_status status = make_turns(&d);
  if (status == GRUNDY_OK) status = find_components(&d);
  if (status == GRUNDY_OK && !t->arena->failed) status = unite(&d);
  if (status == GRUNDY_OK && t->arena->failed) status = grundy_fail_memory(t->error);
  if (status == GRUNDY_OK) status = copy_sets(&d, false, k);
  if (status == GRUNDY_OK) status = copy_sets(&d, true, c);
  grundy_digraph_free(d.turns);
  free(d.starts.start);
  return status;
}
