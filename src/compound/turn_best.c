/* Answers about sums with kinds of moves: evaluations, moves, and best turns.
 *
 * A winner always has a move that decreases a rank, or leads to fewer moves of a plan, or to a
 * smaller total of counters [docs/carry-on.md, "Winning play ends"]. Turns are such moves, one
 * after the other, until the opponent may choose. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/saturate.h"
#include "compound/turns.h"

#include <assert.h>

/* ---- evaluations ----------------------------------------------------------------------------- */

/* Completes the evaluation of the current state, whose result is given. Play in a locked component
 * may end without releasing the lock, so then only this component says how long play lasts. */
static grundy_evaluation evaluation_of(const grundy_turn_sum *t, uint32_t lock,
                                       const grundy_turn_result *result) {
  grundy_evaluation e = grundy_evaluation_unknown;
  const grundy_evaluation *first = grundy_turns_of(t, 0);
  bool is_alone = t->c->count == 1 && lock == GRUNDY_UNLOCKED, is_counted = true;
  uint64_t endless = 0, moving = 0, counter = 0;
  for (uint32_t i = 0; i < t->c->count; i++) {
    const grundy_evaluation *of = grundy_turns_of(t, i);
    bool has_counter = of->value == GRUNDY_INFINITY64 ? of->counter == GRUNDY_INFINITY64
                                                      : of->counter < GRUNDY_TOO_LARGE;
    bool may_move = lock == GRUNDY_UNLOCKED || lock == i;
    endless += may_move && of->distance == GRUNDY_INFINITY64;
    moving += may_move && of->distance > 0;
    is_counted = is_counted && (has_counter || of->distance == 0);
    if (of->counter < GRUNDY_TOO_LARGE) counter = grundy_plus(counter, of->counter);
  }
  e.has_turns = true;
  e.outcome = result->outcome;
  e.outcome_origin = result->origin;
  e.ends = is_counted && (e.outcome == GRUNDY_OUTCOME_N || e.outcome == GRUNDY_OUTCOME_P);
  if (t->other_count == 0 && is_counted) e.counter = counter;
  if (result->has_value) {
    bool is_infinite = result->value.nimber == GRUNDY_INFINITY;
    e.value = is_infinite ? GRUNDY_INFINITY64 : result->value.nimber;
    e.value_origin = is_alone
                         ? first->value_origin
                         : (grundy_origin){.theorem = "the addition of values in docs/carry-on.md"};
    e.k = result->value.k;
    e.c = result->value.c;
  }
  if (is_alone) {
    e.remoteness = first->remoteness;
    e.distance = first->distance;
    e.outcome_origin = first->outcome_origin;
  } else if (endless > 0 || moving == 0) {
    e.distance = moving == 0 ? 0 : GRUNDY_INFINITY64;
    e.distance_origin.theorem = moving == 0 ? "play is over" : "one component may go on forever";
  }
  if (!is_alone && e.outcome == GRUNDY_OUTCOME_D) {
    e.remoteness = GRUNDY_INFINITY64;
    e.remoteness_origin = e.outcome_origin;
  }
  return e;
}

/* Evaluates the current state; free result->numbers. */
static grundy_status evaluate_state(grundy_turn_sum *t, uint32_t lock, bool search,
                                    grundy_turn_result *result, grundy_evaluation *evaluation) {
  grundy_status status = grundy_turns_evaluate(t, lock, search, result);
  if (status == GRUNDY_OK) *evaluation = evaluation_of(t, lock, result);
  return status;
}

grundy_status grundy_turns_compound_evaluate(grundy_compound *c,
                                             const grundy_search_options *options,
                                             grundy_evaluation *evaluation, grundy_error *error) {
  grundy_turn_sum t;
  grundy_turn_result result = {0};
  grundy_evaluation made;
  uint32_t lock = grundy_turns_lock(c);
  grundy_status status = grundy_turns_start(&t, c, options, error);
  if (status != GRUNDY_OK) return status;
  status = evaluate_state(&t, lock, !options->never, &result, &made);
  if (status == GRUNDY_OK) {
    c->evaluations[GRUNDY_NORMAL_PLAY][grundy_root(c)] = made;
    status = grundy_evaluation_finish(&made, c->play, &c->k, &c->k_capacity, 0, evaluation, error);
  }
  free(result.numbers);
  grundy_turns_end(&t);
  return status;
}

/* ---- the moves of a state ----------------------------------------------------------------------
 */

/* Steps through all moves, one per kind. */
typedef struct walk {
  const grundy_turn_sum *t;
  uint32_t component, end; /* of the components that may move */
  uint64_t index, count;   /* of its moves */
  uint8_t kinds;           /* of the current one that were not returned yet */
  grundy_step step;
  bool is_started, is_brief, has_skipped;
  grundy_error *error;
} walk;

enum { LARGE_HEAP = 1 << 12 };

static walk walk_from(const grundy_turn_sum *t, uint32_t lock, bool is_brief, grundy_error *error) {
  bool is_locked = lock != GRUNDY_UNLOCKED;
  return (walk){.t = t,
                .component = is_locked ? lock : 0,
                .end = is_locked ? lock + 1 : (uint32_t)t->c->count,
                .is_brief = is_brief,
                .error = error};
}

/* Starts with the moves of the current component. */
static grundy_status walk_start(walk *w) {
  grundy_component of = w->t->c->components[w->component];
  w->is_started = true;
  w->index = 0;
  w->kinds = 0;
  grundy_status status =
      of.kind->count_moves(of.data, w->t->c->positions[w->component], &w->count, w->error);
  if (status != GRUNDY_OK || !w->is_brief || w->count <= LARGE_HEAP) return status;
  w->has_skipped = true;
  w->count = LARGE_HEAP + 1;
  return GRUNDY_OK;
}

/* Takes the next move of the component. Of a large heap, those that make the sum of all nimbers
 * small, and the one that takes a single counter; false if the heap has no such move. */
static grundy_status walk_step(walk *w, bool *is_move) {
  grundy_component of = w->t->c->components[w->component];
  uint64_t from = w->t->c->positions[w->component], index = w->index++;
  w->step = (grundy_step){.component = w->component, .from = from};
  w->kinds = GRUNDY_MOVE_ORDINARY;
  *is_move = true;
  if (w->count > LARGE_HEAP && w->is_brief && grundy_turns_of(w->t, w->component)->is_nim_heap) {
    uint64_t others = w->t->nimber ^ from;
    bool is_last = index == LARGE_HEAP;
    w->step.to = is_last ? from - 1 : others ^ index;
    *is_move = w->step.to < from && (!is_last || (w->step.to ^ others) >= LARGE_HEAP);
    return GRUNDY_OK;
  }
  grundy_status status = of.kind->get_move(of.data, from, index, &w->step.to, w->error);
  if (status == GRUNDY_OK && grundy_has_kinds(w->t->c, w->component))
    status = of.kind->get_kinds(of.data, from, index, &w->kinds, w->error);
  return status;
}

/* Finds the next move; *found is false after the last one. If the walk is brief, it takes only some
 * moves of components with very many. */
static grundy_status walk_next(walk *w, bool *found) {
  grundy_status status = GRUNDY_OK;
  *found = false;
  for (; w->component < w->end && status == GRUNDY_OK; w->component++, w->is_started = false) {
    if (!w->is_started) status = walk_start(w);
    bool is_move = w->kinds != 0;
    while (status == GRUNDY_OK && !is_move && w->index < w->count) status = walk_step(w, &is_move);
    if (status != GRUNDY_OK || !is_move) continue;
    w->step.kind = w->kinds & (uint8_t)-w->kinds;
    w->kinds &= (uint8_t)(w->kinds - 1);
    *found = true;
    return GRUNDY_OK;
  }
  return status;
}

grundy_status grundy_turns_move_count(const grundy_compound *c, uint64_t *count,
                                      grundy_error *error) {
  uint32_t lock = grundy_turns_lock(c);
  uint64_t sum = 0;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < c->count && status == GRUNDY_OK; i++) {
    grundy_component of = c->components[i];
    uint64_t moves = 0;
    uint8_t kinds;
    if (lock != GRUNDY_UNLOCKED && lock != i) continue;
    status = of.kind->count_moves(of.data, c->positions[i], &moves, error);
    if (!grundy_has_kinds(c, i)) sum = grundy_plus(sum, moves);
    for (uint64_t m = 0; grundy_has_kinds(c, i) && m < moves && status == GRUNDY_OK; m++) {
      status = of.kind->get_kinds(of.data, c->positions[i], m, &kinds, error);
      if (status == GRUNDY_OK) sum += (uint64_t)__builtin_popcount(kinds);
    }
  }
  if (status == GRUNDY_OK) *count = sum;
  return status;
}

/* ---- the winner's move
 * --------------------------------------------------------------------------- */

static bool is_good(bool keeps, grundy_outcome after) {
  return after == (keeps ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P);
}

/* Finds the good move of least rank from a state of the component. */
static bool pick(const grundy_turn_sum *t, uint32_t component, const grundy_state_labels *labels,
                 uint32_t state, grundy_step *step) {
  const grundy_turn_reach *reach = &t->c->turn_reaches[component];
  const grundy_states *s = &reach->states;
  uint64_t least = UINT64_MAX;
  for (uint64_t e = s->offsets[state]; e < s->offsets[state + 1]; e++) {
    uint32_t target = s->targets[e];
    if (!is_good(s->keeps[e] != 0, labels->labels[target]) || labels->ranks[target] >= least)
      continue;
    least = labels->ranks[target];
    *step = (grundy_step){.component = component,
                          .from = t->c->positions[component],
                          .to = reach->reach.positions[target / 2],
                          .kind = reach->kinds[e]};
  }
  return least != UINT64_MAX;
}

/* Picks a move next to a heap, or one that wins at once. */
static grundy_status pick_in_reach(grundy_turn_sum *t, uint32_t component, bool is_locked,
                                   const uint32_t *heap, grundy_step *step, uint64_t *rank,
                                   bool *found) {
  grundy_turn_reach *reach = NULL;
  uint32_t v = 0;
  bool is_large;
  grundy_status status =
      grundy_turn_reach_get(t->c, component, t->options, &reach, &v, &is_large, t->error);
  if (status != GRUNDY_OK || is_large) return status;
  if (heap == NULL)
    status = grundy_turn_reach_alone(reach, t->options->monitor, t->error);
  else
    status = grundy_turn_reach_level(reach, *heap, t->options->monitor, t->error);
  if (status != GRUNDY_OK) return status;
  const grundy_state_labels *labels = heap == NULL ? &reach->alone : &reach->level;
  uint32_t state = 2 * v + is_locked;
  *rank = labels->ranks[state];
  *found = pick(t, component, labels, state, step);
  return GRUNDY_OK;
}

/* Picks the move of an ordinary component to this value that has the least counter. */
static grundy_status pick_ordinary(grundy_turn_sum *t, uint32_t component, uint32_t value,
                                   grundy_step *step, uint64_t *counter, bool *found) {
  grundy_component of = t->c->components[component];
  uint64_t from = t->c->positions[component], count = 0, to = value;
  grundy_status status = of.kind->count_moves(of.data, from, &count, t->error);
  bool is_heap = grundy_turns_of(t, component)->is_nim_heap;
  for (uint64_t m = 0; m < (is_heap ? 1 : count) && status == GRUNDY_OK; m++) {
    grundy_evaluation after;
    if (!is_heap) status = of.kind->get_move(of.data, from, m, &to, t->error);
    if (status == GRUNDY_OK)
      status = grundy_evaluate_position(of, to, GRUNDY_NORMAL_PLAY, &after, t->error);
    if (status != GRUNDY_OK || after.value != value) continue;
    if (*found && after.counter >= *counter) continue;
    *found = true;
    *counter = after.counter;
    *step =
        (grundy_step){.component = component, .from = from, .to = to, .kind = GRUNDY_MOVE_ORDINARY};
  }
  return status;
}

/* Picks a move of Nim: a component whose value becomes smaller so that the nim-sum is 0. Of all
 * these, the one that leads to the least total of counters. */
static grundy_status pick_nim(grundy_turn_sum *t, grundy_step *step, bool *found) {
  int64_t least = INT64_MAX;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < t->c->count && status == GRUNDY_OK; i++) {
    const grundy_evaluation *e = grundy_turns_of(t, i);
    uint32_t value = (uint32_t)e->value ^ t->nimber;
    uint64_t counter = 0;
    grundy_step made = {0};
    bool is_found = false;
    if (value >= e->value) continue;
    if (grundy_has_kinds(t->c, i)) {
      status = pick_in_reach(t, i, false, &value, &made, &counter, &is_found);
      counter >>= 32;
    } else {
      status = pick_ordinary(t, i, value, &made, &counter, &is_found);
      if (counter < GRUNDY_TOO_LARGE) counter++;
    }
    int64_t change = (int64_t)(counter & (GRUNDY_TOO_LARGE - 1)) -
                     (int64_t)(e->counter & (GRUNDY_TOO_LARGE - 1));
    if (status != GRUNDY_OK || !is_found || change >= least) continue;
    least = change;
    *step = made;
    *found = true;
  }
  return status;
}

/* Picks the good move of least rank in the product of all components. */
static grundy_status pick_in_product(grundy_turn_sum *t, uint32_t lock, grundy_step *step,
                                     bool *found) {
  grundy_turn_product *p = NULL;
  uint32_t state = 0;
  uint64_t least = UINT64_MAX;
  grundy_status status = grundy_turns_product(t, lock, true, true, &p, &state);
  if (status != GRUNDY_OK || p == NULL) return status;
  uint64_t move = p->states.offsets[state];
  for (uint32_t i = 0; i < p->count && status == GRUNDY_OK; i++) { /* as the product's moves */
    const grundy_turn_reach *reach = &t->c->turn_reaches[p->factors[i]];
    bool is_met = false;
    uint32_t v = 0;
    if (lock != GRUNDY_UNLOCKED && lock != p->factors[i]) continue;
    status = grundy_reach_find(&reach->reach, t->c->components[p->factors[i]],
                               t->c->positions[p->factors[i]], &is_met, &v, t->error);
    assert(status != GRUNDY_OK || is_met); /* the state is in the product */
    for (uint64_t e = reach->states.offsets[2 * (uint64_t)v];
         is_met && e < reach->states.offsets[2 * (uint64_t)v + 1]; e++, move++) {
      uint32_t target = p->states.targets[move];
      if (!is_good(p->states.keeps[move] != 0, p->labels.labels[target])) continue;
      if (p->labels.ranks[target] >= least) continue;
      least = p->labels.ranks[target];
      *step = (grundy_step){.component = p->factors[i],
                            .from = t->c->positions[p->factors[i]],
                            .to = reach->reach.positions[reach->states.targets[e] / 2],
                            .kind = reach->kinds[e]};
    }
  }
  *found = status == GRUNDY_OK && least != UINT64_MAX;
  return status;
}

/* Picks the winner's move where it must be made in one component. */
static grundy_status pick_locked(grundy_turn_sum *t, uint32_t lock, grundy_step *step,
                                 bool *found) {
  const grundy_evaluation *here = grundy_turns_of(t, lock);
  bool is_nimber = here->value != GRUNDY_INFINITY64, chooses = grundy_turns_has_choice(t->c, lock),
       is_large;
  uint32_t heap = t->nimber ^ (is_nimber ? (uint32_t)here->value : 0), v = 0;
  uint64_t rank;
  grundy_turn_reach *reach = NULL;
  grundy_state_labels labels = {0};
  grundy_status status = pick_in_reach(t, lock, true, NULL, step, &rank, found);
  if (status != GRUNDY_OK || *found) return status;
  if (t->other_count - !is_nimber == 0)
    return pick_in_reach(t, lock, true, &heap, step, &rank, found);
  for (uint32_t i = 0; i < t->other_count; i++)
    chooses = chooses || grundy_turns_has_choice(t->c, t->others[i]);
  if (chooses) return pick_in_product(t, lock, step, found);
  status = grundy_turn_reach_get(t->c, lock, t->options, &reach, &v, &is_large, t->error);
  assert(status != GRUNDY_OK || !is_large); /* the state has been evaluated by what it reaches */
  if (status == GRUNDY_OK) status = grundy_turns_region(t, lock, reach, v, &labels);
  if (status == GRUNDY_OK) *found = pick(t, lock, &labels, 2 * v + 1, step);
  grundy_state_labels_free(&labels);
  return status;
}

/* Picks the winner's move, from a state that is an N-position. *found is false if it would take a
 * search beyond the limits. */
static grundy_status pick_winning(grundy_turn_sum *t, uint32_t lock, grundy_step *step,
                                  bool *found) {
  uint64_t number = 0;
  bool is_closed = true;
  *found = false;
  if (lock != GRUNDY_UNLOCKED) return pick_locked(t, lock, step, found);
  for (uint32_t i = 0; i < t->other_count; i++) {
    const grundy_evaluation *e = grundy_turns_of(t, t->others[i]);
    if (grundy_wins_at_once(e))
      return pick_in_reach(t, t->others[i], false, NULL, step, &number, found);
    is_closed = is_closed && !e->c.absent && !e->k.absent;
  }
  if (t->other_count == 0) return pick_nim(t, step, found);
  if (t->other_count == 1 && grundy_has_kinds(t->c, t->others[0]))
    return pick_in_reach(t, t->others[0], false, &t->nimber, step, &number, found);
  if (t->other_count == 1) return pick_ordinary(t, t->others[0], t->nimber, step, &number, found);
  if (is_closed) {
    grundy_status status = grundy_turns_plan(t, &number, step);
    *found = number > 0;
    if (status != GRUNDY_OK || *found) return status;
  }
  return pick_in_product(t, lock, step, found);
}

/* ---- turns -------------------------------------------------------------------------------------
 */

/* A turn that is being made, from the state of a grundy_turn_sum. */
typedef struct turn {
  grundy_turn_sum *t;
  uint32_t start, lock; /* locks at first, and now */
  grundy_step *steps;
  uint64_t count, capacity;
  bool is_mine; /* whether the player who began moves next */
} turn;

static grundy_status make_step(turn *made, const grundy_step *step) {
  if (!grundy_grow(&made->steps, &made->capacity, made->count + 1, sizeof *made->steps))
    return grundy_fail_memory(made->t->error);
  made->steps[made->count++] = *step;
  made->lock = grundy_step_locks(step) ? step->component : GRUNDY_UNLOCKED;
  if (!grundy_step_keeps_turn(step)) made->is_mine = !made->is_mine;
  return grundy_turns_set(made->t, step->component, step->to);
}

/* Takes back all steps. */
static grundy_status take_back(turn *made) {
  grundy_status status = GRUNDY_OK;
  while (made->count > 0) {
    const grundy_step *step = &made->steps[--made->count];
    grundy_status back = grundy_turns_set(made->t, step->component, step->from);
    if (status == GRUNDY_OK) status = back;
  }
  made->lock = made->start;
  made->is_mine = true;
  return status;
}

/* Finds the only move of the state; false if there are several or none. */
static grundy_status find_only(const turn *made, grundy_step *step, bool *found) {
  walk w = walk_from(made->t, made->lock, false, made->t->error);
  bool more = false;
  grundy_status status = walk_next(&w, found);
  *step = w.step;
  if (status == GRUNDY_OK && *found) status = walk_next(&w, &more);
  *found = *found && !more;
  return status;
}

/* Evaluates the state after a step; free result->numbers. */
static grundy_status evaluate_after(turn *made, const grundy_step *step, bool search,
                                    grundy_turn_result *result, grundy_evaluation *evaluation) {
  grundy_turn_sum *t = made->t;
  uint32_t lock = grundy_step_locks(step) ? step->component : GRUNDY_UNLOCKED;
  grundy_status status = grundy_turns_set(t, step->component, step->to);
  if (status == GRUNDY_OK) status = evaluate_state(t, lock, search, result, evaluation);
  grundy_status back = grundy_turns_set(t, step->component, step->from);
  return status == GRUNDY_OK ? back : status;
}

/* Returns whether a step keeps what a state of this outcome is worth to the player. */
static bool keeps_outcome(grundy_outcome outcome, const grundy_step *step, grundy_outcome after) {
  if (outcome == GRUNDY_OUTCOME_N) return is_good(grundy_step_keeps_turn(step), after);
  return outcome == GRUNDY_OUTCOME_P || after == GRUNDY_OUTCOME_D;
}

/* Picks a move that keeps a draw, or any move of a lost position, preferably one after which the
 * opponent moves. */
static grundy_status pick_other(turn *made, grundy_outcome outcome, grundy_step *step,
                                bool *found) {
  walk w = walk_from(made->t, made->lock, true, made->t->error);
  bool more = true;
  *found = false;
  grundy_status status = walk_next(&w, &more);
  while (status == GRUNDY_OK && more) {
    grundy_turn_result result = {0};
    grundy_evaluation after = {.outcome = GRUNDY_OUTCOME_NONE};
    bool keeps = grundy_step_keeps_turn(&w.step);
    if (!*found || !keeps) {
      if (outcome == GRUNDY_OUTCOME_D)
        status = evaluate_after(made, &w.step, false, &result, &after);
      free(result.numbers);
      if (status != GRUNDY_OK) return status;
      if (keeps_outcome(outcome, &w.step, after.outcome)) {
        *step = w.step;
        *found = true;
        if (!keeps) return GRUNDY_OK;
      }
    }
    status = walk_next(&w, &more);
  }
  return status;
}

/* Continues a turn that keeps the outcome, until the opponent may choose. An endless turn is cut
 * off. */
static grundy_status continue_turn(turn *made, grundy_outcome outcome) {
  const uint64_t most = outcome == GRUNDY_OUTCOME_N ? UINT64_MAX : 32;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && made->count < most) {
    grundy_step step = {0};
    bool found = false;
    if (!made->is_mine && made->lock == GRUNDY_UNLOCKED) break;
    if (!made->is_mine)
      status = find_only(made, &step, &found);
    else if (outcome == GRUNDY_OUTCOME_N)
      status = pick_winning(made->t, made->lock, &step, &found);
    else
      status = pick_other(made, outcome, &step, &found);
    if (!found) break;
    if (status == GRUNDY_OK) status = make_step(made, &step);
  }
  return status;
}

/* Adds the turn that begins with this step to the list. */
static grundy_status add_turn(turn *made, const grundy_step *step, grundy_outcome outcome,
                              grundy_moves *moves) {
  grundy_turn_result result = {0};
  grundy_evaluation after;
  grundy_turn_sum *t = made->t;
  grundy_status status = make_step(made, step);
  if (status == GRUNDY_OK) status = continue_turn(made, outcome);
  if (status == GRUNDY_OK) status = evaluate_state(t, made->lock, false, &result, &after);
  if (status == GRUNDY_OK && after.outcome == GRUNDY_OUTCOME_NONE) {
    bool wins = made->is_mine == (outcome == GRUNDY_OUTCOME_N); /* the player who moves next */
    grundy_outcome decided = wins ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P;
    after.outcome = outcome == GRUNDY_OUTCOME_D ? outcome : decided;
    after.outcome_origin = (grundy_origin){.theorem = "a turn that keeps the outcome"};
  }
  if (status == GRUNDY_OK)
    status =
        grundy_moves_add(moves, made->steps, made->count, &after, GRUNDY_NORMAL_PLAY, t->error);
  free(result.numbers);
  grundy_status back = take_back(made);
  return status == GRUNDY_OK ? back : status;
}

/* ---- best turns
 * ---------------------------------------------------------------------------------- */

static bool is_same(const grundy_step *a, const grundy_step *b) {
  return a->component == b->component && a->to == b->to && a->kind == b->kind;
}

/* Adds a turn for every first step that keeps the outcome, except `first`, which is already in the
 * list if it is not NULL; at most `tried` steps are tried. */
static grundy_status add_others(turn *made, grundy_outcome outcome, const grundy_step *first,
                                uint64_t most, uint64_t tried, bool search, grundy_moves *moves) {
  walk w = walk_from(made->t, made->lock, true, made->t->error);
  bool more = true;
  grundy_status status = walk_next(&w, &more);
  for (; status == GRUNDY_OK && more; tried--) {
    grundy_turn_result result = {0};
    grundy_evaluation after;
    if (moves->count == most || tried == 0) {
      moves->complete = false;
      return GRUNDY_OK;
    }
    const grundy_step step = w.step;
    if (first == NULL || !is_same(&step, first)) {
      status = evaluate_after(made, &step, search, &result, &after);
      free(result.numbers);
      if (status != GRUNDY_OK) return status;
      if (after.outcome == GRUNDY_OUTCOME_NONE && outcome != GRUNDY_OUTCOME_P)
        moves->complete = false;
      else if (keeps_outcome(outcome, &step, after.outcome))
        status = add_turn(made, &step, outcome, moves);
    }
    if (status == GRUNDY_OK) status = walk_next(&w, &more);
  }
  if (w.has_skipped) moves->complete = false;
  return status;
}

static grundy_status find_best(turn *made, grundy_outcome outcome, uint64_t most, uint64_t tried,
                               grundy_moves *moves) {
  grundy_step first = {0};
  bool found = false;
  grundy_turn_sum *t = made->t;
  grundy_status status = GRUNDY_OK;
  if (outcome == GRUNDY_OUTCOME_N) {
    status = pick_winning(t, made->lock, &first, &found);
    if (status == GRUNDY_OK && found) status = add_turn(made, &first, outcome, moves);
    if (!found) moves->complete = false;
    if (status != GRUNDY_OK || !found) return status;
  }
  status = add_others(made, outcome, found ? &first : NULL, most, tried, false, moves);
  if (status == GRUNDY_OK && moves->count == 0 && !moves->complete)
    status = add_others(made, outcome, NULL, most, tried, true, moves);
  return status;
}

grundy_status grundy_turns_compound_best(grundy_compound *c, uint64_t most,
                                         const grundy_search_options *options,
                                         grundy_evaluation *evaluation, grundy_moves **moves,
                                         grundy_error *error) {
  grundy_turn_sum t;
  grundy_moves *listed = NULL;
  uint64_t tried = options->tried == 0 ? GRUNDY_SEARCH_MAX_MOVES_TRIED : options->tried;
  grundy_status status = grundy_turns_start(&t, c, options, error);
  if (status != GRUNDY_OK) return status;
  uint32_t lock = grundy_turns_lock(c);
  turn made = {.t = &t, .start = lock, .lock = lock, .is_mine = true};
  grundy_turn_result result = {0};
  status = grundy_turns_evaluate(&t, lock, !options->never, &result);
  grundy_outcome outcome = result.outcome;
  free(result.numbers);
  if (status == GRUNDY_OK) status = grundy_moves_new(&listed, error);
  if (status == GRUNDY_OK && outcome != GRUNDY_OUTCOME_NONE)
    status = find_best(&made, outcome, most, tried, listed);
  else if (status == GRUNDY_OK)
    listed->complete = false;
  grundy_turns_end(&t);
  free(made.steps);
  if (status == GRUNDY_OK) status = grundy_turns_compound_evaluate(c, options, evaluation, error);
  if (status == GRUNDY_OK)
    *moves = listed;
  else
    grundy_moves_free(listed);
  return status;
}

grundy_status grundy_turns_compound_moves(grundy_compound *c, uint64_t most, grundy_moves **moves,
                                          grundy_error *error) {
  const grundy_search_options options = {.size = sizeof options};
  grundy_turn_sum t;
  grundy_moves *listed = NULL;
  bool more = true;
  grundy_status status = grundy_turns_start(&t, c, &options, error);
  if (status != GRUNDY_OK) return status;
  uint32_t lock = grundy_turns_lock(c);
  turn made = {.t = &t, .start = lock, .lock = lock, .is_mine = true};
  walk w = walk_from(&t, lock, false, error);
  status = grundy_moves_new(&listed, error);
  if (status == GRUNDY_OK) status = walk_next(&w, &more);
  while (status == GRUNDY_OK && more) {
    grundy_turn_result result = {0};
    grundy_evaluation after;
    if (listed->count == most) {
      listed->complete = false;
      break;
    }
    const grundy_step step = w.step;
    status = evaluate_after(&made, &step, false, &result, &after);
    if (status == GRUNDY_OK)
      status = grundy_moves_add(listed, &step, 1, &after, GRUNDY_NORMAL_PLAY, error);
    free(result.numbers);
    if (status == GRUNDY_OK) status = walk_next(&w, &more);
  }
  grundy_turns_end(&t);
  free(made.steps);
  if (status == GRUNDY_OK)
    *moves = listed;
  else
    grundy_moves_free(listed);
  return status;
}
