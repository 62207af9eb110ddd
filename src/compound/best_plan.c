/* Constructs one best move of a node by theorems, from the moves of its components. */

#include "base/alloc.h"
#include "base/error.h"
#include "compound/best.h"

/* What a node has to do: nothing, or its best move in that kind of play. */
typedef enum task { STAY, GOOD_NORMAL, GOOD_MISERE } task;

typedef struct planner {
  grundy_compound *c;
  uint8_t *tasks; /* by node */
  grundy_step *steps;
  uint64_t step_count, step_capacity;
  uint64_t tried;
  const grundy_monitor *monitor;
  grundy_error *error;
} planner;

static task good(grundy_play play) {
  return play == GRUNDY_NORMAL_PLAY ? GOOD_NORMAL : GOOD_MISERE;
}

static bool add_step(planner *p, grundy_step step) {
  if (!grundy_grow(&p->steps, &p->step_capacity, p->step_count + 1, sizeof *p->steps)) return false;
  p->steps[p->step_count++] = step;
  return true;
}

static bool is_limit(uint64_t number) {
  return number != GRUNDY_INFINITY64 && number >= GRUNDY_OMEGA && number % GRUNDY_OMEGA == 0;
}

/* Returns whether good play includes a move between positions with these evaluations. Such a move
 * decreases the remoteness by one, or leaves it ∞ [Smi66, (5)]; if that is not known, it leads to
 * or from the value 0. */
static bool is_good_step(const grundy_evaluation *now, const grundy_evaluation *after) {
  grundy_number wanted =
      now->remoteness == GRUNDY_INFINITY64 ? GRUNDY_INFINITY64 : now->remoteness - 1;
  if (grundy_is_known(now->remoteness)) return after->remoteness == wanted;
  return after->value == 0 || now->value == 0 || !grundy_is_known(now->value);
}

/* Plans a good step of a component; if the remoteness is not known, one with the least counter.
 * Below a limit ordinal there is no remoteness that is smaller by one. How far to go then depends
 * on the other components; a remoteness above the finite part of every other one suffices [Smi66,
 * §11]: if the least remoteness of a conjunctive compound is odd, it stays the least after the
 * move. */
static grundy_status plan_leaf(planner *p, uint32_t n, grundy_play play) {
  uint32_t number = p->c->nodes[n].component;
  grundy_component component = p->c->components[number];
  const grundy_evaluation *now = grundy_evaluation_in(p->c, play, n);
  grundy_step step = {.component = number, .from = p->c->positions[number]};
  uint64_t count = 0, best = 0;
  grundy_number least = 0;
  bool found = false;
  bool delays = is_limit(now->remoteness);
  if (delays && GRUNDY_COMPONENT_HAS(component.kind, delaying_move)) {
    uint64_t bound = grundy_largest_finite_part(p->c, play);
    grundy_status delayed =
        component.kind->delaying_move(component.data, step.from, bound, &step.to, p->error);
    if (delayed != GRUNDY_OK) return delayed;
    return add_step(p, step) ? GRUNDY_OK : grundy_fail_memory(p->error);
  }
  grundy_status status = component.kind->count_moves(component.data, step.from, &count, p->error);
  /* If there is a step to the remoteness before this one, all of these are equally good. */
  bool is_first = grundy_is_known(now->remoteness) && !delays;
  if (count == UINT64_MAX && !is_first) count = 2; /* they represent infinitely many */
  for (uint64_t m = 0; m < count && status == GRUNDY_OK && !(found && is_first); m++) {
    grundy_evaluation after;
    status = component.kind->get_move(component.data, step.from, m, &step.to, p->error);
    if (status == GRUNDY_OK)
      status = grundy_evaluate_position(component, step.to, play, &after, p->error);
    if (status != GRUNDY_OK || (!delays && !is_good_step(now, &after))) continue;
    uint64_t cost = delays ? GRUNDY_INFINITY64 - after.remoteness : after.counter;
    if (!found || cost < least) {
      best = step.to;
      least = cost;
    }
    found = true;
  }
  step.to = best;
  if (status != GRUNDY_OK || !found) return status;
  return add_step(p, step) ? GRUNDY_OK : grundy_fail_memory(p->error);
}

uint32_t grundy_only_child(const grundy_compound *c, uint32_t n) {
  const grundy_node *node = &c->nodes[n];
  uint32_t only = n;
  if (!grundy_is_sum(c, n) || grundy_is_seen_sum(c, n)) return n;
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(c, node)[i];
    if (!grundy_can_move(c, child)) continue;
    if (only != n) return n;
    only = child;
  }
  return only;
}

/* Returns the child that moves from a P-position or a draw: one of the same outcome, preferably one
 * whose remoteness can decrease by exactly one, not a limit. `n` if there is none. */
static uint32_t patient_child(const planner *p, uint32_t n, const grundy_node *node,
                              grundy_outcome outcome) {
  uint32_t chosen = n;
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(p->c, node)[i];
    const grundy_evaluation *now = grundy_evaluation_in(p->c, GRUNDY_NORMAL_PLAY, child);
    if (now->outcome != outcome || !grundy_can_move(p->c, child)) continue;
    if (chosen == n) chosen = child;
    if (!is_limit(now->remoteness)) return child;
  }
  return chosen;
}

/* From an N-position, plans moves from every N-position to a P-position and leaves every
 * P-position. From a P-position or a draw, moves one child of that outcome [Smi66, §7]. */
static void plan_selective(planner *p, uint32_t n, const grundy_node *node) {
  grundy_outcome outcome = grundy_evaluation_in(p->c, GRUNDY_NORMAL_PLAY, n)->outcome;
  if (outcome != GRUNDY_OUTCOME_N) {
    uint32_t child = patient_child(p, n, node, outcome);
    if (child != n) p->tasks[child] = GOOD_NORMAL;
    return;
  }
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(p->c, node)[i];
    if (grundy_evaluation_in(p->c, GRUNDY_NORMAL_PLAY, child)->outcome == GRUNDY_OUTCOME_N)
      p->tasks[child] = GOOD_NORMAL;
  }
}

static bool has_odd_misere_remoteness(const grundy_compound *c, uint32_t child) {
  return grundy_evaluation_in(c, GRUNDY_MISERE_PLAY, child)->remoteness % 2 == 1;
}

/* Finds the component that [Smi66, §8] treats specially when all others end: the only one that does
 * not, or else one that can be left unchanged. False if several continue: then play is as in normal
 * play. */
static bool last_component(const planner *p, const grundy_node *node, uint32_t *last) {
  uint32_t going_on = 0;
  bool even = false, any = false;
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(p->c, node)[i];
    if (!grundy_can_move(p->c, child)) continue;
    /* It continues unless it is terminal after the winner's move of normal play. */
    if (grundy_evaluation_in(p->c, GRUNDY_NORMAL_PLAY, child)->remoteness > 1) {
      if (++going_on > 1) return false;
      *last = child;
    } else if (going_on == 0 && !even) {
      even = !has_odd_misere_remoteness(p->c, child);
      if (even || !any) *last = child;
      any = true;
    }
  }
  return true;
}

/* Adds the node's best move, found by comparing all of them, to the plan. */
static grundy_status plan_listed(planner *p, uint32_t n, grundy_play play) {
  grundy_collector q = {
      .c = p->c, .node = n, .play = play, .most = 1, .tried = p->tried, .error = p->error};
  q.work = grundy_work_start(p->monitor, "comparing moves", 0);
  q.outcome = grundy_evaluation_in(p->c, play, n)->outcome;
  grundy_status status = grundy_moves_new(&q.moves, p->error);
  if (status == GRUNDY_OK) status = grundy_collect_node(&q);
  if (status == GRUNDY_OK && q.moves->count > 0) {
    grundy_move move = grundy_moves_get(q.moves, q.best);
    for (uint64_t i = 0; i < move.count && status == GRUNDY_OK; i++)
      if (!add_step(p, move.steps[i])) status = grundy_fail_memory(p->error);
  }
  grundy_moves_free(q.moves);
  free(q.costs);
  return status;
}

/* Plans the move of a node. A node that was searched has few enough moves to compare all, and more
 * is known about it than the theorems say. */
static grundy_status plan_node(planner *p, uint32_t n) {
  const grundy_node *node = &p->c->nodes[n];
  grundy_play play = p->tasks[n] == GOOD_NORMAL ? GRUNDY_NORMAL_PLAY : GRUNDY_MISERE_PLAY;
  const grundy_evaluation *now = grundy_evaluation_in(p->c, play, n);
  bool searched = now->outcome_origin.positions > 0 || now->remoteness_origin.positions > 0;
  uint32_t only = grundy_only_child(p->c, n);
  if (grundy_is_leaf(node)) return plan_leaf(p, n, play);
  if (node->kind == GRUNDY_CONJUNCTIVE) {
    /* A move in every component, in which the winner hurries and the loser delays [Smi66, §6]. */
    for (uint32_t i = 0; i < node->children_count; i++)
      p->tasks[grundy_children(p->c, node)[i]] = (uint8_t)good(play);
  } else if (!searched && only != n) {
    p->tasks[only] = (uint8_t)good(play);
  } else if (searched || node->kind == GRUNDY_DISJUNCTIVE) {
    return plan_listed(p, n, play);
  } else {
    uint32_t last = 0;
    plan_selective(p, n, node);
    if (play == GRUNDY_MISERE_PLAY && now->outcome == GRUNDY_OUTCOME_N &&
        last_component(p, node, &last))
      p->tasks[last] = has_odd_misere_remoteness(p->c, last) ? GOOD_MISERE : STAY;
  }
  return GRUNDY_OK;
}

static int by_component(const void *a, const void *b) {
  uint32_t x = ((const grundy_step *)a)->component, y = ((const grundy_step *)b)->component;
  return (x > y) - (x < y);
}

/* Plans from the root of the tree down. */
grundy_status grundy_plan(grundy_collector *q) {
  grundy_compound *c = q->c;
  planner p = {.c = c, .tried = q->tried, .monitor = q->work.monitor, .error = q->error};
  p.tasks = grundy_alloc_zero(c->node_count, sizeof *p.tasks);
  if (p.tasks == NULL) return grundy_fail_memory(q->error);
  grundy_status status = GRUNDY_OK;
  p.tasks[q->node] = (uint8_t)good(q->play);
  for (uint32_t n = q->node + 1; n-- > 0 && status == GRUNDY_OK;)
    if (p.tasks[n] != STAY) status = plan_node(&p, n);
  if (status == GRUNDY_OK && p.step_count > 0) {
    qsort(p.steps, p.step_count, sizeof *p.steps, by_component);
    status = grundy_evaluate_move(c, q->node, p.steps, p.step_count, q->error);
    if (status == GRUNDY_OK)
      status = grundy_collect(q, p.steps, p.step_count, grundy_evaluation_in(c, q->play, q->node),
                              grundy_nodes_of(c, q->node));
    if (status == GRUNDY_OK) status = grundy_evaluate_by_theory(c, q->node, q->error);
  }
  q->moves->complete = false;
  free(p.tasks);
  free(p.steps);
  return status;
}
