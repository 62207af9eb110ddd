#include "text/numbers.h"

#include "base/locale.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- integers ---------------------------------------------------------------------------- */

/* Numbers of up to 19 digits fit. */
static inline size_t parse_digits(const char *text, size_t length, uint64_t *number, bool *fits) {
  size_t digits = 0;
  uint64_t value = 0;
  for (; digits < length && digits < 19 && grundy_is_digit(text[digits]); digits++)
    value = 10 * value + (uint64_t)(text[digits] - '0');
  for (*fits = true; digits < length && grundy_is_digit(text[digits]); digits++)
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, (uint64_t)(text[digits] - '0'), &value))
      *fits = false;
  *number = *fits ? value : UINT64_MAX;
  return digits;
}

size_t grundy_digits_parse(const char *text, size_t length, uint64_t *number) {
  bool fits;
  return parse_digits(text, length, number, &fits);
}

bool grundy_number_parse(const char *text, size_t length, uint64_t most, uint64_t *number) {
  bool fits;
  uint64_t value;
  size_t digits = parse_digits(text, length, &value, &fits);
  if (digits == 0 || digits < length || !fits || value > most) return false;
  *number = value;
  return true;
}

size_t grundy_number_digits(uint32_t number) {
  size_t digits = 1;
  for (uint64_t power = 10; power <= number; power *= 10) digits++;
  return digits;
}

/* Writes two digits at a time, from the last to the first. */
char *grundy_number_print(char *to, uint32_t number) {
  static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233"
                              "34353637383940414243444546474849505152535455565758596061626364656667"
                              "6869707172737475767778798081828384858687888990919293949596979899";
  char *end = to + grundy_number_digits(number), *at = end;
  for (; number >= 100; number /= 100) {
    at -= 2;
    memcpy(at, pairs + 2 * (size_t)(number % 100), 2);
  }
  if (number >= 10)
    memcpy(to, pairs + 2 * (size_t)number, 2);
  else
    *to = (char)('0' + number);
  return end;
}

/* ---- reals ------------------------------------------------------------------------------ */

bool grundy_real_parse(const char *text, size_t length, double *real) {
  char copy[64], *end;
  if (length == 0 || length >= sizeof copy || text[0] == ' ' || text[0] == '\t') return false;
  memcpy(copy, text, length);
  copy[length] = '\0';
  locale_t before = grundy_locale_enter();
  *real = strtod(copy, &end);
  grundy_locale_leave(before);
  return end == copy + length;
}

char *grundy_real_format(double real, int digits, char text[GRUNDY_REAL_ROOM]) {
  int least = digits > 0 ? digits : 1, most = digits > 0 ? digits : 17;
  locale_t before = grundy_locale_enter();
  for (int used = least; used <= most; used++) {
    snprintf(text, GRUNDY_REAL_ROOM, "%.*g", used, real);
    if (strtod(text, NULL) == real) break;
  }
  grundy_locale_leave(before);
  return text;
}

char *grundy_real_format_plain(double real, char text[GRUNDY_REAL_ROOM]) {
  const double most = 1e15;
  if (!(real > -most && real < most) || real != (double)(int64_t)real)
    return grundy_real_format(real, 0, text);
  snprintf(text, GRUNDY_REAL_ROOM, "%" PRId64, (int64_t)real);
  return text;
}
