/* Texts in memory, and the markup of tables for papers. */

#ifndef GRUNDY_TEXT_H
#define GRUNDY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a stream that writes to a text in memory. When it has been flushed or closed, *text has
 * what was written, and a NUL that *size does not count; the caller frees it in any case. If the
 * text cannot grow, grundy_text_close says so; systems other than Linux may drop bytes, as their
 * open_memstream does. NULL if memory runs out. */
GRUNDY_API FILE *grundy_text_open(char **text, size_t *size);

/* Closes a stream of grundy_text_open, or of open_memstream. Returns whether everything was written
 * to *text: if memory runs out while the stream is closed, *text may be NULL although fclose
 * reports no error. */
static inline bool grundy_text_close(FILE *out, char *const *text) {
  bool is_written = ferror(out) == 0;
  return fclose(out) == 0 && *text != NULL && is_written;
}

/* How a language writes tables and formulas. */
typedef struct grundy_markup {
  const char *row, *cell, *between, *end_cell, *end_row; /* what begins, separates and ends these */
  const char *heading, *end_heading;                     /* around the row of headings */
  const char *rule;                                      /* a line between rows */
  const char *end;                                       /* of the table */
  const char *corner;     /* between the headings of rows and of columns */
  const char *underscore; /* in a name of letters and digits */
  const char *formula;    /* begins and ends a formula; the following are parts of one */
  const char *infinity, *at_most, *open, *close; /* the braces of a set */
  const char *empty;                             /* set */

  /* Begins a table. `alignments` has an l, r or c per column; NULL: all columns are numbers, and a
   * line follows the first one. */
  void (*begin)(uint64_t columns, const char *alignments, FILE *out);
} grundy_markup;

typedef enum grundy_markup_language { GRUNDY_LATEX, GRUNDY_TYPST } grundy_markup_language;

/* Returns the markup of the language; it is static. */
GRUNDY_API const grundy_markup *grundy_markup_of(grundy_markup_language language);

#ifdef __cplusplus
}
#endif

#endif
