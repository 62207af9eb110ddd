/* Runs the kernels that a set of columns needs, in the order of the plan. */

#include "solve/impl.h"

#include "base/error.h"
#include "base/options.h"
#include "base/threads.h"
#include "solve/kernels.h"
#include "solve/plan.h"
#include "solve/sweep.h"
#include "solve/window.h"

#include <assert.h>
#include <string.h>

/* Intermediate results. */
typedef struct run {
  const grundy_digraph *g;
  const grundy_solve_options *options;
  const grundy_monitor *monitor;
  grundy_digraph *reverse; /* NULL if no kernel needs it */
  const uint32_t *values;  /* the array of the column grundy, or of the arena */
  grundy_arena arena;      /* of arrays that are not wanted */
  grundy_solution *solution;
  grundy_error *error;
} run;

typedef struct lettering {
  const uint32_t *remoteness;
  uint8_t *letters;
  uint32_t order;
  int threads;
} lettering;

static void letter_share(void *context, int thread) {
  const lettering *l = context;
  uint32_t end = (uint32_t)grundy_share(l->order, thread + 1, l->threads);
  for (uint32_t v = (uint32_t)grundy_share(l->order, thread, l->threads); v < end; v++)
    l->letters[v] = grundy_outcome_of_remoteness(l->remoteness[v]);
}

grundy_status grundy_solve_outcome(grundy_solution *solution, grundy_columns column,
                                   const uint32_t *remoteness, grundy_error *error) {
  uint8_t *letters;
  uint32_t order = grundy_solution_order(solution);
  grundy_status status = grundy_solution_add_letters(solution, column, &letters, error);
  if (status != GRUNDY_OK) return status;
  lettering l = {remoteness, letters, order, grundy_threads_for(order / 4)};
  grundy_parallel(l.threads, letter_share, &l);
  return GRUNDY_OK;
}

/* Adds remoteness and the outcome, which its parity determines, for either kind of play. */
static grundy_status add_remoteness(run *r, const grundy_plan_step *step) {
  bool normal = step->kernel == GRUNDY_KERNEL_REMOTENESS;
  grundy_columns outcome = normal ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_MISERE;
  grundy_columns remoteness = normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS;
  uint32_t *found;
  uint64_t mark = r->arena.count;
  grundy_status status =
      grundy_plan_numbers(step, remoteness, r->solution, &r->arena, &found, r->error);
  if (status != GRUNDY_OK) return status;
  /* Misère play exists if the last player wins at all terminal positions, and reverses that. */
  const grundy_outcome *ends = normal ? grundy_digraph_outcomes(r->g) : NULL;
  status = ends == NULL ? grundy_remoteness_solve(r->g, r->reverse,
                                                  normal ? GRUNDY_NORMAL_PLAY : GRUNDY_MISERE_PLAY,
                                                  r->monitor, found, r->error)
                        : grundy_q_solve(r->g, r->reverse, ends, r->monitor, found, r->error);
  if (status == GRUNDY_OK && (step->yields & outcome) != 0)
    status = grundy_solve_outcome(r->solution, outcome, found, r->error);
  grundy_arena_rewind(&r->arena, mark);
  return status;
}

/* Adds the columns that come from peeling and levels. */
static grundy_status add_values(run *r, const grundy_plan_step *step) {
  grundy_values_wanted found = {.algorithm = r->options->algorithm};
  const struct {
    grundy_columns column;
    uint32_t **numbers;
  } arrays[] = {{GRUNDY_COLUMN_DISTANCE, &found.distance},
                {GRUNDY_COLUMN_GRUNDY, &found.values},
                {GRUNDY_COLUMN_COUNTER, &found.counter}};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    grundy_status status = grundy_plan_numbers(step, arrays[i].column, r->solution, &r->arena,
                                               arrays[i].numbers, r->error);
    if (status != GRUNDY_OK) return status;
  }
  if (found.values != NULL) r->values = found.values;
  return grundy_values_and_distance(r->g, r->reverse, &found, r->monitor, r->error);
}

static grundy_status add_hmin(run *r) {
  uint32_t *hmin;
  assert(r->values != NULL && r->reverse != NULL); /* as planned */
  grundy_status status =
      grundy_solution_add_numbers(r->solution, GRUNDY_COLUMN_HMIN, &hmin, r->error);
  if (status != GRUNDY_OK) return status;
  return grundy_hmin_solve(r->g, r->reverse, r->values, r->monitor, hmin, r->error);
}

/* Both columns are computed together, even if only one is wanted. */
static grundy_status add_draws(run *r, const grundy_plan_step *step) {
  uint32_t *level, *remoteness;
  uint64_t mark = r->arena.count;
  assert(r->reverse != NULL);
  grundy_status status =
      grundy_plan_numbers(step, GRUNDY_COLUMN_DRAW_LEVEL, r->solution, &r->arena, &level, r->error);
  if (status == GRUNDY_OK)
    status = grundy_plan_numbers(step, GRUNDY_COLUMN_DRAW_REMOTENESS, r->solution, &r->arena,
                                 &remoteness, r->error);
  if (status == GRUNDY_OK)
    status = grundy_draws_solve(r->g, r->reverse, r->monitor, level, remoteness, r->error);
  grundy_arena_rewind(&r->arena, mark);
  return status;
}

static grundy_status add_sets(run *r, grundy_columns columns) {
  grundy_status status = GRUNDY_OK;
  assert(r->values != NULL);
  grundy_digraph_free(r->reverse);
  r->reverse = NULL;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; i++) {
    grundy_columns k_or_j = columns & (grundy_columns)1 << i;
    grundy_sets sets;
    if (k_or_j == 0) continue;
    status = grundy_sets_of_followers(r->g, r->values, k_or_j, r->monitor, &sets, r->error);
    if (status == GRUNDY_OK) grundy_solution_give_sets(r->solution, k_or_j, &sets);
  }
  return status;
}

static grundy_status add_columns(run *r, const grundy_column_plan *plan) {
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < plan->count && status == GRUNDY_OK; i++) {
    const grundy_plan_step *step = &plan->steps[i];
    switch (step->kernel) {
    case GRUNDY_KERNEL_VALUES:
      status = add_values(r, step);
      break;
    case GRUNDY_KERNEL_HMIN:
      status = add_hmin(r);
      break;
    case GRUNDY_KERNEL_DRAWS:
      status = add_draws(r, step);
      break;
    case GRUNDY_KERNEL_SETS:
      status = add_sets(r, step->yields);
      break;
    default: /* normal or misère play */
      status = add_remoteness(r, step);
    }
  }
  return status;
}

/* ---- columns of a game ------------------------------------------------------------------ */

enum {
  COLUMNS_OF_OUTCOMES = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE
};

/* What exists for a game of each type. Rules with a function `terminal` may end play otherwise
 * outside a window, where normal play, values and misère play do not exist. */
static const struct {
  const char *name;
  grundy_columns usual, all;
} types[] = {
    [GRUNDY_GAME_NORMAL] = {"impartial games", GRUNDY_COLUMNS_DEFAULT,
                            GRUNDY_COLUMNS_ALL | GRUNDY_FROM_DRAWS},
    [GRUNDY_GAME_ENDS] = {"games in which the last player does not win everywhere",
                          COLUMNS_OF_OUTCOMES, COLUMNS_OF_OUTCOMES},
    [GRUNDY_GAME_COLOURED] = {"two-coloured games", GRUNDY_COLUMNS_COLOURED,
                              GRUNDY_COLUMNS_COLOURED},
    [GRUNDY_GAME_PAYOFFS] = {"games with payoffs", GRUNDY_COLUMNS_PAYOFF,
                             GRUNDY_COLUMNS_PAYOFF | GRUNDY_COLUMN_QV},
    [GRUNDY_GAME_WINDOW] = {"windows",
                            GRUNDY_COLUMNS_WINDOW &(GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_WINDOW),
                            GRUNDY_COLUMNS_WINDOW},
    [GRUNDY_GAME_WINDOW_ENDS] = {"windows of games with a function `terminal`",
                                 COLUMNS_OF_OUTCOMES | GRUNDY_COLUMN_WINDOW,
                                 COLUMNS_OF_OUTCOMES | GRUNDY_COLUMN_WINDOW},
    [GRUNDY_GAME_PARTS] = {"parts of positions", GRUNDY_COLUMNS_PARTS, GRUNDY_COLUMNS_PARTS},
    [GRUNDY_GAME_TURNS] = {"games with carry-on or entailing moves", GRUNDY_COLUMNS_TURNS,
                           GRUNDY_COLUMNS_TURNS},
};

grundy_columns grundy_solve_columns(const grundy_digraph *g, bool all) {
  grundy_game_type type = grundy_digraph_type(g);
  return all ? types[type].all : types[type].usual;
}

static grundy_status fail_columns(const grundy_digraph *g, grundy_columns missing,
                                  grundy_error *error) {
  const grundy_columns in_turns = GRUNDY_COLUMN_TURN_REMOTENESS | GRUNDY_COLUMN_TURN_DISTANCE;
  if ((missing & in_turns) == missing)
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "the column %s exists only if a move keeps the turn or entails an answer; "
                       "otherwise every move is a turn, and it is %s",
                       grundy_column_describe(missing & -missing)->name,
                       (missing & GRUNDY_COLUMN_TURN_REMOTENESS) != 0 ? "remoteness" : "distance");
  char names[400] = "";
  grundy_columns there = grundy_solve_columns(g, true);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    size_t used = strlen(names);
    if ((there >> i & 1) != 0)
      snprintf(names + used, sizeof names - used, "%s%s", used == 0 ? "" : ", ",
               grundy_column_describe((grundy_columns)1 << i)->name);
  }
  return grundy_fail(error, GRUNDY_UNDEFINED, "%s have no column %s; choose from %s",
                     types[grundy_digraph_type(g)].name,
                     grundy_column_describe(missing & -missing)->name, names);
}

grundy_status grundy_solve_check_columns(const grundy_digraph *g, grundy_columns wanted,
                                         grundy_error *error) {
  if (wanted >> GRUNDY_COLUMN_COUNT != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "unknown column; expected bits below %d",
                       (int)GRUNDY_COLUMN_COUNT);
  grundy_columns missing = wanted & ~grundy_solve_columns(g, true);
  return missing == 0 ? GRUNDY_OK : fail_columns(g, missing, error);
}

grundy_status grundy_solve_missing(const grundy_digraph *g, const grundy_solve_options *options,
                                   grundy_columns missing, grundy_solution *solution,
                                   grundy_error *error) {
  run r = {.g = g,
           .options = options,
           .monitor = options->monitor,
           .solution = solution,
           .error = error};
  grundy_status status = GRUNDY_OK;
  bool coloured = grundy_game_is_coloured(grundy_digraph_type(g));
  if ((missing & GRUNDY_COLUMN_GRUNDY) == 0)
    r.values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const grundy_column_plan plan = grundy_plan_columns(
      coloured ? GRUNDY_PLAN_COLOURED : GRUNDY_PLAN_MEMORY, missing, r.values != NULL);
  grundy_reverse_need need = grundy_plan_reverse(&plan);
  if (need == GRUNDY_REVERSE_ALWAYS || (need == GRUNDY_REVERSE_UNLESS_SWEPT &&
                                        (options->algorithm != GRUNDY_ALGORITHM_AUTO ||
                                         grundy_sweep_of(grundy_view_of(g)) == GRUNDY_NO_SWEEP)))
    status = grundy_digraph_transpose(g, GRUNDY_MONITORED(r.monitor), &r.reverse, error);
  if (status == GRUNDY_OK)
    status = coloured ? grundy_solve_coloured(g, r.reverse, options, &plan, solution, error)
                      : add_columns(&r, &plan);
  grundy_digraph_free(r.reverse);
  grundy_arena_free(&r.arena);
  return status;
}

grundy_status grundy_solve_in_memory(const grundy_digraph *g, const grundy_solve_options *options,
                                     grundy_solution **solution, grundy_error *error) {
  grundy_solve_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  options = &chosen;
  grundy_columns wanted = options->columns;
  if (wanted == 0) wanted = grundy_solve_columns(g, false);
  grundy_game_type type = grundy_digraph_type(g);
  if (grundy_game_is_window(type)) wanted |= GRUNDY_COLUMN_WINDOW;
  if (options->algorithm > GRUNDY_ALGORITHM_LAZY)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "unknown algorithm; expected a grundy_algorithm");
  grundy_status checked = grundy_solve_check_columns(g, wanted, error);
  if (checked != GRUNDY_OK) return checked;

  grundy_solution *made = NULL;
  grundy_status status = grundy_solution_new(grundy_digraph_order(g), &made, error);
  if (status == GRUNDY_OK)
    status = type == GRUNDY_GAME_PARTS     ? grundy_solve_parts(g, options, wanted, made, error)
             : type == GRUNDY_GAME_TURNS   ? grundy_solve_turns(g, options, wanted, made, error)
             : grundy_game_is_window(type) ? grundy_solve_window(g, options, wanted, made, error)
                                           : grundy_solve_missing(g, options, wanted, made, error);
  if (status == GRUNDY_OK) {
    *solution = made;
    made = NULL;
  }
  grundy_solution_free(made);
  return status;
}
