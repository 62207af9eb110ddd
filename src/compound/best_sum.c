/* Finds the moves of a sum that can be best; each moves one summand. */

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "compound/best.h"

#include <string.h>

static bool is_searched(const grundy_compound *c, uint32_t n) {
  return !grundy_is_leaf(&c->nodes[n]) && c->nodes[n].found.solution != NULL;
}

bool grundy_is_sum(const grundy_compound *c, uint32_t n) {
  const grundy_node *node = &c->nodes[n];
  uint32_t moving = 0;
  if (grundy_is_leaf(node) || node->kind == GRUNDY_CONJUNCTIVE) return false;
  if (node->kind == GRUNDY_DISJUNCTIVE) return true;
  for (uint32_t i = 0; i < node->children_count; i++)
    moving += grundy_can_move(c, grundy_children(c, node)[i]);
  return moving <= 1;
}

enum { OPEN = 1, SUMMAND = 2, HIGH = 4 }; /* flags of nodes */

/* Finds the summands of a sum that was not searched: its children, with sums replaced by their
 * children in turn. The result is `count` nodes in their order, in the arena; NULL if memory runs
 * out. Theorems know the value of a summand that is a compound only if it is a P-position. A node
 * that was searched is not divided, since less may be known about its children; nor is a node that
 * contains a component with a high part, since high parts are added up only among the children of
 * the root. */
static uint32_t *find_summands(const grundy_compound *c, uint32_t n, grundy_arena *arena,
                               uint32_t *count) {
  uint32_t first = c->nodes[n].first;
  uint32_t *found = grundy_arena_array(arena, n - first + 1, sizeof *found);
  uint8_t *flags = grundy_arena_zeros(arena, n - first + 1, sizeof *flags);
  if (arena->failed) return NULL;
  for (uint32_t i = first; i < n; i++) {
    if (c->nodes[i].absorbed) continue;
    if (grundy_is_leaf(&c->nodes[i]) &&
        grundy_evaluation_in(c, GRUNDY_NORMAL_PLAY, i)->has_high_part)
      flags[i - first] |= HIGH;
    flags[c->nodes[i].parent - first] |= flags[i - first];
  }
  flags[n - first] = OPEN;
  for (uint32_t i = n + 1; i-- > first;) {
    const grundy_node *node = &c->nodes[i];
    bool whole = (flags[i - first] & HIGH) != 0 || is_searched(c, i) || !grundy_is_sum(c, i);
    if ((flags[i - first] & OPEN) == 0) continue;
    if (whole) flags[i - first] |= SUMMAND;
    for (uint32_t k = 0; !whole && k < node->children_count; k++)
      flags[grundy_children(c, node)[k] - first] |= OPEN;
  }
  *count = 0;
  for (uint32_t i = first; i < n; i++)
    if ((flags[i - first] & SUMMAND) != 0) found[(*count)++] = i;
  return found;
}

/* The sums of all other summands, from prefix and suffix sums. */
typedef struct summands {
  const uint32_t *children;
  uint32_t count;
  grundy_tally *before; /* by summand: of those before it */
  grundy_tally after;   /* of those after the one that moves */
  grundy_tally all;
  bool searched;  /* whether the remoteness of the sum is known by a search */
  uint64_t place; /* if so, its vertex in the product */
} summands;

/* Evaluates the sum after summand i moves to a position with this evaluation, from one vertex of
 * its own product to another. */
static grundy_evaluation sum_with(const grundy_collector *q, const summands *s, uint32_t i,
                                  const grundy_evaluation *after, uint64_t from, uint64_t to) {
  if (grundy_is_leaf(&q->c->nodes[q->node])) return *after;
  grundy_tally tally = s->before[i];
  grundy_tally_add(&tally, after);
  grundy_tally_merge(&tally, &s->after);
  tally.cancelled = q->c->transfinite.cancelled && q->node == grundy_root(q->c);
  tally.is_seen_by_mover = grundy_is_seen_sum(q->c, q->node);
  grundy_evaluation sum = grundy_tally_conclude(&tally, GRUNDY_DISJUNCTIVE, q->play, NULL);
  if (s->searched)
    grundy_solved_product_add(&q->c->nodes[q->node].found,
                              s->place + (to - from) * q->c->nodes[s->children[i]].stride, q->play,
                              &sum);
  return sum;
}

/* Returns the position from which the player moves in the component. */
static uint64_t from_of(const grundy_collector *q, uint32_t component) {
  return q->from == NULL ? q->c->positions[component] : q->from[component];
}

static grundy_status try_step(grundy_collector *q, const summands *s, uint32_t i, uint64_t to) {
  const grundy_node *leaf = &q->c->nodes[s->children[i]];
  uint32_t component = leaf->component, v = 0, w = 0;
  grundy_component moved = q->c->components[component];
  grundy_step step = {.component = component, .from = from_of(q, component), .to = to};
  grundy_evaluation after;
  bool is_met; /* the search has met all positions of the sum */
  grundy_status status = GRUNDY_OK;
  if (s->searched)
    status =
        grundy_reach_find(&leaf->reach, moved, q->c->positions[component], &is_met, &v, q->error);
  if (s->searched && status == GRUNDY_OK)
    status = grundy_reach_find(&leaf->reach, moved, to, &is_met, &w, q->error);
  if (status == GRUNDY_OK) status = grundy_evaluate_position(moved, to, q->play, &after, q->error);
  if (status != GRUNDY_OK) return status;
  grundy_evaluation sum = sum_with(q, s, i, &after, v, w);
  return grundy_collect(q, &step, 1, &sum, 1);
}

/* Tries the moves of a large heap of Nim that can be best, since it has too many moves to try all.
 * In normal play the best may be the move to the value that makes the sum 0; in misère play, moves
 * to heaps of 0 and 1 [Bou01]; for draws, the move to the value of Smith's case II [Smi66, (35b)];
 * and the move that takes a single counter. */
static grundy_status try_heap(grundy_collector *q, const summands *s, uint32_t i, uint64_t n) {
  uint32_t others = s->all.nimber ^ (uint32_t)n;
  uint32_t mex = 0; /* the least number that is not in K */
  while (grundy_set_has(s->all.k, mex)) mex++;
  uint64_t sizes[] = {others, others ^ s->all.shift ^ mex, 0, 1, n - 1};
  grundy_status status = GRUNDY_OK;
  for (size_t a = 0; a < sizeof sizes / sizeof *sizes && status == GRUNDY_OK; a++) {
    bool repeated = false;
    for (size_t b = 0; b < a; b++) repeated = repeated || sizes[b] == sizes[a];
    if (sizes[a] < n && !repeated) status = try_step(q, s, i, sizes[a]);
  }
  return status;
}

enum { LARGE_HEAP = 1 << 12 };

uint64_t grundy_largest_finite_part(const grundy_compound *c, grundy_play play) {
  uint64_t largest = 0;
  for (uint64_t i = 0; i < c->count; i++) {
    grundy_number r = grundy_evaluation_in(c, play, c->leaves[i])->remoteness;
    if (r < GRUNDY_TOO_LARGE && r % GRUNDY_OMEGA > largest) largest = r % GRUNDY_OMEGA;
  }
  return largest;
}

static grundy_status try_move(grundy_collector *q, const summands *s, uint32_t i, uint64_t index) {
  uint32_t number = q->c->nodes[s->children[i]].component;
  grundy_component component = q->c->components[number];
  uint64_t to;
  grundy_status status =
      component.kind->get_move(component.data, from_of(q, number), index, &to, q->error);
  return status == GRUNDY_OK ? try_step(q, s, i, to) : status;
}

/* Tries the first two of infinitely many moves and a delaying one, which represent all: a heap of
 * an ordinal is won by taking all of it or, in misère play, all but one. */
static grundy_status try_some(grundy_collector *q, const summands *s, uint32_t i, uint64_t from) {
  grundy_component component = q->c->components[q->c->nodes[s->children[i]].component];
  uint64_t to;
  q->moves->complete = false;
  grundy_status status = try_move(q, s, i, 0);
  if (status == GRUNDY_OK) status = try_move(q, s, i, 1);
  if (status != GRUNDY_OK || !GRUNDY_COMPONENT_HAS(component.kind, delaying_move)) return status;
  uint64_t bound = grundy_largest_finite_part(q->c, q->play);
  status = component.kind->delaying_move(component.data, from, bound, &to, q->error);
  return status == GRUNDY_OK ? try_step(q, s, i, to) : status;
}

/* Tries moves of a component with a high part, which has at most one move to a sum of 0. From a
 * P-position there are infinitely many moves, and all of them lose: one that leaves nearly
 * everything represents them. */
static grundy_status try_transfinite(grundy_collector *q, const summands *s, uint32_t component) {
  grundy_step step = {.component = component, .from = q->c->positions[component]};
  bool found = false;
  grundy_evaluation after = grundy_evaluation_unknown;
  after.counter = s->all.counter < GRUNDY_TOO_LARGE ? 0 : GRUNDY_TOO_LARGE;
  after.has_high_part = true;
  after.outcome_origin.theorem = "[Smi66, §11]";
  if (q->outcome == GRUNDY_OUTCOME_N) {
    grundy_status status =
        grundy_transfinite_reply(q->c, component, s->all.nimber, &found, &step.to, q->error);
    if (status != GRUNDY_OK || !found) return status;
    after.outcome = GRUNDY_OUTCOME_P;
    after.value = 0;
    after.value_origin = after.outcome_origin;
  } else {
    q->moves->complete = false;
    if (q->outcome == GRUNDY_OUTCOME_D) return GRUNDY_OK;
    grundy_status status = grundy_transfinite_delaying_move(q->c, component, &step.to, q->error);
    if (status != GRUNDY_OK) return status;
    after.outcome = GRUNDY_OUTCOME_N;
  }
  return grundy_collect(q, &step, 1, &after, 1);
}

static grundy_status try_leaf(grundy_collector *q, const summands *s, uint32_t i) {
  uint32_t number = q->c->nodes[s->children[i]].component;
  grundy_component component = q->c->components[number];
  const grundy_evaluation *now = grundy_evaluation_in(q->c, q->play, s->children[i]);
  uint64_t from = from_of(q, number), count;
  bool normal = q->play == GRUNDY_NORMAL_PLAY && q->node == grundy_root(q->c);
  if (normal && now->has_high_part) return try_transfinite(q, s, number);
  if (normal && q->c->transfinite.is_total) return GRUNDY_OK; /* the high parts would remain */
  grundy_status status = component.kind->count_moves(component.data, from, &count, q->error);
  if (status != GRUNDY_OK) return status;
  if (now->is_nim_heap && count > LARGE_HEAP) {
    if (q->outcome != GRUNDY_OUTCOME_N) q->moves->complete = false;
    return try_heap(q, s, i, from);
  }
  if (count == UINT64_MAX) return try_some(q, s, i, from);
  for (uint64_t m = 0; m < count && status == GRUNDY_OK; m++) status = try_move(q, s, i, m);
  return status;
}

/* Tries each move of a summand that is itself a compound. If it was not searched, there may be too
 * many: then theorems know that it is a P-position, and the winning moves are elsewhere, or it is
 * the only summand that can move, which grundy_plan handles. */
static grundy_status try_compound(grundy_collector *q, const summands *s, uint32_t i) {
  grundy_compound *c = q->c;
  uint32_t child = s->children[i];
  uint64_t from = 0, to = 0;
  grundy_moves *all = NULL;
  bool searched = s->searched || is_searched(c, child), is_met;
  grundy_status status = GRUNDY_OK;
  if (s->searched) status = grundy_compound_place(c, child, &is_met, &from, q->error);
  if (status == GRUNDY_OK)
    status = grundy_moves_generate(c, child, searched ? UINT64_MAX : q->tried, &all, q->error);
  for (uint64_t m = 0; status == GRUNDY_OK && m < all->count; m++) {
    grundy_move move = grundy_moves_get(all, m);
    grundy_apply(c, move.steps, move.count);
    status = grundy_evaluate_by_theory(c, child, q->error);
    if (status == GRUNDY_OK && s->searched)
      status = grundy_compound_place(c, child, &is_met, &to, q->error);
    grundy_unapply(c, move.steps, move.count);
    if (status != GRUNDY_OK) break;
    grundy_evaluation sum = sum_with(q, s, i, grundy_evaluation_in(c, q->play, child), from, to);
    status = grundy_collect(q, move.steps, move.count, &sum, grundy_nodes_of(c, child));
  }
  if (status == GRUNDY_OK && !all->complete) q->moves->complete = false;
  grundy_moves_free(all);
  return status == GRUNDY_OK ? grundy_evaluate_by_theory(c, child, q->error) : status;
}

static grundy_status collect_children(grundy_collector *q, const uint32_t *children,
                                      uint32_t count) {
  summands s = {.children = children, .count = count, .after = grundy_tally_none()};
  grundy_status status = GRUNDY_OK;
  s.before = grundy_alloc((uint64_t)count + 1, sizeof *s.before);
  if (s.before == NULL) return grundy_fail_memory(q->error);
  s.before[0] = grundy_tally_none();
  for (uint32_t i = 0; i < count; i++) {
    s.before[i + 1] = s.before[i];
    grundy_tally_add(&s.before[i + 1], grundy_evaluation_in(q->c, q->play, children[i]));
  }
  s.all = s.before[count];
  if (is_searched(q->c, q->node))
    status = grundy_compound_place(q->c, q->node, &s.searched, &s.place, q->error);
  for (uint32_t i = count; i-- > 0 && status == GRUNDY_OK;) {
    bool leaf = grundy_is_leaf(&q->c->nodes[children[i]]);
    bool hopeless = !leaf && q->c->transfinite.is_total; /* the high parts would remain */
    if (!hopeless) status = leaf ? try_leaf(q, &s, i) : try_compound(q, &s, i);
    grundy_tally_add(&s.after, grundy_evaluation_in(q->c, q->play, children[i]));
  }
  free(s.before);
  return status;
}

/* Tries the moves of the summands. The strides of a product are those of the children. */
static grundy_status collect_summands(grundy_collector *q) {
  const grundy_node *node = &q->c->nodes[q->node];
  uint32_t count;
  if (grundy_is_leaf(node)) return collect_children(q, &q->node, 1);
  if (is_searched(q->c, q->node))
    return collect_children(q, grundy_children(q->c, node), node->children_count);
  grundy_arena arena = {0};
  uint32_t *found = find_summands(q->c, q->node, &arena, &count);
  grundy_status status = found == NULL ? GRUNDY_OK : collect_children(q, found, count);
  return grundy_arena_end(&arena, status, q->error);
}

/* Turns all components of a sum around, which those that do not move will be after the move, while
 * the moves of its components are tried. */
static grundy_status collect_seen(grundy_collector *q) {
  grundy_compound *c = q->c;
  uint64_t *from = grundy_alloc(c->count, sizeof *from);
  const grundy_step *steps = NULL;
  uint64_t count = 0;
  if (from == NULL) return grundy_fail_memory(q->error);
  memcpy(from, c->positions, c->count * sizeof *from);
  grundy_status status = grundy_turn(c, &steps, &count, q->error);
  if (status == GRUNDY_OK) {
    grundy_apply(c, steps, count);
    status = grundy_evaluate_by_theory(c, q->node, q->error);
  }
  q->from = from;
  if (status == GRUNDY_OK) status = collect_summands(q);
  q->from = NULL;
  memcpy(c->positions, from, c->count * sizeof *from);
  free(from);
  return status == GRUNDY_OK ? grundy_evaluate_by_theory(c, q->node, q->error) : status;
}

grundy_status grundy_collect_sum(grundy_collector *q) {
  return grundy_is_seen_sum(q->c, q->node) ? collect_seen(q) : collect_summands(q);
}
