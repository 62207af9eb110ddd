#include "text/words.h"

grundy_status grundy_word_check(const grundy_line *line, grundy_word word, grundy_error *error) {
  size_t valid = grundy_utf8_valid(word.at, word.length);
  if (valid == word.length) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, line->file, line->number,
                        grundy_column_of(line->at, word.at + valid),
                        word.at[valid] == '\0'
                            ? "a NUL in a name; expected text"
                            : "a byte that is not UTF-8; expected text in UTF-8");
}
