/* Evaluates the games of a plan, and keeps a row for each. */

#include "sweep/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "text/cursor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- columns ------------------------------------------------------------------------------- */

/* Lists the columns of a subject for a message: "preperiod, period, saltus and largest". */
static void list_names(const grundy_sweep_subject *subject, char *text, size_t size) {
  size_t length = 0;
  for (size_t i = 0; subject->names[i] != NULL; i++) {
    length += (size_t)snprintf(text + length, size - length, "%s%s",
                               i == 0                          ? ""
                               : subject->names[i + 1] == NULL ? " and "
                                                               : ", ",
                               subject->names[i]);
    assert(length < size);
  }
}

/* Parses names that commas separate. */
static grundy_status parse_columns(grundy_sweep *sweep, const char *list, grundy_error *error) {
  const grundy_sweep_subject *subject = sweep->subject;
  for (const char *at = list;; at++) {
    size_t length = strcspn(at, ","), i = 0;
    while (subject->names[i] != NULL && !grundy_bytes_are(at, length, subject->names[i])) i++;
    if (subject->names[i] == NULL) {
      char names[128];
      list_names(subject, names, sizeof names);
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "'%.*s' is not a column of these games; expected some of %s",
                         grundy_excerpt(at, length), at, names);
    }
    if (grundy_sweep_has_column(sweep, i))
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "duplicate column '%s'", subject->names[i]);
    sweep->columns |= UINT32_C(1) << i;
    at += length;
    if (*at == '\0') return GRUNDY_OK;
  }
}

/* Chooses what the sweep finds out, by its first game. */
static const grundy_sweep_subject *choose_subject(const grundy_sweep *sweep) {
  if (!grundy_sweep_is_row(sweep->plan.games[0])) return &grundy_sweep_positions;
  bool is_normal = sweep->options.play == GRUNDY_NORMAL_PLAY;
  return is_normal ? &grundy_sweep_periods : &grundy_sweep_quotients;
}

/* ---- making -------------------------------------------------------------------------------- */

static grundy_status make(grundy_sweep *sweep, const char *text, grundy_error *error) {
  sweep->text = strdup(text);
  if (sweep->text == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_sweep_plan_make(sweep->text, &sweep->plan, error);
  if (status != GRUNDY_OK) return status;
  if (sweep->plan.axis_count == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "'%.*s' has no range; expected one such as kotzig:5..60,1,3",
                       grundy_excerpt(text, strlen(text)), text);
  const char *columns = sweep->options.columns;
  sweep->subject = choose_subject(sweep);
  status = parse_columns(sweep, columns == NULL ? sweep->subject->standard : columns, error);
  if (status != GRUNDY_OK) return status;
  size_t count = sweep->plan.game_count;
  sweep->state.games = sweep->checked = count;
  sweep->state.axes = sweep->plan.axis_count;
  sweep->state.columns = (size_t)__builtin_popcount(sweep->columns);
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
static grundy_status keep_answer(grundy_sweep *sweep, const grundy_sweep_finding *finding,
                                 grundy_error *error) {
  grundy_sweep_state *state = &sweep->state;
  size_t game = sweep->numbers[finding->index];
  if (finding->is_limited && game == sweep->checked) return GRUNDY_OK;
  if (finding->limit != NULL && (state->unanswered++ == 0 || game <= state->first_unanswered)) {
    state->first_unanswered = game;
    state->limit = *finding->limit;
  }
  char *row = grundy_sweep_cells(sweep, finding->answer);
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
  sweep->objects[game] = grundy_sweep_object(sweep, game, finding->answer,
                                             finding->is_limited ? finding->limit : NULL);
  return sweep->objects[game] == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
}

grundy_status grundy_sweep_keep(grundy_sweep *sweep, const grundy_sweep_finding *finding,
                                grundy_error *error) {
  (void)pthread_mutex_lock(&sweep->lock);
  grundy_status status = keep_answer(sweep, finding, error);
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
  grundy_status status = list_games(sweep, &count, error);
  return status != GRUNDY_OK || count == 0 ? status : sweep->subject->run(sweep, count, error);
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

void grundy_sweep_write_latex(grundy_sweep *sweep, const char *caption, const char *label,
                              FILE *out) {
  (void)pthread_mutex_lock(&sweep->lock);
  grundy_sweep_put_latex(sweep, caption == NULL ? sweep->text : caption, label, out);
  (void)pthread_mutex_unlock(&sweep->lock);
}
