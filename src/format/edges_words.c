/* Lines of edge lists as words. */

#include "format/edges.h"

#include "text/cursor.h"
#include "text/utf8.h"

#include <grundy/format.h>

#include <string.h>

/* Walks through the text; `failed` is set if a line is not as expected. */
typedef struct splitter {
  const char *text, *at, *end;
  grundy_name_query *word;
  bool failed;
} splitter;

static inline bool is_word_byte(char c) {
  return !grundy_is_blank(c) && c != '\n';
}

static inline void skip_blanks(splitter *s) {
  while (grundy_is_blank(*s->at)) s->at++;
}

static inline bool is_at_word(const splitter *s) {
  return *s->at != '\n' && *s->at != '#';
}

/* Adds the word at this place. Words with a NUL or a byte outside ASCII are checked. */
static inline void take_word(splitter *s) {
  const char *from = s->at;
  bool plain = true;
  for (; is_word_byte(*s->at); s->at++) plain &= (signed char)*s->at > 0;
  size_t length = (size_t)(s->at - from);
  if (!plain && grundy_utf8_valid(from, length) < length) s->failed = true;
  if (from[0] == '"') s->failed = true; /* a quoted name */
  *s->word++ = (grundy_name_query){.at = (uint32_t)(from - s->text),
                                   .length = (uint32_t)length,
                                   .tag = grundy_name_tag(from, length)};
  skip_blanks(s);
}

/* Returns whether the word here is ->, which stands between the positions of a move. */
static inline bool is_at_arrow(const splitter *s) {
  return s->at[0] == '-' && s->at[1] == '>' && !is_word_byte(s->at[2]);
}

/* Skips an arrow; another position must follow. */
static inline void skip_arrow(splitter *s) {
  if (!is_at_arrow(s)) return;
  s->at += 2;
  skip_blanks(s);
  if (!is_at_word(s) || is_at_arrow(s)) s->failed = true;
}

/* Goes to the newline at the end of the line, and returns the number of its words. */
static inline unsigned split_line(splitter *s) {
  unsigned count = 0;
  skip_blanks(s);
  if ((*s->at == '@' && !is_word_byte(s->at[1])) || is_at_arrow(s)) s->failed = true;
  for (; count < 2 && is_at_word(s); count++) {
    take_word(s);
    if (count == 0) skip_arrow(s);
  }
  if (*s->at == '#') s->at = memchr(s->at, '\n', (size_t)(s->end - s->at));
  if (*s->at != '\n') s->failed = true;
  return count;
}

bool grundy_words_split(const char *text, size_t from, size_t to, grundy_word_batch *batch,
                        uint64_t *lines) {
  splitter s = {.text = text, .at = text + from, .end = text + to, .word = batch->words};
  *lines = 0;
  batch->moves = 0;
  while (s.at < s.end) {
    const char *line = s.at;
    unsigned count = split_line(&s);
    if (s.failed || s.at - line > GRUNDY_EDGES_MAX_LINE) return false;
    if (count == 1) *s.word++ = (grundy_name_query){0};
    batch->moves += count == 2;
    s.at++;
    ++*lines;
  }
  batch->count = (uint64_t)(s.word - batch->words);
  return true;
}
