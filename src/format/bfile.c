/* Writes one column of numbers as a b-file of the OEIS: the index of the row, from 0, and the
 * number. */

#include "format/entries.h"
#include "format/impl.h"

#include "text/numbers.h"

typedef struct writer {
  grundy_written_rows rows;
  const uint32_t *numbers;
  bool window; /* numbers may be unknown, or upper bounds */
} writer;

static char *print_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t row = begin; row < end; row++) {
    to = grundy_number_print(to, (uint32_t)row);
    *to++ = ' ';
    to = grundy_number_print(to, w->numbers[grundy_row_vertex(&w->rows, row)]);
    *to++ = '\n';
  }
  return to;
}

static uint64_t row_room(void *context, uint64_t row) {
  (void)context;
  (void)row;
  return 2 * GRUNDY_NUMBER_ROOM + 2;
}

static grundy_status bfile_write(const grundy_format_info *format, FILE *out,
                                 const grundy_digraph *g, const grundy_solution *solution,
                                 const grundy_write_options *options, grundy_work *work,
                                 grundy_error *error) {
  (void)format;
  grundy_written columns[GRUNDY_COLUMN_COUNT];
  int count = grundy_written_of(solution, options->columns & ~(grundy_columns)GRUNDY_COLUMN_WINDOW,
                                columns);
  if (count != 1 || columns[0].kind != GRUNDY_COLUMN_OF_NUMBERS)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "a b-file has one column of numbers, such as grundy or remoteness");
  writer w = {grundy_written_rows_of(g, options), columns[0].numbers, columns[0].window};
  for (uint64_t row = 0; row < w.rows.count; row++) {
    uint32_t v = grundy_row_vertex(&w.rows, row);
    if (w.numbers[v] < (w.window ? GRUNDY_NUMBER_AT_MOST : GRUNDY_INFINITY)) continue;
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    return grundy_fail(
        error, GRUNDY_UNABLE, "a b-file has numbers only, and the %s of '%.*s' is not a number",
        grundy_column_describe(columns[0].column)->name, grundy_excerpt(name, strlen(name)), name);
  }
  grundy_printer rows = {&w, w.rows.count, row_room, print_rows, 1};
  return grundy_print(out, &rows, work, error);
}

const grundy_format_info grundy_format_bfile = {
    .name = "bfile",
    .write_solution = bfile_write,
};
