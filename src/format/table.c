/* A solution for people: aligned columns, values as ∞{0,2}, rows coloured by outcome. */

#include "format/impl.h"
#include "format/text.h"
#include "format/utf8.h"

#include <string.h>

enum { CELLS = GRUNDY_COLUMN_COUNT + 1 };

typedef struct table {
  const grundy_digraph *g;
  const grundy_solution *solution;
  const grundy_write_options *options;
  const char *infinity;
  grundy_columns cells[CELLS]; /* 0 is the vertex */
  size_t widths[CELLS];
  int count;
  bool merged; /* k is shown inside grundy */
  grundy_text text;
} table;

static void choose_cells(table *t, grundy_columns columns) {
  t->merged = (columns & GRUNDY_GRUNDY) != 0 && (columns & GRUNDY_K) != 0;
  if (t->merged) columns &= ~(grundy_columns)GRUNDY_K;
  t->cells[t->count++] = 0;
  for (grundy_columns rest = columns; rest != 0; rest &= rest - 1)
    t->cells[t->count++] = rest & -rest;
}

/* A control character in a name could do anything to a terminal: it is shown as \x1b. */
static void append_name(grundy_text *text, const char *name) {
  size_t length = strlen(name);
  for (size_t at = 0, size; at < length; at += size) {
    uint32_t c = 0;
    size = grundy_utf8_next(name + at, length - at, &c);
    if (size == 0) size = 1; /* no UTF-8: c is 0, a control character */
    if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
      char escaped[8];
      snprintf(escaped, sizeof escaped, "\\x%02x", c == 0 ? (unsigned char)name[at] : c);
      grundy_text_append(text, escaped, strlen(escaped));
    } else {
      grundy_text_append(text, name + at, size);
    }
  }
}

/* The value with its set in braces. */
static void append_value(table *t, uint32_t v) {
  grundy_value value = grundy_solution_value(t->solution, v);
  grundy_text_append_entry(&t->text, t->solution, GRUNDY_GRUNDY, v, t->infinity);
  if (value.nimber != GRUNDY_INFINITY) return;
  bool empty = value.k.size == 0;
  if (!empty) grundy_text_append(&t->text, "{", 1);
  grundy_text_append_entry(&t->text, t->solution, GRUNDY_K, v, t->infinity);
  if (!empty) grundy_text_append(&t->text, "}", 1);
}

/* Leaves the text of a cell in t->text. */
static void make_cell(table *t, int cell, uint32_t v) {
  char scratch[GRUNDY_NAME_SCRATCH];
  grundy_columns column = t->cells[cell];
  grundy_text_clear(&t->text);
  if (column == 0)
    append_name(&t->text, grundy_digraph_name(t->g, v, scratch));
  else if (column == GRUNDY_GRUNDY && t->merged)
    append_value(t, v);
  else
    grundy_text_append_entry(&t->text, t->solution, column, v, t->infinity);
}

static const char *heading(const table *t, int cell) {
  return t->cells[cell] == 0 ? "vertex" : grundy_column_describe(t->cells[cell])->name;
}

static void measure(table *t) {
  for (int cell = 0; cell < t->count; cell++) {
    t->widths[cell] = strlen(heading(t, cell));
    for (uint32_t v = 0; v < grundy_digraph_order(t->g) && !t->text.failed; v++) {
      make_cell(t, cell, v);
      size_t width = t->text.failed ? 0 : grundy_utf8_width(t->text.at, t->text.length);
      if (width > t->widths[cell]) t->widths[cell] = width;
    }
  }
}

static void put_spaces(FILE *out, size_t count) {
  for (size_t i = 0; i < count; i++) putc(' ', out);
}

/* Plain numbers stand to the right, everything else to the left. */
static void put_cell(FILE *out, const table *t, int cell, const char *text, size_t width) {
  grundy_columns column = t->cells[cell];
  size_t padding = t->widths[cell] - width;
  bool right = column != 0 && column != GRUNDY_GRUNDY &&
               grundy_column_describe(column)->kind == GRUNDY_NUMBERS;
  if (cell > 0) fputs("  ", out);
  if (right) put_spaces(out, padding);
  fputs(text, out);
  if (!right && cell + 1 < t->count) put_spaces(out, padding);
}

/* Green where the player to move wins, red where he loses, yellow at draws. */
static const char *colour_of(const table *t, uint32_t v) {
  const uint8_t *outcome = grundy_solution_letters(t->solution, GRUNDY_OUTCOME);
  if (!t->options->colour || outcome == NULL) return NULL;
  return outcome[v] == 'N' ? "\033[32m" : outcome[v] == 'P' ? "\033[31m" : "\033[33m";
}

static void put_row(FILE *out, table *t, uint32_t v) {
  const char *colour = colour_of(t, v);
  if (colour != NULL) fputs(colour, out);
  for (int cell = 0; cell < t->count && !t->text.failed; cell++) {
    make_cell(t, cell, v);
    if (!t->text.failed)
      put_cell(out, t, cell, t->text.at, grundy_utf8_width(t->text.at, t->text.length));
  }
  if (colour != NULL) fputs("\033[0m", out);
  putc('\n', out);
}

static void put_headings(FILE *out, const table *t) {
  if (t->options->colour) fputs("\033[1m", out);
  for (int cell = 0; cell < t->count; cell++)
    put_cell(out, t, cell, heading(t, cell), strlen(heading(t, cell)));
  if (t->options->colour) fputs("\033[0m", out);
  putc('\n', out);
}

static grundy_status table_write(FILE *out, const grundy_digraph *g,
                                 const grundy_solution *solution,
                                 const grundy_write_options *options, grundy_work *work,
                                 grundy_error *error) {
  table t = {.g = g, .solution = solution, .options = options};
  t.infinity = options->ascii ? "inf" : "∞";
  choose_cells(&t, options->columns);
  measure(&t);
  if (!t.text.failed) put_headings(out, &t);
  bool stopped = false;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    if (t.text.failed || ferror(out) || stopped) break;
    put_row(out, &t, v);
    stopped = !grundy_work_step(work, (uint64_t)t.count);
  }
  bool failed = t.text.failed;
  grundy_text_free(&t.text);
  if (failed) return grundy_fail_memory(error);
  return stopped ? grundy_fail_cancelled(error) : GRUNDY_OK;
}

const grundy_format_info grundy_format_table = {
    .name = "table",
    .write_solution = table_write,
};
