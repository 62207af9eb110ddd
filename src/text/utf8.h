/* UTF-8 as [RFC3629] defines it: no overlong forms, no surrogates, nothing above U+10FFFF. */

#ifndef GRUNDY_SRC_TEXT_UTF8_H
#define GRUNDY_SRC_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Returns the length of the character at `text`, which has `length` bytes; 0 if it is not valid.
 * *character becomes its code point. */
size_t grundy_utf8_next(const char *text, size_t length, uint32_t *character);

/* Returns how many of the bytes are valid, from the start: `length` if all are. NUL is not
 * valid. */
size_t grundy_utf8_valid(const char *text, size_t length);

/* Returns the number of characters; an invalid byte counts as one. */
uint64_t grundy_utf8_count(const char *text, size_t length);

/* Returns how many columns of a terminal the text takes. */
size_t grundy_utf8_width(const char *text, size_t length);

#endif
