/* The table of a sweep: its cells, writing and reading it. */

#include "sweep/impl.h"

#include <grundy/ordinal.h>

#include "base/error.h"
#include "component/component.h"
#include "text/print.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_ROOM = 128 };

/* ---- cells --------------------------------------------------------------------------- */

/* Returns the columns in their order, up to 0. */
static const grundy_columns *all_columns(void) {
  static const grundy_columns all[] = {GRUNDY_COLUMN_OUTCOME,  GRUNDY_COLUMN_GRUNDY,
                                       GRUNDY_COLUMN_K,        GRUNDY_COLUMN_REMOTENESS,
                                       GRUNDY_COLUMN_DISTANCE, 0};
  return all;
}

static void put_number(FILE *out, grundy_number number, const grundy_ordinal *ordinal) {
  if (ordinal != NULL)
    grundy_ordinal_write(ordinal, true, out);
  else if (number == GRUNDY_UNKNOWN || number == GRUNDY_TOO_LARGE)
    (void)putc('?', out);
  else if (number == GRUNDY_INFINITY64)
    (void)fputs("inf", out);
  else
    grundy_number_write(number, out);
}

/* Writes K as a solution has it: "1,2", "{}", or "-" for a finite value. */
static void put_k(FILE *out, const grundy_evaluation *evaluation, char between) {
  const grundy_set *k = &evaluation->k;
  const char *quote = between == ',' && k->size > 1 ? "\"" : "";
  if (evaluation->value != GRUNDY_INFINITY64) {
    (void)putc(evaluation->value == GRUNDY_UNKNOWN ? '?' : '-', out);
    return;
  }
  (void)fputs(k->size == 0 ? "{}" : quote, out);
  for (uint64_t i = 0; i < k->size; i++)
    (void)fprintf(out, "%s%lu", i == 0 ? "" : ",", (unsigned long)k->numbers[i]);
  (void)fputs(k->size == 0 ? "" : quote, out);
}

static void put_cell(FILE *out, const grundy_answer *answer, grundy_columns column, char between) {
  const grundy_evaluation *evaluation = &answer->evaluation;
  if (!answer->has_value && (column & (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K)) != 0) {
    (void)putc('-', out);
    return;
  }
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
    (void)putc(evaluation->outcome == GRUNDY_OUTCOME_NONE ? '?' : evaluation->outcome, out);
    return;
  case GRUNDY_COLUMN_GRUNDY:
    put_number(out, evaluation->value, evaluation->ordinal_value);
    return;
  case GRUNDY_COLUMN_K:
    put_k(out, evaluation, between);
    return;
  case GRUNDY_COLUMN_REMOTENESS:
    put_number(out, evaluation->remoteness, NULL);
    return;
  default:
    put_number(out, evaluation->distance, evaluation->ordinal_distance);
  }
}

char *grundy_sweep_cells(const grundy_sweep *sweep, const grundy_answer *answer) {
  char *row = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&row, &size);
  if (out == NULL) return NULL;
  bool first = true;
  for (const grundy_columns *column = all_columns(); *column != 0; column++) {
    if ((sweep->columns & *column) == 0) continue;
    if (!first) (void)putc(sweep->between, out);
    put_cell(out, answer, *column, sweep->between);
    first = false;
  }
  if (grundy_text_close(out, &row)) return row;
  free(row);
  return NULL;
}

/* ---- writing ------------------------------------------------------------------------- */

/* Writes a text that may contain commas or quotes as a cell. */
static void put_text(FILE *out, const char *text, char between) {
  if (between != ',' || strpbrk(text, ",\"") == NULL) {
    (void)fputs(text, out);
    return;
  }
  (void)putc('"', out);
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"') (void)putc('"', out);
    (void)putc(*c, out);
  }
  (void)putc('"', out);
}

static void put_arguments(FILE *out, const grundy_sweep *sweep, size_t game) {
  char text[CELL_ROOM];
  for (size_t i = 0; i < sweep->plan.column_count; i++) {
    grundy_sweep_plan_argument(&sweep->plan, game, i, text, sizeof text);
    put_text(out, text, sweep->between);
    (void)putc(sweep->between, out);
  }
}

static void put_column_names(FILE *out, const grundy_sweep *sweep) {
  for (size_t i = 0; i < sweep->plan.column_count; i++) {
    (void)fputs(sweep->plan.columns[i].name, out);
    (void)putc(sweep->between, out);
  }
  bool first = true;
  for (const grundy_columns *column = all_columns(); *column != 0; column++) {
    if ((sweep->columns & *column) == 0) continue;
    if (!first) (void)putc(sweep->between, out);
    (void)fputs(grundy_column_describe(*column)->name, out);
    first = false;
  }
}

void grundy_sweep_put_heading(const grundy_sweep *sweep, FILE *out) {
  put_column_names(out, sweep);
  (void)putc('\n', out);
}

void grundy_sweep_put_rows(const grundy_sweep *sweep, size_t begin, size_t end, FILE *out) {
  for (size_t i = begin; i < end; i++) {
    if (sweep->rows[i] == NULL) continue;
    put_arguments(out, sweep, i);
    (void)fputs(sweep->rows[i], out);
    (void)putc('\n', out);
  }
}

/* Returns the name of the column of an axis. */
static const char *axis_name(const grundy_sweep_plan *plan, size_t axis) {
  return plan->columns[plan->axes[axis].column].name;
}

void grundy_sweep_put_grid(const grundy_sweep *sweep, FILE *out) {
  const grundy_sweep_plan *plan = &sweep->plan;
  size_t across = plan->axes[1].range.count;
  char text[CELL_ROOM];
  if (across == 0) return; /* no range is empty */
  (void)fprintf(out, "%s\\%s", axis_name(plan, 0), axis_name(plan, 1));
  for (size_t i = 0; i < across; i++) {
    grundy_sweep_plan_argument(plan, i, plan->axes[1].column, text, sizeof text);
    (void)fprintf(out, "%c%s", sweep->between, text);
  }
  for (size_t i = 0; i < plan->game_count; i++) {
    if (i % across == 0) {
      grundy_sweep_plan_argument(plan, i, plan->axes[0].column, text, sizeof text);
      (void)fprintf(out, "\n%s", text);
    }
    (void)fprintf(out, "%c%s", sweep->between, sweep->rows[i] == NULL ? "?" : sweep->rows[i]);
  }
  (void)putc('\n', out);
}

/* ---- reading ------------------------------------------------------------------------- */

/* A file being read. */
struct reading {
  grundy_sweep *sweep;
  const char *path;
  unsigned long long line;
  size_t next; /* the game of the row that is probably next */
};

static grundy_status refuse(const struct reading *r, grundy_error *error, const char *what) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, r->path, r->line, 0, "%s", what);
}

/* Returns what follows the arguments of a game if the line begins with them; NULL otherwise. */
static const char *after_arguments(const struct reading *r, const char *line, size_t game) {
  char *arguments = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&arguments, &size);
  if (out == NULL) return NULL;
  put_arguments(out, r->sweep, game);
  bool kept = grundy_text_close(out, &arguments);
  const char *rest = kept && strncmp(line, arguments, size) == 0 ? line + size : NULL;
  free(arguments);
  return rest;
}

/* Finds the game of a line, and its cells. Rows are usually in order, with gaps. */
static const char *find_game(struct reading *r, const char *line, size_t *game) {
  size_t count = r->sweep->plan.game_count;
  for (size_t i = 0; i < count; i++) {
    *game = (r->next + i) % count;
    const char *cells = after_arguments(r, line, *game);
    if (cells == NULL) continue;
    r->next = *game + 1;
    return cells;
  }
  return NULL;
}

/* Returns whether the text has that many cells, none of which is empty. */
static bool has_cells(const char *text, size_t expected, char between) {
  size_t count = 1;
  bool quoted = false;
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"') quoted = !quoted;
    if (*c != between || quoted) continue;
    count++;
    if (c == text || c[1] == '\0' || c[1] == between) return false;
  }
  return count == expected && *text != '\0';
}

static grundy_status read_row(struct reading *r, const char *line, grundy_error *error) {
  size_t game = 0;
  const char *cells = find_game(r, line, &game);
  if (cells == NULL) return refuse(r, error, "this row is not one of these games");
  if (!has_cells(cells, (size_t)__builtin_popcountll(r->sweep->columns), r->sweep->between))
    return refuse(r, error, "this row is not complete");
  if (r->sweep->rows[game] != NULL) return refuse(r, error, "this game has a row already");
  if (strchr(cells, '?') != NULL) return GRUNDY_OK;
  r->sweep->rows[game] = strdup(cells);
  return r->sweep->rows[game] == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
}

/* Checks that the first line is the heading of this table. */
static grundy_status read_heading(const struct reading *r, const char *line, grundy_error *error) {
  char *heading = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&heading, &size);
  if (out == NULL) return grundy_fail_memory(error);
  put_column_names(out, r->sweep);
  grundy_status status = grundy_text_close(out, &heading) ? GRUNDY_OK : grundy_fail_memory(error);
  if (status == GRUNDY_OK && strcmp(line, heading) != 0)
    status = refuse(r, error, "the columns are not those of this sweep; use another file");
  free(heading);
  return status;
}

static grundy_status read_lines(struct reading *r, FILE *in, grundy_error *error) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length = 0;
  grundy_status status = GRUNDY_OK;
  errno = 0;
  while (status == GRUNDY_OK && (length = getline(&line, &room, in)) >= 0) {
    if (length > 0 && line[length - 1] == '\n') line[--length] = '\0';
    status = ++r->line == 1 ? read_heading(r, line, error) : read_row(r, line, error);
  }
  if (status == GRUNDY_OK && ferror(in) != 0)
    status = grundy_fail_at(error, GRUNDY_IO_ERROR, r->path, 0, 0, "%s", strerror(errno));
  free(line);
  return status;
}

grundy_status grundy_sweep_read(grundy_sweep *sweep, const char *path, grundy_error *error) {
  struct reading r = {.sweep = sweep, .path = path};
  grundy_status status = grundy_confined_check(path, error);
  char *copy = status == GRUNDY_OK ? strdup(path) : NULL;
  if (status != GRUNDY_OK) return status;
  if (copy == NULL) return grundy_fail_memory(error);
  free(sweep->path);
  sweep->path = copy;
  FILE *in = fopen(path, "r");
  if (in == NULL && errno == ENOENT) return GRUNDY_OK;
  if (in == NULL) return grundy_fail_at(error, GRUNDY_IO_ERROR, path, 0, 0, "%s", strerror(errno));
  status = read_lines(&r, in, error);
  (void)fclose(in);
  return status;
}
