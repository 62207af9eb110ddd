/* Writes solutions for papers: a table of LaTeX, and one of Typst. */

#include "format/entries.h"
#include "format/impl.h"
#include "text/markup.h"

#include <assert.h>
#include <string.h>

typedef struct writer {
  const grundy_markup *markup;
  grundy_style style;
  const grundy_digraph *g;
  const grundy_solution *solution;
  bool named;
  bool has_k; /* K is written as part of infinite values */
  grundy_written_rows rows;
  int count; /* number of columns */
  grundy_written columns[GRUNDY_COLUMN_COUNT];
  grundy_written k;
} writer;

/* The most bytes that the markup adds to a cell or a row. */
enum { CELL_ROOM = 40 };

/* ---- cells ------------------------------------------------------------------------------- */

static char *put_vertex(const writer *w, char *to, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (!w->named) return grundy_put_name(to, w->g, false, v);
  return grundy_put_marked(to, w->markup, grundy_digraph_name(w->g, v, scratch));
}

static char *print_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  const grundy_markup *m = w->markup;
  for (uint64_t row = begin; row < end; row++) {
    uint32_t v = grundy_row_vertex(&w->rows, row);
    to = put_vertex(w, grundy_put(grundy_put(to, m->row), m->cell), v);
    for (int i = 0; i < w->count; i++) {
      to = grundy_put(grundy_put(grundy_put(to, m->end_cell), m->between), m->cell);
      const grundy_written *column = &w->columns[i];
      bool with_k = w->has_k && column->column == GRUNDY_COLUMN_GRUNDY &&
                    column->numbers[v] == GRUNDY_INFINITY;
      to = with_k ? grundy_put_infinite(to, w->solution, &w->k, v, &w->style)
                  : grundy_put_entry(to, w->solution, column, v, &w->style);
    }
    if (w->rows.best != NULL) {
      to = grundy_put(grundy_put(grundy_put(to, m->end_cell), m->between), m->cell);
      if (w->rows.best[row] != GRUNDY_INFINITY) to = put_vertex(w, to, w->rows.best[row]);
    }
    to = grundy_put(grundy_put(to, m->end_cell), m->end_row);
  }
  return to;
}

static uint64_t row_room(void *context, uint64_t row) {
  const writer *w = context;
  uint32_t v = grundy_row_vertex(&w->rows, row);
  uint64_t room = GRUNDY_MARKUP_ROOM * grundy_digraph_name_room(w->g, v) + CELL_ROOM;
  for (int i = 0; i < w->count; i++)
    room += grundy_entry_room(w->solution, &w->columns[i], v) + CELL_ROOM;
  if (w->has_k) room += grundy_entry_room(w->solution, &w->k, v) + CELL_ROOM;
  /* Infinity in a set may be longer than a number. */
  return 2 * room + GRUNDY_MARKUP_ROOM * grundy_row_best_room(&w->rows, w->g, row) + CELL_ROOM;
}

/* ---- the table --------------------------------------------------------------------------- */

static void put_heading(FILE *out, const writer *w, const char *before, const char *name) {
  const grundy_markup *m = w->markup;
  char text[512];
  assert(strlen(name) * GRUNDY_MARKUP_ROOM + CELL_ROOM < sizeof text);
  *grundy_put_marked(text, m, name) = '\0';
  fprintf(out, "%s%s%s%s", before, m->cell, text, m->end_cell);
}

static grundy_status write_paper(const grundy_format_info *format, FILE *out,
                                 const grundy_digraph *g, const grundy_solution *solution,
                                 const grundy_write_options *options, grundy_work *work,
                                 grundy_error *error) {
  const grundy_markup *markup = grundy_markup_of(format->language);
  writer w = {.markup = markup, .g = g, .solution = solution};
  w.style = (grundy_style){.quote = "",
                           .formula = markup->formula,
                           .infinity = markup->infinity,
                           .none = "--",
                           .open = markup->open,
                           .close = markup->close,
                           .empty = markup->empty,
                           .unknown = "?",
                           .at_most = markup->at_most,
                           .end_bound = ""};
  w.named = grundy_digraph_has_names(g);
  w.rows = grundy_written_rows_of(g, options);
  grundy_columns columns = options->columns;
  const grundy_columns both = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  w.has_k = (columns & (both | GRUNDY_COLUMN_C)) == both; /* with C, a value is more than both */
  if (w.has_k) {
    (void)grundy_written_of(solution, GRUNDY_COLUMN_K, w.columns);
    w.k = w.columns[0];
    columns &= ~(grundy_columns)GRUNDY_COLUMN_K;
  }
  w.count = grundy_written_of(solution, columns, w.columns);
  char alignments[GRUNDY_COLUMN_COUNT + 3] = "l", *end = alignments + 1;
  const grundy_markup *m = w.markup;
  for (int i = 0; i < w.count; i++) {
    bool right = w.columns[i].kind == GRUNDY_COLUMN_OF_NUMBERS ||
                 w.columns[i].kind == GRUNDY_COLUMN_OF_REALS;
    *end++ = right ? 'r' : 'c';
  }
  if (w.rows.best != NULL) *end++ = 'l';
  assert(end < alignments + sizeof alignments);
  m->begin((uint64_t)(end - alignments), alignments, out);
  fputs(m->rule, out);
  fputs(m->heading, out);
  put_heading(out, &w, m->row, grundy_row_heading(w.g));
  for (int i = 0; i < w.count; i++)
    put_heading(out, &w, m->between, grundy_column_describe(w.columns[i].column)->name);
  if (w.rows.best != NULL) put_heading(out, &w, m->between, "best");
  fputs(m->end_row, out);
  fputs(m->end_heading, out);
  fputs(m->rule, out);
  grundy_printer rows = {&w, w.rows.count, row_room, print_rows, (uint64_t)w.count};
  grundy_status status = grundy_print(out, &rows, work, error);
  fputs(markup->rule, out);
  fputs(markup->end, out);
  return status;
}

const grundy_format_info grundy_format_latex = {
    .name = "latex",
    .solution_endings = ".tex",
    .write_solution = write_paper,
    .language = GRUNDY_LATEX,
};

const grundy_format_info grundy_format_typst = {
    .name = "typst",
    .solution_endings = ".typ",
    .write_solution = write_paper,
    .language = GRUNDY_TYPST,
};
