#include "text/cursor.h"

#include "base/quote.h"

#include <stdarg.h>
#include <string.h>

bool grundy_bytes_are(const char *bytes, size_t length, const char *word) {
  return strlen(word) == length && memcmp(bytes, word, length) == 0;
}

grundy_cursor grundy_cursor_of(const char *file, const char *text, size_t length,
                               grundy_error *error) {
  return (grundy_cursor){text, text + length, text, file, 1, error, false};
}

/* ---- places ----------------------------------------------------------------------------- */

grundy_text_place grundy_cursor_place(const grundy_cursor *c, const char *at) {
  const char *start = c->start, *newline;
  uint64_t line = c->line;
  while (c->has_lines && (newline = memchr(start, '\n', (size_t)(at - start))) != NULL) {
    start = newline + 1;
    line++;
  }
  return (grundy_text_place){line, 1 + grundy_utf8_count(start, (size_t)(at - start))};
}

grundy_status grundy_cursor_report(const grundy_cursor *c, grundy_status status, const char *at,
                                   const char *format, ...) {
  char message[GRUNDY_ERROR_MAX_TEXT];
  grundy_text_place place = grundy_cursor_place(c, at);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return grundy_fail_at(c->error, status, c->file, place.line, place.column, "%s", message);
}

grundy_status grundy_cursor_fail_here(const grundy_cursor *c, const char *what,
                                      const char *expected) {
  uint32_t character;
  if (c->at == c->end)
    return grundy_cursor_fail(c, c->at, "the %s ends here; expected %s", what, expected);
  int length = (int)grundy_utf8_next(c->at, (size_t)(c->end - c->at), &character);
  return grundy_cursor_fail(c, c->at, "unexpected '%.*s'; expected %s", length > 0 ? length : 1,
                            length > 0 ? c->at : "?", expected);
}

/* ---- pieces ----------------------------------------------------------------------------- */

bool grundy_cursor_accept_text(grundy_cursor *c, const char *text) {
  size_t length = strlen(text);
  bool there = (size_t)(c->end - c->at) >= length && memcmp(c->at, text, length) == 0;
  c->at += there ? length : 0;
  return there;
}

bool grundy_cursor_take_integer(grundy_cursor *c, int64_t *number) {
  uint64_t size;
  bool negative = grundy_cursor_accept(c, '-');
  if (grundy_cursor_take_digits(c, &size) == 0 || size > (uint64_t)INT64_MAX + negative)
    return false;
  *number = (int64_t)(negative ? -size : size);
  return true;
}

/* ---- lines ------------------------------------------------------------------------------ */

grundy_status grundy_cursor_check_word(const grundy_cursor *c, grundy_word word) {
  size_t valid = grundy_utf8_valid(word.at, word.length);
  if (valid == word.length) return GRUNDY_OK;
  return grundy_cursor_fail(c, word.at + valid, "%s",
                            word.at[valid] == '\0' ? "a NUL in a name"
                                                   : "a byte that is not UTF-8");
}

grundy_word grundy_cursor_next_quotable(grundy_cursor *c) {
  while (c->at < c->end && grundy_is_blank(*c->at)) c->at++;
  if (!grundy_cursor_is_at(c, '"')) return grundy_cursor_next_word(c);
  const char *from = c->at, *quote = grundy_quote_end(from, c->end);
  c->at = quote == NULL ? c->end : quote + 1;
  while (c->at < c->end && !grundy_is_blank(*c->at)) c->at++; /* which is an error */
  return (grundy_word){from, (size_t)(c->at - from)};
}

grundy_status grundy_cursor_name(const grundy_cursor *c, grundy_word word, grundy_text *room,
                                 grundy_word *name) {
  grundy_status status = grundy_cursor_check_word(c, word);
  *name = word;
  if (status != GRUNDY_OK || word.length == 0 || word.at[0] != '"') return status;
  const char *last = word.at + word.length - 1, *quote = grundy_quote_end(word.at, last + 1);
  if (quote == NULL) return grundy_cursor_fail(c, word.at, "a quotation mark that is not closed");
  if (quote < last)
    return grundy_cursor_fail(c, quote + 1, "text after a quoted name; expected white space");
  *name = (grundy_word){word.at + 1, word.length - 2};
  if (memchr(name->at, '\\', name->length) == NULL) return GRUNDY_OK;
  grundy_text_clear(room);
  grundy_text_append(room, name->at, name->length);
  if (room->failed) return grundy_fail_memory(c->error);
  *name = (grundy_word){room->at, grundy_unquote(room->at, room->length)};
  return GRUNDY_OK;
}
