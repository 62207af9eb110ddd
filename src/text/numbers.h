/* Numbers as text, independent of the locale. */

#ifndef GRUNDY_SRC_TEXT_NUMBERS_H
#define GRUNDY_SRC_TEXT_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- integers ---- */

static inline bool grundy_is_digit(char c) {
  return (unsigned)c - '0' <= 9;
}

/* Parses the digits at the start of the text, and returns how many there are. *number is UINT64_MAX
 * if the number is larger, and 0 without digits. */
size_t grundy_digits_parse(const char *text, size_t length, uint64_t *number);

/* Returns whether the text is a number, digits only, and at most `most`. */
bool grundy_number_parse(const char *text, size_t length, uint64_t most, uint64_t *number);

/* Writes a number without a NUL: at most GRUNDY_NUMBER_ROOM bytes. Returns where it ends. */
enum { GRUNDY_NUMBER_ROOM = 10 };
char *grundy_number_print(char *to, uint32_t number);
size_t grundy_number_digits(uint32_t number);

/* ---- reals ---- */

enum { GRUNDY_REAL_ROOM = 40 };

/* Parses the whole text, of less than 64 bytes, as strtod does in the locale C. */
bool grundy_real_parse(const char *text, size_t length, double *real);

/* Writes the number with this many significant digits, at most 17, as "%.*g" does in the locale C.
 * If `digits` is 0, uses the fewest digits that parse to the same number. Returns `text`. */
char *grundy_real_format(double real, int digits, char text[GRUNDY_REAL_ROOM]);

/* Writes the number with the fewest digits that parse to the same number, but an integer below
 * 10^15 with all its digits: 30, where grundy_real_format gives 3e+01. Returns `text`. */
char *grundy_real_format_plain(double real, char text[GRUNDY_REAL_ROOM]);

#endif
