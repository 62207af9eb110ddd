#include "text/text.h"

#include "base/alloc.h"

#include <grundy/text.h>

#include <string.h>

#include <platform.h>

FILE *grundy_text_open(char **text, size_t *size) {
  return grundy_platform_text(text, size);
}

void grundy_text_free(grundy_text *text) {
  free(text->at);
  *text = (grundy_text){0};
}

void grundy_text_clear(grundy_text *text) {
  text->length = 0;
}

void grundy_text_append(grundy_text *text, const char *piece, size_t length) {
  if (text->failed || !grundy_grow(&text->at, &text->capacity, text->length + length + 1, 1)) {
    text->failed = true;
    return;
  }
  memcpy(text->at + text->length, piece, length);
  text->length += length;
  text->at[text->length] = '\0';
}
