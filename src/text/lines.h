/* Reads texts of any length line by line. */

#ifndef GRUNDY_SRC_TEXT_LINES_H
#define GRUNDY_SRC_TEXT_LINES_H

#include "base/monitor.h"
#include "text/cursor.h"

#include <stdio.h>

/* Lines are parts of a block that grows until the longest line fits, but not much beyond max_length
 * bytes. All but the first five members start as zeros. A byte order mark at the start of the file
 * is skipped. */
typedef struct grundy_lines {
  FILE *in;
  const char *name;
  grundy_work *work; /* counts bytes as steps; NULL: no counting */
  size_t max_length; /* of a line, in bytes */
  size_t piece;      /* bytes to read at once; 0: the default */
  char *block;       /* GRUNDY_LINES_PADDING more bytes may be read and written */
  uint64_t capacity;
  size_t begin, end; /* block[begin … end - 1] was read but not yet returned */
  bool at_end;       /* of the file */
  bool unfinished;   /* the line returned last has no newline */
  uint64_t number;   /* of that line, from 1 */
} grundy_lines;

enum { GRUNDY_LINES_PADDING = 8 };

/* Moves the bytes that have not been returned to the front of the block and reads more after
 * them. */
grundy_status grundy_lines_fill(grundy_lines *lines, grundy_error *error);

/* Returns the next line without its newline, valid until the next call. After the last line *more
 * is false and the cursor is at the end of the file. */
grundy_status grundy_lines_next(grundy_lines *lines, grundy_cursor *line, bool *more,
                                grundy_error *error);

/* Fails with GRUNDY_BAD_INPUT because the line after the one returned last is too long. */
grundy_status grundy_lines_fail_long(const grundy_lines *lines, grundy_error *error);

void grundy_lines_free(grundy_lines *lines);

#endif
