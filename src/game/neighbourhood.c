#include "game/neighbourhood.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/order.h"
#include "game/components/unexplored.h"

#include <stdlib.h>
#include <string.h>

void grundy_neighbourhood_free(grundy_neighbourhood *around) {
  free(around->at);
  free(around->vertices);
  free(around->targets);
}

/* ---- vertices ------------------------------------------------------------------------------ */

grundy_status grundy_neighbourhood_add(grundy_neighbourhood *around, uint64_t position, uint32_t *v,
                                       grundy_error *error) {
  if (!grundy_grow(&around->vertices, &around->position_room, position + 1,
                   sizeof *around->vertices) ||
      !grundy_grow(&around->at, &around->room, around->count + 1, sizeof *around->at))
    return grundy_fail_memory(error);
  while (around->position_count <= position)
    around->vertices[around->position_count++] = UINT32_MAX;
  *v = around->vertices[position];
  if (*v != UINT32_MAX) return GRUNDY_OK;
  grundy_neighbourhood_vertex made = {.position = position};
  grundy_status status = grundy_tiers_game_look_up(around->game, position, &made.entry, error);
  if (status != GRUNDY_OK) return status;
  *v = (uint32_t)around->count;
  around->at[around->count++] = made;
  around->vertices[position] = *v;
  return GRUNDY_OK;
}

grundy_status grundy_neighbourhood_expand(grundy_neighbourhood *around, uint32_t v,
                                          grundy_error *error) {
  uint64_t position = around->at[v].position, count = 0, to = 0;
  uint64_t first = around->target_count;
  if (around->at[v].expanded) return GRUNDY_OK;
  grundy_status status = grundy_unexplored_count_moves(around->game, position, &count, error);
  if (status == GRUNDY_OK &&
      !grundy_grow(&around->targets, &around->target_room, first + count, sizeof *around->targets))
    return grundy_fail_memory(error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    status = grundy_unexplored_get_move(around->game, position, i, &to, error);
    if (status == GRUNDY_OK)
      status = grundy_neighbourhood_add(around, to, &around->targets[first + i], error);
  }
  if (status != GRUNDY_OK) return status;
  grundy_neighbourhood_vertex *vertex = &around->at[v];
  vertex->first = first;
  vertex->count = grundy_sort_distinct(around->targets + first, count);
  vertex->expanded = true;
  around->target_count = first + vertex->count;
  return GRUNDY_OK;
}

/* ---- the digraph --------------------------------------------------------------------------- */

/* Adds a vertex with its name and its attributes. */
static grundy_status build_vertex(const grundy_neighbourhood *around, uint32_t v,
                                  grundy_builder *builder, grundy_error *error) {
  const grundy_neighbourhood_vertex *vertex = &around->at[v];
  char name[GRUNDY_NAME_MAX_BYTES];
  size_t length = 0;
  uint32_t made = 0;
  grundy_status status =
      grundy_unexplored_name(around->game, vertex->position, name, sizeof name, &length, error);
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

static grundy_status build(const grundy_neighbourhood *around, grundy_digraph **g,
                           grundy_error *error) {
  grundy_builder *builder = NULL;
  grundy_status status = grundy_builder_new(&builder, error);
  for (uint32_t v = 0; v < around->count && status == GRUNDY_OK; v++)
    status = build_vertex(around, v, builder, error);
  for (uint32_t v = 0; v < around->count && status == GRUNDY_OK; v++)
    for (uint64_t i = 0; i < around->at[v].count && status == GRUNDY_OK; i++)
      status = grundy_builder_move(builder, v, around->targets[around->at[v].first + i], error);
  if (status == GRUNDY_OK) status = grundy_builder_finish(builder, NULL, g, error);
  grundy_builder_free(builder);
  return status;
}

/* ---- the solution -------------------------------------------------------------------------- */

/* Returns what the folder says about a position, as a number or a letter. */
static uint32_t number_of(const grundy_tiers_entry *entry, grundy_columns column) {
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
    return entry->outcome;
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

static grundy_status add_column(const grundy_neighbourhood *around, grundy_columns column,
                                grundy_solution *solution, grundy_error *error) {
  uint32_t *numbers = NULL;
  uint8_t *letters = NULL;
  grundy_status status = column == GRUNDY_COLUMN_OUTCOME
                             ? grundy_solution_add_letters(solution, column, &letters, error)
                             : grundy_solution_add_numbers(solution, column, &numbers, error);
  for (uint64_t v = 0; v < around->count && status == GRUNDY_OK; v++) {
    uint32_t number = number_of(&around->at[v].entry, column);
    if (letters != NULL) letters[v] = (uint8_t)number;
    if (numbers != NULL) numbers[v] = number;
  }
  return status;
}

/* Only positions of infinite value have a set. */
static grundy_status add_k(const grundy_neighbourhood *around, grundy_solution *solution,
                           grundy_error *error) {
  uint64_t total = 0;
  for (uint64_t v = 0; v < around->count; v++) total += around->at[v].entry.value.k.size;
  grundy_arena arena = {0};
  uint64_t *offsets = grundy_arena_array(&arena, around->count + 1, sizeof *offsets);
  uint32_t *numbers = grundy_arena_array(&arena, total, sizeof *numbers);
  uint8_t *absent = grundy_arena_array(&arena, around->count, sizeof *absent);
  grundy_status status = GRUNDY_OK;
  if (!arena.failed) {
    offsets[0] = 0;
    for (uint64_t v = 0; v < around->count; v++) {
      grundy_set k = around->at[v].entry.value.k;
      if (k.size > 0) memcpy(numbers + offsets[v], k.numbers, k.size * sizeof *numbers);
      offsets[v + 1] = offsets[v] + k.size;
      absent[v] = k.absent;
    }
    status = grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, numbers, absent, error);
  }
  return grundy_arena_end(&arena, status, error);
}

grundy_status grundy_neighbourhood_finish(const grundy_neighbourhood *around,
                                          grundy_columns columns, grundy_digraph **g,
                                          grundy_solution **solution, grundy_error *error) {
  grundy_digraph *made = NULL;
  grundy_solution *known = NULL;
  grundy_status status = build(around, &made, error);
  if (status == GRUNDY_OK) status = grundy_solution_new((uint32_t)around->count, &known, error);
  grundy_columns there = around->count == 0 ? 0 : around->at[0].entry.columns;
  if ((there & GRUNDY_COLUMN_GRUNDY) != 0) there |= GRUNDY_COLUMN_K; /* it comes with values */
  for (columns &= there; columns != 0 && status == GRUNDY_OK; columns &= columns - 1) {
    grundy_columns column = columns & -columns;
    status = column == GRUNDY_COLUMN_K ? add_k(around, known, error)
                                       : add_column(around, column, known, error);
  }
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
  grundy_neighbourhood around = {.game = grundy_expression_tiers(expression, component)};
  grundy_status status = GRUNDY_OK;
  if (around.game == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the component is not a folder of tiers");
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = grundy_neighbourhood_add(&around, positions[i], &vertices[i], error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = grundy_neighbourhood_expand(&around, vertices[i], error);
  if (status == GRUNDY_OK)
    status = grundy_neighbourhood_finish(&around, GRUNDY_COLUMNS_TIERS | GRUNDY_COLUMN_K, g,
                                         solution, error);
  grundy_neighbourhood_free(&around);
  return status;
}
