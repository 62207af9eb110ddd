#include "solve/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/threads.h"
#include "solve/kernels.h"
#include "solve/sweep.h"
#include "solve/window.h"

#include <assert.h>
#include <string.h>

/* Intermediate results, each computed once, when the first column needs it. */
typedef struct run {
  const grundy_digraph *g;
  const grundy_solve_options *options;
  const grundy_monitor *monitor;
  grundy_digraph *reverse; /* NULL if no kernel needs it */
  const uint32_t *values;  /* the array of the column grundy, or of `unwanted` */
  uint32_t *unwanted;      /* values that other columns need if grundy is not wanted; to be freed */
  grundy_solution *solution;
  grundy_error *error;
} run;

/* Adds a column if it is wanted; *numbers becomes its array, or NULL. */
static grundy_status add_numbers(run *r, grundy_columns wanted, grundy_columns column,
                                 uint32_t **numbers) {
  *numbers = NULL;
  if ((wanted & column) == 0) return GRUNDY_OK;
  return grundy_solution_add_numbers(r->solution, column, numbers, r->error);
}

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
static grundy_status add_remoteness(run *r, grundy_columns wanted, grundy_play play,
                                    grundy_columns outcome, grundy_columns remoteness) {
  uint32_t *found, *own = NULL;
  if ((wanted & (outcome | remoteness)) == 0) return GRUNDY_OK;
  grundy_status status = add_numbers(r, wanted, remoteness, &found);
  if (status != GRUNDY_OK) return status;
  if (found == NULL) found = own = grundy_alloc(grundy_digraph_order(r->g), sizeof *own);
  if (found == NULL) return grundy_fail_memory(r->error);
  /* Misère play exists if the last player wins at all terminal positions, and reverses that. */
  const grundy_outcome *ends = play == GRUNDY_MISERE_PLAY ? NULL : grundy_digraph_outcomes(r->g);
  status = ends == NULL
               ? grundy_remoteness_solve(r->g, r->reverse, play, r->monitor, found, r->error)
               : grundy_q_solve(r->g, r->reverse, ends, r->monitor, found, r->error);
  if (status == GRUNDY_OK && (wanted & outcome) != 0)
    status = grundy_solve_outcome(r->solution, outcome, found, r->error);
  free(own);
  return status;
}

/* Adds the columns that come from peeling and levels. */
static grundy_status add_values(run *r, grundy_columns wanted, bool with_values) {
  grundy_values_wanted found = {.algorithm = r->options->algorithm};
  grundy_status status = add_numbers(r, wanted, GRUNDY_COLUMN_DISTANCE, &found.distance);
  if (status == GRUNDY_OK) status = add_numbers(r, wanted, GRUNDY_COLUMN_GRUNDY, &found.values);
  if (status == GRUNDY_OK) status = add_numbers(r, wanted, GRUNDY_COLUMN_COUNTER, &found.counter);
  if (status != GRUNDY_OK) return status;
  if (with_values && found.values == NULL) {
    found.values = r->unwanted = grundy_alloc(grundy_digraph_order(r->g), sizeof *r->unwanted);
    if (found.values == NULL) return grundy_fail_memory(r->error);
  }
  if (with_values) r->values = found.values;
  return grundy_values_and_distance(r->g, r->reverse, &found, r->monitor, r->error);
}

static grundy_status add_hmin(run *r) {
  uint32_t *hmin;
  assert(r->values != NULL && r->reverse != NULL); /* see GRUNDY_FROM_VALUES and needs_reverse */
  grundy_status status =
      grundy_solution_add_numbers(r->solution, GRUNDY_COLUMN_HMIN, &hmin, r->error);
  if (status != GRUNDY_OK) return status;
  return grundy_hmin_solve(r->g, r->reverse, r->values, r->monitor, hmin, r->error);
}

/* Both columns are computed together; one that is not wanted is `own`. */
static grundy_status add_draws(run *r, grundy_columns wanted) {
  uint32_t *level, *remoteness, *own = NULL;
  assert(r->reverse != NULL); /* see needs_reverse */
  grundy_status status = add_numbers(r, wanted, GRUNDY_COLUMN_DRAW_LEVEL, &level);
  if (status == GRUNDY_OK)
    status = add_numbers(r, wanted, GRUNDY_COLUMN_DRAW_REMOTENESS, &remoteness);
  if (status != GRUNDY_OK) return status;
  if (level == NULL || remoteness == NULL) {
    own = grundy_alloc(grundy_digraph_order(r->g), sizeof *own);
    if (own == NULL) return grundy_fail_memory(r->error);
  }
  status = grundy_draws_solve(r->g, r->reverse, r->monitor, level == NULL ? own : level,
                              remoteness == NULL ? own : remoteness, r->error);
  free(own);
  return status;
}

static grundy_status add_sets(run *r, grundy_columns k_or_j) {
  grundy_sets sets;
  assert(r->values != NULL);
  grundy_status status =
      grundy_sets_of_followers(r->g, r->values, k_or_j, r->monitor, &sets, r->error);
  if (status == GRUNDY_OK) grundy_solution_give_sets(r->solution, k_or_j, &sets);
  return status;
}

/* Returns whether the solution has the values that these columns need; the counter is computed
 * together with values. */
static bool has_values(const run *r, grundy_columns wanted) {
  return r->values != NULL && (wanted & GRUNDY_COLUMN_COUNTER) == 0;
}

/* Values and the least H need the most scratch memory, so they come first, while there are few
 * columns. Sets come last, when the reverse digraph is no longer needed. */
static grundy_status add_columns(run *r, grundy_columns wanted) {
  bool with_values = (wanted & GRUNDY_FROM_VALUES) != 0 && !has_values(r, wanted);
  grundy_status status = GRUNDY_OK;
  if (with_values || (wanted & GRUNDY_COLUMN_DISTANCE) != 0)
    status = add_values(r, wanted, with_values);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_HMIN) != 0) status = add_hmin(r);
  if (status == GRUNDY_OK)
    status = add_remoteness(r, wanted, GRUNDY_NORMAL_PLAY, GRUNDY_COLUMN_OUTCOME,
                            GRUNDY_COLUMN_REMOTENESS);
  if (status == GRUNDY_OK)
    status = add_remoteness(r, wanted, GRUNDY_MISERE_PLAY, GRUNDY_COLUMN_MISERE,
                            GRUNDY_COLUMN_MISERE_REMOTENESS);
  if (status == GRUNDY_OK && (wanted & GRUNDY_FROM_DRAWS) != 0) status = add_draws(r, wanted);
  grundy_digraph_free(r->reverse);
  r->reverse = NULL;
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_K) != 0) status = add_sets(r, GRUNDY_COLUMN_K);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_J) != 0) status = add_sets(r, GRUNDY_COLUMN_J);
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
    [GRUNDY_GAME_NORMAL] = {"an impartial game without payoffs", GRUNDY_COLUMNS_DEFAULT,
                            GRUNDY_COLUMNS_ALL},
    [GRUNDY_GAME_ENDS] = {"a game in which the last player does not win everywhere",
                          COLUMNS_OF_OUTCOMES, COLUMNS_OF_OUTCOMES},
    [GRUNDY_GAME_COLOURED] = {"a two-coloured game", GRUNDY_COLUMNS_COLOURED,
                              GRUNDY_COLUMNS_COLOURED},
    [GRUNDY_GAME_PAYOFFS] = {"a game with payoffs", GRUNDY_COLUMNS_PAYOFF,
                             GRUNDY_COLUMNS_PAYOFF | GRUNDY_COLUMN_QV},
    [GRUNDY_GAME_WINDOW] = {"a window of a game",
                            GRUNDY_COLUMNS_WINDOW &(GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_WINDOW),
                            GRUNDY_COLUMNS_WINDOW},
    [GRUNDY_GAME_WINDOW_ENDS] = {"a window of a game with a function `terminal`",
                                 COLUMNS_OF_OUTCOMES | GRUNDY_COLUMN_WINDOW,
                                 COLUMNS_OF_OUTCOMES | GRUNDY_COLUMN_WINDOW},
    [GRUNDY_GAME_PARTS] = {"parts of positions", GRUNDY_COLUMNS_PARTS, GRUNDY_COLUMNS_PARTS},
};

grundy_columns grundy_solve_columns(const grundy_digraph *g, bool all) {
  grundy_game_type type = grundy_digraph_type(g);
  return all ? types[type].all : types[type].usual;
}

static grundy_status fail_columns(const grundy_digraph *g, grundy_columns missing,
                                  grundy_error *error) {
  char names[320] = "";
  grundy_columns there = grundy_solve_columns(g, true);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    size_t used = strlen(names);
    if ((there >> i & 1) != 0)
      snprintf(names + used, sizeof names - used, "%s%s", used == 0 ? "" : ", ",
               grundy_column_describe((grundy_columns)1 << i)->name);
  }
  return grundy_fail(error, GRUNDY_UNDEFINED, "%s does not exist for %s; expected some of %s",
                     grundy_column_describe(missing & -missing)->name,
                     types[grundy_digraph_type(g)].name, names);
}

grundy_status grundy_solve_check_columns(const grundy_digraph *g, grundy_columns wanted,
                                         grundy_error *error) {
  if (wanted >> GRUNDY_COLUMN_COUNT != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "unknown column; expected bits below %d",
                       (int)GRUNDY_COLUMN_COUNT);
  grundy_columns exist = grundy_solve_columns(g, true);
  if (exist == GRUNDY_COLUMNS_ALL) exist |= GRUNDY_FROM_DRAWS;
  grundy_columns missing = wanted & ~exist;
  return missing == 0 ? GRUNDY_OK : fail_columns(g, missing, error);
}

/* Returns whether the reverse digraph is needed. A game that can be swept needs it only for the
 * least H, for draws and for payoffs; sets need only values. */
static bool needs_reverse(const run *r, grundy_columns wanted) {
  if (grundy_digraph_type(r->g) == GRUNDY_GAME_PAYOFFS) return true;
  if (has_values(r, wanted) && (wanted & ~(GRUNDY_COLUMN_K | GRUNDY_COLUMN_J)) == 0) return false;
  bool swept = grundy_sweep_of(grundy_view_of(r->g)) != GRUNDY_NO_SWEEP;
  return !swept || (wanted & (GRUNDY_COLUMN_HMIN | GRUNDY_FROM_DRAWS)) != 0 ||
         r->options->algorithm != GRUNDY_ALGORITHM_AUTO;
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
  if ((missing & GRUNDY_COLUMN_GRUNDY) == 0)
    r.values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  if (missing != 0 && needs_reverse(&r, missing))
    status = grundy_digraph_transpose(g, GRUNDY_MONITORED(r.monitor), &r.reverse, error);
  if (status == GRUNDY_OK)
    status = grundy_game_is_coloured(grundy_digraph_type(g))
                 ? grundy_solve_coloured(g, r.reverse, r.options, missing, r.solution, error)
                 : add_columns(&r, missing);
  grundy_digraph_free(r.reverse);
  free(r.unwanted);
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
             : grundy_game_is_window(type) ? grundy_solve_window(g, options, wanted, made, error)
                                           : grundy_solve_missing(g, options, wanted, made, error);
  if (status == GRUNDY_OK) {
    *solution = made;
    made = NULL;
  }
  grundy_solution_free(made);
  return status;
}
