#include "base/bounded_text.h"

#include <inttypes.h>

void grundy_bounded_append(grundy_bounded_text *text, const char *piece) {
  if (text->out != NULL) {
    (void)fputs(piece, text->out);
    return;
  }
  for (; *piece != '\0'; piece++, text->length++)
    if (text->length + 1 < text->size) text->at[text->length] = *piece;
}

void grundy_bounded_append_number(grundy_bounded_text *text, uint64_t number) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRIu64, number);
  grundy_bounded_append(text, digits);
}

size_t grundy_bounded_finish(grundy_bounded_text *text) {
  if (text->size > 0) text->at[text->length < text->size ? text->length : text->size - 1] = '\0';
  return text->length;
}
