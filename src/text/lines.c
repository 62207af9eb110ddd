#include "text/lines.h"

#include "base/alloc.h"
#include "text/input.h"

#include <errno.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

/* Moves the rest to the front of the block and fills up behind it. */
static grundy_status refill(grundy_lines *lines, grundy_error *error) {
  size_t rest = lines->end - lines->begin;
  if (rest > 0 && lines->block != NULL) memmove(lines->block, lines->block + lines->begin, rest);
  lines->begin = 0;
  lines->end = rest;
  if (!grundy_grow(&lines->block, &lines->capacity, rest + BLOCK, 1))
    return grundy_fail_memory(error);
  errno = 0;
  size_t got = fread(lines->block + rest, 1, lines->capacity - rest, lines->in);
  lines->end += got;
  lines->at_end = got == 0;
  if (ferror(lines->in)) return grundy_fail_reading(lines->name, errno, error);
  bool on = lines->work == NULL || grundy_work_step(lines->work, got);
  return on ? GRUNDY_OK : grundy_fail_cancelled(error);
}

/* The next `length` bytes as a line. */
static grundy_cursor cut_line(grundy_lines *lines, size_t length, grundy_error *error) {
  const char *at = lines->block + lines->begin;
  if (lines->number == 0) {
    size_t mark = grundy_byte_order_mark(at, length);
    at += mark;
    length -= mark;
  }
  grundy_cursor line = grundy_cursor_of(lines->name, at, length, error);
  line.line = ++lines->number;
  return line;
}

/* The end of the file is after its last newline, or after an unfinished line. */
static void go_to_end(const grundy_lines *lines, grundy_cursor *line, grundy_error *error) {
  if (lines->unfinished) {
    line->at = line->end;
    return;
  }
  *line = grundy_cursor_of(lines->name, "", 0, error);
  line->line = lines->number + 1;
}

grundy_status grundy_lines_next(grundy_lines *lines, grundy_cursor *line, bool *more,
                                grundy_error *error) {
  const char *newline = NULL;
  size_t length = 0, searched = 0;
  grundy_status status = lines->block == NULL ? refill(lines, error) : GRUNDY_OK;
  for (;;) {
    if (status != GRUNDY_OK) return status;
    const char *from = lines->block + lines->begin;
    length = lines->end - lines->begin;
    if (length > searched) newline = memchr(from + searched, '\n', length - searched);
    if (newline != NULL) length = (size_t)(newline - from);
    if (length > lines->max_length)
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, lines->name, lines->number + 1, 1,
                            "a line of more than %zu bytes; expected shorter lines",
                            lines->max_length);
    if (newline != NULL || lines->at_end) break;
    searched = length;
    status = refill(lines, error);
  }
  *more = newline != NULL || length > 0;
  if (!*more) {
    go_to_end(lines, line, error);
    return GRUNDY_OK;
  }
  *line = cut_line(lines, length, error);
  lines->unfinished = newline == NULL;
  lines->begin += length + !lines->unfinished;
  return GRUNDY_OK;
}

void grundy_lines_free(grundy_lines *lines) {
  free(lines->block);
}
