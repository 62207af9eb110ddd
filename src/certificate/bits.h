/* Sets of numbers as arrays of 64-bit words. */

#ifndef GRUNDY_SRC_CERTIFICATE_BITS_H
#define GRUNDY_SRC_CERTIFICATE_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t grundy_proof_bits_words(uint64_t size) {
  return (size + 63) / 64;
}

static inline bool grundy_proof_bits_has(const uint64_t *set, uint32_t member) {
  return (set[member >> 6] >> (member & 63) & 1) != 0;
}

static inline void grundy_proof_bits_add(uint64_t *set, uint32_t member) {
  set[member >> 6] |= UINT64_C(1) << (member & 63);
}

/* Returns whether the first set is a subset of the second. */
static inline bool grundy_proof_bits_are_in(const uint64_t *set, const uint64_t *other,
                                            uint64_t words) {
  for (uint64_t i = 0; i < words; i++)
    if ((set[i] & ~other[i]) != 0) return false;
  return true;
}

/* Returns whether two sets have a common member. */
static inline bool grundy_proof_bits_meet(const uint64_t *set, const uint64_t *other,
                                          uint64_t words) {
  for (uint64_t i = 0; i < words; i++)
    if ((set[i] & other[i]) != 0) return true;
  return false;
}

/* Adds {y : map[y] in from} to the set, for y below size. */
static inline void grundy_proof_bits_pull(uint64_t *set, const uint64_t *from, const uint32_t *map,
                                          uint32_t size) {
  for (uint32_t first = 0; first < size; first += 64) {
    uint64_t word = 0;
    for (uint32_t i = 0; i < 64 && first + i < size; i++)
      word |= (uint64_t)grundy_proof_bits_has(from, map[first + i]) << i;
    set[first >> 6] |= word;
  }
}

/* Parses a set of numbers below `size` in certificates: number y is bit y mod 4 of the hexadecimal
 * digit y div 4, from the left; digits are lower case. */
bool grundy_proof_bits_parse(uint64_t *set, const char *text, uint32_t size);

#endif
