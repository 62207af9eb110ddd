/* Lines of words, as edge lists, maps and classes have them: blanks between the words, and a word
 * that begins with # is a comment up to the end of the line. */

#ifndef GRUNDY_SRC_TEXT_WORDS_H
#define GRUNDY_SRC_TEXT_WORDS_H

#include "base/error.h"
#include "text/utf8.h"

typedef struct grundy_word {
  const char *at;
  size_t length;
} grundy_word;

/* Where a line stands, for errors. */
typedef struct grundy_line {
  const char *file; /* its name */
  uint64_t number;  /* from 1 */
  const char *at;
} grundy_line;

static inline bool grundy_is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Takes the next word off the line; an empty one at its end or at a comment. */
static inline grundy_word grundy_next_word(const char **at, const char *end) {
  while (*at < end && grundy_is_blank(**at)) (*at)++;
  grundy_word w = {*at, 0};
  if (*at < end && **at == '#') {
    *at = end;
    return w;
  }
  while (*at < end && !grundy_is_blank(**at)) (*at)++;
  w.length = (size_t)(*at - w.at);
  return w;
}

/* The column of a place in the line that begins there, in characters from 1. */
static inline uint64_t grundy_column_of(const char *line, const char *at) {
  return 1 + grundy_utf8_count(line, (size_t)(at - line));
}

/* GRUNDY_BAD_INPUT if the word is not UTF-8 or has a NUL in it. */
grundy_status grundy_word_check(const grundy_line *line, grundy_word word, grundy_error *error);

#endif
