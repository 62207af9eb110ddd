/* Finds common candidates: the least common value that is not excluded, heap by heap.
 *
 * The heaps of a block are treated together. The screen, a few terms that exclude most values, is
 * added up for all of them; terms at a distance of less than a block are pushed from heap to heap.
 * The least numbers that are left are guesses. Every term is then compared with the guesses, eight
 * heaps at a time: the other part of a move to the guess has the sum of the guess and the rare
 * value. A number that was guessed wrongly joins the excluded ones, and the block is done again. So
 * a candidate is the least number that no term excludes, whatever the screen is. */

#include "heap/sparse.h"

#include <assert.h>

enum { MOST_HEAPS = GRUNDY_TILE }; /* in a block */

/* The numbers excluded for the heaps of a block, and, by near terms, for those of the next one. */
typedef struct block_sets {
  uint8_t at[2 * GRUNDY_BLOCK_BYTES];
} block_sets;

/* A block whose candidates are being found. */
typedef struct guesses {
  uint32_t count; /* of heaps that have a guess */
  uint16_t numbers[MOST_HEAPS], values[MOST_HEAPS];
} guesses;

static uint32_t block_bytes(const grundy_sparse *s) {
  return s->block * s->width;
}

static void add_tiles(uint8_t *to, const uint8_t *from, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i += GRUNDY_TILE) grundy_tile_add(to + i, from + i);
}

/* Adds the contribution of the common heap with the set `field` to the heaps after it. */
static void push_heap(const grundy_sparse *s, uint8_t *field, uint32_t number) {
  add_tiles(field, s->pushed + (size_t)number * block_bytes(s), block_bytes(s));
}

/* Finds what the heaps of the block before s->tried exclude by near terms. */
static void look_back(const grundy_sparse *s, block_sets *near) {
  memset(near->at, 0, 2 * (size_t)block_bytes(s));
  for (uint32_t i = 0; i < s->block; i++) {
    if (s->tried + i < s->block) continue;
    uint32_t value = s->values[s->tried + i - s->block];
    if (!grundy_is_rare(s, value))
      push_heap(s, near->at + (size_t)i * s->width, grundy_number_of(s, value));
  }
}

/* Begins the block at s->tried with what earlier heaps exclude by near terms, and with the screen.
 */
static void begin_block(const grundy_sparse *s, block_sets *near, uint64_t *scratch) {
  uint32_t bytes = block_bytes(s);
  memcpy(near->at, near->at + bytes, bytes);
  memset(near->at + bytes, 0, bytes);
  for (uint32_t i = 0; i < bytes; i += GRUNDY_TILE) {
    grundy_terms_add_up(&s->screen, grundy_row(s, s->tried) + i, scratch);
    grundy_tile_add(near->at + i, scratch);
  }
}

/* Guesses one heap after the other, up to the first one that has no number left. */
static void guess(const grundy_sparse *s, block_sets *sets, uint32_t count, guesses *g) {
  for (g->count = 0; g->count < count; g->count++) {
    uint8_t *field = sets->at + (size_t)g->count * s->width;
    uint32_t number = grundy_field_mex(field, s->width);
    if (number >= s->numbers) return;
    g->numbers[g->count] = (uint16_t)number;
    g->values[g->count] = (uint16_t)grundy_common_value(s, number);
    push_heap(s, field, number);
  }
}

/* Returns a mask of the heaps, eight from `first` on, that some term gives the guessed value. */
static grundy_shorts find_excluded(const grundy_sparse *s, uint32_t first, const uint16_t *values) {
  const uint16_t *at = grundy_short_values(s) + first;
  grundy_shorts guessed = grundy_shorts_load(values), found[GRUNDY_QUAD] = {{0}};
  for (uint64_t q = 0; q < s->quad_count; q++) {
    const grundy_quad *quad = &s->quads[q];
    grundy_shorts other = guessed ^ quad->value;
    for (int i = 0; i < GRUNDY_QUAD; i++)
      found[i] |= (grundy_shorts)(grundy_shorts_load(at - quad->distance[i]) == other);
  }
  return found[0] | found[1] | found[2] | found[3];
}

/* Excludes the guesses that are wrong. Returns whether there were any. */
static bool exclude_wrong(const grundy_sparse *s, const guesses *g, block_sets *sets) {
  bool any = false;
  for (uint32_t i = 0; i < g->count; i += GRUNDY_SHORTS) {
    grundy_shorts wrong = find_excluded(s, s->tried + i, g->values + i);
    if (!grundy_shorts_any(wrong)) continue;
    for (uint32_t lane = 0; lane < GRUNDY_SHORTS && i + lane < g->count; lane++) {
      if (wrong[lane] == 0) continue;
      grundy_field_add(sets->at + (size_t)(i + lane) * s->width, s->width, g->numbers[i + lane]);
      any = true;
    }
  }
  return any;
}

/* Makes the guesses candidates. */
static void accept(grundy_sparse *s, const guesses *g) {
  memcpy(grundy_short_values(s) + s->tried, g->values, g->count * sizeof *g->values);
  for (uint32_t i = 0; i < g->count; i++) {
    uint32_t heap = s->tried++;
    assert(!grundy_is_rare(s, g->values[i]));
    s->heaps->values[heap] = g->values[i];
    grundy_sparse_write_row(s, heap, g->values[i]);
  }
}

void grundy_sparse_try(grundy_sparse *s, uint32_t end, uint64_t *scratch) {
  block_sets near, sets;
  guesses g = {0};
  look_back(s, &near);
  while (s->tried < end && !s->full) {
    uint32_t count = end - s->tried < s->block ? end - s->tried : s->block;
    begin_block(s, &near, scratch);
    do {
      memcpy(sets.at, near.at, 2 * (size_t)block_bytes(s));
      guess(s, &sets, count, &g);
    } while (exclude_wrong(s, &g, &near));
    near = sets;
    s->full = g.count < count;
    accept(s, &g);
  }
}
