/* Writes one object with an array per column, as described by docs/solution.schema.json. */

#include "format/entries.h"
#include "format/impl.h"

#include <string.h>

static const grundy_style json = {.quote = "\"",
                                  .infinity = "\"inf\"",
                                  .none = "null",
                                  .open = "[",
                                  .close = "]",
                                  .empty = "[]",
                                  .unknown = "\"?\"",
                                  .at_most = "\"<=",
                                  .end_bound = "\""};

typedef struct writer {
  const grundy_digraph *g;
  const grundy_solution *solution;
  bool named;
  grundy_written_rows rows;
  const grundy_written *column; /* the column being written */
} writer;

/* ---- names ------------------------------------------------------------------------------ */

static char *put_string(char *to, const char *text) {
  static const char digits[] = "0123456789abcdef";
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') *to++ = '\\';
    if (c < 0x20) {
      to = grundy_put(to, "\\u00");
      *to++ = digits[c >> 4];
      *to++ = digits[c & 15];
    } else {
      *to++ = (char)c;
    }
  }
  return to;
}

static char *put_name(const writer *w, char *to, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  *to++ = '"';
  to = w->named ? put_string(to, grundy_digraph_name(w->g, v, scratch))
                : grundy_put_name(to, w->g, false, v);
  *to++ = '"';
  return to;
}

static char *print_names(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t row = begin; row < end; row++) {
    if (row > 0) to = grundy_put(to, ", ");
    to = put_name(w, to, grundy_row_vertex(&w->rows, row));
  }
  return to;
}

/* Returns room for a name; a control character takes six bytes. */
static uint64_t name_room(void *context, uint64_t row) {
  const writer *w = context;
  return 6 * grundy_digraph_name_room(w->g, grundy_row_vertex(&w->rows, row)) + 4;
}

static char *print_best(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t row = begin; row < end; row++) {
    if (row > 0) to = grundy_put(to, ", ");
    to = w->rows.best[row] == GRUNDY_INFINITY ? grundy_put(to, "null")
                                              : put_name(w, to, w->rows.best[row]);
  }
  return to;
}

static uint64_t best_room(void *context, uint64_t row) {
  const writer *w = context;
  return 6 * grundy_row_best_room(&w->rows, w->g, row) + 6;
}

/* ---- columns ---------------------------------------------------------------------------- */

static char *print_entries(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t row = begin; row < end; row++) {
    if (row > 0) to = grundy_put(to, ", ");
    uint32_t v = grundy_row_vertex(&w->rows, row);
    to = grundy_put_entry(to, w->solution, w->column, v, &json);
  }
  return to;
}

static uint64_t entry_room(void *context, uint64_t row) {
  const writer *w = context;
  return grundy_entry_room(w->solution, w->column, grundy_row_vertex(&w->rows, row)) + 2;
}

static grundy_status json_write(FILE *out, const grundy_digraph *g, const grundy_solution *solution,
                                const grundy_write_options *options, grundy_work *work,
                                grundy_error *error) {
  grundy_written columns[GRUNDY_COLUMN_COUNT];
  int count = grundy_written_of(solution, options->columns, columns);
  writer w = {.g = g, .solution = solution, .named = grundy_digraph_has_names(g)};
  w.rows = grundy_written_rows_of(g, options);
  grundy_printer names = {&w, w.rows.count, name_room, print_names, 0};
  grundy_printer entries = {&w, w.rows.count, entry_room, print_entries, 1};
  grundy_printer best = {&w, w.rows.count, best_room, print_best, 0};
  fprintf(out, "{\n  \"%s\": [", grundy_row_heading(g));
  grundy_status status = grundy_print(out, &names, work, error);
  putc(']', out);
  for (int i = 0; i < count && status == GRUNDY_OK; i++) {
    w.column = &columns[i];
    fprintf(out, ",\n  \"%s\": [", grundy_column_describe(w.column->column)->name);
    status = grundy_print(out, &entries, work, error);
    putc(']', out);
  }
  if (status == GRUNDY_OK && w.rows.best != NULL) {
    fputs(",\n  \"best\": [", out);
    status = grundy_print(out, &best, work, error);
    putc(']', out);
  }
  if (status == GRUNDY_OK) fputs("\n}\n", out);
  return status;
}

const grundy_format_info grundy_format_json = {
    .name = "json",
    .solution_endings = ".json",
    .read_solution = grundy_json_read,
    .write_solution = json_write,
};
