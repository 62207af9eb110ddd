#include "game/neighbourhood.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/order.h"
#include "game/components/unexplored.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void grundy_neighbourhood_free(grundy_neighbourhood *x) {
  free(x->at);
  free(x->vertices);
  free(x->targets);
}

/* ---- vertices ------------------------------------------------------------------------------ */

/* Makes room for the vertices of all positions up to this one. */
static bool make_room(grundy_neighbourhood *x, uint64_t position) {
  if (!grundy_grow(&x->vertices, &x->position_room, position + 1, sizeof *x->vertices))
    return false;
  while (x->position_count <= position) x->vertices[x->position_count++] = UINT32_MAX;
  return grundy_grow(&x->at, &x->room, x->count + 1, sizeof *x->at);
}

grundy_status grundy_neighbourhood_add(grundy_neighbourhood *x, uint64_t position, uint32_t *v,
                                       grundy_error *error) {
  if (!make_room(x, position)) return grundy_fail_memory(error);
  *v = x->vertices[position];
  if (*v != UINT32_MAX) return GRUNDY_OK;
  grundy_neighbourhood_vertex made = {.position = position};
  grundy_status status = grundy_tiers_game_look_up(x->game, position, &made.entry, error);
  if (status != GRUNDY_OK) return status;
  *v = (uint32_t)x->count;
  x->at[x->count++] = made;
  x->vertices[position] = *v;
  return GRUNDY_OK;
}

grundy_status grundy_neighbourhood_expand(grundy_neighbourhood *x, uint32_t v,
                                          grundy_error *error) {
  uint64_t position = x->at[v].position, count = 0, to = 0;
  uint64_t first = x->target_count;
  if (x->at[v].expanded) return GRUNDY_OK;
  grundy_status status = grundy_unexplored_count_moves(x->game, position, &count, error);
  if (status == GRUNDY_OK &&
      !grundy_grow(&x->targets, &x->target_room, first + count, sizeof *x->targets))
    return grundy_fail_memory(error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    status = grundy_unexplored_get_move(x->game, position, i, &to, error);
    if (status == GRUNDY_OK)
      status = grundy_neighbourhood_add(x, to, &x->targets[first + i], error);
  }
  if (status != GRUNDY_OK) return status;
  grundy_neighbourhood_vertex *vertex = &x->at[v];
  vertex->first = first;
  vertex->count = grundy_sort_distinct(x->targets + first, count);
  vertex->expanded = true;
  x->target_count = first + vertex->count;
  return GRUNDY_OK;
}

/* ---- the digraph --------------------------------------------------------------------------- */

/* Adds a vertex with its name and its attributes. */
static grundy_status build_vertex(const grundy_neighbourhood *x, uint32_t v,
                                  grundy_builder *builder, grundy_error *error) {
  const grundy_neighbourhood_vertex *vertex = &x->at[v];
  char name[GRUNDY_NAME_MAX_BYTES];
  size_t length = 0;
  uint32_t made = 0;
  grundy_status status =
      grundy_unexplored_name(x->game, vertex->position, name, sizeof name, &length, error);
  if (status == GRUNDY_OK) status = grundy_builder_vertex(builder, name, length, &made, error);
  if (status == GRUNDY_OK && made != v)
    status = grundy_fail(error, GRUNDY_BAD_INPUT, "two positions have the name '%.*s'",
                         grundy_excerpt(name, length), name);
  if (status != GRUNDY_OK || vertex->entry.player == 0) return status;
  status = grundy_builder_player(builder, v, vertex->entry.player, error);
  if (status == GRUNDY_OK && vertex->count == 0)
    status = grundy_builder_outcome(builder, v, vertex->entry.outcome, error);
  return status;
}

static grundy_status build(const grundy_neighbourhood *x, grundy_digraph **g, grundy_error *error) {
  grundy_builder *builder = NULL;
  grundy_status status = grundy_builder_new(&builder, error);
  for (uint32_t v = 0; v < x->count && status == GRUNDY_OK; v++)
    status = build_vertex(x, v, builder, error);
  for (uint32_t v = 0; v < x->count && status == GRUNDY_OK; v++)
    for (uint64_t i = 0; i < x->at[v].count && status == GRUNDY_OK; i++)
      status = grundy_builder_move(builder, v, x->targets[x->at[v].first + i], error);
  if (status == GRUNDY_OK) status = grundy_builder_finish(builder, NULL, g, error);
  grundy_builder_free(builder);
  return status;
}

/* ---- the solution -------------------------------------------------------------------------- */

static uint32_t number_of(const grundy_tiers_entry *entry, grundy_columns column) {
  switch (column) {
  case GRUNDY_COLUMN_REMOTENESS:
    return entry->remoteness;
  case GRUNDY_COLUMN_GRUNDY:
    return entry->value.nimber;
  case GRUNDY_COLUMN_COUNTER:
    return entry->counter;
  case GRUNDY_COLUMN_Q1:
    return entry->q1;
  default:
    return entry->q0;
  }
}

static grundy_status add_numbers(const grundy_neighbourhood *x, grundy_columns column,
                                 grundy_solution *solution, grundy_error *error) {
  uint32_t *numbers = NULL;
  grundy_status status = grundy_solution_add_numbers(solution, column, &numbers, error);
  for (uint64_t v = 0; v < x->count && status == GRUNDY_OK; v++)
    numbers[v] = number_of(&x->at[v].entry, column);
  return status;
}

static grundy_status add_outcomes(const grundy_neighbourhood *x, grundy_solution *solution,
                                  grundy_error *error) {
  uint8_t *letters = NULL;
  grundy_status status =
      grundy_solution_add_letters(solution, GRUNDY_COLUMN_OUTCOME, &letters, error);
  for (uint64_t v = 0; v < x->count && status == GRUNDY_OK; v++)
    letters[v] = x->at[v].entry.outcome;
  return status;
}

/* Only positions of infinite value have a set. */
static grundy_status add_k(const grundy_neighbourhood *x, grundy_solution *solution,
                           grundy_error *error) {
  uint64_t total = 0;
  for (uint64_t v = 0; v < x->count; v++) total += x->at[v].entry.value.k.size;
  grundy_arena arena = {0};
  uint64_t *offsets = grundy_arena_array(&arena, x->count + 1, sizeof *offsets);
  uint32_t *numbers = grundy_arena_array(&arena, total, sizeof *numbers);
  uint8_t *absent = grundy_arena_array(&arena, x->count, sizeof *absent);
  grundy_status status = GRUNDY_OK;
  if (!arena.failed) {
    offsets[0] = 0;
    for (uint64_t v = 0; v < x->count; v++) {
      grundy_set k = x->at[v].entry.value.k;
      if (k.size > 0) memcpy(numbers + offsets[v], k.numbers, k.size * sizeof *numbers);
      offsets[v + 1] = offsets[v] + k.size;
      absent[v] = k.absent;
    }
    status = grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, numbers, absent, error);
  }
  return grundy_arena_end(&arena, status, error);
}

/* Returns the columns that the folder has; K comes with values. */
static grundy_columns columns_of(const grundy_neighbourhood *x) {
  grundy_columns columns = x->count == 0 ? 0 : x->at[0].entry.columns;
  return (columns & GRUNDY_COLUMN_GRUNDY) != 0 ? columns | GRUNDY_COLUMN_K : columns;
}

static grundy_status add_columns(const grundy_neighbourhood *x, grundy_columns columns,
                                 grundy_solution *solution, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  columns &= columns_of(x);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; i++) {
    grundy_columns column = columns & (grundy_columns)1 << i;
    if (column == GRUNDY_COLUMN_OUTCOME)
      status = add_outcomes(x, solution, error);
    else if (column == GRUNDY_COLUMN_K)
      status = add_k(x, solution, error);
    else if (column != 0)
      status = add_numbers(x, column, solution, error);
  }
  return status;
}

grundy_status grundy_neighbourhood_finish(const grundy_neighbourhood *x, grundy_columns columns,
                                          grundy_digraph **g, grundy_solution **solution,
                                          grundy_error *error) {
  grundy_digraph *made = NULL;
  grundy_solution *known = NULL;
  grundy_status status = build(x, &made, error);
  if (status == GRUNDY_OK) status = grundy_solution_new((uint32_t)x->count, &known, error);
  if (status == GRUNDY_OK) status = add_columns(x, columns, known, error);
  if (status == GRUNDY_OK) {
    *g = made;
    *solution = known;
    return GRUNDY_OK;
  }
  grundy_digraph_free(made);
  grundy_solution_free(known);
  return status;
}

/* ---- for callers --------------------------------------------------------------------------- */

grundy_status grundy_expression_neighbourhood(grundy_expression *expression, uint32_t component,
                                              const uint64_t *positions, uint64_t count,
                                              uint32_t *vertices, grundy_digraph **g,
                                              grundy_solution **solution, grundy_error *error) {
  grundy_neighbourhood x = {.game = grundy_expression_tiers(expression, component)};
  grundy_status status = GRUNDY_OK;
  if (x.game == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the component is not a folder of tiers");
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = grundy_neighbourhood_add(&x, positions[i], &vertices[i], error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = grundy_neighbourhood_expand(&x, vertices[i], error);
  if (status == GRUNDY_OK)
    status =
        grundy_neighbourhood_finish(&x, GRUNDY_COLUMNS_TIERS | GRUNDY_COLUMN_K, g, solution, error);
  grundy_neighbourhood_free(&x);
  return status;
}
