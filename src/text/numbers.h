/* Numbers as text. Nothing here depends on the locale: a program that links the library may have
 * called setlocale, and then strtod and printf want a comma where files have a point. */

#ifndef GRUNDY_SRC_TEXT_NUMBERS_H
#define GRUNDY_SRC_TEXT_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- whole numbers ---- */

static inline bool grundy_is_digit(char c) {
  return (unsigned)c - '0' <= 9;
}

/* Parses the digits at the start of the text, and returns how many these are. *number is
 * UINT64_MAX if it is larger than that, and 0 if there are none. */
size_t grundy_digits_parse(const char *text, size_t length, uint64_t *number);

/* Is the text a number, digits only, and at most `most`? */
bool grundy_number_parse(const char *text, size_t length, uint64_t most, uint64_t *number);

/* Writes a number without a NUL: at most GRUNDY_NUMBER_ROOM bytes. Returns where it ends. */
enum { GRUNDY_NUMBER_ROOM = 10 };
char *grundy_number_print(char *to, uint32_t number);
size_t grundy_number_digits(uint32_t number);

/* ---- reals ---- */

enum { GRUNDY_REAL_ROOM = 40 };

/* Reads the whole text, of less than 64 bytes, as strtod reads it in the locale C. */
bool grundy_real_parse(const char *text, size_t length, double *real);

/* Writes the number with that many significant digits, at most 17, as "%.*g" does in the locale C.
 * If `digits` is 0 there are as many as are needed to read the same number again. Returns the
 * text. */
char *grundy_real_format(double real, int digits, char text[GRUNDY_REAL_ROOM]);

/* ---- the locale ---- */

/* Lets the calling thread use the locale C, and returns what it used before; this is passed to
 * grundy_locale_leave. Both take some 100 ns. */
void *grundy_locale_enter(void);
void grundy_locale_leave(void *before);

#endif
