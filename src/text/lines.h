/* Texts of any length, read line by line. */

#ifndef GRUNDY_SRC_TEXT_LINES_H
#define GRUNDY_SRC_TEXT_LINES_H

#include <grundy/base.h>

#include "base/monitor.h"
#include "text/words.h"

#include <stdio.h>

/* Lines come from a block that grows until the longest one fits into it, but not beyond
 * max_length bytes and some. Filled with zeros but for the first four. */
typedef struct grundy_lines {
  FILE *in;
  const char *name;
  grundy_work *work; /* a byte is a step of it */
  size_t max_length; /* of a line, in bytes */
  char *block;
  uint64_t capacity;
  size_t begin, end; /* block[begin … end - 1] is read but not given out */
  bool at_end;       /* of the file */
  uint64_t number;   /* of the line given out last, from 1 */
} grundy_lines;

/* The next line without its end; it stands until the next call. *more is false behind the last
 * one. */
grundy_status grundy_lines_next(grundy_lines *lines, grundy_word *line, bool *more,
                                grundy_error *error);
void grundy_lines_free(grundy_lines *lines);

#endif
