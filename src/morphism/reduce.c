/* Solves a game through its quotient, and gives every position the values of its class. */

#include <grundy/morphism.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "digraph/attributes.h"
#include "solution/impl.h"

#include <assert.h>

typedef struct expansion {
  uint32_t order;
  const uint32_t *class_of;
  const grundy_solution *small;
  grundy_solution *large;
  grundy_error *error;
} expansion;

static grundy_status expand_letters(const expansion *x, grundy_columns column) {
  const uint8_t *from = grundy_solution_letters(x->small, column);
  uint8_t *to;
  grundy_status status = grundy_solution_add_letters(x->large, column, &to, x->error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < x->order; v++) to[v] = from[x->class_of[v]];
  return GRUNDY_OK;
}

static grundy_status expand_numbers(const expansion *x, grundy_columns column) {
  const uint32_t *from = grundy_solution_numbers(x->small, column);
  uint32_t *to;
  grundy_status status = grundy_solution_add_numbers(x->large, column, &to, x->error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < x->order; v++) to[v] = from[x->class_of[v]];
  return GRUNDY_OK;
}

static grundy_status expand_reals(const expansion *x, grundy_columns column) {
  const double *from = grundy_solution_reals(x->small, column);
  double *to;
  grundy_status status = grundy_solution_add_reals(x->large, column, &to, x->error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < x->order; v++) to[v] = from[x->class_of[v]];
  return GRUNDY_OK;
}

static grundy_status expand_sets(const expansion *x, grundy_columns column) {
  grundy_sets sets = {0};
  const grundy_sets *from = grundy_solution_sets(x->small, column);
  sets.offsets = grundy_alloc((uint64_t)x->order + 1, sizeof *sets.offsets);
  if (sets.offsets == NULL) return grundy_fail_memory(x->error);
  sets.offsets[0] = 0;
  for (uint32_t v = 0; v < x->order; v++) {
    uint32_t c = x->class_of[v];
    sets.offsets[v + 1] = sets.offsets[v] + from->offsets[c + 1] - from->offsets[c];
  }
  sets.numbers = grundy_alloc(sets.offsets[x->order], sizeof *sets.numbers);
  if (from->absent != NULL) sets.absent = grundy_alloc(x->order, sizeof *sets.absent);
  if (sets.numbers == NULL || (from->absent != NULL && sets.absent == NULL)) {
    grundy_sets_free(&sets);
    return grundy_fail_memory(x->error);
  }
  for (uint32_t v = 0; v < x->order; v++) {
    uint32_t c = x->class_of[v];
    uint64_t at = sets.offsets[v];
    for (uint64_t i = from->offsets[c]; i < from->offsets[c + 1]; i++)
      sets.numbers[at++] = from->numbers[i];
    assert(at == sets.offsets[v + 1]);
    if (sets.absent != NULL) sets.absent[v] = from->absent[c];
  }
  grundy_solution_give_sets(x->large, column, &sets);
  return GRUNDY_OK;
}

static grundy_status expand_column(const expansion *x, grundy_columns column) {
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_NUMBERS:
    return expand_numbers(x, column);
  case GRUNDY_COLUMN_OF_SETS:
    return expand_sets(x, column);
  case GRUNDY_COLUMN_OF_REALS:
    return expand_reals(x, column);
  default:
    return expand_letters(x, column);
  }
}

static grundy_status expand(expansion *x, const grundy_monitor *monitor) {
  grundy_columns columns = grundy_solution_columns(x->small);
  grundy_work work = grundy_work_start(monitor, "expansion",
                                       (uint64_t)x->order * (unsigned)__builtin_popcount(columns));
  grundy_status status = grundy_solution_new(x->order, &x->large, x->error);
  for (int i = 0; status == GRUNDY_OK && i < GRUNDY_COLUMN_COUNT; i++) {
    if ((columns >> i & 1) == 0) continue;
    status = expand_column(x, (grundy_columns)1 << i);
    if (status == GRUNDY_OK && !grundy_work_step(&work, x->order))
      status = grundy_fail_cancelled(x->error);
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
  grundy_solution *small = NULL;
  uint32_t *class_of = grundy_alloc(order, sizeof *class_of);
  if (class_of == NULL) return grundy_fail_memory(error);
  expansion x = {.order = order, .class_of = class_of, .error = error};
  grundy_status status = solve_quotient(g, options, class_of, &count, &small, error);
  x.small = small;
  if (status == GRUNDY_OK) status = expand(&x, options->monitor);
  if (status == GRUNDY_OK) {
    *solution = x.large;
    x.large = NULL;
    if (classes != NULL) *classes = count;
  }
  grundy_solution_free(x.large);
  grundy_solution_free(small);
  free(class_of);
  return status;
}
