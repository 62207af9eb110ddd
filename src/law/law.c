/* Tests a law at the games of a text, one after the other. */

#include <grundy/law.h>

#include <grundy/engine.h>
#include <grundy/explore.h>
#include <grundy/formula.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/options.h"
#include "explore/impl.h"
#include "sweep/impl.h"

#include <stdlib.h>
#include <string.h>

/* A report with everything that it owns. */
typedef struct law_result {
  grundy_law_report report; /* first, so that its address is that of the result */
  grundy_arena arena;
  grundy_law_game *games;
  uint64_t game_room;
} law_result;

/* A law at the present game. */
struct trial {
  grundy_arena arena; /* of the arrays below */
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
  law_result *result;
  bool has_read; /* whether the law depends on the positions, as far as was seen */
};

void grundy_law_report_free(grundy_law_report *report) {
  law_result *result = (law_result *)report;
  if (result == NULL) return;
  grundy_arena_free(&result->arena);
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
  trial->verdicts = grundy_arena_array(&trial->arena, order, 1);
  trial->claims = grundy_arena_zeros(&trial->arena, order, sizeof *trial->claims);
  if (t->where != NULL) trial->chosen = grundy_arena_array(&trial->arena, order, 1);
  if (trial->arena.failed) return grundy_fail_memory(error);
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

/* Counts what the law says, with the range of the fields, and keeps the first exceptions, at most
 * `room`. */
static grundy_status count(struct test *t, uint64_t room, grundy_law_game *game,
                           grundy_error *error) {
  struct trial *trial = &t->trial;
  uint32_t order = grundy_digraph_order(trial->g);
  for (uint32_t v = 0; v < order; v++)
    game->exceptions += trial->verdicts[v] == GRUNDY_FORMULA_FALSE;
  uint64_t most = game->exceptions < room ? game->exceptions : room;
  grundy_field_names fields = grundy_position_fields(trial->g);
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  trial->rows = grundy_arena_array(&trial->arena, most, sizeof *trial->rows);
  if (trial->rows == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < order; v++) {
    if (trial->chosen != NULL && trial->chosen[v] == 0) continue;
    if (trial->verdicts[v] == GRUNDY_FORMULA_SILENT) {
      game->silent++;
      continue;
    }
    grundy_status status = grundy_position_field_values(trial->g, v, values, error);
    if (status != GRUNDY_OK) return status;
    for (uint32_t i = 0; i < fields.count; i++) {
      if (game->tested == 0 || values[i] < trial->least[i]) trial->least[i] = values[i];
      if (game->tested == 0 || values[i] > trial->most[i]) trial->most[i] = values[i];
    }
    game->tested++;
    if (trial->verdicts[v] == GRUNDY_FORMULA_FALSE && game->listed_count < most)
      trial->rows[game->listed_count++] = v;
  }
  return GRUNDY_OK;
}

/* ---- keeping it ---------------------------------------------------------------------------- */

static char *copy_text(grundy_arena *arena, const char *text) {
  size_t bytes = strlen(text) + 1;
  char *copy = grundy_arena_array(arena, bytes, 1);
  return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

/* Copies the range of the fields, and what is known about the positions that are listed. */
static grundy_status keep(const struct trial *trial, grundy_arena *arena, grundy_law_game *game,
                          grundy_error *error) {
  grundy_field_names fields = grundy_position_fields(trial->g);
  const grundy_solution *solution = trial->solution;
  const uint8_t *outcomes = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  if (game->tested > 0 && fields.count > 0) {
    char **names = grundy_arena_array(arena, fields.count, sizeof *names);
    int64_t *least = grundy_arena_array(arena, fields.count, sizeof *least);
    int64_t *most = grundy_arena_array(arena, fields.count, sizeof *most);
    for (uint32_t i = 0; i < fields.count && !arena->failed; i++) {
      least[i] = trial->least[i];
      most[i] = trial->most[i];
      names[i] = copy_text(arena, fields.at[i]);
    }
    game->field_count = fields.count;
    game->fields = (const char *const *)names;
    game->least = least;
    game->most = most;
  }
  grundy_law_exception *listed = grundy_arena_zeros(arena, game->listed_count, sizeof *listed);
  game->listed = listed;
  for (uint64_t i = 0; i < game->listed_count && !arena->failed; i++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t v = trial->rows[i];
    listed[i].position = copy_text(arena, grundy_digraph_name(trial->g, v, scratch));
    listed[i].claim = trial->claims[v];
    if (outcomes != NULL) listed[i].outcome = outcomes[v];
    listed[i].has_value = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY) != NULL;
    if (!listed[i].has_value) continue;
    grundy_value value = grundy_solution_value(solution, v);
    uint32_t *numbers = grundy_arena_array(arena, value.k.size, sizeof *numbers);
    for (uint64_t k = 0; k < value.k.size && numbers != NULL; k++) numbers[k] = value.k.numbers[k];
    value.k.numbers = numbers;
    listed[i].value = value;
  }
  return arena->failed ? grundy_fail_memory(error) : GRUNDY_OK;
}

/* ---- all games ------------------------------------------------------------------------------ */

/* Tests the law at one game, and calls back. */
static grundy_status test_game(struct test *t, const char *text, grundy_error *error) {
  law_result *result = t->result;
  grundy_law_report *report = &result->report;
  uint64_t listed = t->options.max_exceptions; /* at most, in all games */
  if (listed == 0) listed = GRUNDY_LAW_DEFAULT_EXCEPTIONS;
  if (t->options.max_exceptions == GRUNDY_LAW_NO_EXCEPTIONS) listed = 0;
  char *name = copy_text(&result->arena, text);
  if (!grundy_arena_grow(&result->arena, &result->games, &result->game_room, report->game_count + 1,
                         sizeof *result->games))
    return grundy_fail_memory(error);
  grundy_law_game *game = &result->games[report->game_count++];
  *game = (grundy_law_game){.game = name};
  report->games = result->games;
  grundy_status status = open_game(t, text, error);
  if (status == GRUNDY_OK) status = solve(t, error);
  if (status == GRUNDY_OK) status = evaluate(t, error);
  if (status == GRUNDY_OK) status = count(t, listed - report->listed, game, error);
  if (status == GRUNDY_OK) status = keep(&t->trial, &result->arena, game, error);
  if (status != GRUNDY_OK) return status;
  /* A closed form is compared with the values. */
  bool has_read = report->is_value || grundy_formula_has_read(t->law);
  t->has_read |= has_read;
  game->finding = find(game->exceptions, game->tested, has_read);
  game->up_to_symmetry = grundy_position_is_reduced(t->trial.g);
  report->exceptions += game->exceptions;
  report->listed += game->listed_count;
  report->tested += game->tested;
  report->silent += game->silent;
  report->untested += game->tested == 0;
  report->up_to_symmetry |= game->up_to_symmetry;
  report->finding = find(report->exceptions, report->tested, t->has_read);
  game->g = t->trial.g;
  game->solution = t->trial.solution;
  game->rows = t->trial.rows;
  if (t->options.tested != NULL)
    status = t->options.tested(t->options.context, report, game, error);
  game->g = NULL;
  game->solution = NULL;
  game->rows = NULL;
  return status;
}

grundy_status grundy_law_test(const char *text, const char *law, const grundy_law_options *options,
                              grundy_law_report **report, grundy_error *error) {
  struct test t = {0};
  grundy_status status = grundy_options_copy(options, &t.options, sizeof t.options, error);
  if (status != GRUNDY_OK) return status;
  t.result = grundy_alloc_zero(1, sizeof *t.result);
  if (t.result == NULL) return grundy_fail_memory(error);
  grundy_law_report *made = &t.result->report;
  made->text = copy_text(&t.result->arena, text);
  made->law = copy_text(&t.result->arena, law);
  made->finding = GRUNDY_LAW_NOT_CONFIRMED;
  if (t.result->arena.failed) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = grundy_formula_read("law", law, &t.law, error);
  if (status == GRUNDY_OK && t.options.where != NULL)
    status = grundy_formula_read("condition", t.options.where, &t.where, error);
  if (status == GRUNDY_OK && t.options.g == NULL)
    status = grundy_sweep_plan_make(made->text, &t.plan, error);
  if (status == GRUNDY_OK) {
    made->is_sweep = t.plan.game_count > 0;
    made->is_value = grundy_formula_is_value(t.law);
  }
  size_t games = made->is_sweep ? t.plan.game_count : 1;
  for (size_t i = 0; status == GRUNDY_OK && i < games; i++) {
    status = test_game(&t, made->is_sweep ? t.plan.games[i] : made->text, error);
    grundy_solution_free(t.trial.solution);
    grundy_digraph_free(t.trial.owned);
    grundy_arena_free(&t.trial.arena);
    t.trial = (struct trial){0};
  }
  grundy_sweep_plan_free(&t.plan);
  grundy_formula_free(t.law);
  grundy_formula_free(t.where);
  if (status == GRUNDY_OK)
    *report = made;
  else
    grundy_law_report_free(made);
  return status;
}
