/* Sets of elements of a monoid, as bits in words. */

#ifndef GRUNDY_SRC_MISERE_SET_H
#define GRUNDY_SRC_MISERE_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Returns how many words a set of elements below `size` has. */
static inline uint64_t grundy_set_words(uint64_t size) {
  return (size + 63) / 64;
}

static inline bool grundy_set_has(const uint64_t *set, uint32_t element) {
  return (set[element / 64] >> element % 64 & 1) != 0;
}

static inline void grundy_set_add(uint64_t *set, uint32_t element) {
  set[element / 64] |= UINT64_C(1) << element % 64;
}

static inline void grundy_set_clear(uint64_t *set, uint64_t words) {
  memset(set, 0, words * sizeof *set);
}

static inline void grundy_set_copy(uint64_t *restrict to, const uint64_t *restrict from,
                                   uint64_t words) {
  memcpy(to, from, words * sizeof *to);
}

/* Adds all elements of `more`. */
static inline void grundy_set_unite(uint64_t *restrict set, const uint64_t *restrict more,
                                    uint64_t words) {
  for (uint64_t i = 0; i < words; i++) set[i] |= more[i];
}

/* Returns whether `set` is a subset of `other`. Words are compared in blocks, so that the compiler
 * can use vectors. */
static inline bool grundy_set_is_subset(const uint64_t *set, const uint64_t *other,
                                        uint64_t words) {
  enum { BLOCK = 8 };
  uint64_t i = 0;
  for (; i + BLOCK <= words; i += BLOCK) {
    uint64_t missing = 0;
    for (uint64_t j = i; j < i + BLOCK; j++) missing |= set[j] & ~other[j];
    if (missing != 0) return false;
  }
  uint64_t missing = 0;
  for (; i < words; i++) missing |= set[i] & ~other[i];
  return missing == 0;
}

/* Returns whether the sets have a common element. */
static inline bool grundy_set_meets(const uint64_t *set, const uint64_t *other, uint64_t words) {
  uint64_t common = 0;
  for (uint64_t i = 0; i < words; i++) common |= set[i] & other[i];
  return common != 0;
}

static inline bool grundy_set_is_equal(const uint64_t *set, const uint64_t *other, uint64_t words) {
  return memcmp(set, other, words * sizeof *set) == 0;
}

static inline uint32_t grundy_set_count(const uint64_t *set, uint64_t words) {
  uint32_t count = 0;
  for (uint64_t i = 0; i < words; i++) count += (uint32_t)__builtin_popcountll(set[i]);
  return count;
}

/* Lists the elements in increasing order; returns how many there are. */
static inline uint32_t grundy_set_list(const uint64_t *set, uint64_t words, uint32_t *list) {
  uint32_t count = 0;
  for (uint64_t i = 0; i < words; i++)
    for (uint64_t left = set[i]; left != 0; left &= left - 1)
      list[count++] = (uint32_t)(64 * i + (uint64_t)__builtin_ctzll(left));
  return count;
}

/* to[y] = 1 if y is in the set and 0 otherwise, for 64 · words bytes. */
static inline void grundy_set_expand(const uint64_t *set, uint64_t words, uint8_t *to) {
  for (uint64_t i = 0; i < words; i++)
    for (uint64_t b = 0; b < 64; b++) to[64 * i + b] = (uint8_t)(set[i] >> b & 1);
}

/* Adds to `set` the y below `size` with bytes[map[y]] = 1. The bytes are 0 or 1. */
static inline void grundy_set_pull(uint64_t *set, const uint8_t *bytes, const uint32_t *map,
                                   uint32_t size) {
  for (uint32_t y = 0; y < size; y += 64) {
    uint32_t count = size - y < 64 ? size - y : 64;
    uint64_t word = 0;
    for (uint32_t b = 0; b < count; b++) word |= (uint64_t)bytes[map[y + b]] << b;
    set[y / 64] |= word;
  }
}

#endif
