#include "base/alloc.h"
#include "base/error.h"
#include "base/saturate.h"
#include "compound/impl.h"

#include <assert.h>
#include <string.h>

/* ---- lists ------------------------------------------------------------------------------- */

grundy_status grundy_moves_new(grundy_moves **moves, grundy_error *error) {
  grundy_moves *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->complete = true;
  *moves = made;
  return GRUNDY_OK;
}

void grundy_moves_free(grundy_moves *moves) {
  if (moves == NULL) return;
  free(moves->steps);
  free(moves->at);
  free(moves->k);
  free(moves);
}

uint64_t grundy_moves_count(const grundy_moves *moves) {
  return moves->count;
}

grundy_move grundy_moves_get(const grundy_moves *moves, uint64_t index) {
  assert(index < moves->count);
  const grundy_listed *listed = &moves->at[index];
  grundy_move move = {
      .steps = moves->steps + listed->start, .count = listed->count, .after = listed->after};
  if (!move.after.k.absent) move.after.k.numbers = moves->k + listed->k_start;
  return move;
}

bool grundy_moves_complete(const grundy_moves *moves) {
  return moves->complete;
}

static bool append_steps(grundy_moves *moves, const grundy_step *steps, uint64_t count) {
  if (!grundy_grow(&moves->steps, &moves->step_capacity, moves->step_count + count,
                   sizeof *moves->steps))
    return false;
  for (uint64_t i = 0; i < count; i++) moves->steps[moves->step_count + i] = steps[i];
  moves->step_count += count;
  return true;
}

grundy_status grundy_moves_add(grundy_moves *moves, const grundy_step *steps, uint64_t count,
                               const grundy_evaluation *after, grundy_play play,
                               grundy_error *error) {
  grundy_listed listed = {.start = moves->step_count, .count = count, .k_start = moves->k_count};
  grundy_status status = grundy_evaluation_finish(after, play, &moves->k, &moves->k_capacity,
                                                  moves->k_count, &listed.after, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&moves->at, &moves->capacity, moves->count + 1, sizeof *moves->at) ||
      !append_steps(moves, steps, count))
    return grundy_fail_memory(error);
  moves->k_count += listed.after.k.size;
  moves->at[moves->count++] = listed;
  return GRUNDY_OK;
}

/* ---- generating every move ---------------------------------------------------------------- */

/* A range of the common array of steps: one move of a node. */
typedef struct slice {
  uint64_t start, count;
} slice;

typedef struct choices {
  slice *at;
  uint64_t count, capacity;
} choices;

typedef struct generator {
  const grundy_compound *c;
  uint64_t most;
  bool complete;
  choices *by_node; /* of the nodes from `first` on */
  uint32_t first;
  grundy_step *steps;
  uint64_t step_count, step_capacity;
} generator;

/* Returns whether a list of at most `most` moves has no room for another; marks it as
 * incomplete. */
static bool is_full(generator *g, const choices *list, uint64_t most) {
  if (list->count < most) return false;
  g->complete = false;
  return true;
}

/* Adds a move with the steps of a, then those of b. False if memory runs out. */
static bool add_choice(generator *g, choices *list, slice a, slice b) {
  uint64_t count = a.count + b.count;
  if (!grundy_grow(&list->at, &list->capacity, list->count + 1, sizeof *list->at) ||
      !grundy_grow(&g->steps, &g->step_capacity, g->step_count + count, sizeof *g->steps))
    return false;
  for (uint64_t i = 0; i < a.count; i++) g->steps[g->step_count + i] = g->steps[a.start + i];
  for (uint64_t i = 0; i < b.count; i++)
    g->steps[g->step_count + a.count + i] = g->steps[b.start + i];
  list->at[list->count++] = (slice){g->step_count, count};
  g->step_count += count;
  return true;
}

/* Of infinitely many moves in a component, this many are listed. */
enum { OF_INFINITELY_MANY = 64 };

/* Adds a move of a component alone. False if memory runs out. */
static bool add_step(generator *g, choices *list, grundy_step step) {
  if (!grundy_grow(&g->steps, &g->step_capacity, g->step_count + 1, sizeof *g->steps) ||
      !grundy_grow(&list->at, &list->capacity, list->count + 1, sizeof *list->at))
    return false;
  list->at[list->count++] = (slice){g->step_count, 1};
  g->steps[g->step_count++] = step;
  return true;
}

static grundy_status generate_leaf(generator *g, const grundy_node *node, choices *list,
                                   grundy_error *error) {
  grundy_component component = g->c->components[node->component];
  uint64_t from = g->c->positions[node->component], count;
  grundy_status status = component.kind->count_moves(component.data, from, &count, error);
  if (status != GRUNDY_OK) return status;
  if (count == UINT64_MAX) {
    count = OF_INFINITELY_MANY;
    g->complete = false;
  }
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    grundy_step step = {node->component, from, 0};
    if (is_full(g, list, g->most)) return GRUNDY_OK;
    status = component.kind->get_move(component.data, from, i, &step.to, error);
    if (status == GRUNDY_OK && !add_step(g, list, step)) status = grundy_fail_memory(error);
  }
  return status;
}

static const choices *choices_of(const generator *g, uint32_t n) {
  return &g->by_node[n - g->first];
}

static bool generate_disjunctive(generator *g, const grundy_node *node, choices *list) {
  for (uint32_t i = 0; i < node->children_count; i++) {
    const choices *child = choices_of(g, grundy_children(g->c, node)[i]);
    for (uint64_t j = 0; j < child->count; j++) {
      if (is_full(g, list, g->most)) return true;
      if (!add_choice(g, list, child->at[j], (slice){0, 0})) return false;
    }
  }
  return true;
}

/* Combines each move of the earlier children with every move of the next child. If the child may
 * stay, that comes first, so the first entry of the list is to stay everywhere: it is removed
 * later, and has extra room until then. */
static bool add_child(generator *g, const choices *before, const choices *child, bool may_stay,
                      choices *list) {
  uint64_t most = may_stay && g->most < UINT64_MAX ? g->most + 1 : g->most;
  for (uint64_t i = 0; i < before->count; i++) {
    if (may_stay) {
      if (is_full(g, list, most)) return true;
      if (!add_choice(g, list, before->at[i], (slice){0, 0})) return false;
    }
    for (uint64_t j = 0; j < child->count; j++) {
      if (is_full(g, list, most)) return true;
      if (!add_choice(g, list, before->at[i], child->at[j])) return false;
    }
  }
  return true;
}

static bool generate_combined(generator *g, const grundy_node *node, choices *list) {
  bool may_stay = node->kind == GRUNDY_SELECTIVE;
  choices before = {0};
  bool fine = add_choice(g, &before, (slice){0, 0}, (slice){0, 0});
  for (uint32_t i = 0; i < node->children_count && fine; i++) {
    choices next = {0};
    const choices *child = choices_of(g, grundy_children(g->c, node)[i]);
    fine = add_child(g, &before, child, may_stay, &next);
    free(before.at);
    before = next;
  }
  if (may_stay && before.count > 0) /* staying everywhere is not a move */
    memmove(before.at, before.at + 1, --before.count * sizeof *before.at);
  *list = before;
  return fine;
}

static grundy_status generate_node(generator *g, uint32_t n, grundy_error *error) {
  const grundy_node *node = &g->c->nodes[n];
  choices *list = &g->by_node[n - g->first];
  if (node->absorbed) return GRUNDY_OK;
  if (grundy_is_leaf(node)) return generate_leaf(g, node, list, error);
  bool fine = node->kind == GRUNDY_DISJUNCTIVE ? generate_disjunctive(g, node, list)
                                               : generate_combined(g, node, list);
  return fine ? GRUNDY_OK : grundy_fail_memory(error);
}

static bool give(generator *g, const choices *list, grundy_moves *moves) {
  if (!grundy_grow(&moves->at, &moves->capacity, list->count, sizeof *moves->at)) return false;
  for (uint64_t i = 0; i < list->count; i++)
    moves->at[i] = (grundy_listed){
        .start = list->at[i].start, .count = list->at[i].count, .after = {.k = {.absent = true}}};
  moves->count = list->count;
  moves->complete = g->complete;
  moves->steps = g->steps;
  moves->step_count = g->step_count;
  moves->step_capacity = g->step_capacity;
  g->steps = NULL;
  return true;
}

grundy_status grundy_moves_generate(const grundy_compound *c, uint32_t node, uint64_t most,
                                    grundy_moves **moves, grundy_error *error) {
  generator g = {.c = c, .most = most, .complete = true, .first = c->nodes[node].first};
  uint64_t count = (uint64_t)node - g.first + 1;
  grundy_moves *made = NULL;
  g.by_node = grundy_alloc_zero(count, sizeof *g.by_node);
  grundy_status status =
      g.by_node == NULL ? grundy_fail_memory(error) : grundy_moves_new(&made, error);
  for (uint32_t n = g.first; n <= node && status == GRUNDY_OK; n++)
    status = generate_node(&g, n, error);
  if (status == GRUNDY_OK && !give(&g, choices_of(&g, node), made))
    status = grundy_fail_memory(error);
  for (uint64_t i = 0; g.by_node != NULL && i < count; i++) free(g.by_node[i].at);
  free(g.by_node);
  free(g.steps);
  if (status == GRUNDY_OK)
    *moves = made;
  else
    grundy_moves_free(made);
  return status;
}

/* ---- counting moves ----------------------------------------------------------------------- */

/* Counts the moves of a compound; `counts` has the numbers for all nodes before this one. */
static uint64_t count_of_compound(const grundy_compound *c, uint32_t n, const uint64_t *counts) {
  const grundy_node *node = &c->nodes[n];
  uint64_t sum = 0, product = 1;
  bool may_stay = node->kind == GRUNDY_SELECTIVE;
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint64_t count = counts[grundy_children(c, node)[i]];
    sum = grundy_plus(sum, count);
    product = grundy_times(product, may_stay ? grundy_plus(count, 1) : count);
  }
  if (node->kind == GRUNDY_DISJUNCTIVE) return sum;
  return may_stay && product < UINT64_MAX ? product - 1 : product;
}

static grundy_status count_of_node(const grundy_compound *c, uint32_t n, uint64_t *counts,
                                   grundy_error *error) {
  const grundy_node *node = &c->nodes[n];
  if (grundy_is_leaf(node)) {
    grundy_component component = c->components[node->component];
    return component.kind->count_moves(component.data, c->positions[node->component], &counts[n],
                                       error);
  }
  counts[n] = count_of_compound(c, n, counts);
  return GRUNDY_OK;
}

grundy_status grundy_compound_move_count(const grundy_compound *c, uint64_t *count,
                                         grundy_error *error) {
  grundy_status status = grundy_compound_check(c, error);
  if (status != GRUNDY_OK) return status;
  uint64_t *counts = grundy_alloc(c->node_count, sizeof *counts);
  if (counts == NULL) return grundy_fail_memory(error);
  for (uint32_t n = 0; n < c->node_count && status == GRUNDY_OK; n++)
    status = count_of_node(c, n, counts, error);
  if (status == GRUNDY_OK) *count = counts[grundy_root(c)];
  free(counts);
  return status;
}

/* ---- all moves, evaluated ------------------------------------------------------------------- */

grundy_status grundy_compound_moves(grundy_compound *c, uint64_t most, grundy_moves **moves,
                                    grundy_error *error) {
  grundy_moves *all = NULL, *made = NULL;
  uint32_t root = c->stack_count == 1 ? grundy_root(c) : 0;
  grundy_status status = grundy_compound_check(c, error);
  if (status == GRUNDY_OK) status = grundy_moves_generate(c, root, most, &all, error);
  if (status == GRUNDY_OK) status = grundy_moves_new(&made, error);
  /* Followers in ordinal heaps are not examined. */
  bool cancelled = c->transfinite.cancelled;
  c->transfinite.cancelled = false;
  for (uint64_t i = 0; status == GRUNDY_OK && i < all->count; i++) {
    grundy_move move = grundy_moves_get(all, i);
    status = grundy_evaluate_move(c, root, move.steps, move.count, error);
    if (status == GRUNDY_OK)
      status = grundy_moves_add(made, move.steps, move.count, &c->evaluations[c->play][root],
                                c->play, error);
  }
  c->transfinite.cancelled = cancelled;
  if (status == GRUNDY_OK) {
    made->complete = all->complete;
    *moves = made;
    made = NULL;
  }
  grundy_moves_free(all);
  grundy_moves_free(made);
  return status;
}
