/* Evaluates the games of a plan, and keeps a row for each. */

#include "sweep/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

static const grundy_columns possible_columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY |
                                               GRUNDY_COLUMN_K | GRUNDY_COLUMN_REMOTENESS |
                                               GRUNDY_COLUMN_DISTANCE;

void grundy_sweep_free(grundy_sweep *sweep) {
  if (sweep == NULL) return;
  for (size_t i = 0; i < sweep->plan.game_count; i++) {
    if (sweep->rows != NULL) free(sweep->rows[i]);
    if (sweep->objects != NULL) free(sweep->objects[i]);
  }
  free((void *)sweep->rows);
  free((void *)sweep->objects);
  free((void *)sweep->texts);
  free(sweep->numbers);
  free(sweep->path);
  grundy_sweep_plan_free(&sweep->plan);
  free(sweep->text);
  (void)pthread_mutex_destroy(&sweep->lock);
  free(sweep);
}

static grundy_status make(grundy_sweep *sweep, const char *text, grundy_error *error) {
  sweep->text = strdup(text);
  if (sweep->text == NULL) return grundy_fail_memory(error);
  if ((sweep->columns & ~possible_columns) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "expected some of the columns outcome, grundy, k, remoteness and distance");
  grundy_status status = grundy_sweep_plan_make(sweep->text, &sweep->plan, error);
  if (status != GRUNDY_OK) return status;
  if (sweep->plan.axis_count == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "'%.*s' has no range; expected one such as kotzig:5..60,1,3",
                       grundy_excerpt(text, strlen(text)), text);
  size_t count = sweep->plan.game_count;
  sweep->state.games = sweep->checked = count;
  sweep->state.axes = sweep->plan.axis_count;
  sweep->rows = grundy_alloc_zero(count, sizeof *sweep->rows);
  if (sweep->options.json) sweep->objects = grundy_alloc_zero(count, sizeof *sweep->objects);
  bool enough = sweep->rows != NULL && (!sweep->options.json || sweep->objects != NULL);
  return enough ? GRUNDY_OK : grundy_fail_memory(error);
}

grundy_status grundy_sweep_new(const char *text, const grundy_sweep_options *options,
                               grundy_sweep **sweep, grundy_error *error) {
  grundy_sweep_options copy;
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  if (status != GRUNDY_OK) return status;
  grundy_sweep *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  made->options = copy;
  made->columns = copy.columns == 0 ? GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY : copy.columns;
  made->between = copy.csv ? ',' : '\t';
  status = make(made, text, error);
  if (status == GRUNDY_OK)
    *sweep = made;
  else
    grundy_sweep_free(made);
  return status;
}

/* ---- running ------------------------------------------------------------------------------- */

/* Keeps the row of an answer, and compares it with the row of a file. */
static grundy_status keep_answer(grundy_sweep *sweep, const grundy_answer *answer,
                                 grundy_error *error) {
  grundy_sweep_state *state = &sweep->state;
  size_t game = sweep->numbers[answer->index];
  if (answer->status != GRUNDY_OK && game == sweep->checked) return GRUNDY_OK;
  if (answer->evaluation.outcome == GRUNDY_OUTCOME_NONE &&
      (state->unanswered++ == 0 || game <= state->first_unanswered)) {
    state->first_unanswered = game;
    state->limit = answer->error;
    if (answer->status == GRUNDY_OK)
      (void)grundy_fail(&state->limit, GRUNDY_UNABLE, "the outcome is not known");
  }
  char *row = grundy_sweep_cells(sweep, answer);
  if (row == NULL) return grundy_fail_memory(error);
  bool is_foreign = sweep->rows[game] != NULL && strcmp(sweep->rows[game], row) != 0;
  state->is_foreign |= is_foreign;
  free(sweep->rows[game]);
  sweep->rows[game] = row;
  if (is_foreign)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, sweep->path, 0, 0,
                          "this is not a table of these games: another row is right for %.80s",
                          sweep->plan.games[game]);
  if (sweep->objects == NULL) return GRUNDY_OK;
  free(sweep->objects[game]);
  sweep->objects[game] = grundy_sweep_object(sweep, game, answer);
  return sweep->objects[game] == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
}

static grundy_status answered(void *context, const grundy_answer *answer, grundy_error *error) {
  grundy_sweep *sweep = context;
  (void)pthread_mutex_lock(&sweep->lock);
  grundy_status status = keep_answer(sweep, answer, error);
  (void)pthread_mutex_unlock(&sweep->lock);
  return status;
}

/* Lists the games without a row, and the first with a row, to check that the file belongs to these
 * games. */
static grundy_status list_games(grundy_sweep *sweep, size_t *listed, grundy_error *error) {
  size_t count = sweep->plan.game_count;
  free((void *)sweep->texts);
  free(sweep->numbers);
  sweep->texts = grundy_alloc(count, sizeof *sweep->texts);
  sweep->numbers = grundy_alloc(count, sizeof *sweep->numbers);
  if (sweep->texts == NULL || sweep->numbers == NULL) return grundy_fail_memory(error);
  sweep->checked = count;
  for (size_t i = 0; i < count; i++) {
    if (sweep->rows[i] != NULL && (sweep->checked < count || sweep->path == NULL)) continue;
    if (sweep->rows[i] != NULL) sweep->checked = i;
    sweep->numbers[*listed] = i;
    sweep->texts[(*listed)++] = sweep->plan.games[i];
  }
  return GRUNDY_OK;
}

grundy_status grundy_sweep_run(grundy_sweep *sweep, grundy_error *error) {
  size_t count = 0;
  grundy_columns columns = sweep->columns;
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) columns |= GRUNDY_COLUMN_K;
  grundy_status status = list_games(sweep, &count, error);
  if (status != GRUNDY_OK || count == 0) return status;
  const grundy_evaluate_options options = {
      .size = sizeof options,
      .play = sweep->options.play,
      .columns = columns,
      .limit = sweep->options.limit,
      .memory = sweep->options.memory,
      .seconds = sweep->options.seconds,
      .monitor = sweep->options.monitor,
      .answered = answered,
      .context = sweep,
  };
  return grundy_expressions_evaluate(sweep->texts, count, &options, error);
}

/* ---- reading the table ---------------------------------------------------------------------- */

grundy_sweep_state grundy_sweep_describe(grundy_sweep *sweep) {
  (void)pthread_mutex_lock(&sweep->lock);
  grundy_sweep_state state = sweep->state;
  for (size_t i = 0; i < state.games; i++) state.rows += sweep->rows[i] != NULL;
  (void)pthread_mutex_unlock(&sweep->lock);
  return state;
}

const char *grundy_sweep_game(const grundy_sweep *sweep, size_t game) {
  return game < sweep->plan.game_count ? sweep->plan.games[game] : NULL;
}

const char *grundy_sweep_argument_name(const grundy_sweep *sweep, size_t column) {
  return column < sweep->plan.column_count ? sweep->plan.columns[column].name : NULL;
}

void grundy_sweep_write(grundy_sweep *sweep, FILE *out) {
  (void)pthread_mutex_lock(&sweep->lock);
  grundy_sweep_put_heading(sweep, out);
  grundy_sweep_put_rows(sweep, 0, sweep->plan.game_count, out);
  (void)pthread_mutex_unlock(&sweep->lock);
}

bool grundy_sweep_write_next(grundy_sweep *sweep, bool all, FILE *out) {
  (void)pthread_mutex_lock(&sweep->lock);
  size_t begin = sweep->written, end = begin, count = sweep->plan.game_count;
  while (end < count && (all || sweep->rows[end] != NULL)) end++;
  bool has_rows = false;
  for (size_t i = begin; i < end && !has_rows; i++) has_rows = sweep->rows[i] != NULL;
  if (has_rows && out != NULL) {
    if (begin == 0) grundy_sweep_put_heading(sweep, out);
    grundy_sweep_put_rows(sweep, begin, end, out);
    sweep->written = end;
  }
  (void)pthread_mutex_unlock(&sweep->lock);
  return has_rows;
}

void grundy_sweep_write_grid(grundy_sweep *sweep, FILE *out) {
  (void)pthread_mutex_lock(&sweep->lock);
  grundy_sweep_put_grid(sweep, out);
  (void)pthread_mutex_unlock(&sweep->lock);
}
