/* Text that is appended to a stream, or to a buffer of fixed size. In a buffer it is truncated, but
 * its whole length is counted, as by snprintf. */

#ifndef GRUNDY_SRC_BASE_BOUNDED_TEXT_H
#define GRUNDY_SRC_BASE_BOUNDED_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct grundy_bounded_text {
  char *at;
  size_t size, length; /* bytes at `at`, and the length of the whole text, if in a buffer */
  FILE *out;           /* the stream; NULL: the buffer */
} grundy_bounded_text;

void grundy_bounded_append(grundy_bounded_text *text, const char *piece);
void grundy_bounded_append_number(grundy_bounded_text *text, uint64_t number);

/* Ends the text with a NUL, if there is room for one. Returns its whole length. */
size_t grundy_bounded_finish(grundy_bounded_text *text);

#endif
