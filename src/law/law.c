/* Tests a law at the games of a text, one after the other. */

#include <grundy/law.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "explore/impl.h"
#include "formula/impl.h"
#include "formula/lookup.h"
#include "law/impl.h"

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
  grundy_law_table table;
  grundy_arena arena;         /* of the arrays below */
  uint8_t *verdicts, *chosen; /* by position; `chosen` is NULL if all are tested */
  uint32_t *claims;           /* likewise, of a closed form */
  uint32_t *rows;             /* the smallest exceptions */
  int64_t least[GRUNDY_RULES_MAX_FIELDS], most[GRUNDY_RULES_MAX_FIELDS];
};

/* Everything that a test needs. */
struct test {
  grundy_law_options options;
  grundy_formula *law, *where; /* `where` may be NULL */
  grundy_columns columns;      /* that they mention */
  grundy_sweep_plan plan;      /* without games if the text has no range */
  grundy_law_others others;
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
static grundy_law_finding find(uint64_t exceptions, uint64_t tested, uint64_t vacuous,
                               bool has_read) {
  if (exceptions > 0) return GRUNDY_LAW_FAILS;
  if (tested == 0 && vacuous > 0) return GRUNDY_LAW_EMPTY;
  return tested > 0 && has_read ? GRUNDY_LAW_HOLDS : GRUNDY_LAW_NOT_CONFIRMED;
}

/* ---- one game ---------------------------------------------------------------------------- */

/* Evaluates the law at the positions that satisfy the condition. */
static grundy_status evaluate(struct test *t, grundy_error *error) {
  struct trial *trial = &t->trial;
  const grundy_formula_table *table = &trial->table.at;
  const grundy_run_options *run = GRUNDY_MONITORED(t->options.monitor);
  uint32_t order = grundy_digraph_order(table->g);
  trial->verdicts = grundy_arena_array(&trial->arena, order, 1);
  trial->claims = grundy_arena_zeros(&trial->arena, order, sizeof *trial->claims);
  if (t->where != NULL) trial->chosen = grundy_arena_array(&trial->arena, order, 1);
  if (trial->arena.failed) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  if (t->where != NULL)
    status = grundy_formula_evaluate_table(t->where, table, trial->table.known, run, trial->chosen,
                                           NULL, error);
  for (uint32_t v = 0; status == GRUNDY_OK && t->where != NULL && v < order; v++)
    trial->chosen[v] =
        trial->chosen[v] == GRUNDY_FORMULA_TRUE || trial->chosen[v] == GRUNDY_FORMULA_VACUOUS;
  if (status != GRUNDY_OK) return status;
  return grundy_formula_evaluate_table(t->law, table,
                                       t->where != NULL ? trial->chosen : trial->table.known, run,
                                       trial->verdicts, trial->claims, error);
}

/* Restores the heap below `at`, whose root is the largest of the rows. */
static void sift(const grundy_formula_table *table, uint32_t *rows, uint64_t count, uint64_t at) {
  for (uint64_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && grundy_law_compare(table, rows[child], rows[child + 1]) < 0) child++;
    if (grundy_law_compare(table, rows[at], rows[child]) >= 0) return;
    uint32_t row = rows[at];
    rows[at] = rows[child];
    rows[child] = row;
  }
}

/* Finds the smallest exceptions, at most `most`, in increasing order. O(n log most). */
static void choose_smallest(struct trial *trial, uint64_t most, uint64_t *count) {
  const grundy_formula_table *table = &trial->table.at;
  uint32_t order = grundy_digraph_order(table->g);
  uint32_t *rows = trial->rows;
  *count = 0;
  for (uint32_t v = 0; v < order && most > 0; v++) {
    if (trial->verdicts[v] != GRUNDY_FORMULA_FALSE) continue;
    if (*count < most) {
      rows[(*count)++] = v;
      for (uint64_t i = *count / 2; *count == most && i-- > 0;) sift(table, rows, most, i);
    } else if (grundy_law_compare(table, v, rows[0]) < 0) {
      rows[0] = v;
      sift(table, rows, most, 0);
    }
  }
  for (uint64_t i = *count / 2; i-- > 0;) sift(table, rows, *count, i);
  for (uint64_t left = *count; left > 1;) {
    uint32_t largest = rows[0];
    rows[0] = rows[--left];
    rows[left] = largest;
    sift(table, rows, left, 0);
  }
}

/* Takes the fields of a position that was tested into account. */
static grundy_status note_fields(struct trial *trial, uint32_t v, bool is_first,
                                 grundy_error *error) {
  const grundy_formula_lookup lookup = {.table = &trial->table.at};
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  uint32_t count;
  grundy_status status = grundy_formula_lookup_integers(&lookup, v, values, &count, error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t i = 0; i < trial->table.at.fields.count; i++) {
    if (is_first) trial->least[i] = INT64_MAX, trial->most[i] = INT64_MIN;
    if (i >= count) continue;
    if (values[i] < trial->least[i]) trial->least[i] = values[i];
    if (values[i] > trial->most[i]) trial->most[i] = values[i];
  }
  return GRUNDY_OK;
}

/* Counts what the law says, with the range of the fields, and keeps the smallest exceptions, at
 * most `room`. */
static grundy_status count(struct test *t, uint64_t room, grundy_law_game *game,
                           grundy_error *error) {
  struct trial *trial = &t->trial;
  uint32_t order = grundy_digraph_order(trial->table.at.g);
  for (uint32_t v = 0; v < order; v++) {
    bool is_known = trial->table.known == NULL || trial->table.known[v] != 0;
    if (is_known && trial->chosen != NULL && trial->chosen[v] == 0) continue;
    uint8_t verdict = is_known ? trial->verdicts[v] : GRUNDY_FORMULA_OUTSIDE;
    game->silent += verdict == GRUNDY_FORMULA_SILENT;
    game->outside += verdict == GRUNDY_FORMULA_OUTSIDE;
    game->vacuous += verdict == GRUNDY_FORMULA_VACUOUS;
    game->exceptions += verdict == GRUNDY_FORMULA_FALSE;
    if (verdict != GRUNDY_FORMULA_FALSE && verdict != GRUNDY_FORMULA_TRUE) continue;
    grundy_status status = note_fields(trial, v, game->tested == 0, error);
    if (status != GRUNDY_OK) return status;
    game->tested++;
  }
  uint64_t most = game->exceptions < room ? game->exceptions : room;
  trial->rows = grundy_arena_array(&trial->arena, most, sizeof *trial->rows);
  if (trial->rows == NULL) return grundy_fail_memory(error);
  choose_smallest(trial, most, &game->listed_count);
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
  grundy_field_names fields = trial->table.at.fields;
  const grundy_digraph *g = trial->table.at.g;
  const grundy_solution *solution = trial->table.at.solution;
  const uint8_t *outcomes = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
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
    listed[i].position = copy_text(arena, grundy_digraph_name(g, v, scratch));
    listed[i].claim = trial->claims[v];
    if (outcomes != NULL) listed[i].outcome = outcomes[v];
    listed[i].has_value = values != NULL && values[v] != GRUNDY_NUMBER_UNKNOWN;
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
  grundy_law_table *table = &t->trial.table;
  grundy_status status =
      report->is_starts
          ? grundy_law_table_starts(&t->plan, &t->options, t->columns, table, error)
          : grundy_law_table_open(text, &t->options, t->columns,
                                  report->is_value ? GRUNDY_COLUMN_GRUNDY : 0, table, error);
  if (status == GRUNDY_OK) status = evaluate(t, error);
  if (status == GRUNDY_OK) status = count(t, listed - report->listed, game, error);
  if (status == GRUNDY_OK) status = keep(&t->trial, &result->arena, game, error);
  if (status != GRUNDY_OK) return status;
  /* A closed form is compared with the values. */
  bool has_read = report->is_value || grundy_formula_has_read(t->law);
  t->has_read |= has_read;
  game->finding = find(game->exceptions, game->tested, game->vacuous, has_read);
  game->up_to_symmetry = grundy_position_is_reduced(table->at.g);
  report->exceptions += game->exceptions;
  report->listed += game->listed_count;
  report->tested += game->tested;
  report->silent += game->silent;
  report->outside += game->outside;
  report->vacuous += game->vacuous;
  report->untested += game->tested == 0;
  report->up_to_symmetry |= game->up_to_symmetry;
  report->finding = find(report->exceptions, report->tested, report->vacuous, t->has_read);
  game->g = table->at.g;
  game->solution = table->at.solution;
  game->rows = t->trial.rows;
  if (t->options.tested != NULL)
    status = t->options.tested(t->options.context, report, game, error);
  game->g = NULL;
  game->solution = NULL;
  game->rows = NULL;
  return status;
}

/* Finds out what is to be tested, and opens what the law can read in addition. */
static grundy_status prepare(struct test *t, grundy_law_report *report, grundy_error *error) {
  bool is_family = t->plan.game_count > 0;
  report->is_starts = t->options.starts || (is_family && grundy_law_is_heap(t->plan.games[0]));
  if (report->is_starts && !is_family)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "only a family of games has several starts; write a range such as 1..50");
  report->is_sweep = is_family && !report->is_starts;
  report->is_value = grundy_formula_is_value(t->law);
  report->has_premise = grundy_formula_has_premise(t->law);
  t->columns = grundy_formula_columns(t->law);
  if (t->where != NULL) t->columns |= grundy_formula_columns(t->where);
  grundy_status status =
      grundy_law_others_open(t->options.with, &t->options, t->columns, &t->others, error);
  if (status == GRUNDY_OK)
    status = grundy_formula_set_others(t->law, t->others.at, t->others.count, error);
  if (status == GRUNDY_OK && t->where != NULL)
    status = grundy_formula_set_others(t->where, t->others.at, t->others.count, error);
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
  if (status == GRUNDY_OK) status = prepare(&t, made, error);
  size_t games = made->is_sweep ? t.plan.game_count : 1;
  for (size_t i = 0; status == GRUNDY_OK && i < games; i++) {
    status = test_game(&t, made->is_sweep ? t.plan.games[i] : made->text, error);
    grundy_law_table_free(&t.trial.table);
    grundy_arena_free(&t.trial.arena);
    t.trial = (struct trial){0};
  }
  grundy_law_others_free(&t.others);
  grundy_sweep_plan_free(&t.plan);
  grundy_formula_free(t.law);
  grundy_formula_free(t.where);
  if (status == GRUNDY_OK)
    *report = made;
  else
    grundy_law_report_free(made);
  return status;
}
