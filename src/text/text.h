/* Growing text. */

#ifndef GRUNDY_SRC_TEXT_TEXT_H
#define GRUNDY_SRC_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing text; a zeroed struct is an empty text. `failed` records that memory ran out, so a
 * caller may append many pieces and check once. */
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
