/* Writes one object with an array per column, as described by docs/solution.schema.json. Values and
 * their sets K are one array. K is also an array of its own if the values do not include it:
 * without values; in a window, where K may be partly known if the value is not; and in a wrong
 * solution, so that its errors can be read again. */

#include "format/entries.h"
#include "format/impl.h"

#include <grundy/json.h>

static const grundy_style style = {.quote = "\"",
                                   .infinity = "\"inf\"",
                                   .none = "null",
                                   .open = "[",
                                   .close = "]",
                                   .empty = "[]",
                                   .unknown = "null",
                                   .at_most = "\"<=",
                                   .end_bound = "\""};

typedef struct writer {
  const grundy_digraph *g;
  const grundy_solution *solution;
  bool named;
  grundy_written_rows rows;
  const grundy_written *column; /* the column being written */
  const grundy_written *k;      /* NULL: K is not written */
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
    bool unknown = w->column->kind == GRUNDY_COLUMN_OF_LETTERS &&
                   w->column->letters[v] == GRUNDY_OUTCOME_UNKNOWN;
    to = unknown ? grundy_put(to, style.unknown)
                 : grundy_put_entry(to, w->solution, w->column, v, &style);
  }
  return to;
}

/* Writes 3, or {"infinite": [0,2]}. */
static char *print_values(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t row = begin; row < end; row++) {
    if (row > 0) to = grundy_put(to, ", ");
    uint32_t v = grundy_row_vertex(&w->rows, row);
    bool infinite = w->column->numbers[v] == GRUNDY_INFINITY;
    if (infinite) to = grundy_put(to, "{\"infinite\": ");
    if (infinite && w->k == NULL)
      to = grundy_put(to, style.none);
    else
      to = grundy_put_entry(to, w->solution, infinite ? w->k : w->column, v, &style);
    if (infinite) *to++ = '}';
  }
  return to;
}

static uint64_t entry_room(void *context, uint64_t row) {
  const writer *w = context;
  return grundy_entry_room(w->solution, w->column, grundy_row_vertex(&w->rows, row)) + 2;
}

static uint64_t value_room(void *context, uint64_t row) {
  enum { INFINITE_ROOM = sizeof "{\"infinite\": null}" };
  const writer *w = context;
  uint32_t v = grundy_row_vertex(&w->rows, row);
  return INFINITE_ROOM + entry_room(context, row) +
         (w->k == NULL ? 0 : grundy_entry_room(w->solution, w->k, v));
}

/* Returns whether K exists exactly where values are infinite, so that it follows from them. */
static bool include_sets(const writer *w, const uint32_t *values) {
  if (values == NULL) return false;
  for (uint64_t row = 0; row < w->rows.count; row++) {
    uint32_t v = grundy_row_vertex(&w->rows, row);
    bool absent = grundy_solution_set_at(w->solution, GRUNDY_COLUMN_K, v).absent;
    if (absent == (values[v] == GRUNDY_INFINITY)) return false;
  }
  return true;
}

/* Writes an array on a line of its own. */
static grundy_status write_array(grundy_json *json, const char *name, const grundy_printer *items,
                                 grundy_work *work, grundy_error *error) {
  grundy_json_line(json);
  grundy_json_array(json, name);
  grundy_status status = grundy_print(json->out, items, work, error);
  grundy_json_end(json);
  return status;
}

static grundy_status json_write(const grundy_format_info *format, FILE *out,
                                const grundy_digraph *g, const grundy_solution *solution,
                                const grundy_write_options *options, grundy_work *work,
                                grundy_error *error) {
  (void)format;
  grundy_written columns[GRUNDY_COLUMN_COUNT];
  int count = grundy_written_of(solution, options->columns, columns);
  writer w = {.g = g, .solution = solution, .named = grundy_digraph_has_names(g)};
  w.rows = grundy_written_rows_of(g, options);
  grundy_printer names = {&w, w.rows.count, name_room, print_names, 0};
  grundy_printer entries = {&w, w.rows.count, entry_room, print_entries, 1};
  grundy_printer values = {&w, w.rows.count, value_room, print_values, 1};
  grundy_printer best = {&w, w.rows.count, best_room, print_best, 0};
  const uint32_t *numbers = NULL; /* of the values that are written */
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_status status =
      write_array(&json, grundy_digraph_type(g) == GRUNDY_GAME_PARTS ? "part" : "position", &names,
                  work, error);
  for (int i = 0; i < count; i++) {
    if (columns[i].column == GRUNDY_COLUMN_K) w.k = &columns[i];
    if (columns[i].column == GRUNDY_COLUMN_GRUNDY) numbers = columns[i].numbers;
  }
  for (int i = 0; i < count && status == GRUNDY_OK; i++) {
    w.column = &columns[i];
    grundy_columns column = w.column->column;
    if (column == GRUNDY_COLUMN_GRUNDY)
      status = write_array(&json, "value", &values, work, error);
    else if (column != GRUNDY_COLUMN_K || !include_sets(&w, numbers))
      status = write_array(&json, grundy_column_describe(column)->name, &entries, work, error);
  }
  if (status == GRUNDY_OK && w.rows.best != NULL)
    status = write_array(&json, "best", &best, work, error);
  grundy_json_end(&json);
  return status;
}

const grundy_format_info grundy_format_json = {
    .name = "json",
    .solution_endings = ".json",
    .read_solution = grundy_json_read,
    .write_solution = json_write,
};
