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

static void put(FILE *out, grundy_format format, const char *text) {
  if (format == GRUNDY_FORMAT_CSV)
    put_csv(out, text);
  else
    put_tsv(out, text);
}

grundy_status grundy_delimited_write(FILE *out, grundy_format format, const grundy_digraph *g,
                                     const grundy_solution *solution, grundy_columns columns,
                                     grundy_work *work, grundy_error *error) {
  char separator = format == GRUNDY_FORMAT_CSV ? ',' : '\t';
  grundy_text entry = {0};
  fputs("vertex", out);
  for (grundy_columns rest = columns; rest != 0; rest &= rest - 1)
    fprintf(out, "%c%s", separator, grundy_column_describe(rest & -rest)->name);
  putc('\n', out);

  for (uint32_t v = 0; v < grundy_digraph_order(g) && !entry.failed && !ferror(out); v++) {
    char scratch[GRUNDY_NAME_SCRATCH];
    put(out, format, grundy_digraph_name(g, v, scratch));
    for (grundy_columns rest = columns; rest != 0; rest &= rest - 1) {
      grundy_text_clear(&entry);
      grundy_text_append_entry(&entry, solution, rest & -rest, v, "inf");
      if (entry.failed) break;
      putc(separator, out);
      put(out, format, entry.at);
    }
    putc('\n', out);
    if (!grundy_work_step(work, (uint64_t)__builtin_popcount(columns))) {
      grundy_text_free(&entry);
      return grundy_fail_cancelled(error);
    }
  }
  bool failed = entry.failed;
  grundy_text_free(&entry);
  return failed ? grundy_fail_memory(error) : GRUNDY_OK;
}
