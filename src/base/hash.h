/* Hashes: FNV-1a, for checksums and tables where no library is available, and of numbers. */

#ifndef GRUNDY_SRC_BASE_HASH_H
#define GRUNDY_SRC_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define GRUNDY_HASH_START UINT64_C(0xcbf29ce484222325)

/* Returns the hash of everything hashed before, followed by these bytes; of the bytes alone if
 * `before` is GRUNDY_HASH_START. */
static inline uint64_t grundy_hash(uint64_t before, const void *bytes, size_t length) {
  const unsigned char *byte = bytes;
  uint64_t hash = before;
  for (size_t i = 0; i < length; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

/* Returns a hash of a number: the finalizer of SplitMix64 [SLF14], a bijection. */
static inline uint64_t grundy_hash_number(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

#endif
