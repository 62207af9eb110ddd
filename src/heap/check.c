/* Checks that every rare value below a candidate is excluded by some move; one is enough.
 *
 * The witnesses find most of these moves, a tile of heaps at a time. The others are searched for
 * among all moves. */

#include "heap/sparse.h"

#include <assert.h>

/* Returns whether some move leaves a single heap of this value, or nothing. */
static bool leaves_one(const grundy_sparse *s, uint32_t heap, uint32_t value) {
  for (uint32_t i = 0; i < s->end_count; i++)
    if (s->ends[i] == heap && value == 0) return true;
  for (uint32_t i = 0; i < s->keep_count; i++)
    if (s->keeps[i] < heap && s->values[heap - s->keeps[i]] == value) return true;
  return false;
}

/* Returns whether some move leaves two heaps with this sum of values, of which the smaller one has
 * `from` to `to` beans, and the other one at least `first`. */
static bool leaves_two(const grundy_sparse *s, uint32_t heap, uint32_t value, uint32_t from,
                       uint32_t to, uint32_t first) {
  for (uint32_t k = 0; k < s->split_count && s->splits[k] + first < heap; k++) {
    uint32_t sum = heap - s->splits[k], most = (sum - s->unequal) / 2;
    if (most > to) most = to;
    if (most > sum - first) most = sum - first;
    if (grundy_pairs_have(grundy_short_values(s), from, most, sum, (uint16_t)value)) return true;
  }
  return false;
}

static bool is_excluded(const grundy_sparse *s, uint32_t heap, uint32_t number, uint32_t first) {
  enum { FEW = 1024 };
  uint32_t value = grundy_rare_value(s, number);
  assert(grundy_is_rare(s, value));
  assert(value < s->values[heap]); /* only smaller values matter for the mex */
  return leaves_two(s, heap, value, 1, FEW, first) || (first == 0 && leaves_one(s, heap, value)) ||
         leaves_two(s, heap, value, FEW + 1, UINT32_MAX, first);
}

bool grundy_sparse_passes(const grundy_sparse *s, uint32_t heap, const uint8_t *excluded,
                          uint32_t first, uint32_t *value) {
  uint32_t needed = grundy_rare_below(s, s->values[heap]);
  assert(needed <= s->numbers);
  for (uint32_t word = 0; 64 * word < needed; word++) {
    uint64_t open = excluded == NULL ? UINT64_MAX : ~grundy_field_word(excluded, s->width, word);
    if (needed - 64 * word < 64) open &= (UINT64_C(1) << (needed - 64 * word)) - 1;
    for (; open != 0; open &= open - 1) {
      uint32_t number = 64 * word + (uint32_t)__builtin_ctzll(open);
      if (is_excluded(s, heap, number, first)) continue;
      *value = grundy_rare_value(s, number);
      return false;
    }
  }
  return true;
}

uint32_t grundy_sparse_check(const grundy_sparse *s, uint32_t from, uint32_t end, uint64_t *scratch,
                             uint32_t *value) {
  for (uint32_t tile = from; tile < end; tile += s->lanes) {
    uint32_t count = end - tile < s->lanes ? end - tile : s->lanes;
    grundy_terms_add_up(&s->witness, grundy_row(s, tile), scratch);
    for (uint32_t i = 0; i < count; i++) {
      const uint8_t *field = (const uint8_t *)scratch + (size_t)i * s->width;
      if (!grundy_sparse_passes(s, tile + i, field, 0, value)) return tile + i;
    }
  }
  return end;
}
