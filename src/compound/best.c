/* Finds the best moves of a compound: decides which of two moves is better and which moves to
 * try. */

#include "compound/best.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "compound/turns.h"

#include <assert.h>

/* ---- which of two moves is better ----------------------------------------------------------- */

static bool is_better(grundy_move_cost a, grundy_move_cost b) {
  if (a.group != b.group) return a.group < b.group;
  if (a.remoteness != b.remoteness) return a.remoteness < b.remoteness;
  return a.counter < b.counter;
}

/* Returns the cost of a move from a position of that outcome, by what is known about the position
 * it leads to. The winner wants a small remoteness, the loser a large one; unknown numbers count as
 * the largest, and counters break ties. */
static grundy_move_cost cost_of(grundy_outcome outcome, const grundy_evaluation *after) {
  grundy_outcome wanted = outcome == GRUNDY_OUTCOME_N   ? GRUNDY_OUTCOME_P
                          : outcome == GRUNDY_OUTCOME_D ? GRUNDY_OUTCOME_D
                                                        : GRUNDY_OUTCOME_N;
  grundy_move_cost made = {
      .group = after->outcome == wanted ? 0 : 1,
      .remoteness = grundy_is_known(after->remoteness) ? after->remoteness : GRUNDY_INFINITY64,
      .counter = after->counter,
  };
  if (outcome != GRUNDY_OUTCOME_P) return made;
  made.remoteness = GRUNDY_INFINITY64 - made.remoteness;
  made.counter = GRUNDY_INFINITY64 - made.counter;
  return made;
}

/* ---- collecting the best moves of a node ----------------------------------------------------- */

grundy_status grundy_collect(grundy_collector *q, const grundy_step *steps, uint64_t count,
                             const grundy_evaluation *after, uint64_t nodes) {
  grundy_moves *moves = q->moves;
  grundy_evaluation left = *after;
  if (!grundy_work_step(&q->work, nodes)) return grundy_fail_cancelled(q->error);
  if (left.outcome == GRUNDY_OUTCOME_NONE && q->outcome == GRUNDY_OUTCOME_P) {
    left.outcome = GRUNDY_OUTCOME_N;
    left.outcome_origin = (grundy_origin){.theorem = "a move from P"};
  }
  if (left.outcome == GRUNDY_OUTCOME_NONE) {
    moves->complete = false;
    return GRUNDY_OK;
  }
  grundy_move_cost mine = cost_of(q->outcome, &left);
  if (q->outcome != GRUNDY_OUTCOME_D && mine.group > 0) return GRUNDY_OK;
  bool best = moves->count == 0 || is_better(mine, q->costs[q->best]);
  if (moves->count == q->most) {
    if (mine.group == 0) moves->complete = false;
    bool worse_last = q->costs[moves->count - 1].group > mine.group;
    if (!best && !worse_last) return GRUNDY_OK;
    moves->count--;
    if (q->best == moves->count) best = true;
  }
  if (!grundy_grow(&q->costs, &q->costs_capacity, moves->count + 1, sizeof *q->costs))
    return grundy_fail_memory(q->error);
  q->costs[moves->count] = mine;
  if (best) q->best = moves->count;
  assert(moves->count < q->most && q->best <= moves->count);
  return grundy_moves_add(moves, steps, count, &left, q->play, q->error);
}

/* Tries every move of the node. *complete is false if there are too many: then nothing is
 * collected. */
static grundy_status collect_each(grundy_collector *q, uint64_t most, bool *complete) {
  grundy_compound *c = q->c;
  grundy_moves *all = NULL;
  grundy_status status = grundy_moves_generate(c, q->node, most, &all, q->error);
  *complete = status == GRUNDY_OK && all->complete;
  for (uint64_t m = 0; *complete && status == GRUNDY_OK && m < all->count; m++) {
    grundy_move move = grundy_moves_get(all, m);
    status = grundy_evaluate_move(c, q->node, move.steps, move.count, q->error);
    if (status == GRUNDY_OK)
      status = grundy_collect(q, move.steps, move.count, grundy_evaluation_in(c, q->play, q->node),
                              grundy_nodes_of(c, q->node));
  }
  grundy_moves_free(all);
  return status == GRUNDY_OK ? grundy_evaluate_by_theory(c, q->node, q->error) : status;
}

grundy_status grundy_collect_node(grundy_collector *q) {
  const grundy_node *node = &q->c->nodes[q->node];
  bool complete;
  if (grundy_is_leaf(node) || node->kind == GRUNDY_DISJUNCTIVE) return grundy_collect_sum(q);
  return collect_each(q, UINT64_MAX, &complete);
}

/* ---- the best moves -------------------------------------------------------------------------- */

/* Puts the best move first, then those that keep the outcome. */
static void put_best_first(grundy_collector *q) {
  grundy_moves *moves = q->moves;
  if (moves->count == 0) return;
  grundy_listed best = moves->at[q->best];
  moves->at[q->best] = moves->at[0];
  moves->at[0] = best;
  grundy_move_cost first = q->costs[q->best];
  q->costs[q->best] = q->costs[0];
  q->costs[0] = first;
  uint64_t front = 0;
  for (uint64_t i = 0; i < moves->count; i++) {
    if (q->costs[i].group > 0) continue;
    grundy_listed keeps = moves->at[i];
    grundy_move_cost mine = q->costs[i];
    moves->at[i] = moves->at[front];
    q->costs[i] = q->costs[front];
    moves->at[front] = keeps;
    q->costs[front++] = mine;
  }
}

static grundy_status collect_root(grundy_collector *q) {
  const grundy_node *node = &q->c->nodes[q->node];
  uint64_t work = (UINT64_C(1) << 22) / q->c->node_count;
  bool sum = grundy_is_leaf(node) || node->kind == GRUNDY_DISJUNCTIVE, complete;
  uint32_t only = grundy_only_child(q->c, q->node); /* to which all moves belong, or the root */
  if (sum && (only == q->node || grundy_is_leaf(&q->c->nodes[only]))) return grundy_collect_node(q);
  grundy_status status = collect_each(q, work < q->tried ? work : q->tried, &complete);
  if (status == GRUNDY_OK && !complete) status = grundy_plan(q);
  return status;
}

grundy_status grundy_compound_best(grundy_compound *c, uint64_t most,
                                   const grundy_search_options *options,
                                   grundy_evaluation *evaluation, grundy_moves **moves,
                                   grundy_error *error) {
  grundy_search_options own;
  grundy_status status = grundy_options_copy(options, &own, sizeof own, error);
  if (status != GRUNDY_OK) return status;
  if (most == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the number of moves is 0; expected at least 1");
  if (c->has_turns) {
    status = grundy_compound_check(c, error);
    return status == GRUNDY_OK ? grundy_turns_compound_best(c, most, &own, evaluation, moves, error)
                               : status;
  }
  grundy_evaluation now;
  status = grundy_compound_evaluate(c, &own, &now, error);
  if (status == GRUNDY_OK) status = grundy_search_drawn_sum(c, &own, error);
  if (status != GRUNDY_OK) return status;
  grundy_collector q = {
      .c = c, .node = grundy_root(c), .play = c->play, .most = most, .error = error};
  q.outcome = grundy_evaluation_mover_outcome(&now);
  q.tried = own.tried == 0 ? GRUNDY_SEARCH_MAX_MOVES_TRIED : own.tried;
  q.work = grundy_work_start(own.monitor, "comparing moves", 0);
  status = grundy_moves_new(&q.moves, error);
  if (status == GRUNDY_OK && now.outcome != GRUNDY_OUTCOME_NONE) status = collect_root(&q);
  if (status == GRUNDY_OK) {
    if (now.outcome == GRUNDY_OUTCOME_NONE) q.moves->complete = false;
    put_best_first(&q);
    grundy_work_finish(&q.work, "", 0);
    *evaluation = now;
    *moves = q.moves;
    q.moves = NULL;
  }
  grundy_moves_free(q.moves);
  free(q.costs);
  return status;
}
