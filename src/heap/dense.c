/* Computes heap after heap, for games with many rare values.
 *
 * The values of some pairs of heaps are marked. The least value without a mark is searched for
 * among all other pairs, eight at a time, until there is one that no pair has. */

#include "heap/sparse.h"

#include <assert.h>

/* Returns the number of pairs of each kind to mark, per split. */
static uint32_t pairs_to_mark(const grundy_sparse *s) {
  enum { PER_VALUE = 4 };
  return PER_VALUE << s->bits;
}

/* Returns the size of the smaller part at most. */
static uint32_t half_of(const grundy_sparse *s, uint32_t sum) {
  return (sum - s->unequal) / 2;
}

/* Marks the values of the pairs whose smaller part has `from` to `to` beans. */
static void mark_pairs(grundy_sparse *s, uint32_t heap, uint32_t sum, uint32_t from, uint32_t to) {
  for (uint32_t a = from; a <= to; a++) s->marks[s->values[a] ^ s->values[sum - a]] = heap;
}

/* Returns whether a pair that was not marked has this value. */
static bool has_unmarked(const grundy_sparse *s, uint32_t heap, uint32_t value) {
  uint32_t most = pairs_to_mark(s);
  for (uint32_t k = 0; k < s->split_count && s->splits[k] < heap; k++) {
    uint32_t sum = heap - s->splits[k], half = half_of(s, sum);
    if (half > 2 * most &&
        grundy_pairs_have(grundy_short_values(s), most + 1, half - most, sum, (uint16_t)value))
      return true;
  }
  return false;
}

static uint32_t value_of(grundy_sparse *s, uint32_t heap) {
  uint32_t value = 0;
  assert(heap > 0);
  uint32_t most = pairs_to_mark(s);
  for (uint32_t i = 0; i < s->end_count; i++)
    if (s->ends[i] == heap) s->marks[0] = heap;
  for (uint32_t i = 0; i < s->keep_count && s->keeps[i] < heap; i++)
    s->marks[s->values[heap - s->keeps[i]]] = heap;
  for (uint32_t k = 0; k < s->split_count && s->splits[k] < heap; k++) {
    uint32_t sum = heap - s->splits[k], half = half_of(s, sum);
    mark_pairs(s, heap, sum, 1, half < most ? half : most);
    mark_pairs(s, heap, sum, half > 2 * most ? half - most + 1 : most + 1, half);
  }
  while (s->marks[value] == heap || has_unmarked(s, heap, value)) value++;
  return value;
}

bool grundy_dense_extend(grundy_sparse *s, uint32_t until) {
  for (uint32_t n = s->heaps->known; n <= until; n++) {
    uint32_t value = value_of(s, n);
    if (value >= GRUNDY_DENSE_VALUES) return false;
    s->heaps->values[n] = value;
    grundy_short_values(s)[n] = (uint16_t)value;
    s->census[value]++;
    while (value >> s->bits != 0) s->bits++;
    s->heaps->known = s->tried = n + 1;
  }
  return true;
}
