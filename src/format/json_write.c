/* One object with an array for every column, described by docs/solution.schema.json. */

#include "format/impl.h"

#include <inttypes.h>

static void put_string(FILE *out, const char *text) {
  putc('"', out);
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c < 0x20)
      fprintf(out, "\\u%04x", c);
    else
      putc(c, out);
  }
  putc('"', out);
}

static void put_number(FILE *out, uint32_t number, const char *infinity) {
  if (number == GRUNDY_INFINITY)
    fputs(infinity, out);
  else
    fprintf(out, "%" PRIu32, number);
}

static void put_set(FILE *out, grundy_set set) {
  if (set.absent) {
    fputs("null", out);
    return;
  }
  putc('[', out);
  for (uint64_t i = 0; i < set.size; i++) {
    if (i > 0) putc(',', out);
    put_number(out, set.numbers[i], "\"inf\"");
  }
  putc(']', out);
}

static void put_entry(FILE *out, const grundy_solution *solution, grundy_columns column,
                      uint32_t v) {
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_LETTERS:
    fprintf(out, "\"%c\"", grundy_solution_letters(solution, column)[v]);
    break;
  case GRUNDY_NUMBERS:
    put_number(out, grundy_solution_numbers(solution, column)[v],
               column == GRUNDY_COUNTER ? "null" : "\"inf\"");
    break;
  case GRUNDY_SETS:
    put_set(out, grundy_solution_set(solution, column, v));
    break;
  }
}

static grundy_status json_write(FILE *out, const grundy_digraph *g, const grundy_solution *solution,
                                const grundy_write_options *options, grundy_work *work,
                                grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  fputs("{\n  \"vertex\": [", out);
  for (uint32_t v = 0; v < order && !ferror(out); v++) {
    char scratch[GRUNDY_NAME_SCRATCH];
    if (v > 0) fputs(", ", out);
    put_string(out, grundy_digraph_name(g, v, scratch));
  }
  putc(']', out);
  for (grundy_columns rest = options->columns; rest != 0; rest &= rest - 1) {
    grundy_columns column = rest & -rest;
    fprintf(out, ",\n  \"%s\": [", grundy_column_describe(column)->name);
    for (uint32_t v = 0; v < order && !ferror(out); v++) {
      if (v > 0) fputs(", ", out);
      put_entry(out, solution, column, v);
      if (!grundy_work_step(work, 1)) return grundy_fail_cancelled(error);
    }
    putc(']', out);
  }
  fputs("\n}\n", out);
  return GRUNDY_OK;
}

const grundy_format_info grundy_format_json = {
    .name = "json",
    .solution_endings = ".json",
    .read_solution = grundy_json_read,
    .write_solution = json_write,
};
