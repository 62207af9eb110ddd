/* Texts of any length, read line by line. */

#ifndef GRUNDY_SRC_TEXT_LINES_H
#define GRUNDY_SRC_TEXT_LINES_H

#include "base/monitor.h"
#include "text/cursor.h"

#include <stdio.h>

/* Lines come from a block that grows until the longest one fits into it, but not beyond
 * max_length bytes and some. Filled with zeros but for the first four. */
typedef struct grundy_lines {
  FILE *in;
  const char *name;
  grundy_work *work; /* a byte is a step of it; NULL: steps are not counted */
  size_t max_length; /* of a line, in bytes */
  char *block;
  uint64_t capacity;
  size_t begin, end; /* block[begin … end - 1] is read but not given out */
  bool at_end;       /* of the file */
  bool unfinished;   /* the line given out last has no newline */
  uint64_t number;   /* of that line, from 1 */
} grundy_lines;

/* Gives out the next line without its newline, valid until the next call. After the last one *more
 * is false and the cursor is at the end of the file. */
grundy_status grundy_lines_next(grundy_lines *lines, grundy_cursor *line, bool *more,
                                grundy_error *error);
void grundy_lines_free(grundy_lines *lines);

#endif
