#include "format/words.h"

#include <string.h>

grundy_status grundy_word_check(const grundy_line *line, grundy_word word, grundy_error *error) {
  size_t valid = grundy_utf8_valid(word.at, word.length);
  if (valid == word.length) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, line->file, line->number,
                        grundy_column_of(line->at, word.at + valid),
                        word.at[valid] == '\0'
                            ? "a NUL in a name; expected text"
                            : "a byte that is not UTF-8; expected text in UTF-8");
}

/* A name that would be read as something else, and why; NULL if it is read as itself. */
static const char *unwritable(const char *name) {
  if (name[0] == '\0') return "it is empty";
  if (name[0] == '#') return "it would begin a comment";
  if (strcmp(name, "@") == 0) return "it is reserved";
  if (strpbrk(name, " \t\r\n\v\f") != NULL) return "it has white space in it";
  size_t length = strlen(name);
  if (grundy_utf8_valid(name, length) < length) return "it is not UTF-8";
  if (grundy_byte_order_mark(name, length) > 0) return "it begins with a byte order mark";
  return length > GRUNDY_EDGES_MAX_LINE / 2 - 1 ? "it is too long" : NULL;
}

grundy_status grundy_words_can_name(const grundy_digraph *g, const char *what, const char *advice,
                                    grundy_error *error) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch), *reason = unwritable(name);
    if (reason != NULL)
      return grundy_fail(error, GRUNDY_UNABLE, "the name '%.*s' cannot stand in %s: %s%s",
                         grundy_shown(name, strlen(name)), name, what, reason, advice);
  }
  return GRUNDY_OK;
}
