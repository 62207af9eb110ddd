/* Solves games that do not fit into memory, with a scratch file. */

#include <grundy/solve.h>

#include "base/error.h"
#include "base/options.h"
#include "digraph/attributes.h"
#include "external/build.h"
#include "external/external.h"
#include "external/impl.h"
#include "solve/impl.h"
#include "solve/kernels.h"
#include "solve/plan.h"

#include <math.h>

/* ---- columns ----------------------------------------------------------------------------- */

/* Makes *numbers the array of a column that the step computes, as grundy_plan_numbers does; of the
 * arena if that only counts. */
static grundy_status add_numbers(grundy_external *x, const grundy_plan_step *step,
                                 grundy_columns column, uint32_t **numbers) {
  uint64_t order = x->g.order;
  if (!x->arena.counting) {
    if ((step->yields & column) != 0) grundy_arena_hold(&x->arena, 4 * order);
    return grundy_plan_numbers(step, column, x->solution, &x->arena, numbers, x->error);
  }
  *numbers = NULL;
  if (((step->yields | step->scratch) & column) != 0)
    *numbers = grundy_arena_array(&x->arena, order, sizeof **numbers);
  return GRUNDY_OK;
}

/* ---- columns of an earlier run ----------------------------------------------------------- */

/* Loads a column if an earlier run has saved it. */
static grundy_status load(grundy_external *x, grundy_columns column, uint32_t *numbers,
                          bool *found) {
  *found = false;
  if (x->all.scratch == NULL) return GRUNDY_OK;
  grundy_work work = grundy_work_start(x->monitor, "loading columns", 0);
  return grundy_scratch_load(x->all.scratch, column, numbers, found, &work, x->error);
}

/* Saves a column, unless that is NULL, for a run that continues. */
static grundy_status save(grundy_external *x, grundy_columns column, const uint32_t *numbers) {
  if (x->all.scratch == NULL || numbers == NULL) return GRUNDY_OK;
  grundy_work work = grundy_work_start(x->monitor, "saving columns", 0);
  return grundy_scratch_save(x->all.scratch, column, numbers, &work, x->error);
}

/* ---- outcome and remoteness -------------------------------------------------------------- */

/* Adds remoteness and the outcome in normal or misère play; remoteness is saved if other columns
 * are computed afterwards. */
static grundy_status add_remoteness(grundy_external *x, const grundy_plan_step *step, bool last) {
  bool normal = step->kernel == GRUNDY_KERNEL_REMOTENESS, found;
  grundy_columns outcome = normal ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_MISERE;
  grundy_columns column = normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS;
  uint32_t *remoteness;
  grundy_status status = add_numbers(x, step, column, &remoteness);
  if (status == GRUNDY_OK) status = load(x, column, remoteness, &found);
  if (status == GRUNDY_OK && !found) {
    const grundy_endings endings = {normal ? grundy_digraph_outcomes(x->game) : NULL,
                                    normal ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N};
    status = grundy_external_remoteness(x, &endings, normal ? "remoteness" : "misere remoteness",
                                        remoteness);
    if (status == GRUNDY_OK && !last) status = save(x, column, remoteness);
  }
  if (status == GRUNDY_OK && (step->yields & outcome) != 0) {
    grundy_arena_hold(&x->arena, x->g.order);
    if (!x->arena.counting)
      status = grundy_solve_outcome(x->solution, outcome, remoteness, x->error);
  }
  if ((step->scratch & column) != 0) grundy_arena_release(&x->arena, remoteness);
  return status;
}

/* ---- values ------------------------------------------------------------------------------ */

/* The arrays of peeling and levels. */
typedef struct value_arrays {
  uint32_t *distance, *values, *counter;
  uint32_t *state; /* one of these columns if its entries are not needed yet */
} value_arrays;

/* Loads all arrays, if an earlier run has saved them. */
static grundy_status load_values(grundy_external *x, const value_arrays *a, bool *found) {
  const struct {
    grundy_columns column;
    uint32_t *numbers;
  } arrays[] = {{GRUNDY_COLUMN_DISTANCE, a->distance},
                {GRUNDY_COLUMN_GRUNDY, a->values},
                {GRUNDY_COLUMN_COUNTER, a->counter}};
  grundy_status status = GRUNDY_OK;
  *found = true;
  for (size_t i = 0; status == GRUNDY_OK && *found && i < sizeof arrays / sizeof *arrays; i++)
    if (arrays[i].numbers != NULL) status = load(x, arrays[i].column, arrays[i].numbers, found);
  return status;
}

/* Saves the arrays, without a counter that could not be computed. */
static grundy_status save_values(grundy_external *x, const value_arrays *a) {
  grundy_status status = save(x, GRUNDY_COLUMN_DISTANCE, a->distance);
  if (status == GRUNDY_OK) status = save(x, GRUNDY_COLUMN_GRUNDY, a->values);
  if (status == GRUNDY_OK && !x->lazy) status = save(x, GRUNDY_COLUMN_COUNTER, a->counter);
  return status;
}

/* Peels, and labels the rest. */
static grundy_status compute_values(grundy_external *x, const value_arrays *a) {
  grundy_status status = grundy_external_peel(x, a->state, a->values);
  if (status == GRUNDY_OK && a->distance != NULL && !x->arena.counting)
    grundy_labels_finish(x->g.order, a->state, a->distance);
  if (status == GRUNDY_OK && a->values != NULL)
    status = grundy_external_levels(x, a->state, a->values, a->counter != NULL);
  return status;
}

/* Finds the arrays, and saves them if K is computed afterwards, or if there is no counter. */
static grundy_status find_values(grundy_external *x, const value_arrays *a, bool last) {
  bool found;
  grundy_status status = load_values(x, a, &found);
  if (status != GRUNDY_OK || found) return status;
  status = compute_values(x, a);
  if (status == GRUNDY_OK && (!last || x->lazy)) status = save_values(x, a);
  if (status != GRUNDY_OK || !x->lazy) return status;
  grundy_scratch_note_lazy(x->all.scratch);
  return grundy_external_fail_lazy(x);
}

static grundy_status add_sets(grundy_external *x, const uint32_t *values) {
  grundy_sets sets;
  grundy_status status = grundy_external_sets(x, values, &sets);
  if (status == GRUNDY_OK && !x->arena.counting)
    grundy_solution_give_sets(x->solution, GRUNDY_COLUMN_K, &sets);
  return status;
}

static grundy_status add_values(grundy_external *x, const grundy_plan_step *step, bool last,
                                uint32_t **values) {
  uint32_t *own = NULL;
  value_arrays a = {0};
  grundy_status status = add_numbers(x, step, GRUNDY_COLUMN_DISTANCE, &a.distance);
  if (status == GRUNDY_OK) status = add_numbers(x, step, GRUNDY_COLUMN_GRUNDY, &a.values);
  if (status == GRUNDY_OK) status = add_numbers(x, step, GRUNDY_COLUMN_COUNTER, &a.counter);
  if (status != GRUNDY_OK) return status;
  *values = a.values;
  a.state = a.values == NULL ? a.distance : a.counter; /* it becomes that column in place */
  if (a.state == NULL) a.state = own = grundy_arena_array(&x->arena, x->g.order, sizeof *own);
  if (x->arena.failed) return grundy_fail_memory(x->error);
  status = find_values(x, &a, last);
  grundy_arena_release(&x->arena, own);
  return status;
}

static grundy_status add_columns(grundy_external *x, const grundy_column_plan *plan) {
  uint32_t *values = NULL;
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < plan->count && status == GRUNDY_OK; i++) {
    const grundy_plan_step *step = &plan->steps[i];
    bool last = i == plan->count - 1;
    status = step->kernel == GRUNDY_KERNEL_VALUES ? add_values(x, step, last, &values)
             : step->kernel == GRUNDY_KERNEL_SETS ? add_sets(x, values)
                                                  : add_remoteness(x, step, last);
  }
  return status;
}

void grundy_external_count(grundy_external *run, grundy_columns wanted) {
  const grundy_column_plan plan = grundy_plan_columns(GRUNDY_PLAN_EXTERNAL, wanted, false);
  assert(run->arena.counting);
  if (add_columns(run, &plan) != GRUNDY_OK) grundy_arena_fail(&run->arena);
  grundy_arena_free(&run->arena);
}

/* ---- a run ------------------------------------------------------------------------------- */

grundy_status grundy_external_check(const grundy_digraph *g, grundy_columns wanted,
                                    grundy_error *error) {
  if (grundy_digraph_require_whole(g, "solution with moves on disk", error) != GRUNDY_OK)
    return GRUNDY_UNDEFINED;
  grundy_status status = grundy_solve_check_columns(g, wanted, error);
  if (status != GRUNDY_OK) return status;
  if (grundy_game_is_coloured(grundy_digraph_type(g)))
    return grundy_fail(error, GRUNDY_UNABLE,
                       "a two-coloured game can be solved only with the whole game in memory");
  grundy_columns missing = wanted & ~GRUNDY_COLUMNS_EXTERNAL;
  const grundy_view view = grundy_view_of(g);
  if (missing == 0 && (wanted & GRUNDY_FROM_VALUES) != 0 &&
      grundy_longest_row(&view) >= GRUNDY_EXTERNAL_MOST_MOVES)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "a position has 2^30 or more moves; its value can be computed only with the "
                       "whole game in memory");
  if (missing == 0) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNABLE,
                     "the column %s can be computed only with the whole game in memory",
                     grundy_column_describe(missing & -missing)->name);
}

static grundy_status check_memory(const grundy_external_options *options, uint64_t least,
                                  grundy_error *error) {
  const double tenths = 10.0 / (1 << 20); /* of a MiB, rounded up, so that what is said suffices */
  if (options->memory == 0 || least <= options->memory) return GRUNDY_OK;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
                             "solving needs at least %.1f MiB of memory; expected at most %.1f MiB",
                             ceil((double)least * tenths) / 10,
                             (double)options->memory / (1 << 20));
}

static grundy_status run(grundy_external *x, const grundy_external_options *options,
                         grundy_columns wanted) {
  grundy_external_plan plan = grundy_external_plan_of(x->game, options, wanted);
  grundy_status status = check_memory(options, plan.least, x->error);
  if (status == GRUNDY_OK) status = grundy_solution_new(x->g.order, &x->solution, x->error);
  grundy_build_plan build = {options->scratch, plan.in_memory, plan.threads, plan.window,
                             options->monitor};
  if (status == GRUNDY_OK) status = grundy_reverse_build(x->game, &build, &x->all, x->error);
  if (status != GRUNDY_OK) return status;
  x->memory = options->memory == 0 ? UINT64_MAX : options->memory;
  grundy_arena_hold(&x->arena, plan.fixed);
  grundy_reading_start(&x->reading, &x->arena, x->g.order, plan.capacity, options->scratch != NULL,
                       plan.threads);
  if (x->arena.failed) return grundy_fail_memory(x->error);
  if ((wanted & GRUNDY_COLUMN_COUNTER) != 0 && x->all.scratch != NULL &&
      grundy_scratch_is_lazy(x->all.scratch))
    return grundy_external_fail_lazy(x);
  const grundy_column_plan columns = grundy_plan_columns(GRUNDY_PLAN_EXTERNAL, wanted, false);
  return add_columns(x, &columns);
}

grundy_status grundy_external_solve(const grundy_digraph *g, const grundy_external_options *options,
                                    grundy_solution **solution, grundy_error *error) {
  grundy_external_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  grundy_columns wanted = chosen.columns == 0 ? grundy_solve_columns(g, false) : chosen.columns;
  grundy_status status = grundy_external_check(g, wanted, error);
  if (status != GRUNDY_OK) return status;

  grundy_external x = {
      .game = g, .g = grundy_view_of(g), .monitor = chosen.monitor, .error = error};
  status = run(&x, &chosen, wanted);
  if (status == GRUNDY_OK) {
    *solution = x.solution;
    x.solution = NULL;
  }
  grundy_solution_free(x.solution);
  grundy_arena_free(&x.arena);
  grundy_external_untrim(&x);
  /* The scratch file is of use for a run that continues, or that wants less. */
  grundy_reverse_free(&x.all, status == GRUNDY_CANCELLED || status == GRUNDY_UNABLE);
  return status;
}
