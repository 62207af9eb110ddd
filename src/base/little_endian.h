/* Numbers in files: little-endian, in 1 to 8 bytes. */

#ifndef GRUNDY_SRC_BASE_LITTLE_ENDIAN_H
#define GRUNDY_SRC_BASE_LITTLE_ENDIAN_H

#include <stdint.h>

/* Writes the lowest `size` bytes of the number. */
static inline void grundy_put_little_endian(unsigned char *bytes, uint64_t number, uint64_t size) {
  for (uint64_t i = 0; i < size; i++, number >>= 8) bytes[i] = (unsigned char)number;
}

/* Reads a number of `size` bytes. */
static inline uint64_t grundy_get_little_endian(const unsigned char *bytes, uint64_t size) {
  uint64_t number = 0;
  for (uint64_t i = size; i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

#endif
