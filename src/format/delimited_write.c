/* TSV, with \t, \n, \r and \\ in names, and CSV, with quotes where [RFC4180] wants them. */

#include "format/impl.h"
#include "format/text.h"

#include <string.h>

static void put_tsv(FILE *out, const char *text) {
  for (; *text != '\0'; text++) {
    switch (*text) {
    case '\t':
      fputs("\\t", out);
      break;
    case '\n':
      fputs("\\n", out);
      break;
    case '\r':
      fputs("\\r", out);
      break;
    case '\\':
      fputs("\\\\", out);
      break;
    default:
      putc(*text, out);
    }
  }
}

static void put_csv(FILE *out, const char *text) {
  if (text[0] != '\0' && strpbrk(text, ",\"\r\n") == NULL) {
    fputs(text, out);
    return;
  }
  putc('"', out);
  for (; *text != '\0'; text++) {
    if (*text == '"') putc('"', out);
    putc(*text, out);
  }
  putc('"', out);
}

static grundy_status delimited_write(FILE *out, const grundy_digraph *g,
                                     const grundy_solution *solution, grundy_columns columns,
                                     char separator, grundy_work *work, grundy_error *error) {
  void (*put)(FILE *, const char *) = separator == ',' ? put_csv : put_tsv;
  grundy_status status = GRUNDY_OK;
  grundy_text entry = {0};
  fputs("vertex", out);
  for (grundy_columns rest = columns; rest != 0; rest &= rest - 1)
    fprintf(out, "%c%s", separator, grundy_column_describe(rest & -rest)->name);
  putc('\n', out);

  for (uint32_t v = 0; v < grundy_digraph_order(g) && status == GRUNDY_OK && !ferror(out); v++) {
    char scratch[GRUNDY_NAME_SCRATCH];
    put(out, grundy_digraph_name(g, v, scratch));
    for (grundy_columns rest = columns; rest != 0 && !entry.failed; rest &= rest - 1) {
      grundy_text_clear(&entry);
      grundy_text_append_entry(&entry, solution, rest & -rest, v, "inf");
      if (entry.failed) break;
      putc(separator, out);
      put(out, entry.at);
    }
    putc('\n', out);
    if (entry.failed)
      status = grundy_fail_memory(error);
    else if (!grundy_work_step(work, (uint64_t)__builtin_popcount(columns)))
      status = grundy_fail_cancelled(error);
  }
  grundy_text_free(&entry);
  return status;
}

/* ---- the two formats ------------------------------------------------------------------- */

static grundy_status tsv_read(FILE *in, const char *name, const grundy_digraph *g,
                              grundy_solution **solution, grundy_error *error) {
  return grundy_delimited_read(in, name, '\t', g, solution, error);
}

static grundy_status csv_read(FILE *in, const char *name, const grundy_digraph *g,
                              grundy_solution **solution, grundy_error *error) {
  return grundy_delimited_read(in, name, ',', g, solution, error);
}

static grundy_status tsv_write(FILE *out, const grundy_digraph *g, const grundy_solution *solution,
                               const grundy_write_options *options, grundy_work *work,
                               grundy_error *error) {
  return delimited_write(out, g, solution, options->columns, '\t', work, error);
}

static grundy_status csv_write(FILE *out, const grundy_digraph *g, const grundy_solution *solution,
                               const grundy_write_options *options, grundy_work *work,
                               grundy_error *error) {
  return delimited_write(out, g, solution, options->columns, ',', work, error);
}

const grundy_format_info grundy_format_tsv = {
    .name = "tsv",
    .solution_endings = ".tsv",
    .read_solution = tsv_read,
    .write_solution = tsv_write,
};

const grundy_format_info grundy_format_csv = {
    .name = "csv",
    .solution_endings = ".csv",
    .read_solution = csv_read,
    .write_solution = csv_write,
};
