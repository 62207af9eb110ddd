/* Characters of UTF-8. */

#include "text/utf8.h"

#include <wchar.h>

size_t grundy_utf8_next(const char *text, size_t length, uint32_t *character) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *bytes = (const unsigned char *)text;
  size_t size = length == 0        ? 0
                : bytes[0] < 0x80  ? 1
                : bytes[0] < 0xc2  ? 0
                : bytes[0] <= 0xdf ? 2
                : bytes[0] <= 0xef ? 3
                : bytes[0] <= 0xf4 ? 4
                                   : 0;
  if (size == 0 || size > length) return 0;
  uint32_t c = size == 1 ? bytes[0] : bytes[0] & (0xffU >> (size + 1));
  for (size_t i = 1; i < size; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
    c = c << 6 | (bytes[i] & 0x3fU);
  }
  if (c < least[size] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 0;
  *character = c;
  return size;
}

size_t grundy_utf8_valid(const char *text, size_t length) {
  size_t at = 0;
  while (at < length) {
    if ((unsigned char)text[at] - 1U < 0x7f) { /* ASCII except NUL, the most common case */
      at++;
      continue;
    }
    uint32_t character;
    size_t size = grundy_utf8_next(text + at, length - at, &character);
    if (size == 0 || character == 0) break;
    at += size;
  }
  return at;
}

uint64_t grundy_utf8_count(const char *text, size_t length) {
  uint64_t count = 0;
  for (size_t at = 0; at < length; count++) {
    uint32_t character;
    size_t size = grundy_utf8_next(text + at, length - at, &character);
    at += size == 0 ? 1 : size;
  }
  return count;
}

size_t grundy_utf8_width(const char *text, size_t length) {
  size_t width = 0;
  for (size_t at = 0; at < length;) {
    uint32_t character;
    size_t size = grundy_utf8_next(text + at, length - at, &character);
    at += size == 0 ? 1 : size;
    int columns = size == 0 ? 1 : wcwidth((wchar_t)character);
    width += columns < 0 ? 1 : (size_t)columns;
  }
  return width;
}
