/* Texts read line by line and cut into words. */

#ifndef GRUNDY_SRC_FORMAT_LINES_H
#define GRUNDY_SRC_FORMAT_LINES_H

#include <grundy/base.h>

#include "base/monitor.h"
#include "format/utf8.h"

/* ---- words ---- */

typedef struct grundy_word {
  const char *at;
  size_t length;
} grundy_word;

static inline bool grundy_is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Takes the next word off the line; an empty one at its end or at a comment, which begins with a
 * word that begins with #. */
static inline grundy_word grundy_next_word(const char **at, const char *end) {
  while (*at < end && grundy_is_space(**at)) (*at)++;
  grundy_word w = {*at, 0};
  if (*at < end && **at == '#') {
    *at = end;
    return w;
  }
  while (*at < end && !grundy_is_space(**at)) (*at)++;
  w.length = (size_t)(*at - w.at);
  return w;
}

/* In characters, from 1. */
static inline uint64_t grundy_column_of(const char *line, const char *at) {
  return 1 + grundy_utf8_count(line, (size_t)(at - line));
}

/* ---- lines ---- */

/* Lines come from a block that grows until the longest one fits into it, but not beyond
 * GRUNDY_MAX_LINE bytes and some. Filled with zeros but for the first three. */
typedef struct grundy_lines {
  FILE *in;
  const char *name;
  grundy_work *work; /* a byte is a step of it */
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
