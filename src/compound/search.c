/* Searches a compound: solves the product of everything reachable from a position.
 *
 * In a disjunctive or selective compound, the reachable positions are exactly the product of those
 * reachable in the components; in a conjunctive compound, they are a subset. So each component is
 * explored separately with a hash table, and the digraphs are multiplied; the size of the work is
 * known before it starts. A position stands for its mirror images, if the component reduces them:
 * these have the same moves, up to symmetry. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/monitor.h"
#include "base/saturate.h"
#include "component/component.h"
#include "compound/impl.h"
#include "digraph/product.h"
#include "digraph/rows.h"
#include "solve/kernels.h"
#include "solve/memory.h"

#include <assert.h>
#include <inttypes.h>

/* ---- exploring a component ------------------------------------------------------------------ */

void grundy_reach_free(grundy_reach *reach) {
  grundy_digraph_free(reach->g);
  free(reach->positions);
  free(reach->swaps);
  grundy_hash_table_free(&reach->table);
  *reach = (grundy_reach){0};
}

/* A position that is looked up. */
typedef struct sought {
  const grundy_reach *reach;
  uint64_t position;
} sought;

static bool is_sought(const void *context, uint32_t v) {
  const sought *s = context;
  return s->reach->positions[v] == s->position;
}

static uint32_t tag_of(uint64_t position) {
  return (uint32_t)(grundy_hash_number(position) >> 32);
}

grundy_status grundy_reach_find(const grundy_reach *reach, grundy_component component,
                                uint64_t position, bool *known, uint32_t *v, grundy_error *error) {
  uint64_t reduced = position;
  *known = false;
  if (reach->table.count == 0) return GRUNDY_OK;
  grundy_status status = grundy_component_reduce(component, position, &reduced, error);
  *known = status == GRUNDY_OK && grundy_hash_table_get(&reach->table, tag_of(reduced), is_sought,
                                                        &(sought){reach, reduced}, v);
  return status;
}

/* Breadth-first exploration: `positions` is the queue. */
typedef struct explorer {
  grundy_component component;
  bool is_turned; /* also take every position as the other player sees it */
  grundy_reach reach;
  uint64_t swaps_capacity;
  uint64_t count, positions_capacity, most;
  grundy_rows moves;
  grundy_work work;
} explorer;

grundy_status grundy_reach_visit(grundy_reach *reach, grundy_component component, uint64_t position,
                                 uint64_t *capacity, uint32_t *v, grundy_error *error) {
  uint64_t reduced = position, count = reach->table.count;
  grundy_status status = grundy_component_reduce(component, position, &reduced, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_hash_table_reserve(&reach->table, 1) ||
      !grundy_grow(&reach->positions, capacity, count + 1, sizeof *reach->positions))
    return grundy_fail_memory(error);
  uint32_t tag = tag_of(reduced);
  uint64_t *slot = grundy_hash_table_find(&reach->table, tag, is_sought, &(sought){reach, reduced});
  if (*slot == 0) {
    grundy_hash_table_put(&reach->table, slot, tag, (uint32_t)count);
    reach->positions[count] = reduced;
  }
  *v = (uint32_t)*slot - 1;
  return GRUNDY_OK;
}

static grundy_status visit(explorer *e, uint64_t position, uint32_t *v, grundy_error *error) {
  grundy_status status =
      grundy_reach_visit(&e->reach, e->component, position, &e->positions_capacity, v, error);
  e->count = e->reach.table.count;
  return status;
}

/* Takes the position of the vertex as the other player sees it. */
static grundy_status take_swap(explorer *e, uint32_t v, grundy_error *error) {
  uint64_t swapped = 0;
  uint32_t w = 0;
  grundy_status status = grundy_swap_position(e->component, e->reach.positions[v], &swapped, error);
  if (status == GRUNDY_OK) status = visit(e, swapped, &w, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&e->reach.swaps, &e->swaps_capacity, (uint64_t)v + 1, sizeof *e->reach.swaps))
    return grundy_fail_memory(error);
  e->reach.swaps[v] = w;
  return GRUNDY_OK;
}

/* Takes all moves from the vertex; stops when there are too many positions. */
static grundy_status expand(explorer *e, uint32_t v, grundy_error *error) {
  grundy_component component = e->component;
  uint64_t position = e->reach.positions[v], moves, to;
  grundy_status status = component.kind->count_moves(component.data, position, &moves, error);
  if (status != GRUNDY_OK) return status;
  if (moves == UINT64_MAX) { /* infinitely many */
    e->count = e->most + 1;
    return GRUNDY_OK;
  }
  if (!grundy_work_step(&e->work, moves + 1)) return grundy_fail_cancelled(error);
  for (uint64_t i = 0; i < moves && e->count <= e->most && status == GRUNDY_OK; i++) {
    uint32_t head = 0;
    status = component.kind->get_move(component.data, position, i, &to, error);
    if (status == GRUNDY_OK) status = visit(e, to, &head, error);
    if (status == GRUNDY_OK && !grundy_rows_push(&e->moves, head))
      status = grundy_fail_memory(error);
  }
  if (status == GRUNDY_OK && !grundy_rows_end(&e->moves)) status = grundy_fail_memory(error);
  return status == GRUNDY_OK && e->is_turned ? take_swap(e, v, error) : status;
}

/* Finds everything reachable from the position, for both players if `is_turned`. If there are more
 * than `most` positions, *count exceeds `most` and *reach is not set. If `reach` is NULL, only
 * counts. */
static grundy_status explore(grundy_component component, bool is_turned, uint64_t position,
                             uint64_t most, const grundy_monitor *monitor, uint64_t *count,
                             grundy_reach *reach, grundy_error *error) {
  explorer e = {.component = component,
                .is_turned = is_turned,
                .most = most < GRUNDY_DIGRAPH_MAX_ORDER ? most : GRUNDY_DIGRAPH_MAX_ORDER};
  e.work = grundy_work_start(monitor, "exploring", 0);
  uint32_t v;
  grundy_evaluation now;
  grundy_status status =
      grundy_evaluate_position(component, position, GRUNDY_NORMAL_PLAY, &now, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_is_known(now.remoteness)) { /* the component has already tried itself */
    *count = e.most + 1;
    return GRUNDY_OK;
  }
  status = visit(&e, position, &v, error);
  for (uint64_t next = 0; next < e.count && e.count <= e.most && status == GRUNDY_OK; next++)
    status = expand(&e, (uint32_t)next, error);
  *count = e.count;
  uint64_t moves = e.moves.size;
  if (status == GRUNDY_OK && e.count <= e.most && reach != NULL)
    status = grundy_rows_sort(&e.moves, &e.reach.g, error);
  if (status == GRUNDY_OK && e.count <= e.most && reach != NULL) {
    grundy_work_finish(&e.work, "", moves);
    *reach = e.reach;
    e.reach = (grundy_reach){0};
  }
  grundy_reach_free(&e.reach);
  grundy_rows_free(&e.moves);
  return status;
}

/* ---- places ------------------------------------------------------------------------------- */

void grundy_solved_product_free(grundy_solved_product *found) {
  grundy_digraph_free(found->g);
  grundy_solution_free(found->solution);
  *found = (grundy_solved_product){0};
}

/* The weight of a leaf in a tuple of tuples is the product of the strides up to the node. */
grundy_status grundy_compound_place(const grundy_compound *c, uint32_t n, bool *known,
                                    uint64_t *place, grundy_error *error) {
  uint64_t total = 0;
  *known = false;
  for (uint32_t leaf = c->nodes[n].first; leaf <= n; leaf++) {
    const grundy_node *node = &c->nodes[leaf];
    if (!grundy_is_leaf(node)) continue;
    bool is_met;
    uint32_t v, component = node->component;
    grundy_status status = grundy_reach_find(&node->reach, c->components[component],
                                             c->positions[component], &is_met, &v, error);
    if (status != GRUNDY_OK || !is_met) return status;
    uint64_t weight = v;
    for (uint32_t child = leaf; child != n; child = c->nodes[child].parent) {
      if (c->nodes[c->nodes[child].parent].found.g == NULL) return GRUNDY_OK;
      weight *= c->nodes[child].stride;
    }
    total += weight;
  }
  *known = true;
  *place = total;
  return GRUNDY_OK;
}

static void add_remoteness(const grundy_solved_product *found, uint32_t v, grundy_play play,
                           grundy_evaluation *evaluation) {
  bool normal = play == GRUNDY_NORMAL_PLAY;
  const uint32_t *remoteness = grundy_solution_numbers(
      found->solution, normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS);
  grundy_origin origin = {.positions = grundy_digraph_order(found->g)};
  if (remoteness == NULL || grundy_is_known(evaluation->remoteness)) return;
  evaluation->remoteness = remoteness[v] == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : remoteness[v];
  evaluation->remoteness_origin = origin;
  if (evaluation->outcome != GRUNDY_OUTCOME_NONE) return;
  evaluation->outcome = (grundy_outcome)grundy_outcome_of_remoteness(remoteness[v]);
  evaluation->outcome_origin = origin;
}

void grundy_solved_product_add(const grundy_solved_product *found, uint64_t place, grundy_play play,
                               grundy_evaluation *evaluation) {
  const grundy_solution *solution = found->solution;
  uint32_t v = (uint32_t)place;
  add_remoteness(found, v, play, evaluation);
  const uint32_t *counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  if (counter == NULL) return;
  grundy_value value = grundy_solution_value(solution, v);
  bool infinite = value.nimber == GRUNDY_INFINITY;
  evaluation->counter = infinite ? GRUNDY_INFINITY64 : counter[v];
  if (grundy_is_known(evaluation->value)) return;
  evaluation->value = infinite ? GRUNDY_INFINITY64 : value.nimber;
  evaluation->value_origin = (grundy_origin){.positions = grundy_digraph_order(found->g)};
  evaluation->k = value.k;
  evaluation->shift = 0;
}

/* ---- limits ------------------------------------------------------------------------------- */

static void reached_positions(grundy_compound *c, uint64_t limit) {
  snprintf(c->limit_reached, sizeof c->limit_reached,
           "a product to be searched has more than %" PRIu64 " positions", limit);
  c->limit_reason = GRUNDY_REASON_TOO_MANY;
}

static void reached_memory(grundy_compound *c, uint64_t need, uint64_t memory) {
  snprintf(c->limit_reached, sizeof c->limit_reached,
           "a search needs %" PRIu64 " MB of memory, more than %" PRIu64 " MB", need >> 20,
           memory >> 20);
  c->limit_reason = GRUNDY_REASON_MEMORY;
}

/* Finds a lower bound on the positions reachable from the leaf: a play of length d passes through d
 * + 1 of them; if play may be endless, a few are explored. */
static grundy_status least_reach(const grundy_compound *c, uint32_t leaf, uint64_t *count,
                                 grundy_error *error) {
  enum { LITTLE = 64 };
  uint32_t component = c->nodes[leaf].component;
  *count = c->evaluations[GRUNDY_NORMAL_PLAY][leaf].distance;
  if (*count != GRUNDY_INFINITY64) {
    ++*count;
    return GRUNDY_OK;
  }
  return explore(c->components[component], grundy_is_turned(c, leaf), c->positions[component],
                 LITTLE, NULL, count, NULL, error);
}

/* Estimates whether the search will stay within its limits. A heap of Nim is judged by its size: it
 * has too many moves long before it has too many positions. */
static grundy_status looks_small(grundy_compound *c, uint32_t n, uint64_t limit, uint64_t memory,
                                 bool *small, grundy_error *error) {
  uint64_t positions = 1, moves = 0;
  const char *how = NULL;
  for (uint32_t leaf = c->nodes[n].first; leaf <= n && positions <= limit; leaf++) {
    if (!grundy_is_leaf(&c->nodes[leaf])) continue;
    uint64_t count;
    grundy_status status = least_reach(c, leaf, &count, error);
    if (status != GRUNDY_OK) return status;
    const grundy_evaluation *known = &c->evaluations[GRUNDY_NORMAL_PLAY][leaf];
    if (count >
        GRUNDY_OMEGA) /* a component that has tried itself and does not know its remoteness */
      how = grundy_is_known(known->remoteness) ? "infinitely" : "too";
    positions = grundy_times(positions, count);
    if (known->is_nim_heap) moves += grundy_times(count, count - 1) / 2;
  }
  *small = positions <= limit && grundy_times(moves, 16) <= memory;
  if (how != NULL) {
    snprintf(c->limit_reached, sizeof c->limit_reached,
             "a component to be searched has %s many positions", how);
    c->limit_reason = GRUNDY_REASON_TOO_MANY;
  } else if (positions > limit) {
    reached_positions(c, limit);
  } else if (!*small) {
    reached_memory(c, grundy_times(moves, 16), memory);
  }
  return GRUNDY_OK;
}

/* ---- products ----------------------------------------------------------------------------- */

static grundy_status reach_leaves(grundy_compound *c, uint32_t n, uint64_t limit,
                                  const grundy_monitor *monitor, bool *small, grundy_error *error) {
  uint64_t left = limit;
  for (uint32_t leaf = c->nodes[n].first; leaf <= n && left > 0; leaf++) {
    if (!grundy_is_leaf(&c->nodes[leaf])) continue;
    /* Explores the leaf unless its position is already known. */
    grundy_node *node = &c->nodes[leaf];
    grundy_component component = c->components[node->component];
    uint64_t position = c->positions[node->component], count;
    grundy_reach reach = {0};
    bool known;
    uint32_t v;
    grundy_status status = grundy_reach_find(&node->reach, component, position, &known, &v, error);
    if (status == GRUNDY_OK && !known)
      status = explore(component, grundy_is_turned(c, leaf), position, left, monitor, &count,
                       &reach, error);
    if (status != GRUNDY_OK) return status;
    if (known) count = grundy_digraph_order(node->reach.g);
    if (reach.g != NULL) {
      grundy_reach_free(&node->reach);
      node->reach = reach;
      /* The vertices of the products of ancestors have changed their meaning. */
      for (uint32_t above = leaf; c->nodes[above].parent != above;) {
        above = c->nodes[above].parent;
        grundy_solved_product_free(&c->nodes[above].found);
      }
    }
    assert(count > 0); /* the position reaches itself */
    left /= count;
  }
  *small = left > 0;
  if (!*small) reached_positions(c, limit);
  return GRUNDY_OK;
}

static const grundy_digraph *digraph_of(const grundy_compound *c, uint32_t n) {
  return grundy_is_leaf(&c->nodes[n]) ? c->nodes[n].reach.g : c->nodes[n].found.g;
}

/* Computes the size in bytes of the products of the node and all its descendants, of which some may
 * exist. */
static grundy_status find_bytes(const grundy_compound *c, uint32_t n, uint64_t *bytes,
                                grundy_error *error) {
  uint32_t first = c->nodes[n].first;
  grundy_product_size *sizes = grundy_alloc(n - first + 1, sizeof *sizes);
  if (sizes == NULL) return grundy_fail_memory(error);
  *bytes = 0;
  for (uint32_t i = first; i <= n; i++) {
    const grundy_node *node = &c->nodes[i];
    if (grundy_is_leaf(node)) sizes[i - first] = grundy_product_size_of_game(node->reach.g);
    if (grundy_is_leaf(node) || node->absorbed) continue;
    grundy_product_size size = grundy_product_size_begin(node->kind);
    for (uint32_t k = 0; k < node->children_count; k++)
      size = grundy_product_size_with(node->kind, size, sizes[grundy_children(c, node)[k] - first]);
    sizes[i - first] = size;
    *bytes =
        grundy_plus(*bytes, grundy_plus(grundy_times(8, size.order), grundy_times(4, size.moves)));
  }
  free(sizes);
  return GRUNDY_OK;
}

/* Makes the product of the digraphs of the node's children, which exist. */
static grundy_status multiply(grundy_compound *c, uint32_t n, const grundy_digraph **games,
                              const grundy_monitor *monitor, grundy_error *error) {
  grundy_node *node = &c->nodes[n];
  uint32_t count = node->children_count;
  grundy_product_options options = {.size = sizeof options,
                                    .most_vertices = UINT64_MAX,
                                    .most_moves = UINT64_MAX,
                                    .unnamed = true,
                                    .monitor = monitor};
  uint64_t stride = 1;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t child = grundy_children(c, node)[i];
    games[i] = digraph_of(c, child);
    c->nodes[child].stride = stride;
    stride *= grundy_digraph_order(games[i]);
  }
  if (!grundy_is_seen_sum(c, n))
    return grundy_digraph_product(node->kind, count, games, &options, &node->found.g, error);
  const uint32_t **swaps = grundy_alloc(count, sizeof(void *));
  if (swaps == NULL) return grundy_fail_memory(error);
  for (uint32_t i = 0; i < count; i++) swaps[i] = c->nodes[grundy_children(c, node)[i]].reach.swaps;
  grundy_status status =
      grundy_digraph_sum_seen(count, games, swaps, &options, &node->found.g, error);
  free((void *)swaps);
  return status;
}

/* Makes the missing products of the node and all its descendants, if there is room for all of them,
 * which take `bytes` bytes. */
static grundy_status multiply_all(grundy_compound *c, uint32_t n, uint64_t memory, uint64_t *bytes,
                                  const grundy_monitor *monitor, bool *small, grundy_error *error) {
  const grundy_digraph **games = grundy_alloc(c->count, sizeof(void *));
  if (games == NULL) return grundy_fail_memory(error);
  grundy_status status = find_bytes(c, n, bytes, error);
  *small = status == GRUNDY_OK && *bytes <= memory;
  if (status == GRUNDY_OK && !*small) reached_memory(c, *bytes, memory);
  for (uint32_t i = c->nodes[n].first; i <= n && *small && status == GRUNDY_OK; i++) {
    const grundy_node *node = &c->nodes[i];
    if (grundy_is_leaf(node) || node->absorbed || node->found.g != NULL) continue;
    status = multiply(c, i, games, monitor, error);
  }
  free((void *)games);
  return status;
}

/* ---- solving ------------------------------------------------------------------------------ */

/* Solves the node, in addition to products of that many bytes. */
static grundy_status solve(grundy_compound *c, uint32_t n, grundy_columns columns, uint64_t memory,
                           uint64_t bytes, const grundy_monitor *monitor, bool *small,
                           grundy_error *error) {
  grundy_solved_product *found = &c->nodes[n].found;
  if (found->solution != NULL) columns |= grundy_solution_columns(found->solution);
  grundy_solve_options options = {.size = sizeof options, .columns = columns, .monitor = monitor};
  uint64_t need = grundy_plus(grundy_solve_memory(found->g, &options), bytes);
  *small = need <= memory;
  if (!*small) {
    reached_memory(c, need, memory);
    return GRUNDY_OK;
  }
  grundy_solution *solution;
  grundy_status status = grundy_solve_in_memory(found->g, &options, &solution, error);
  if (status != GRUNDY_OK) return status;
  grundy_solution_free(found->solution);
  found->solution = solution;
  return GRUNDY_OK;
}

grundy_status grundy_compound_search(grundy_compound *c, uint32_t n, grundy_columns columns,
                                     const grundy_search_options *options, bool *done,
                                     grundy_error *error) {
  uint64_t limit = options->limit == 0 ? GRUNDY_SEARCH_MAX_POSITIONS : options->limit;
  uint64_t memory = options->memory == 0 ? GRUNDY_SEARCH_MAX_MEMORY : options->memory;
  if (limit > GRUNDY_DIGRAPH_MAX_ORDER) limit = GRUNDY_DIGRAPH_MAX_ORDER;
  bool small = false;
  uint64_t bytes = 0;
  *done = false;
  grundy_status status = looks_small(c, n, limit, memory, &small, error);
  if (status == GRUNDY_OK && small)
    status = reach_leaves(c, n, limit, options->monitor, &small, error);
  if (status == GRUNDY_OK && small)
    status = multiply_all(c, n, memory, &bytes, options->monitor, &small, error);
  if (status == GRUNDY_OK && small)
    status = solve(c, n, columns, memory, bytes, options->monitor, &small, error);
  *done = status == GRUNDY_OK && small;
  return status;
}
