/* Writes a solution for people: aligned columns, values as ∞{0,2}, rows coloured by outcome. For
 * two-coloured games, Qs come with a move of their strategy and levels with a number of moves. */

#include <grundy/solve.h>

#include "format/impl.h"

#include "base/quote.h"
#include "base/threads.h"
#include "format/entries.h"
#include "solution/columns.h"
#include "text/utf8.h"

#include <string.h>

enum { CELLS = GRUNDY_COLUMN_COUNT + 2 };

typedef struct table {
  const grundy_digraph *g;
  const grundy_solution *solution;
  bool named, coloured, ascii;
  const char *arrow;
  grundy_style style;
  grundy_written columns[GRUNDY_COLUMN_COUNT];
  int count; /* number of columns */
  int last;  /* last cell: `best` may follow the columns */
  grundy_written_rows rows;
  const grundy_written *k; /* if it is shown within grundy */
  const uint8_t *outcome;  /* if it sets the colours of rows */
  bool colour;
  size_t widths[CELLS];                            /* that of the vertex column first */
  size_t thread_widths[GRUNDY_MAX_THREADS][CELLS]; /* by thread */
} table;

/* ---- cells ------------------------------------------------------------------------------ */

/* Writes a name with control characters as \x1b, because they could do anything to a terminal; if
 * it is quoted, with a backslash before quotes and backslashes. */
static char *put_safely(char *to, const char *name, bool is_quoted) {
  static const char digits[] = "0123456789abcdef";
  size_t length = strlen(name);
  for (size_t at = 0, size; at < length; at += size) {
    uint32_t c = 0;
    size = grundy_utf8_next(name + at, length - at, &c);
    if (size == 0) size = 1; /* not UTF-8: c is 0, a control character */
    if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
      if (c == 0) c = (unsigned char)name[at];
      to = grundy_put(to, "\\x");
      *to++ = digits[c >> 4];
      *to++ = digits[c & 15];
    } else {
      if (is_quoted && (c == '"' || c == '\\')) *to++ = '\\';
      to = grundy_put_bytes(to, name + at, size);
    }
  }
  return to;
}

/* Writes a name; in a cell that may be empty (`optional`), the name "-" is quoted, too. */
static char *put_vertex(const table *t, char *to, uint32_t v, bool optional) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (!t->named) return grundy_put_name(to, t->g, false, v);
  const char *name = grundy_digraph_name(t->g, v, scratch);
  if (!grundy_is_quoted_name(name, optional)) return put_safely(to, name, false);
  to = grundy_put(to, "\"");
  return grundy_put(put_safely(to, name, true), "\"");
}

enum {
  AIMS =
      GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1 | GRUNDY_COLUMN_Q2 | GRUNDY_COLUMN_QV,
  LEVELS = GRUNDY_COLUMN_ABE | GRUNDY_COLUMN_BARBARA,
};

static bool has_move(const table *t, const grundy_written *column) {
  return t->coloured && (column->column & AIMS) != 0;
}

static char *put_cell(const table *t, char *to, int cell, uint64_t row) {
  uint32_t v = grundy_row_vertex(&t->rows, row);
  if (cell == 0) return put_vertex(t, to, v, false);
  if (cell > t->count)
    return t->rows.best[row] == GRUNDY_INFINITY ? to : put_vertex(t, to, t->rows.best[row], true);
  const grundy_written *column = &t->columns[cell - 1];
  if (column->column == GRUNDY_COLUMN_GRUNDY && t->k != NULL) {
    uint64_t room =
        grundy_entry_room(t->solution, column, v) + grundy_entry_room(t->solution, t->k, v);
    return to + grundy_value_format(grundy_solution_value(t->solution, v), t->ascii, to, room);
  }
  uint32_t follower;
  to = grundy_put_entry(to, t->solution, column, v, &t->style);
  /* "3 → b2": the number, and a move of that strategy. */
  if (has_move(t, column))
    return grundy_best_follower(t->g, column->numbers, v, &follower)
               ? put_vertex(t, grundy_put(to, t->arrow), follower, false)
               : to;
  if ((column->column & LEVELS) == 0) return to;
  /* "bounded-draw in 3": the level, and the number of moves if it is positive. */
  grundy_columns bound =
      grundy_level_bound(column->letters[v], column->column == GRUNDY_COLUMN_ABE);
  const uint32_t *numbers = bound == 0 ? NULL : grundy_solution_numbers(t->solution, bound);
  if (numbers == NULL || grundy_digraph_followers(t->g, v).count == 0) return to;
  grundy_written moves = {.column = bound, .kind = GRUNDY_COLUMN_OF_NUMBERS, .numbers = numbers};
  return grundy_put_entry(grundy_put(to, " in "), t->solution, &moves, v, &t->style);
}

static const char *heading(const table *t, int cell) {
  if (cell > t->count) return "best";
  return cell == 0 ? grundy_row_heading(t->g)
                   : grundy_column_describe(t->columns[cell - 1].column)->name;
}

/* ---- rows ------------------------------------------------------------------------------- */

/* Measures the widths of the cells; their text is discarded. */
static char *measure_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  table *t = context;
  size_t *widths = t->thread_widths[grundy_thread()];
  for (uint64_t row = begin; row < end; row++)
    for (int cell = 0; cell <= t->last; cell++) {
      size_t width = grundy_utf8_width(to, (size_t)(put_cell(t, to, cell, row) - to));
      if (width > widths[cell]) widths[cell] = width;
    }
  return to;
}

static char *put_spaces(char *to, size_t count) {
  memset(to, ' ', count);
  return to + count;
}

/* Returns whether a cell is right-aligned: plain numbers are. */
static bool is_right(const table *t, int cell) {
  const grundy_written *column = cell == 0 || cell > t->count ? NULL : &t->columns[cell - 1];
  return column != NULL && column->column != GRUNDY_COLUMN_GRUNDY && !has_move(t, column) &&
         (column->kind == GRUNDY_COLUMN_OF_NUMBERS || column->kind == GRUNDY_COLUMN_OF_REALS);
}

/* Aligns the text of a cell, which spans `to` to `end`. */
static char *align(const table *t, char *to, char *end, int cell) {
  size_t length = (size_t)(end - to), width = grundy_utf8_width(to, length);
  size_t padding = width < t->widths[cell] ? t->widths[cell] - width : 0;
  if (!is_right(t, cell)) return cell < t->last ? put_spaces(end, padding) : end;
  memmove(to + padding, to, length);
  put_spaces(to, padding);
  return end + padding;
}

/* Returns green where the player to move or A wins, red where the player to move loses or B wins,
 * yellow at draws, and no colour where that is not known. */
static const char *colour_of(const table *t, uint32_t v) {
  grundy_outcome outcome = t->outcome[v];
  if (outcome == GRUNDY_OUTCOME_N || outcome == GRUNDY_OUTCOME_A) return "\033[32m";
  if (outcome == GRUNDY_OUTCOME_UNKNOWN) return "";
  return outcome == GRUNDY_OUTCOME_P || outcome == GRUNDY_OUTCOME_B ? "\033[31m" : "\033[33m";
}

static char *print_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const table *t = context;
  for (uint64_t row = begin; row < end; row++) {
    if (t->outcome != NULL) to = grundy_put(to, colour_of(t, grundy_row_vertex(&t->rows, row)));
    for (int cell = 0; cell <= t->last; cell++) {
      if (cell > 0) to = grundy_put(to, "  ");
      to = align(t, to, put_cell(t, to, cell, row), cell);
    }
    if (t->outcome != NULL) to = grundy_put(to, "\033[0m");
    *to++ = '\n';
  }
  return to;
}

/* Returns the bytes that a move or a number of moves adds to the entry. */
static uint64_t more_room(const table *t, const grundy_written *column, uint32_t v) {
  enum { ARROW = 5, QUOTES = 2, IN_MOVES = 14 };
  uint32_t follower;
  if ((column->column & LEVELS) != 0) return IN_MOVES;
  if (!has_move(t, column) || !grundy_best_follower(t->g, column->numbers, v, &follower)) return 0;
  return ARROW + QUOTES + 4 * grundy_digraph_name_room(t->g, follower);
}

/* Reserves four bytes per control character and two between cells. */
static uint64_t row_room(void *context, uint64_t row) {
  enum { COLOURS = 9, BRACES = 2, GAP = 2, NEWLINE = 1, QUOTES = 2 };
  const table *t = context;
  uint32_t v = grundy_row_vertex(&t->rows, row);
  uint64_t room = 4 * grundy_digraph_name_room(t->g, v) + COLOURS + BRACES + NEWLINE + QUOTES;
  room += 4 * grundy_row_best_room(&t->rows, t->g, row) + GAP + QUOTES;
  for (int i = 0; i < t->count; i++)
    room +=
        grundy_entry_room(t->solution, &t->columns[i], v) + GAP + more_room(t, &t->columns[i], v);
  for (int cell = 0; cell <= t->last; cell++) room += t->widths[cell];
  return t->k == NULL ? room : room + grundy_entry_room(t->solution, t->k, v);
}

/* ---- the table -------------------------------------------------------------------------- */

/* Goes through the rows twice: to measure them, and to print them. */
static grundy_status table_write(const grundy_format_info *format, FILE *out,
                                 const grundy_digraph *g, const grundy_solution *solution,
                                 const grundy_write_options *options, grundy_work *work,
                                 grundy_error *error) {
  (void)format;
  grundy_written k[GRUNDY_COLUMN_COUNT];
  table t = {.g = g,
             .solution = solution,
             .named = grundy_digraph_has_names(g),
             .ascii = options->ascii,
             .colour = options->colour};
  t.coloured = grundy_game_is_coloured(grundy_digraph_type(g));
  t.arrow = options->ascii ? " -> " : " → ";
  t.style = (grundy_style){.quote = "",
                           .infinity = options->ascii ? "inf" : "∞",
                           .none = "-",
                           .open = "",
                           .close = "",
                           .empty = "{}",
                           .unknown = "?",
                           .at_most = options->ascii ? "<= " : "≤ ",
                           .end_bound = ""};
  if (options->colour) t.outcome = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  const grundy_columns value = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  /* With C, the value is more than G and K together. */
  bool has_value = (options->columns & (value | GRUNDY_COLUMN_C)) == value;
  if (has_value && grundy_written_of(solution, GRUNDY_COLUMN_K, k) > 0) t.k = k;
  t.count = grundy_written_of(
      solution, options->columns & ~(grundy_columns)(has_value ? GRUNDY_COLUMN_K : 0), t.columns);
  t.rows = grundy_written_rows_of(g, options);
  t.last = t.count + (t.rows.best != NULL);
  work->total *= 2;
  grundy_printer rows = {&t, t.rows.count, row_room, measure_rows, (uint64_t)t.count};
  grundy_status status = grundy_print(NULL, &rows, work, error);
  if (status != GRUNDY_OK) return status;
  for (int cell = 0; cell <= t.last; cell++) {
    t.widths[cell] = strlen(heading(&t, cell));
    for (int thread = 0; thread < GRUNDY_MAX_THREADS; thread++)
      if (t.thread_widths[thread][cell] > t.widths[cell])
        t.widths[cell] = t.thread_widths[thread][cell];
  }
  if (t.colour) fputs("\033[1m", out);
  for (int cell = 0; cell <= t.last; cell++) {
    bool right = is_right(&t, cell), last = cell == t.last;
    int width = (int)t.widths[cell];
    fprintf(out, "%s%*s", cell > 0 ? "  " : "",
            right  ? width
            : last ? 0
                   : -width,
            heading(&t, cell));
  }
  if (t.colour) fputs("\033[0m", out);
  putc('\n', out);
  rows.print = print_rows;
  return grundy_print(out, &rows, work, error);
}

const grundy_format_info grundy_format_table = {
    .name = "table",
    .write_solution = table_write,
};
