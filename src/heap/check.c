/* Checks that every rare value below a candidate is excluded by some move; one is enough.
 *
 * The witnesses find most of these moves, a tile of heaps at a time. The others are searched for in
 * the lists of heaps by value, and finally among all moves. */

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

static bool is_pair(const grundy_sparse *s, uint32_t a, uint32_t sum, uint32_t value) {
  return a < sum && s->values[sum - a] == value && !(s->unequal && 2 * (uint64_t)a == sum);
}

/* Returns whether some move leaves two heaps of rare values with this sum. */
static bool leaves_rare(const grundy_sparse *s, uint32_t heap, uint32_t value) {
  for (uint32_t k = 0; k < s->split_count; k++) {
    if (s->splits[k] > heap) continue;
    uint32_t sum = heap - s->splits[k];
    for (uint64_t i = 1; i < s->rare_count && s->rare[i] < sum; i++)
      if (is_pair(s, s->rare[i], sum, s->values[s->rare[i]] ^ value)) return true;
  }
  return false;
}

/* Returns whether some move leaves a heap of the common number `scarce`, one of its listed places
 * begin … end - 1, and a heap of the common value `other`. */
static bool leaves_listed(const grundy_sparse *s, uint32_t heap, uint32_t scarce, uint32_t other,
                          uint32_t begin, uint32_t end) {
  const uint32_t *places = s->places + (uint64_t)scarce * GRUNDY_PLACES;
  uint32_t count = s->place_counts[scarce];
  if (count > end) count = end;
  for (uint32_t i = begin; i < count; i++)
    for (uint32_t k = 0; k < s->split_count; k++)
      if (s->splits[k] < heap && is_pair(s, places[i], heap - s->splits[k], other)) return true;
  return false;
}

/* Returns whether some move leaves two heaps of common values with this sum. Looks up the value of
 * each pair that came less often recently. */
static bool leaves_common(const grundy_sparse *s, uint32_t heap, uint32_t number, uint32_t begin,
                          uint32_t end) {
  for (uint32_t i = 0; i < s->numbers; i++) {
    uint32_t other = s->by_frequency[i], scarce = other ^ number;
    if (s->rank[scarce] < i || s->place_counts[scarce] <= begin) continue;
    if (leaves_listed(s, heap, scarce, grundy_common_value(s, other), begin, end)) return true;
  }
  return false;
}

/* Tries all pairs of common values of which both occur more often than the lists record. */
static bool leaves_unlisted(const grundy_sparse *s, uint32_t heap, uint32_t value) {
  for (uint32_t k = 0; k < s->split_count; k++) {
    if (s->splits[k] >= heap) continue;
    uint32_t sum = heap - s->splits[k];
    for (uint32_t a = 1; a <= sum / 2; a++)
      if (is_pair(s, a, sum, s->values[a] ^ value)) return true;
  }
  return false;
}

/* Returns whether the lists cover every pair of common values with this sum. Heaps that only have a
 * candidate are in no list. */
static bool all_listed(const grundy_sparse *s, uint32_t heap, uint32_t number) {
  if (heap > s->heaps->known) return false;
  for (uint32_t other = 0; other < s->numbers; other++) {
    uint32_t scarce = s->rank[other] < s->rank[other ^ number] ? other ^ number : other;
    if (s->place_counts[scarce] > GRUNDY_PLACES) return false;
  }
  return true;
}

/* Returns the rare value of that number. */
static uint32_t rare_value(const grundy_sparse *s, uint32_t number) {
  return grundy_common_value(s, number) ^ UINT32_C(1) << s->dropped;
}

static bool is_excluded(const grundy_sparse *s, uint32_t heap, uint32_t number) {
  enum { FEW = 32 };
  uint32_t value = rare_value(s, number);
  assert(value < s->values[heap]); /* only smaller values matter for the mex */
  return leaves_common(s, heap, number, 0, FEW) || leaves_one(s, heap, value) ||
         leaves_rare(s, heap, value) || leaves_common(s, heap, number, FEW, GRUNDY_PLACES) ||
         (!all_listed(s, heap, number) && leaves_unlisted(s, heap, value));
}

/* Returns how many rare values are below the common value of that number. If all bits above the
 * dropped one agree, that bit decides. */
static uint32_t rare_below(const grundy_sparse *s, uint32_t number, uint32_t value) {
  uint32_t below = number >> s->dropped << s->dropped;
  return below + (value & UINT32_C(1) << s->dropped);
}

bool grundy_sparse_passes(const grundy_sparse *s, uint32_t heap, const uint8_t *field,
                          uint32_t *value) {
  uint32_t needed = rare_below(s, grundy_number_of(s, s->values[heap]), s->values[heap]);
  assert(needed <= s->numbers);
  for (uint32_t word = 0; 64 * word < needed; word++) {
    uint64_t open = ~grundy_field_word(field, s->width, word);
    if (needed - 64 * word < 64) open &= (UINT64_C(1) << (needed - 64 * word)) - 1;
    for (; open != 0; open &= open - 1) {
      uint32_t number = 64 * word + (uint32_t)__builtin_ctzll(open);
      if (is_excluded(s, heap, number)) continue;
      assert(grundy_is_rare(s, rare_value(s, number)));
      *value = rare_value(s, number);
      return false;
    }
  }
  return true;
}

uint32_t grundy_sparse_check(const grundy_sparse *s, uint32_t from, uint32_t end, uint64_t *scratch,
                             uint32_t *value) {
  for (uint32_t tile = from; tile < end; tile += s->block) {
    uint32_t count = end - tile < s->block ? end - tile : s->block;
    grundy_terms_add_up(&s->witness, grundy_row(s, tile), scratch);
    for (uint32_t i = 0; i < count; i++) {
      const uint8_t *field = (const uint8_t *)scratch + (size_t)i * s->width;
      if (!grundy_sparse_passes(s, tile + i, field, value)) return tile + i;
    }
  }
  return end;
}
