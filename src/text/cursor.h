/* A cursor walks through a text and knows the line and column of every place in it, for errors. */

#ifndef GRUNDY_SRC_TEXT_CURSOR_H
#define GRUNDY_SRC_TEXT_CURSOR_H

#include "base/error.h"
#include "text/numbers.h"
#include "text/text.h"
#include "text/utf8.h"

/* Some bytes of a text. */
typedef struct grundy_word {
  const char *at;
  size_t length;
} grundy_word;

/* Returns whether these bytes are the word. */
bool grundy_bytes_are(const char *bytes, size_t length, const char *word);

static inline bool grundy_word_is(grundy_word word, const char *text) {
  return grundy_bytes_are(word.at, word.length, text);
}

/* Invariant: start <= at <= end. Copying a cursor remembers its place. */
typedef struct grundy_cursor {
  const char *at, *end; /* the text that is left */
  const char *start;    /* of the line with the number `line` */
  const char *file;     /* the name of the text in errors */
  uint64_t line;        /* from 1 */
  grundy_error *error;
  bool has_lines; /* lines may follow; otherwise a newline is a character like any other */
} grundy_cursor;

/* Returns a cursor at the start of a text of one line, such as an argument; the text is
 * borrowed. */
grundy_cursor grundy_cursor_of(const char *file, const char *text, size_t length,
                               grundy_error *error);

/* ---- places ---- */

typedef struct grundy_text_place {
  uint64_t line, column; /* from 1; columns are counted in characters. 0: not known */
} grundy_text_place;

/* Returns the place of `at`, which must not be before c->start. O(at - c->start). */
grundy_text_place grundy_cursor_place(const grundy_cursor *c, const char *at);

GRUNDY_PRINTF(4, 5)
grundy_status grundy_cursor_report(const grundy_cursor *c, grundy_status status, const char *at,
                                   const char *format, ...);

/* Fills the error of the cursor with a message about the place `at`, and returns the status. These
 * are macros so that compilers and static analysers see in the caller which status it returns. */
#define grundy_cursor_fail_as(c, status, at, ...)                                                  \
  ((void)grundy_cursor_report(c, status, at, __VA_ARGS__), (status))
#define grundy_cursor_fail(c, at, ...) grundy_cursor_fail_as(c, GRUNDY_BAD_INPUT, at, __VA_ARGS__)

/* Fails with GRUNDY_BAD_INPUT here: "the WHAT ends here; expected …" or "unexpected 'x'; expected
 * …". */
grundy_status grundy_cursor_fail_here(const grundy_cursor *c, const char *what,
                                      const char *expected);

/* ---- pieces ---- */

static inline bool grundy_cursor_is_at(const grundy_cursor *c, char character) {
  return c->at < c->end && *c->at == character;
}

/* Steps over the character or the text if it is next. Returns whether it was. */
static inline bool grundy_cursor_accept(grundy_cursor *c, char character) {
  bool there = grundy_cursor_is_at(c, character);
  c->at += there;
  return there;
}

bool grundy_cursor_accept_text(grundy_cursor *c, const char *text);

/* Returns whether the character is in the set; NUL is in no set. Inline, so that compilers see the
 * set. */
static inline bool grundy_is_in(char character, const char *set) {
  while (*set != '\0' && *set != character) set++;
  return *set != '\0';
}

/* Steps over characters in the set. */
static inline void grundy_cursor_skip(grundy_cursor *c, const char *set) {
  while (c->at < c->end && grundy_is_in(*c->at, set)) c->at++;
}

/* Takes the characters up to one in the set, or up to the end. */
static inline grundy_word grundy_cursor_take_until(grundy_cursor *c, const char *set) {
  const char *from = c->at;
  while (c->at < c->end && !grundy_is_in(*c->at, set)) c->at++;
  return (grundy_word){from, (size_t)(c->at - from)};
}

/* Steps over digits and returns how many there are; *number saturates. */
static inline size_t grundy_cursor_take_digits(grundy_cursor *c, uint64_t *number) {
  size_t digits = grundy_digits_parse(c->at, (size_t)(c->end - c->at), number);
  c->at += digits;
  return digits;
}

/* Steps over digits, with an optional minus sign. False if there are none, or if the number does
 * not fit. */
bool grundy_cursor_take_integer(grundy_cursor *c, int64_t *number);

/* ---- lines of words ---- */

/* Edge lists, maps and classes consist of lines of words: blanks separate the words, and a word
 * that begins with # starts a comment up to the end of the line. A name that is not such a word is
 * quoted, as base/quote.h says. */

static inline bool grundy_is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Takes the next word of a line; it is empty at the end of the line or at a comment. */
static inline grundy_word grundy_cursor_next_word(grundy_cursor *c) {
  const char *at = c->at, *end = c->end;
  while (at < end && grundy_is_blank(*at)) at++;
  grundy_word word = {at, 0};
  bool comment = at < end && *at == '#';
  while (at < end && !comment && !grundy_is_blank(*at)) at++;
  word.length = (size_t)(at - word.at);
  c->at = comment ? end : at;
  return word;
}

/* Takes the next word of a line, which may be a quoted name. */
grundy_word grundy_cursor_next_quotable(grundy_cursor *c);

/* Returns GRUNDY_BAD_INPUT if a word of the text is not UTF-8 or contains a NUL. */
grundy_status grundy_cursor_check_word(const grundy_cursor *c, grundy_word word);

/* Finds the name that a word of grundy_cursor_next_quotable stands for. It is part of the text or,
 * if the word contains a backslash, of `room`, whose contents are replaced. */
grundy_status grundy_cursor_name(const grundy_cursor *c, grundy_word word, grundy_text *room,
                                 grundy_word *name);

#endif
