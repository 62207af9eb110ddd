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
  return grundy_work_step(lines->work, got) ? GRUNDY_OK : grundy_fail_cancelled(error);
}

grundy_status grundy_lines_next(grundy_lines *lines, grundy_word *line, bool *more,
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
  if (!*more) return GRUNDY_OK;
  *line = (grundy_word){lines->block + lines->begin, length};
  if (lines->number++ == 0) {
    size_t mark = grundy_byte_order_mark(line->at, line->length);
    *line = (grundy_word){line->at + mark, line->length - mark};
  }
  lines->begin += length + (newline != NULL);
  return GRUNDY_OK;
}

void grundy_lines_free(grundy_lines *lines) {
  free(lines->block);
}
