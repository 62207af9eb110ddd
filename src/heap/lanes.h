/* Sets of values as bits, one set per heap, for many heaps at once.
 *
 * The sets of a row are adjacent, with `width` bytes each, a power of two: fields of 8, 16 or 32
 * bits, or several words of 64. Rows are processed in tiles of GRUNDY_TILE bytes, which fit into
 * the registers of a processor with 16-byte vectors. */

#ifndef GRUNDY_SRC_HEAP_LANES_H
#define GRUNDY_SRC_HEAP_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { GRUNDY_TILE = 128, GRUNDY_TILE_WORDS = GRUNDY_TILE / 8 };

/* The largest width, at which a tile has one heap. */
enum { GRUNDY_WIDEST = GRUNDY_TILE };

typedef uint64_t grundy_vector __attribute__((vector_size(16)));

/* A vector at any address, which may alias anything. */
typedef uint64_t grundy_anywhere __attribute__((vector_size(16), aligned(1), may_alias));

enum { GRUNDY_TILE_VECTORS = GRUNDY_TILE / sizeof(grundy_vector) };

/* ORs the tiles of one number. `at` is where the tile of heap n is in a row; tile i begins
 * shifts[i] bytes before that. */
static inline void grundy_tile_gather(uint64_t *tile, const uint8_t *at, const uint64_t *shifts,
                                      uint64_t count) {
  grundy_vector sum[GRUNDY_TILE_VECTORS] = {0};
  for (uint64_t i = 0; i < count; i++) {
    const grundy_anywhere *more = (const grundy_anywhere *)(at - shifts[i]);
    for (int v = 0; v < GRUNDY_TILE_VECTORS; v++) sum[v] |= more[v];
  }
  memcpy(tile, sum, sizeof sum);
}

/* to |= from, for a tile. */
static inline void grundy_tile_add(void *to, const void *from) {
  grundy_anywhere *sum = to;
  const grundy_anywhere *more = from;
  for (int v = 0; v < GRUNDY_TILE_VECTORS; v++) sum[v] |= more[v];
}

/* Returns a mask of the bits whose index lacks the bit 2^b, for b below 6. */
static inline uint64_t grundy_lower_halves(uint32_t b) {
  static const uint64_t halves[6] = {UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
                                     UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
                                     UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
  return halves[b];
}

/* to |= {v ⊕ 2^b : v in from}, in every set of a tile. */
static inline void grundy_tile_add_swapped(uint64_t *restrict to, const uint64_t *restrict from,
                                           uint32_t b) {
  if (b < 6) {
    uint64_t low = grundy_lower_halves(b), by = UINT64_C(1) << b;
    for (int i = 0; i < GRUNDY_TILE_WORDS; i++)
      to[i] |= (from[i] & low) << by | (from[i] >> by & low);
  } else {
    for (int i = 0; i < GRUNDY_TILE_WORDS; i++) to[i] |= from[i ^ 1 << (b - 6)];
  }
}

/* Puts the value with that number into the set at `field`. */
static inline void grundy_field_add(uint8_t *field, uint32_t width, uint32_t number) {
  if (width == 1) {
    *field |= (uint8_t)(1u << (number & 7));
  } else if (width == 2) {
    uint16_t bits;
    memcpy(&bits, field, sizeof bits);
    bits |= (uint16_t)(1u << (number & 15));
    memcpy(field, &bits, sizeof bits);
  } else if (width == 4) {
    uint32_t bits;
    memcpy(&bits, field, sizeof bits);
    bits |= UINT32_C(1) << (number & 31);
    memcpy(field, &bits, sizeof bits);
  } else {
    uint64_t bits;
    uint8_t *word = field + (number >> 6) * sizeof bits;
    memcpy(&bits, word, sizeof bits);
    bits |= UINT64_C(1) << (number & 63);
    memcpy(word, &bits, sizeof bits);
  }
}

/* Makes the set at `field` that of the value with that number alone. */
static inline void grundy_field_put(uint8_t *field, uint32_t width, uint32_t number) {
  if (width > 8) {
    for (uint32_t i = 0; i < width; i += 16) *(grundy_anywhere *)(field + i) = (grundy_anywhere){0};
    field[number / 8] = (uint8_t)(1u << number % 8);
    return;
  }
  uint64_t bits = UINT64_C(1) << number;
  if (width == 8) memcpy(field, &bits, 8);
  if (width == 4) memcpy(field, &bits, 4);
  if (width == 2) memcpy(field, &bits, 2);
  if (width == 1) memcpy(field, &bits, 1);
}

/* Returns the word with that index of a set; a narrow set is one word. */
static inline uint64_t grundy_field_word(const uint8_t *field, uint32_t width, uint32_t word) {
  uint64_t bits;
  uint32_t narrow;
  uint16_t narrower;
  switch (width) {
  case 1:
    return *field;
  case 2:
    memcpy(&narrower, field, sizeof narrower);
    return narrower;
  case 4:
    memcpy(&narrow, field, sizeof narrow);
    return narrow;
  default:
    memcpy(&bits, field + word * sizeof bits, sizeof bits);
    return bits;
  }
}

#endif
