/* Tests a law at the games of a text, one after the other. */

#include "law/impl.h"

#include <grundy/engine.h>
#include <grundy/explore.h>
#include <grundy/formula.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "explore/impl.h"
#include "sweep/plan.h"

#include <stdlib.h>
#include <string.h>

/* A law at the present game. */
struct trial {
  const grundy_digraph *g;
  grundy_digraph *owned; /* `g`, unless the caller owns it */
  grundy_solution *solution;
  uint8_t *verdicts, *chosen; /* by position; `chosen` is NULL if all are tested */
  uint32_t *claims;           /* likewise, of a closed form */
  uint32_t *rows;             /* the first exceptions */
  int64_t least[GRUNDY_RULES_MAX_FIELDS], most[GRUNDY_RULES_MAX_FIELDS];
};

/* Everything that a test needs. */
struct test {
  grundy_law_options options;
  grundy_formula *law, *where; /* `where` may be NULL */
  grundy_sweep_plan plan;      /* without games if the text has no range */
  struct trial trial;
  grundy_law_result *result;
  bool has_read; /* whether the law depends on the positions, as far as was seen */
};

static void trial_end(struct trial *t) {
  grundy_solution_free(t->solution);
  grundy_digraph_free(t->owned);
  free(t->verdicts);
  free(t->chosen);
  free(t->claims);
  free(t->rows);
  *t = (struct trial){0};
}

void grundy_law_report_free(grundy_law_report *report) {
  grundy_law_result *result = (grundy_law_result *)report;
  if (result == NULL) return;
  for (uint64_t i = 0; i < report->game_count; i++) {
    const grundy_law_record *record = &result->records[i];
    for (uint64_t k = 0; record->listed != NULL && k < result->games[i].listed_count; k++) {
      free((void *)record->listed[k].position);
      free((void *)record->listed[k].value.k.numbers);
    }
    for (uint32_t k = 0; record->fields != NULL && k < result->games[i].field_count; k++)
      free(record->fields[k]);
    free(record->listed);
    free((void *)record->fields);
    free(record->bounds);
    free((void *)result->games[i].game);
  }
  free(result->games);
  free(result->records);
  free(result->text);
  free(result->law);
  free(result);
}

/* A law without exceptions is confirmed only if it was tested somewhere, and read something there:
 * otherwise it says nothing about the game. */
static grundy_law_finding find(uint64_t exceptions, uint64_t tested, bool has_read) {
  if (exceptions > 0) return GRUNDY_LAW_FAILS;
  return tested > 0 && has_read ? GRUNDY_LAW_HOLDS : GRUNDY_LAW_NOT_CONFIRMED;
}

/* ---- one game ---------------------------------------------------------------------------- */

static grundy_status open_game(struct test *t, const char *text, grundy_error *error) {
  const grundy_law_options *options = &t->options;
  struct trial *trial = &t->trial;
  trial->g = options->g;
  if (options->g != NULL) return GRUNDY_OK;
  grundy_open_options opening = {.size = sizeof opening,
                                 .format = options->format,
                                 .limit = options->limit,
                                 .memory = options->memory,
                                 .monitor = options->monitor};
  grundy_status status = options->read != NULL
                             ? options->read(options->context, text, &trial->owned, error)
                             : grundy_game_open(text, &opening, &trial->owned, error);
  trial->g = trial->owned;
  return status;
}

/* Solves the columns that the formulas need, and those that are listed with exceptions. */
static grundy_status solve(struct test *t, grundy_error *error) {
  const grundy_digraph *g = t->trial.g;
  grundy_columns possible = grundy_solve_columns(g, true);
  if (possible == GRUNDY_COLUMNS_ALL)
    possible |= GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS;
  grundy_columns columns = grundy_formula_columns(t->law);
  if (t->where != NULL) columns |= grundy_formula_columns(t->where);
  columns |= GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  columns &= possible;
  if (grundy_formula_is_value(t->law)) columns |= GRUNDY_COLUMN_GRUNDY;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = columns,
                                  .monitor = t->options.monitor,
                                  .memory = t->options.memory,
                                  .memory_giver = t->options.memory_giver};
  return grundy_solve(g, &options, &t->trial.solution, error);
}

/* Evaluates the law at the positions that satisfy the condition. */
static grundy_status evaluate(struct test *t, grundy_error *error) {
  struct trial *trial = &t->trial;
  const grundy_run_options *run = GRUNDY_MONITORED(t->options.monitor);
  uint32_t order = grundy_digraph_order(trial->g);
  trial->verdicts = grundy_alloc(order, 1);
  trial->claims = grundy_alloc_zero(order, sizeof *trial->claims);
  if (t->where != NULL) trial->chosen = grundy_alloc(order, 1);
  if (trial->verdicts == NULL || trial->claims == NULL ||
      (t->where != NULL && trial->chosen == NULL))
    return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  if (t->where != NULL)
    status = grundy_formula_evaluate(t->where, trial->g, trial->solution, NULL, run, trial->chosen,
                                     NULL, error);
  for (uint32_t v = 0; status == GRUNDY_OK && t->where != NULL && v < order; v++)
    trial->chosen[v] = trial->chosen[v] == GRUNDY_FORMULA_TRUE;
  if (status != GRUNDY_OK) return status;
  return grundy_formula_evaluate(t->law, trial->g, trial->solution, trial->chosen, run,
                                 trial->verdicts, trial->claims, error);
}

/* Adds the fields of a tested position to the range. */
static grundy_status note_fields(struct trial *trial, uint32_t v, bool is_first,
                                 grundy_error *error) {
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  grundy_field_names fields = grundy_position_fields(trial->g);
  grundy_status status = grundy_position_field_values(trial->g, v, values, error);
  for (uint32_t i = 0; status == GRUNDY_OK && i < fields.count; i++) {
    if (is_first || values[i] < trial->least[i]) trial->least[i] = values[i];
    if (is_first || values[i] > trial->most[i]) trial->most[i] = values[i];
  }
  return status;
}

/* Counts what the law says, and keeps the first exceptions, at most `room`. */
static grundy_status count(struct test *t, uint64_t room, grundy_law_game *game,
                           grundy_error *error) {
  struct trial *trial = &t->trial;
  uint32_t order = grundy_digraph_order(trial->g);
  for (uint32_t v = 0; v < order; v++)
    game->exceptions += trial->verdicts[v] == GRUNDY_FORMULA_FALSE;
  uint64_t most = game->exceptions < room ? game->exceptions : room;
  trial->rows = grundy_alloc(most, sizeof *trial->rows);
  if (trial->rows == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < order; v++) {
    if (trial->chosen != NULL && trial->chosen[v] == 0) continue;
    if (trial->verdicts[v] == GRUNDY_FORMULA_SILENT) {
      game->silent++;
      continue;
    }
    grundy_status status = note_fields(trial, v, game->tested == 0, error);
    if (status != GRUNDY_OK) return status;
    game->tested++;
    if (trial->verdicts[v] == GRUNDY_FORMULA_FALSE && game->listed_count < most)
      trial->rows[game->listed_count++] = v;
  }
  return GRUNDY_OK;
}

/* ---- keeping it ---------------------------------------------------------------------------- */

/* Adds an empty game to the report. */
static bool add_game(grundy_law_result *result, const char *text) {
  uint64_t count = result->report.game_count;
  if (!grundy_grow(&result->games, &result->game_room, count + 1, sizeof *result->games) ||
      !grundy_grow(&result->records, &result->record_room, count + 1, sizeof *result->records))
    return false;
  char *copy = strdup(text);
  if (copy == NULL) return false;
  result->games[count] = (grundy_law_game){.game = copy};
  result->records[count] = (grundy_law_record){0};
  result->report.games = result->games;
  result->report.game_count++;
  return true;
}

static bool keep_fields(const struct trial *trial, grundy_law_record *record,
                        grundy_law_game *game) {
  grundy_field_names fields = grundy_position_fields(trial->g);
  if (game->tested == 0 || fields.count == 0) return true;
  record->fields = grundy_alloc_zero(fields.count, sizeof *record->fields);
  record->bounds = grundy_alloc(2 * (uint64_t)fields.count, sizeof *record->bounds);
  if (record->fields == NULL || record->bounds == NULL) return false;
  game->field_count = fields.count;
  for (uint32_t i = 0; i < fields.count; i++) {
    record->bounds[i] = trial->least[i];
    record->bounds[fields.count + i] = trial->most[i];
    record->fields[i] = strdup(fields.at[i]);
    if (record->fields[i] == NULL) return false;
  }
  game->fields = (const char *const *)record->fields;
  game->least = record->bounds;
  game->most = record->bounds + fields.count;
  return true;
}

/* Copies what is known about a position at which the law fails. */
static bool keep_exception(const struct trial *trial, uint32_t v, grundy_law_exception *exception) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const uint8_t *outcomes = grundy_solution_letters(trial->solution, GRUNDY_COLUMN_OUTCOME);
  exception->position = strdup(grundy_digraph_name(trial->g, v, scratch));
  if (exception->position == NULL) return false;
  exception->claim = trial->claims[v];
  if (outcomes != NULL) exception->outcome = outcomes[v];
  exception->has_value = grundy_solution_numbers(trial->solution, GRUNDY_COLUMN_GRUNDY) != NULL;
  if (!exception->has_value) return true;
  grundy_value value = grundy_solution_value(trial->solution, v);
  uint32_t *numbers = grundy_alloc(value.k.size, sizeof *numbers);
  if (numbers == NULL) return false;
  for (uint64_t i = 0; i < value.k.size; i++) numbers[i] = value.k.numbers[i];
  exception->value = value;
  exception->value.k.numbers = numbers;
  return true;
}

static grundy_status keep(const struct trial *trial, grundy_law_record *record,
                          grundy_law_game *game, grundy_error *error) {
  record->listed = grundy_alloc_zero(game->listed_count, sizeof *record->listed);
  bool kept = record->listed != NULL && keep_fields(trial, record, game);
  for (uint64_t i = 0; kept && i < game->listed_count; i++)
    kept = keep_exception(trial, trial->rows[i], &record->listed[i]);
  game->listed = record->listed;
  return kept ? GRUNDY_OK : grundy_fail_memory(error);
}

static uint64_t max_exceptions(const grundy_law_options *options) {
  if (options->max_exceptions == GRUNDY_LAW_NO_EXCEPTIONS) return 0;
  return options->max_exceptions == 0 ? (uint64_t)GRUNDY_LAW_DEFAULT_EXCEPTIONS
                                      : options->max_exceptions;
}

static void add_to_report(struct test *t, const grundy_law_game *game) {
  grundy_law_report *report = &t->result->report;
  report->exceptions += game->exceptions;
  report->listed += game->listed_count;
  report->tested += game->tested;
  report->silent += game->silent;
  report->untested += game->tested == 0;
  report->up_to_symmetry |= game->up_to_symmetry;
  report->finding = find(report->exceptions, report->tested, t->has_read);
}

/* ---- all games ------------------------------------------------------------------------------ */

/* Tests the law at one game, and calls back. */
static grundy_status test_game(struct test *t, const char *text, grundy_error *error) {
  grundy_law_result *result = t->result;
  if (!add_game(result, text)) return grundy_fail_memory(error);
  grundy_law_game *game = &result->games[result->report.game_count - 1];
  grundy_law_record *record = &result->records[result->report.game_count - 1];
  grundy_status status = open_game(t, text, error);
  if (status == GRUNDY_OK) status = solve(t, error);
  if (status == GRUNDY_OK) status = evaluate(t, error);
  if (status == GRUNDY_OK)
    status = count(t, max_exceptions(&t->options) - result->report.listed, game, error);
  if (status == GRUNDY_OK) status = keep(&t->trial, record, game, error);
  if (status != GRUNDY_OK) return status;
  /* A closed form is compared with the values. */
  bool has_read = result->report.is_value || grundy_formula_has_read(t->law);
  t->has_read |= has_read;
  game->finding = find(game->exceptions, game->tested, has_read);
  game->up_to_symmetry = grundy_position_is_reduced(t->trial.g);
  add_to_report(t, game);
  game->g = t->trial.g;
  game->solution = t->trial.solution;
  game->rows = t->trial.rows;
  if (t->options.tested != NULL)
    status = t->options.tested(t->options.context, &result->report, game, error);
  game->g = NULL;
  game->solution = NULL;
  game->rows = NULL;
  return status;
}

static grundy_status test_games(struct test *t, grundy_error *error) {
  grundy_law_result *result = t->result;
  result->report.is_sweep = t->plan.game_count > 0;
  result->report.is_value = grundy_formula_is_value(t->law);
  size_t games = result->report.is_sweep ? t->plan.game_count : 1;
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; status == GRUNDY_OK && i < games; i++) {
    status = test_game(t, result->report.is_sweep ? t->plan.games[i] : result->text, error);
    trial_end(&t->trial);
  }
  return status;
}

static grundy_law_result *new_result(const char *text, const char *law) {
  grundy_law_result *result = grundy_alloc_zero(1, sizeof *result);
  if (result == NULL) return NULL;
  result->report.text = result->text = strdup(text);
  result->report.law = result->law = strdup(law);
  result->report.finding = GRUNDY_LAW_NOT_CONFIRMED;
  if (result->text != NULL && result->law != NULL) return result;
  grundy_law_report_free(&result->report);
  return NULL;
}

grundy_status grundy_law_test(const char *text, const char *law, const grundy_law_options *options,
                              grundy_law_report **report, grundy_error *error) {
  struct test t = {0};
  grundy_status status = grundy_options_copy(options, &t.options, sizeof t.options, error);
  if (status != GRUNDY_OK) return status;
  t.result = new_result(text, law);
  if (t.result == NULL) return grundy_fail_memory(error);
  status = grundy_formula_read("law", law, &t.law, error);
  if (status == GRUNDY_OK && t.options.where != NULL)
    status = grundy_formula_read("condition", t.options.where, &t.where, error);
  if (status == GRUNDY_OK && t.options.g == NULL)
    status = grundy_sweep_plan_make(t.result->text, &t.plan, error);
  if (status == GRUNDY_OK) status = test_games(&t, error);
  grundy_sweep_plan_free(&t.plan);
  grundy_formula_free(t.law);
  grundy_formula_free(t.where);
  if (status == GRUNDY_OK)
    *report = &t.result->report;
  else
    grundy_law_report_free(&t.result->report);
  return status;
}
