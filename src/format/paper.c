/* Writes solutions for papers: a table of LaTeX, and one of Typst. */

#include "format/entries.h"
#include "format/impl.h"

#include <assert.h>
#include <string.h>

/* How a language writes a table. */
typedef struct markup {
  grundy_style numbers; /* of single entries */
  grundy_style sets;    /* of sets; numbers are within formulas */
  grundy_style value;   /* of the set of an infinite value, which ends the formula */
  const char *row, *cell, *between, *end_cell, *end_row; /* what begins, separates and ends these */
  const char *infinity;                                  /* before the set of an infinite value */
  char *(*put_name)(char *to, const char *name);
  void (*begin)(FILE *out, const char *alignments);
  const char *after_headings, *end;
} markup;

typedef struct writer {
  const markup *language;
  const grundy_digraph *g;
  const grundy_solution *solution;
  bool named;
  bool has_k; /* K is written as part of infinite values */
  grundy_written_rows rows;
  int count; /* number of columns */
  grundy_written columns[GRUNDY_COLUMN_COUNT];
  grundy_written k;
} writer;

/* The most bytes that the markup adds to a cell or a row, and per byte of a name. */
enum { CELL_ROOM = 40, NAME_FACTOR = GRUNDY_LATEX_ROOM };

/* ---- LaTeX ------------------------------------------------------------------------------- */

static const char *latex_escape(char c) {
  switch (c) {
  case '\\':
    return "\\textbackslash{}";
  case '~':
    return "\\textasciitilde{}";
  case '^':
    return "\\textasciicircum{}";
  case '|':
    return "\\textbar{}";
  case '<':
    return "\\textless{}";
  case '>':
    return "\\textgreater{}";
  default:
    return NULL;
  }
}

char *grundy_put_latex(char *to, const char *text) {
  for (; *text != '\0'; text++) {
    const char *escape = latex_escape(*text);
    if (escape != NULL) {
      to = grundy_put(to, escape);
      continue;
    }
    if (strchr("{}$&#_%", *text) != NULL) *to++ = '\\';
    *to++ = (unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text;
  }
  return to;
}

/* Writes a name at the beginning of a row. After \\, which ends the row before, LaTeX reads * and
 * [ as its arguments. */
static char *put_latex_name(char *to, const char *name) {
  if (*name == '*' || *name == '[') to = grundy_put(to, "{}");
  return grundy_put_latex(to, name);
}

static void begin_latex(FILE *out, const char *alignments) {
  fprintf(out, "\\begin{tabular}{%s}\n\\hline\n", alignments);
}

static const markup latex = {
    .numbers = {.quote = "",
                .infinity = "$\\infty$",
                .none = "--",
                .unknown = "?",
                .at_most = "$\\le ",
                .end_bound = "$"},
    .sets = {.quote = "",
             .infinity = "\\infty",
             .none = "--",
             .open = "$\\{",
             .close = "\\}$",
             .empty = "$\\emptyset$",
             .unknown = "?"},
    .value = {.infinity = "",
              .none = "$",
              .open = "\\{",
              .close = "\\}$",
              .empty = "\\{\\}$",
              .unknown = "?"},
    .row = "",
    .cell = "",
    .between = " & ",
    .end_cell = "",
    .end_row = " \\\\\n",
    .infinity = "$\\infty",
    .put_name = put_latex_name,
    .begin = begin_latex,
    .after_headings = "\\hline\n",
    .end = "\\hline\n\\end{tabular}\n",
};

/* ---- Typst ------------------------------------------------------------------------------- */

/* Writes a string literal, in which Typst sees no markup. */
static char *put_typst_name(char *to, const char *name) {
  to = grundy_put(to, "#\"");
  for (; *name != '\0'; name++) {
    if (*name == '"' || *name == '\\') *to++ = '\\';
    *to++ = (unsigned char)*name < ' ' || *name == 0x7f ? '?' : *name;
  }
  return grundy_put(to, "\"");
}

static void begin_typst(FILE *out, const char *alignments) {
  fprintf(out, "#table(\n  columns: %zu,\n  align: (", strlen(alignments));
  for (const char *a = alignments; *a != '\0'; a++)
    fputs(*a == 'l' ? "left, " : *a == 'r' ? "right, " : "center, ", out);
  fputs("),\n  table.header(\n", out);
}

static const markup typst = {
    .numbers = {.quote = "",
                .infinity = "$infinity$",
                .none = "--",
                .unknown = "?",
                .at_most = "$<= ",
                .end_bound = "$"},
    .sets = {.quote = "",
             .infinity = "infinity",
             .none = "--",
             .open = "${",
             .close = "}$",
             .empty = "$emptyset$",
             .unknown = "?"},
    .value =
        {.infinity = "", .none = "$", .open = "{", .close = "}$", .empty = "{}$", .unknown = "?"},
    .row = "  ",
    .cell = "[",
    .between = ", ",
    .end_cell = "]",
    .end_row = ",\n",
    .infinity = "$infinity",
    .put_name = put_typst_name,
    .begin = begin_typst,
    .after_headings = "  ),\n",
    .end = ")\n",
};

/* ---- cells ------------------------------------------------------------------------------- */

static char *put_vertex(const writer *w, char *to, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (!w->named) return grundy_put_name(to, w->g, false, v);
  return w->language->put_name(to, grundy_digraph_name(w->g, v, scratch));
}

/* Writes an entry; an infinite value is followed by its set if K is written. */
static char *put_entry(const writer *w, char *to, const grundy_written *column, uint32_t v) {
  const markup *m = w->language;
  bool is_set = column->kind == GRUNDY_COLUMN_OF_SETS;
  if (w->has_k && column->column == GRUNDY_COLUMN_GRUNDY && column->numbers[v] == GRUNDY_INFINITY)
    return grundy_put_entry(grundy_put(to, m->infinity), w->solution, &w->k, v, &m->value);
  return grundy_put_entry(to, w->solution, column, v, is_set ? &m->sets : &m->numbers);
}

static char *print_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  const markup *m = w->language;
  for (uint64_t row = begin; row < end; row++) {
    uint32_t v = grundy_row_vertex(&w->rows, row);
    to = put_vertex(w, grundy_put(grundy_put(to, m->row), m->cell), v);
    for (int i = 0; i < w->count; i++) {
      to = grundy_put(grundy_put(grundy_put(to, m->end_cell), m->between), m->cell);
      to = put_entry(w, to, &w->columns[i], v);
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
  uint64_t room = NAME_FACTOR * grundy_digraph_name_room(w->g, v) + CELL_ROOM;
  for (int i = 0; i < w->count; i++)
    room += grundy_entry_room(w->solution, &w->columns[i], v) + CELL_ROOM;
  if (w->has_k) room += grundy_entry_room(w->solution, &w->k, v) + CELL_ROOM;
  /* Infinity in a set may be longer than a number. */
  return 2 * room + NAME_FACTOR * grundy_row_best_room(&w->rows, w->g, row) + CELL_ROOM;
}

/* ---- the table --------------------------------------------------------------------------- */

static void choose_columns(writer *w, grundy_columns columns) {
  const grundy_columns both = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  w->has_k = (columns & both) == both;
  if (w->has_k) {
    grundy_written k[GRUNDY_COLUMN_COUNT];
    (void)grundy_written_of(w->solution, GRUNDY_COLUMN_K, k);
    w->k = k[0];
    columns &= ~(grundy_columns)GRUNDY_COLUMN_K;
  }
  w->count = grundy_written_of(w->solution, columns, w->columns);
}

static void put_heading(FILE *out, const writer *w, const char *before, const char *name) {
  const markup *m = w->language;
  char text[512];
  assert(strlen(name) * NAME_FACTOR + CELL_ROOM < sizeof text);
  *m->put_name(text, name) = '\0';
  fprintf(out, "%s%s%s%s", before, m->cell, text, m->end_cell);
}

static void put_headings(FILE *out, const writer *w) {
  char alignments[GRUNDY_COLUMN_COUNT + 3] = "l", *end = alignments + 1;
  const markup *m = w->language;
  for (int i = 0; i < w->count; i++) {
    bool right = w->columns[i].kind == GRUNDY_COLUMN_OF_NUMBERS ||
                 w->columns[i].kind == GRUNDY_COLUMN_OF_REALS;
    *end++ = right ? 'r' : 'c';
  }
  if (w->rows.best != NULL) *end++ = 'l';
  assert(end < alignments + sizeof alignments);
  m->begin(out, alignments);
  put_heading(out, w, m->row, grundy_row_heading(w->g));
  for (int i = 0; i < w->count; i++)
    put_heading(out, w, m->between, grundy_column_describe(w->columns[i].column)->name);
  if (w->rows.best != NULL) put_heading(out, w, m->between, "best");
  fputs(m->end_row, out);
  fputs(m->after_headings, out);
}

static grundy_status write_paper(const markup *language, FILE *out, const grundy_digraph *g,
                                 const grundy_solution *solution,
                                 const grundy_write_options *options, grundy_work *work,
                                 grundy_error *error) {
  writer w = {.language = language, .g = g, .solution = solution};
  w.named = grundy_digraph_has_names(g);
  w.rows = grundy_written_rows_of(g, options);
  choose_columns(&w, options->columns);
  put_headings(out, &w);
  grundy_printer rows = {&w, w.rows.count, row_room, print_rows, (uint64_t)w.count};
  grundy_status status = grundy_print(out, &rows, work, error);
  fputs(language->end, out);
  return status;
}

static grundy_status latex_write(FILE *out, const grundy_digraph *g,
                                 const grundy_solution *solution,
                                 const grundy_write_options *options, grundy_work *work,
                                 grundy_error *error) {
  return write_paper(&latex, out, g, solution, options, work, error);
}

static grundy_status typst_write(FILE *out, const grundy_digraph *g,
                                 const grundy_solution *solution,
                                 const grundy_write_options *options, grundy_work *work,
                                 grundy_error *error) {
  return write_paper(&typst, out, g, solution, options, work, error);
}

const grundy_format_info grundy_format_latex = {
    .name = "latex",
    .solution_endings = ".tex",
    .write_solution = latex_write,
};

const grundy_format_info grundy_format_typst = {
    .name = "typst",
    .solution_endings = ".typ",
    .write_solution = typst_write,
};
