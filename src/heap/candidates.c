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

/* RARE stands for the number of a rare value; no sum of it is in a set. No sum of NO_VALUE with a
 * rare value is a value. */
enum { RARE = UINT16_MAX, NO_VALUE = UINT16_MAX };

/* Returns the least number that is neither in the set `field` nor excluded by near terms of the
 * heap whose number belongs at `at`; s->numbers, or more, if there is none. */
static uint32_t find_mex(const grundy_sparse *s, const uint8_t *field, const uint16_t *at) {
  for (uint32_t word = 0; 64 * word < s->numbers; word++) {
    uint64_t set = grundy_field_word(field, s->width, word);
    for (uint64_t t = 0; t < s->near_count; t++) {
      uint32_t excluded = at[-(int)s->near[t].distance] ^ s->near[t].number;
      set |= (uint64_t)(excluded / 64 == word) << excluded % 64;
    }
    if (set != UINT64_MAX) return 64 * word + (uint32_t)__builtin_ctzll(~set);
  }
  return s->numbers;
}

/* Guesses one heap after the other from heap `from` of the block on, up to the first one that has
 * no number left. */
static void guess(const grundy_sparse *s, uint32_t from, uint32_t count, guesses *g) {
  uint16_t *numbers = g->numbers + s->block;
  for (g->count = from; g->count < count; g->count++) {
    const uint8_t *field = g->excluded + (size_t)g->count * s->width;
    uint32_t number = find_mex(s, field, numbers + g->count);
    if (number >= s->numbers) break;
    numbers[g->count] = (uint16_t)number;
    g->values[g->count] = (uint16_t)grundy_common_value(s, number);
  }
  uint32_t last = from / GRUNDY_SHORTS * GRUNDY_SHORTS + GRUNDY_SHORTS; /* of the eight heaps */
  for (uint32_t i = g->count; i < last; i++) g->values[i] = NO_VALUE;
}

/* Returns a mask of the eight heaps from `at` on that some terms, GRUNDY_QUADS quads, give the
 * guessed value. */
static grundy_shorts find_excluded(const grundy_quad *quads, const uint16_t *at,
                                   const uint16_t *values) {
  grundy_shorts guessed = grundy_shorts_load(values), found[GRUNDY_QUAD] = {{0}};
  for (int q = 0; q < GRUNDY_QUADS; q++) {
    grundy_shorts other = guessed ^ quads[q].value;
    for (int i = 0; i < GRUNDY_QUAD; i++)
      found[i] |= (grundy_shorts)(grundy_shorts_load(at - quads[q].distance[i]) == other);
  }
  return found[0] | found[1] | found[2] | found[3];
}

/* Excludes the guesses of the heaps of a mask, which begins with heap `first` of the block. Returns
 * the first of these heaps. */
static uint32_t exclude(const grundy_sparse *s, grundy_shorts wrong, uint32_t first, guesses *g) {
  uint32_t least = g->count;
  for (uint32_t i = g->count; i-- > first;) {
    if (wrong[i - first] == 0) continue;
    grundy_field_add(g->excluded + (size_t)i * s->width, s->width, g->numbers[s->block + i]);
    least = i;
  }
  assert(least < g->count); /* heaps without a guess have no value */
  return least;
}

/* Finds the candidates of eight heaps, or fewer, from heap `first` to heap `end` of the block,
 * exclusive: goes round and round through the terms until all of them have been compared without
 * finding a wrong guess. */
static void find_candidates(const grundy_sparse *s, uint32_t first, uint32_t end, guesses *g) {
  const uint16_t *at = grundy_short_values(s) + s->tried + first;
  guess(s, first, end, g);
  for (uint64_t q = 0, right = 0; right < s->quad_count;) {
    grundy_shorts wrong = find_excluded(s->quads + q, at, g->values + first);
    q = q + GRUNDY_QUADS < s->quad_count ? q + GRUNDY_QUADS : 0;
    right += GRUNDY_QUADS;
    if (!grundy_shorts_any(wrong)) continue;
    guess(s, exclude(s, wrong, first, g), end, g);
    right = 0;
  }
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
  assert(s->tried >= s->block);             /* the first heaps have no candidates */
  for (uint32_t i = 0; i < s->block; i++) { /* remembers the numbers of the block before */
    uint32_t value = s->values[s->tried + i - s->block];
    g.numbers[i] = grundy_is_rare(s, value) ? RARE : (uint16_t)grundy_number_of(s, value);
  }
  while (s->tried < end && !s->full) {
    uint32_t count = end - s->tried < s->block ? end - s->tried : s->block;
    for (uint32_t i = 0; i < s->block * s->width; i += GRUNDY_TILE) {
      grundy_terms_add_up(&s->screen, grundy_row(s, s->tried) + i, scratch);
      memcpy(g.excluded + i, scratch, GRUNDY_TILE);
    }
    for (uint32_t first = 0; first < count && !s->full; first += GRUNDY_SHORTS) {
      uint32_t last = first + GRUNDY_SHORTS < count ? first + GRUNDY_SHORTS : count;
      find_candidates(s, first, last, &g);
      s->full = g.count < last;
    }
    accept(s, &g);
  }
}
