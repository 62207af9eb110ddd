/* The table of a sweep: its cells, writing and reading it. */

#include "sweep/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash_table.h"
#include "text/cursor.h"
#include "text/markup.h"
#include "text/print.h"

#define XXH_INLINE_ALL
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- cells --------------------------------------------------------------------------- */

char *grundy_sweep_cells(const grundy_sweep *sweep, const void *answer) {
  char *row = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&row, &size);
  if (out == NULL) return NULL;
  bool first = true;
  for (size_t i = 0; sweep->subject->names[i] != NULL; i++) {
    if (!grundy_sweep_has_column(sweep, i)) continue;
    if (!first) (void)putc(sweep->between, out);
    sweep->subject->put_cell(out, sweep, answer, i);
    first = false;
  }
  if (grundy_text_close(out, &row)) return row;
  free(row);
  return NULL;
}

/* ---- writing ------------------------------------------------------------------------- */

/* Returns whether a cell with this argument is in quotation marks. No argument contains one: lists
 * end before it, and rules with one have no columns of constants. */
static bool is_quoted(const char *text, char between) {
  assert(strchr(text, '"') == NULL);
  return between == ',' && strchr(text, ',') != NULL;
}

/* Writes an argument, which may contain commas, as a cell. */
static void put_text(FILE *out, const char *text, char between) {
  const char *quote = is_quoted(text, between) ? "\"" : "";
  (void)fprintf(out, "%s%s%s", quote, text, quote);
}

static void put_arguments(FILE *out, const grundy_sweep *sweep, size_t game) {
  for (size_t i = 0; i < sweep->plan.column_count; i++) {
    put_text(out, grundy_sweep_plan_argument(&sweep->plan, game, i), sweep->between);
    (void)putc(sweep->between, out);
  }
}

static void put_column_names(FILE *out, const grundy_sweep *sweep) {
  for (size_t i = 0; i < sweep->plan.column_count; i++) {
    (void)fputs(sweep->plan.columns[i].name, out);
    (void)putc(sweep->between, out);
  }
  bool first = true;
  for (size_t i = 0; sweep->subject->names[i] != NULL; i++) {
    if (!grundy_sweep_has_column(sweep, i)) continue;
    if (!first) (void)putc(sweep->between, out);
    (void)fputs(sweep->subject->names[i], out);
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
  size_t across = plan->axes[1].count;
  if (across == 0) return; /* there is only one range */
  (void)fprintf(out, "%s\\%s", axis_name(plan, 0), axis_name(plan, 1));
  for (size_t i = 0; i < across; i++) {
    (void)putc(sweep->between, out);
    put_text(out, grundy_sweep_plan_argument(plan, i, plan->axes[1].column), sweep->between);
  }
  for (size_t i = 0; i < plan->game_count; i++) {
    if (i % across == 0) {
      (void)putc('\n', out);
      put_text(out, grundy_sweep_plan_argument(plan, i, plan->axes[0].column), sweep->between);
    }
    (void)fprintf(out, "%c%s", sweep->between, sweep->rows[i] == NULL ? "?" : sweep->rows[i]);
  }
  (void)putc('\n', out);
}

/* Writes a name or a cell into a cell of LaTeX. */
static void put_marked(FILE *out, const char *text, size_t length) {
  const grundy_markup *m = grundy_markup_of(GRUNDY_LATEX);
  if (grundy_bytes_are(text, length, "inf")) {
    (void)fprintf(out, "%s%s%s", m->formula, m->infinity, m->formula);
    return;
  }
  char *copy = strndup(text, length);
  char *marked = copy == NULL ? NULL : grundy_alloc(length + 1, GRUNDY_MARKUP_ROOM);
  if (marked != NULL) *grundy_put_marked(marked, m, copy) = '\0';
  (void)fputs(marked == NULL ? "?" : marked, out);
  free(marked);
  free(copy);
}

/* Writes the cells of a row that tabs separate, each after an &. */
static void put_marked_cells(FILE *out, const char *cells) {
  for (const char *at = cells;; at++) {
    size_t length = strcspn(at, "\t");
    (void)fputs(grundy_markup_of(GRUNDY_LATEX)->between, out);
    put_marked(out, at, length);
    at += length;
    if (*at == '\0') return;
  }
}

static void put_latex_heading(const grundy_sweep *sweep, FILE *out) {
  const grundy_markup *m = grundy_markup_of(GRUNDY_LATEX);
  (void)fputs(m->rule, out);
  for (size_t i = 0; i < sweep->plan.column_count; i++) {
    const char *name = sweep->plan.columns[i].name;
    (void)fputs(i > 0 ? m->between : "", out);
    put_marked(out, name, strlen(name));
  }
  for (size_t i = 0; sweep->subject->names[i] != NULL; i++)
    if (grundy_sweep_has_column(sweep, i)) put_marked_cells(out, sweep->subject->names[i]);
  (void)fprintf(out, "%s%s\\endhead\n%s\\endfoot\n", m->end_row, m->rule, m->rule);
}

/* A table that may be longer than a page: its heading is repeated on each. */
void grundy_sweep_put_latex(const grundy_sweep *sweep, const char *caption, const char *label,
                            FILE *out) {
  const grundy_sweep_plan *plan = &sweep->plan;
  (void)fputs("\\begin{longtable}{", out); /* of the package longtable */
  for (size_t i = 0; i < plan->column_count; i++) {
    bool is_text =
        plan->columns[i].axis < 0 || plan->axes[plan->columns[i].axis].kind != GRUNDY_SWEEP_RANGE;
    (void)putc(is_text ? 'l' : 'r', out);
  }
  for (size_t i = 0; sweep->subject->names[i] != NULL; i++)
    if (grundy_sweep_has_column(sweep, i)) (void)putc('r', out);
  (void)fputs("}\n\\caption{", out);
  put_marked(out, caption, strlen(caption));
  (void)putc('}', out);
  if (label != NULL) (void)fprintf(out, "\\label{%s}", label);
  (void)fputs(" \\\\\n", out);
  put_latex_heading(sweep, out);
  for (size_t i = 0; i < plan->game_count; i++) {
    if (sweep->rows[i] == NULL) continue;
    for (size_t k = 0; k < plan->column_count; k++) {
      const char *argument = grundy_sweep_plan_argument(plan, i, k);
      (void)fputs(k > 0 ? grundy_markup_of(GRUNDY_LATEX)->between : "", out);
      put_marked(out, argument, strlen(argument));
    }
    put_marked_cells(out, sweep->rows[i]);
    (void)fputs(grundy_markup_of(GRUNDY_LATEX)->end_row, out);
  }
  (void)fputs("\\end{longtable}\n", out);
}

/* ---- reading ------------------------------------------------------------------------- */

/* A file being read. */
struct reading {
  grundy_sweep *sweep;
  const char *path;
  unsigned long long line;
  size_t next;             /* the game of the row that is probably next */
  grundy_hash_table games; /* by their arguments; empty as long as rows are in order */
};

static grundy_status refuse(const struct reading *r, grundy_error *error, const char *what) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, r->path, r->line, 0, "%s", what);
}

/* Returns what follows a cell that put_text has written, and the separator after it, if the line
 * begins with them; NULL otherwise. */
static const char *after_text(const char *line, const char *text, char between) {
  bool quoted = is_quoted(text, between);
  size_t length = strlen(text);
  if (quoted && *line++ != '"') return NULL;
  if (strncmp(line, text, length) != 0) return NULL;
  line += length;
  if (quoted && *line++ != '"') return NULL;
  return *line == between ? line + 1 : NULL;
}

/* Returns what follows the arguments of a game if the line begins with them; NULL otherwise. */
static const char *after_arguments(const grundy_sweep *sweep, const char *line, size_t game) {
  for (size_t i = 0; i < sweep->plan.column_count && line != NULL; i++)
    line = after_text(line, grundy_sweep_plan_argument(&sweep->plan, game, i), sweep->between);
  return line;
}

static uint32_t tag_of(const char *arguments, size_t length) {
  return (uint32_t)(XXH3_64bits(arguments, length) >> 32);
}

static bool is_none(const void *context, uint32_t game) {
  (void)context;
  (void)game;
  return false;
}

/* Makes the table of all games. */
static grundy_status make_games(struct reading *r, grundy_error *error) {
  size_t count = r->sweep->plan.game_count;
  if (!grundy_hash_table_reserve(&r->games, count)) return grundy_fail_memory(error);
  for (uint32_t game = 0; game < count; game++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = grundy_text_open(&text, &size);
    if (out == NULL) return grundy_fail_memory(error);
    put_arguments(out, r->sweep, game);
    bool is_written = grundy_text_close(out, &text);
    uint32_t tag = is_written ? tag_of(text, size) : 0;
    free(text);
    if (!is_written) return grundy_fail_memory(error);
    grundy_hash_table_put(&r->games, grundy_hash_table_find(&r->games, tag, is_none, NULL), tag,
                          game);
  }
  return GRUNDY_OK;
}

/* Returns what follows the first cells of the line. */
static const char *after_cells(const grundy_sweep *sweep, const char *line) {
  bool quoted = false;
  size_t count = 0;
  for (; *line != '\0' && count < sweep->plan.column_count; line++) {
    if (*line == '"' && sweep->between == ',') quoted = !quoted;
    count += *line == sweep->between && !quoted;
  }
  return line;
}

/* A line whose game is looked for. */
struct wanted {
  const grundy_sweep *sweep;
  const char *line;
  bool has_row; /* any game; otherwise one that has no row yet */
};

static bool is_wanted(const void *context, uint32_t game) {
  const struct wanted *w = context;
  return (w->has_row || w->sweep->rows[game] == NULL) &&
         after_arguments(w->sweep, w->line, game) != NULL;
}

/* Finds the game of a line, and its cells. Rows are usually in order. */
static grundy_status find_game(struct reading *r, const char *line, size_t *game,
                               const char **cells, grundy_error *error) {
  *game = r->next;
  *cells = NULL;
  if (r->next < r->sweep->plan.game_count && r->sweep->rows[r->next] == NULL)
    *cells = after_arguments(r->sweep, line, r->next);
  if (*cells == NULL) {
    grundy_status status = r->games.count == 0 ? make_games(r, error) : GRUNDY_OK;
    if (status != GRUNDY_OK) return status;
    struct wanted wanted = {.sweep = r->sweep, .line = line};
    uint32_t tag = tag_of(line, (size_t)(after_cells(r->sweep, line) - line)), found;
    bool is_game = grundy_hash_table_get(&r->games, tag, is_wanted, &wanted, &found);
    wanted.has_row = true;
    if (!is_game && !grundy_hash_table_get(&r->games, tag, is_wanted, &wanted, &found))
      return refuse(r, error, "this row is not one of these games");
    *game = found;
    *cells = after_arguments(r->sweep, line, found);
  }
  r->next = *game + 1;
  return GRUNDY_OK;
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
  const char *cells;
  grundy_status status = find_game(r, line, &game, &cells, error);
  if (status != GRUNDY_OK) return status;
  if (!has_cells(cells, (size_t)__builtin_popcount(r->sweep->columns), r->sweep->between))
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
  FILE *out = grundy_text_open(&heading, &size);
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
    if (line[length - 1] == '\n') line[--length] = '\0';
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
  if (status != GRUNDY_OK) return status;
  char *copy = strdup(path);
  if (copy == NULL) return grundy_fail_memory(error);
  free(sweep->path);
  sweep->path = copy;
  FILE *in = fopen(path, "r");
  if (in == NULL && errno == ENOENT) return GRUNDY_OK;
  if (in == NULL) return grundy_fail_at(error, GRUNDY_IO_ERROR, path, 0, 0, "%s", strerror(errno));
  status = read_lines(&r, in, error);
  grundy_hash_table_free(&r.games);
  (void)fclose(in);
  return status;
}
