/* Reads lines of any length up to a limit, through a block of the file. */

#include "text/lines.h"

#include "base/alloc.h"
#include "text/input.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

grundy_status grundy_lines_fill(grundy_lines *lines, grundy_error *error) {
  enum { PIECE = 1 << 16 };
  bool first = lines->block == NULL;
  size_t rest = lines->end - lines->begin, piece = lines->piece > 0 ? lines->piece : PIECE;
  assert(!first || rest == 0);
  if (rest > 0) memmove(lines->block, lines->block + lines->begin, rest);
  lines->begin = 0;
  lines->end = rest;
  if (!grundy_grow_slowly(&lines->block, &lines->capacity, rest + piece + GRUNDY_LINES_PADDING, 1))
    return grundy_fail_memory(error);
  size_t room = lines->capacity - GRUNDY_LINES_PADDING - rest;
  errno = 0;
  size_t got = fread(lines->block + rest, 1, room, lines->in);
  lines->end += got;
  lines->at_end = got < room;
  memset(lines->block + lines->end, 0, GRUNDY_LINES_PADDING);
  if (ferror(lines->in)) return grundy_fail_reading(lines->name, errno, error);
  if (first) lines->begin = grundy_byte_order_mark(lines->block, lines->end);
  bool on = lines->work == NULL || grundy_work_step(lines->work, got);
  return on ? GRUNDY_OK : grundy_fail_cancelled(error);
}

grundy_status grundy_lines_fail_long(const grundy_lines *lines, grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, lines->name, lines->number + 1, 1,
                        "a line of more than %zu bytes", lines->max_length);
}

grundy_status grundy_lines_next(grundy_lines *lines, grundy_cursor *line, bool *more,
                                grundy_error *error) {
  const char *newline = NULL;
  size_t length = 0, searched = 0;
  grundy_status status = lines->block == NULL ? grundy_lines_fill(lines, error) : GRUNDY_OK;
  for (;;) {
    if (status != GRUNDY_OK) return status;
    const char *from = lines->block + lines->begin;
    length = lines->end - lines->begin;
    if (length > searched) newline = memchr(from + searched, '\n', length - searched);
    if (newline != NULL) length = (size_t)(newline - from);
    if (length > lines->max_length) return grundy_lines_fail_long(lines, error);
    if (newline != NULL || lines->at_end) break;
    searched = length;
    status = grundy_lines_fill(lines, error);
  }
  *more = newline != NULL || length > 0;
  if (!*more && lines->unfinished) { /* the cursor is at the end of the file */
    line->at = line->end;
    return GRUNDY_OK;
  }
  if (!*more) {
    *line = grundy_cursor_of(lines->name, "", 0, error);
    line->line = lines->number + 1;
    return GRUNDY_OK;
  }
  *line = grundy_cursor_of(lines->name, lines->block + lines->begin, length, error);
  line->line = ++lines->number;
  lines->unfinished = newline == NULL;
  lines->begin += length + !lines->unfinished;
  return GRUNDY_OK;
}

void grundy_lines_free(grundy_lines *lines) {
  free(lines->block);
}
