/* Text that grows. */

#ifndef GRUNDY_SRC_TEXT_TEXT_H
#define GRUNDY_SRC_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Full of zeros it is empty. `failed` remembers that memory ran out, so that a caller may
 * append many pieces and ask once. */
typedef struct grundy_text {
  char *at;
  size_t length;
  uint64_t capacity;
  bool failed;
} grundy_text;

void grundy_text_free(grundy_text *text);
void grundy_text_clear(grundy_text *text);
void grundy_text_append(grundy_text *text, const char *piece, size_t length);

#endif
