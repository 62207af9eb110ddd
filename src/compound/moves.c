/* Lists the moves of a compound, with what each leads to. */

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/saturate.h"
#include "compound/impl.h"
#include "compound/turns.h"

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
  if (move.after.c.size > 0)
    move.after.c.numbers = moves->k + listed->k_start + listed->after.k.size;
  return move;
}

bool grundy_moves_complete(const grundy_moves *moves) {
  return moves->complete;
}

grundy_status grundy_moves_add(grundy_moves *moves, const grundy_step *steps, uint64_t count,
                               const grundy_evaluation *after, grundy_play play,
                               grundy_error *error) {
  grundy_listed listed = {.start = moves->step_count, .count = count, .k_start = moves->k_count};
  grundy_status status = grundy_evaluation_finish(after, play, &moves->k, &moves->k_capacity,
                                                  moves->k_count, &listed.after, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&moves->at, &moves->capacity, moves->count + 1, sizeof *moves->at) ||
      !grundy_grow(&moves->steps, &moves->step_capacity, moves->step_count + count,
                   sizeof *moves->steps))
    return grundy_fail_memory(error);
  for (uint64_t i = 0; i < count; i++) moves->steps[moves->step_count++] = steps[i];
  moves->k_count += listed.after.k.size + listed.after.c.size;
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
  grundy_arena arena; /* of the steps and choices */
} generator;

/* Returns whether a list of at most `most` moves has no room for another; marks it as
 * incomplete. */
static bool is_full(generator *g, const choices *list, uint64_t most) {
  if (list->count < most) return false;
  g->complete = false;
  return true;
}

/* Adds a move with room for `count` steps, which the caller appends. False if memory runs out. */
static bool add_room(generator *g, choices *list, uint64_t count) {
  if (!grundy_arena_grow(&g->arena, &list->at, &list->capacity, list->count + 1,
                         sizeof *list->at) ||
      !grundy_arena_grow(&g->arena, &g->steps, &g->step_capacity, g->step_count + count,
                         sizeof *g->steps))
    return false;
  list->at[list->count++] = (slice){g->step_count, count};
  return true;
}

/* Adds a move with the steps of a, then those of b. False if memory runs out. */
static bool add_choice(generator *g, choices *list, slice a, slice b) {
  if (!add_room(g, list, a.count + b.count)) return false;
  for (uint64_t i = 0; i < a.count; i++) g->steps[g->step_count + i] = g->steps[a.start + i];
  for (uint64_t i = 0; i < b.count; i++)
    g->steps[g->step_count + a.count + i] = g->steps[b.start + i];
  g->step_count += a.count + b.count;
  return true;
}

/* Of infinitely many moves in a component, this many are listed. */
enum { OF_INFINITELY_MANY = 64 };

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
    grundy_step step = {.component = node->component, .from = from};
    if (is_full(g, list, g->most)) return GRUNDY_OK;
    status = component.kind->get_move(component.data, from, i, &step.to, error);
    if (status == GRUNDY_OK && !add_room(g, list, 1)) status = grundy_fail_memory(error);
    if (status == GRUNDY_OK) g->steps[g->step_count++] = step;
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
    grundy_arena_release(&g->arena, before.at);
    before = next;
  }
  if (may_stay && before.count > 0) /* staying everywhere is not a move */
    memmove(before.at, before.at + 1, --before.count * sizeof *before.at);
  *list = before;
  return fine;
}

grundy_status grundy_moves_generate(const grundy_compound *c, uint32_t node, uint64_t most,
                                    grundy_moves **moves, grundy_error *error) {
  generator g = {.c = c, .most = most, .complete = true, .first = c->nodes[node].first};
  grundy_moves *made = NULL;
  g.by_node = grundy_arena_zeros(&g.arena, (uint64_t)node - g.first + 1, sizeof *g.by_node);
  grundy_status status =
      g.by_node == NULL ? grundy_fail_memory(error) : grundy_moves_new(&made, error);
  for (uint32_t n = g.first; n <= node && status == GRUNDY_OK; n++) {
    choices *list = &g.by_node[n - g.first];
    if (c->nodes[n].absorbed) continue;
    if (grundy_is_leaf(&c->nodes[n]))
      status = generate_leaf(&g, &c->nodes[n], list, error);
    else if (!(c->nodes[n].kind == GRUNDY_DISJUNCTIVE ? generate_disjunctive
                                                      : generate_combined)(&g, &c->nodes[n], list))
      status = grundy_fail_memory(error);
  }
  const choices *found = status == GRUNDY_OK ? choices_of(&g, node) : NULL;
  if (status == GRUNDY_OK &&
      !grundy_grow(&made->at, &made->capacity, found->count, sizeof *made->at))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    for (uint64_t i = 0; i < found->count; i++)
      made->at[i] = (grundy_listed){.start = found->at[i].start,
                                    .count = found->at[i].count,
                                    .after = {.k = {.absent = true}}};
    made->count = found->count;
    made->complete = g.complete;
    made->steps = grundy_arena_take(&g.arena, g.steps);
    made->step_count = g.step_count;
    made->step_capacity = g.step_capacity;
    *moves = made;
  } else {
    grundy_moves_free(made);
  }
  return grundy_arena_end(&g.arena, status, error);
}

/* ---- counting moves ----------------------------------------------------------------------- */

grundy_status grundy_compound_move_count(const grundy_compound *c, uint64_t *count,
                                         grundy_error *error) {
  grundy_status status = grundy_compound_check(c, error);
  if (status != GRUNDY_OK) return status;
  if (c->has_turns) return grundy_turns_move_count(c, count, error);
  uint64_t *counts = grundy_alloc(c->node_count, sizeof *counts); /* by node */
  if (counts == NULL) return grundy_fail_memory(error);
  for (uint32_t n = 0; n < c->node_count && status == GRUNDY_OK; n++) {
    const grundy_node *node = &c->nodes[n];
    uint64_t sum = 0, product = 1;
    bool may_stay = node->kind == GRUNDY_SELECTIVE;
    if (grundy_is_leaf(node)) {
      grundy_component component = c->components[node->component];
      status = component.kind->count_moves(component.data, c->positions[node->component],
                                           &counts[n], error);
      continue;
    }
    for (uint32_t i = 0; i < node->children_count; i++) {
      uint64_t of_child = counts[grundy_children(c, node)[i]];
      sum = grundy_plus(sum, of_child);
      product = grundy_times(product, may_stay ? grundy_plus(of_child, 1) : of_child);
    }
    counts[n] = node->kind == GRUNDY_DISJUNCTIVE   ? sum
                : may_stay && product < UINT64_MAX ? product - 1
                                                   : product;
  }
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
  if (status == GRUNDY_OK && c->has_turns)
    return grundy_turns_compound_moves(c, most, moves, error);
  if (status == GRUNDY_OK) status = grundy_moves_generate(c, root, most, &all, error);
  assert(status != GRUNDY_OK || all != NULL);
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
