/* Solves a game through its quotient, and gives every position the values of its class. */

#include <grundy/morphism.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "digraph/attributes.h"
#include "morphism/expand.h"
#include "solution/impl.h"

#include <assert.h>

static grundy_status expand_sets(const grundy_sets *from, uint32_t order, const uint32_t *class_of,
                                 grundy_sets *sets, grundy_error *error) {
  grundy_arena arena = {0};
  uint64_t *offsets = grundy_arena_array(&arena, (uint64_t)order + 1, sizeof *offsets), size = 0;
  for (uint32_t v = 0; v < order; v++)
    size += from->offsets[class_of[v] + 1] - from->offsets[class_of[v]];
  uint32_t *numbers = grundy_arena_array(&arena, size, sizeof *numbers);
  uint8_t *absent = from->absent == NULL ? NULL : grundy_arena_array(&arena, order, sizeof *absent);
  if (arena.failed) return grundy_arena_end(&arena, GRUNDY_OK, error);
  offsets[0] = 0;
  for (uint32_t v = 0; v < order; v++) {
    uint32_t c = class_of[v];
    uint64_t at = offsets[v];
    for (uint64_t i = from->offsets[c]; i < from->offsets[c + 1]; i++)
      numbers[at++] = from->numbers[i];
    offsets[v + 1] = at;
    if (absent != NULL) absent[v] = from->absent[c];
  }
  assert(offsets[order] == size);
  *sets = (grundy_sets){.offsets = grundy_arena_take(&arena, offsets),
                        .numbers = grundy_arena_take(&arena, numbers),
                        .absent = grundy_arena_take(&arena, absent)};
  return grundy_arena_end(&arena, GRUNDY_OK, error);
}

grundy_status grundy_solution_expand(const grundy_solution *small, grundy_columns column,
                                     const uint32_t *class_of, grundy_solution *large,
                                     grundy_error *error) {
  uint32_t order = grundy_solution_order(large), *numbers;
  grundy_column_kind kind = grundy_column_describe(column)->kind;
  grundy_status status;
  grundy_sets sets;
  double *reals;
  uint8_t *letters;
  if (kind == GRUNDY_COLUMN_OF_NUMBERS) {
    const uint32_t *from = grundy_solution_numbers(small, column);
    status = grundy_solution_add_numbers(large, column, &numbers, error);
    for (uint32_t v = 0; status == GRUNDY_OK && v < order; v++) numbers[v] = from[class_of[v]];
  } else if (kind == GRUNDY_COLUMN_OF_SETS) {
    status = expand_sets(grundy_solution_sets(small, column), order, class_of, &sets, error);
    if (status == GRUNDY_OK) grundy_solution_give_sets(large, column, &sets);
  } else if (kind == GRUNDY_COLUMN_OF_REALS) {
    const double *from = grundy_solution_reals(small, column);
    status = grundy_solution_add_reals(large, column, &reals, error);
    for (uint32_t v = 0; status == GRUNDY_OK && v < order; v++) reals[v] = from[class_of[v]];
  } else {
    const uint8_t *from = grundy_solution_letters(small, column);
    status = grundy_solution_add_letters(large, column, &letters, error);
    for (uint32_t v = 0; status == GRUNDY_OK && v < order; v++) letters[v] = from[class_of[v]];
  }
  return status;
}

static grundy_status expand(const grundy_solution *small, uint32_t order, const uint32_t *class_of,
                            const grundy_monitor *monitor, grundy_solution **large,
                            grundy_error *error) {
  grundy_columns columns = grundy_solution_columns(small);
  grundy_work work = grundy_work_start(monitor, "expansion",
                                       (uint64_t)order * (unsigned)__builtin_popcount(columns));
  grundy_status status = grundy_solution_new(order, large, error);
  for (int i = 0; status == GRUNDY_OK && i < GRUNDY_COLUMN_COUNT; i++) {
    if ((columns >> i & 1) == 0) continue;
    status = grundy_solution_expand(small, (grundy_columns)1 << i, class_of, *large, error);
    if (status == GRUNDY_OK && !grundy_work_step(&work, order))
      status = grundy_fail_cancelled(error);
  }
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", 0);
  return status;
}

/* Solves the quotient; *count is the number of classes. */
static grundy_status solve_quotient(const grundy_digraph *g, const grundy_solve_options *options,
                                    uint32_t *class_of, uint32_t *count, grundy_solution **small,
                                    grundy_error *error) {
  const grundy_monitor *monitor = options->monitor;
  grundy_digraph *quotient = NULL;
  grundy_status status =
      grundy_compatible_coarsest(g, GRUNDY_MONITORED(monitor), class_of, count, error);
  if (status == GRUNDY_OK)
    status =
        grundy_quotient(g, class_of, *count, NULL, GRUNDY_MONITORED(monitor), &quotient, error);
  if (status == GRUNDY_OK) status = grundy_solve_in_memory(quotient, options, small, error);
  grundy_digraph_free(quotient);
  return status;
}

grundy_status grundy_solve_reduced(const grundy_digraph *g, const grundy_solve_options *options,
                                   grundy_solution **solution, uint32_t *classes,
                                   grundy_error *error) {
  grundy_solve_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  options = &chosen;
  if (grundy_digraph_require_whole(g, "quotient", error) != GRUNDY_OK) return GRUNDY_UNDEFINED;
  uint32_t order = grundy_digraph_order(g), count = 0;
  grundy_solution *small = NULL, *large = NULL;
  uint32_t *class_of = grundy_alloc(order, sizeof *class_of);
  if (class_of == NULL) return grundy_fail_memory(error);
  grundy_status status = solve_quotient(g, options, class_of, &count, &small, error);
  if (status == GRUNDY_OK) status = expand(small, order, class_of, options->monitor, &large, error);
  if (status == GRUNDY_OK) {
    *solution = large;
    large = NULL;
    if (classes != NULL) *classes = count;
  }
  grundy_solution_free(large);
  grundy_solution_free(small);
  free(class_of);
  return status;
}
