/* Finds common candidates: the least common value that is not excluded, heap by heap.
 *
 * The heaps of a block are treated together. The screen, a few terms that exclude most values, is
 * added up for all of them, and near terms, at a distance of less than a block, are added heap by
 * heap. The least numbers that are left are guesses. Every term is then compared with the guesses,
 * eight heaps at a time: the other part of a move to the guess has the sum of the guess and the
 * rare value. A number that was guessed wrongly joins the excluded ones, and the heaps from there
 * on are done again. So a candidate is the least number that no term excludes, whatever the screen
 * is. */

#include "heap/sparse.h"

#include <assert.h>

/* A block whose candidates are being found. */
typedef struct guesses {
  uint8_t excluded[GRUNDY_BLOCK_BYTES];    /* by heap: a set of numbers */
  uint16_t numbers[2 * GRUNDY_MOST_HEAPS]; /* of the heaps of the block before, and of this one; */
  uint16_t values[GRUNDY_MOST_HEAPS];      /* and values of those of this one */
  uint32_t count;                          /* of heaps that have a guess */
} guesses;

enum { RARE = UINT16_MAX }; /* instead of the number of a rare value */

/* Remembers the numbers of the block before s->tried. */
static void look_back(const grundy_sparse *s, guesses *g) {
  for (uint32_t i = 0; i < s->block; i++) {
    uint32_t value = s->tried + i < s->block ? 0 : s->values[s->tried + i - s->block];
    g->numbers[i] = grundy_is_rare(s, value) ? RARE : (uint16_t)grundy_number_of(s, value);
  }
}

static void begin_block(const grundy_sparse *s, guesses *g, uint64_t *scratch) {
  for (uint32_t i = 0; i < s->block * s->width; i += GRUNDY_TILE) {
    grundy_terms_add_up(&s->screen, grundy_row(s, s->tried) + i, scratch);
    memcpy(g->excluded + i, scratch, GRUNDY_TILE);
  }
}

/* Returns the least number that is neither in a set of one word nor excluded by near terms. */
static uint32_t narrow_mex(const grundy_sparse *s, const uint8_t *field, const uint16_t *at) {
  uint64_t set = grundy_field_word(field, s->width, 0);
  for (uint32_t t = 0; t < s->near_count; t++) {
    uint16_t other = at[-(int)s->near[t].distance];
    if (other != RARE) set |= UINT64_C(1) << (other ^ s->near[t].number);
  }
  return set == UINT64_MAX ? 64 : (uint32_t)__builtin_ctzll(~set);
}

/* The same for a set of several words. */
static uint32_t wide_mex(const grundy_sparse *s, const uint8_t *field, const uint16_t *at) {
  uint8_t set[GRUNDY_WIDEST];
  memcpy(set, field, s->width);
  for (uint32_t t = 0; t < s->near_count; t++) {
    uint16_t other = at[-(int)s->near[t].distance];
    if (other != RARE) grundy_field_add(set, s->width, other ^ s->near[t].number);
  }
  return grundy_field_mex(set, s->width);
}

/* Guesses one heap after the other from heap `from` of the block on, up to the first one that has
 * no number left. */
static void guess(const grundy_sparse *s, uint32_t from, uint32_t count, guesses *g) {
  uint16_t *numbers = g->numbers + s->block;
  for (g->count = from; g->count < count; g->count++) {
    const uint8_t *field = g->excluded + (size_t)g->count * s->width;
    uint32_t number = s->width > sizeof(uint64_t) ? wide_mex(s, field, numbers + g->count)
                                                  : narrow_mex(s, field, numbers + g->count);
    if (number >= s->numbers) return;
    numbers[g->count] = (uint16_t)number;
    g->values[g->count] = (uint16_t)grundy_common_value(s, number);
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

/* Excludes the guesses from heap `from` of the block on that are wrong. Returns the first of these
 * heaps; g->count if there is none. */
static uint32_t exclude_wrong(const grundy_sparse *s, uint32_t from, guesses *g) {
  uint32_t first = g->count;
  for (uint32_t i = from / GRUNDY_SHORTS * GRUNDY_SHORTS; i < g->count; i += GRUNDY_SHORTS) {
    grundy_shorts wrong = find_excluded(s, s->tried + i, g->values + i);
    if (!grundy_shorts_any(wrong)) continue;
    for (uint32_t lane = 0; lane < GRUNDY_SHORTS && i + lane < g->count; lane++) {
      if (wrong[lane] == 0) continue;
      grundy_field_add(g->excluded + (size_t)(i + lane) * s->width, s->width,
                       g->numbers[s->block + i + lane]);
      if (first > i + lane) first = i + lane;
    }
  }
  return first;
}

/* Makes the guesses candidates. */
static void accept(grundy_sparse *s, guesses *g) {
  memcpy(grundy_short_values(s) + s->tried, g->values, g->count * sizeof *g->values);
  for (uint32_t i = 0; i < g->count; i++) {
    assert(!grundy_is_rare(s, g->values[i]));
    s->heaps->values[s->tried + i] = g->values[i];
    grundy_field_put(grundy_row(s, s->tried + i), s->width, g->numbers[s->block + i]);
  }
  memcpy(g->numbers, g->numbers + s->block, s->block * sizeof *g->numbers);
  s->tried += g->count;
}

void grundy_sparse_try(grundy_sparse *s, uint32_t end, uint64_t *scratch) {
  guesses g = {.count = 0};
  look_back(s, &g);
  while (s->tried < end && !s->full) {
    uint32_t count = end - s->tried < s->block ? end - s->tried : s->block, from = 0;
    begin_block(s, &g, scratch);
    do {
      guess(s, from, count, &g);
      from = exclude_wrong(s, from, &g);
    } while (from < g.count);
    s->full = g.count < count;
    accept(s, &g);
  }
}
