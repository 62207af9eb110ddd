/* Checks the columns of a solution one after the other, each from its definition. */

#include "verify/impl.h"

#include "base/alloc.h"
#include "base/options.h"
#include "solution/impl.h"

#include <inttypes.h>

/* K, J and H_min are defined by the values: without values, or with wrong ones, they cannot be
 * checked. */
static grundy_status check_with_values(checker *c, grundy_columns column) {
  if (!has(c, GRUNDY_COLUMN_GRUNDY))
    return grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "needs grundy");
  if (grundy_verify_verdict(c, GRUNDY_COLUMN_GRUNDY) == GRUNDY_VERDICT_WRONG)
    return grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "grundy is wrong");
  return column == GRUNDY_COLUMN_HMIN ? grundy_verify_hmin(c) : grundy_verify_sets(c, column);
}

/* Reports what the sweeps have found, and runs the remaining checks of a column. */
static grundy_status check_column(checker *c, grundy_columns column) {
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
    return grundy_verify_outcome(c, column, GRUNDY_COLUMN_REMOTENESS, GRUNDY_OUTCOME_P);
  case GRUNDY_COLUMN_MISERE:
    return grundy_verify_outcome(c, column, GRUNDY_COLUMN_MISERE_REMOTENESS, GRUNDY_OUTCOME_N);
  case GRUNDY_COLUMN_REMOTENESS:
  case GRUNDY_COLUMN_MISERE_REMOTENESS:
    return grundy_verify_remoteness(c, column);
  case GRUNDY_COLUMN_DISTANCE:
    return grundy_verify_distance(c);
  case GRUNDY_COLUMN_GRUNDY:
    return grundy_verify_values(c);
  case GRUNDY_COLUMN_COUNTER:
    /* Checked together with grundy. */
    return has(c, GRUNDY_COLUMN_GRUNDY)
               ? GRUNDY_OK
               : grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "needs grundy");
  default:
    return check_with_values(c, column);
  }
}

/* Ranks findings for a stable insertion sort: the columns of the solution in their order, then the
 * other columns, then remarks. */
static unsigned rank(const checker *c, const finding *f) {
  if (f->verdict == GRUNDY_VERDICT_REMARK) return 2U << GRUNDY_COLUMN_COUNT;
  return f->column | (has(c, f->column) ? 0 : 1U << GRUNDY_COLUMN_COUNT);
}

static void sort_findings(checker *c) {
  finding *f = c->report->findings;
  for (size_t i = 1; i < c->report->count; i++)
    for (size_t j = i; j > 0 && rank(c, &f[j]) < rank(c, &f[j - 1]); j--) {
      finding swapped = f[j];
      f[j] = f[j - 1];
      f[j - 1] = swapped;
    }
}

static check_set check_if(const checker *c, grundy_columns column, enum check_id check) {
  return has(c, column) ? 1U << check : 0;
}

/* Collects the least numbers of all rows. */
static grundy_status collect_numbers(checker *c, const rows *what) {
  rows again = *what;
  again.wanted = 0;
  again.collect = COLLECT;
  return grundy_verify_rows(c, &again);
}

/* Sweeps for conditions C and B and for H_min, which look at the followers of followers. C holds if
 * no value is infinite. */
static grundy_status sweep_replies(checker *c, const rows *what) {
  if (!has(c, GRUNDY_COLUMN_GRUNDY) || !holds(c, CHECK_A)) return GRUNDY_OK;
  bool counted = has(c, GRUNDY_COLUMN_COUNTER) && holds(c, CHECK_COUNTER);
  bool sweep_b = counted && !(c->by_distance && holds(c, CHECK_DISTANCE));
  grundy_status status = GRUNDY_OK;
  if (sweep_b && c->by_distance) status = collect_numbers(c, what);
  if (status == GRUNDY_OK && !c->finite_values) status = grundy_verify_sweep_c(c);
  if (status != GRUNDY_OK || !holds(c, CHECK_C)) return status;
  if (sweep_b) status = grundy_verify_sweep_b(c);
  return status == GRUNDY_OK && has(c, GRUNDY_COLUMN_HMIN) ? grundy_verify_sweep_hmin(c) : status;
}

static grundy_status sweep_normal_play(checker *c) {
  const rows what = {.wanted = check_if(c, GRUNDY_COLUMN_REMOTENESS, CHECK_REMOTENESS) |
                               check_if(c, GRUNDY_COLUMN_DISTANCE, CHECK_DISTANCE) |
                               check_if(c, GRUNDY_COLUMN_GRUNDY, CHECK_A) |
                               (has(c, GRUNDY_COLUMN_GRUNDY)
                                    ? check_if(c, GRUNDY_COLUMN_COUNTER, CHECK_COUNTER) |
                                          check_if(c, GRUNDY_COLUMN_K, CHECK_K) |
                                          check_if(c, GRUNDY_COLUMN_J, CHECK_J)
                                    : 0),
                     .remoteness = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_REMOTENESS),
                     .distance = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_DISTANCE),
                     .values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY),
                     .numbers = has(c, GRUNDY_COLUMN_GRUNDY)
                                    ? grundy_solution_numbers(c->solution, GRUNDY_COLUMN_COUNTER)
                                    : NULL,
                     .remoteness_check = CHECK_REMOTENESS,
                     .ends = grundy_digraph_outcomes(c->g),
                     .collect = has(c, GRUNDY_COLUMN_GRUNDY) ? COLLECT_IF_NEEDED : COLLECT_NOTHING};
  if (what.wanted == 0) return GRUNDY_OK;
  grundy_status status = grundy_verify_rows(c, &what);
  if (status == GRUNDY_OK) status = sweep_replies(c, &what);
  if (status == GRUNDY_OK) grundy_verify_mex(c);
  return status;
}

static grundy_status sweep_misere_play(checker *c) {
  const rows what = {
      .wanted = check_if(c, GRUNDY_COLUMN_MISERE_REMOTENESS, CHECK_MISERE_REMOTENESS),
      .remoteness = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_MISERE_REMOTENESS),
      .remoteness_check = CHECK_MISERE_REMOTENESS,
  };
  return what.wanted == 0 ? GRUNDY_OK : grundy_verify_rows(c, &what);
}

/* Rejects columns that the solution has but the game cannot have. */
static grundy_status reject_columns(checker *c, grundy_columns defined) {
  grundy_status status = GRUNDY_OK;
  for (int i = 0; status == GRUNDY_OK && i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((defined & column) == 0 && has(c, column))
      status = grundy_verify_wrong(
          c, column, &(violation){"undefined", GRUNDY_INFINITY, NULL, NULL},
          "the column %s does not exist for this game", grundy_column_describe(column)->name);
  }
  return status;
}

/* Runs the sweeps and frees their arrays; then checks one column after another, outcomes after the
 * remoteness that may decide them. */
grundy_status grundy_verify_impartial(checker *c) {
  static const grundy_columns order[] = {
      GRUNDY_COLUMN_REMOTENESS, GRUNDY_COLUMN_OUTCOME,  GRUNDY_COLUMN_MISERE_REMOTENESS,
      GRUNDY_COLUMN_MISERE,     GRUNDY_COLUMN_DISTANCE, GRUNDY_COLUMN_GRUNDY,
      GRUNDY_COLUMN_COUNTER,    GRUNDY_COLUMN_K,        GRUNDY_COLUMN_J,
      GRUNDY_COLUMN_HMIN};
  grundy_game_type type = grundy_digraph_type(c->g);
  bool normal = type == GRUNDY_GAME_NORMAL || type == GRUNDY_GAME_WINDOW;
  grundy_columns draws = normal ? GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS : 0;
  grundy_columns defined =
      normal ? GRUNDY_COLUMNS_ALL
             : GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE;
  grundy_status status = reject_columns(c, defined | draws);
  if (status == GRUNDY_OK && draws != 0) status = grundy_verify_draws(c);
  if (status == GRUNDY_OK && !c->proven.misere) status = sweep_misere_play(c);
  if (status == GRUNDY_OK && !c->proven.normal) status = sweep_normal_play(c);
  if (c->proven.normal) c->largest = c->proven.largest;
  grundy_verify_rows_free(c);
  for (size_t i = 0; status == GRUNDY_OK && i < sizeof order / sizeof *order; i++)
    if ((defined & order[i]) != 0)
      status = has(c, order[i]) ? check_column(c, order[i])
                                : grundy_verify_note(c, order[i], GRUNDY_VERDICT_NOT_CHECKED,
                                                     "not in the solution");
  return status;
}

/* Checks a game for which only these columns exist. */
static grundy_status check_defined(checker *c, grundy_columns defined,
                                   grundy_status (*check)(checker *c)) {
  grundy_status status = reject_columns(c, defined);
  return status == GRUNDY_OK ? check(c) : status;
}

static grundy_status check_all(checker *c) {
  grundy_status status = GRUNDY_OK;
  switch (grundy_digraph_type(c->g)) {
  case GRUNDY_GAME_NORMAL:
  case GRUNDY_GAME_ENDS:
    status = grundy_verify_impartial(c);
    break;
  case GRUNDY_GAME_COLOURED:
    status = check_defined(c, GRUNDY_COLUMNS_COLOURED, grundy_verify_coloured);
    break;
  case GRUNDY_GAME_PAYOFFS:
    status = check_defined(c, GRUNDY_COLUMNS_PAYOFF | GRUNDY_COLUMN_QV, grundy_verify_coloured);
    break;
  case GRUNDY_GAME_WINDOW:
  case GRUNDY_GAME_WINDOW_ENDS:
    status = grundy_verify_window(c);
    break;
  case GRUNDY_GAME_PARTS:
    status = check_defined(c, GRUNDY_COLUMNS_PARTS, grundy_verify_parts);
    break;
  case GRUNDY_GAME_TURNS:
    status = check_defined(c, GRUNDY_COLUMNS_TURNS, grundy_verify_turns);
    break;
  }
  if (status == GRUNDY_OK) sort_findings(c);
  return status;
}

grundy_status grundy_verify(const grundy_digraph *g, const grundy_solution *solution,
                            const grundy_verify_options *options, grundy_report **report,
                            grundy_error *error) {
  return grundy_verify_rest(g, solution, options, (grundy_verify_proven){0}, report, error);
}

grundy_status grundy_verify_rest(const grundy_digraph *g, const grundy_solution *solution,
                                 const grundy_verify_options *options, grundy_verify_proven proven,
                                 grundy_report **report, grundy_error *error) {
  checker c = {
      .g = g, .view = grundy_view_of(g), .solution = solution, .error = error, .proven = proven};
  if (grundy_options_copy(options, &c.options, sizeof c.options, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  uint32_t order = grundy_digraph_order(g), solved = grundy_solution_order(solution);
  if (order != solved)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the solution has %" PRIu32 " positions; expected the %" PRIu32
                       " of the game",
                       solved, order);

  c.ascii = c.options.ascii;
  c.threads = (int)grundy_threads();
  c.work = grundy_work_start(c.options.monitor, "checking", 0);
  for (int check = 0; check < CHECK_COUNT; check++) c.failed_at[check] = order;
  c.report = grundy_alloc_zero(1, sizeof *c.report);
  grundy_status status = c.report == NULL ? grundy_fail_memory(error) : check_all(&c);
  if (status == GRUNDY_OK) {
    *report = c.report;
    c.report = NULL;
    grundy_work_finish(&c.work, "", grundy_digraph_size(g));
  }
  grundy_report_free(c.report);
  grundy_digraph_free(c.reverse);
  grundy_arena_free(&c.arena);
  return status;
}
