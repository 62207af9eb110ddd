/* Writes TSV, with names escaped by \t, \n, \r and \\, and CSV, with quotes where [RFC4180] needs
 * them. */

#include "base/quote.h"
#include "format/entries.h"
#include "format/impl.h"

#include <string.h>

static const grundy_style plain = {.quote = "",
                                   .infinity = "inf",
                                   .none = "-",
                                   .open = "",
                                   .close = "",
                                   .empty = "{}",
                                   .unknown = "?",
                                   .at_most = "<=",
                                   .end_bound = ""};

typedef struct writer {
  const grundy_digraph *g;
  const grundy_solution *solution;
  char separator; /* a comma in CSV, a tab in TSV */
  bool named;
  grundy_written_rows rows;
  int count; /* number of columns */
  grundy_written columns[GRUNDY_COLUMN_COUNT];
} writer;

static char *put_tsv(char *to, const char *name) {
  for (; *name != '\0'; name++) {
    char c = *name;
    char escape = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\\' ? '\\' : '\0';
    if (escape != '\0') *to++ = '\\';
    *to++ = escape != '\0' ? escape : c;
  }
  return to;
}

static char *put_csv(char *to, const char *name) {
  if (name[0] != '\0' && strpbrk(name, ",\"\r\n") == NULL) return grundy_put(to, name);
  *to++ = '"';
  for (; *name != '\0'; name++) {
    if (*name == '"') *to++ = '"';
    *to++ = *name;
  }
  *to++ = '"';
  return to;
}

/* Writes the name in quotes, in which \" and \\ stand for a quote and a backslash, with the escapes
 * of the format: each byte becomes at most QUOTED_ROOM bytes. */
enum { QUOTED_ROOM = 4 };

static char *put_quoted(const writer *w, char *to, const char *name) {
  const char *backslash = w->separator == ',' ? "\\" : "\\\\";
  const char *quote = w->separator == ',' ? "\"\"" : "\"";
  to = grundy_put(to, w->separator == ',' ? "\"\"\"" : quote);
  for (; *name != '\0'; name++) {
    char byte[2] = {*name, '\0'};
    if (*name == '"' || *name == '\\') to = grundy_put(to, backslash);
    if (*name == '"')
      to = grundy_put(to, quote);
    else
      to = w->separator == ',' ? grundy_put(to, byte) : put_tsv(to, byte);
  }
  return grundy_put(to, w->separator == ',' ? "\"\"\"" : quote);
}

static char *put_vertex(const writer *w, char *to, uint32_t v) {
  if (!w->named) return grundy_put_name(to, w->g, false, v);
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(w->g, v, scratch);
  return w->separator == ',' ? put_csv(to, name) : put_tsv(to, name);
}

static char *print_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t row = begin; row < end; row++) {
    uint32_t v = grundy_row_vertex(&w->rows, row);
    to = put_vertex(w, to, v);
    for (int i = 0; i < w->count; i++) {
      /* Quotes are needed only for sets of several numbers: no other entry contains a comma. */
      const grundy_written *column = &w->columns[i];
      bool quoted = w->separator == ',' && column->kind == GRUNDY_COLUMN_OF_SETS &&
                    grundy_solution_set_at(w->solution, column->column, v).size > 1;
      *to++ = w->separator;
      if (quoted) *to++ = '"';
      to = grundy_put_entry(to, w->solution, column, v, &plain);
      if (quoted) *to++ = '"';
    }
    if (w->rows.best != NULL) *to++ = w->separator;
    if (w->rows.best != NULL && w->rows.best[row] != GRUNDY_INFINITY) {
      /* Names that look like no move are quoted. */
      char scratch[GRUNDY_NAME_MAX_BYTES];
      const char *name = w->named ? grundy_digraph_name(w->g, w->rows.best[row], scratch) : "0";
      to = grundy_is_quoted_name(name, true) ? put_quoted(w, to, name)
                                             : put_vertex(w, to, w->rows.best[row]);
    }
    *to++ = '\n';
  }
  return to;
}

/* Escapes and quotes at most double the length of a name. */
static uint64_t row_room(void *context, uint64_t row) {
  enum { QUOTES = 2, SEPARATOR = 1, BEST_QUOTES = 6 };
  const writer *w = context;
  uint32_t v = grundy_row_vertex(&w->rows, row);
  uint64_t room = 2 * grundy_digraph_name_room(w->g, v) + QUOTES + SEPARATOR;
  for (int i = 0; i < w->count; i++)
    room += grundy_entry_room(w->solution, &w->columns[i], v) + QUOTES + SEPARATOR;
  return room + QUOTED_ROOM * grundy_row_best_room(&w->rows, w->g, row) + BEST_QUOTES + SEPARATOR;
}

static grundy_status delimited_write(const grundy_format_info *format, FILE *out,
                                     const grundy_digraph *g, const grundy_solution *solution,
                                     const grundy_write_options *options, grundy_work *work,
                                     grundy_error *error) {
  writer w = {.g = g,
              .solution = solution,
              .separator = format->separator,
              .named = grundy_digraph_has_names(g)};
  w.rows = grundy_written_rows_of(g, options);
  w.count = grundy_written_of(solution, options->columns, w.columns);
  if (!options->headless) {
    fputs(grundy_row_heading(g), out);
    for (int i = 0; i < w.count; i++)
      fprintf(out, "%c%s", w.separator, grundy_column_describe(w.columns[i].column)->name);
    if (w.rows.best != NULL) fprintf(out, "%cbest", w.separator);
    putc('\n', out);
  }
  grundy_printer rows = {&w, w.rows.count, row_room, print_rows, (uint64_t)w.count};
  return grundy_print(out, &rows, work, error);
}

const grundy_format_info grundy_format_tsv = {
    .name = "tsv",
    .solution_endings = ".tsv",
    .separator = '\t',
    .read_solution = grundy_delimited_read,
    .write_solution = delimited_write,
};

const grundy_format_info grundy_format_csv = {
    .name = "csv",
    .solution_endings = ".csv",
    .separator = ',',
    .read_solution = grundy_delimited_read,
    .write_solution = delimited_write,
};
