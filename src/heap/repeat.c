/* Finds out when all further values repeat, so that they need not be computed: Theorem 4 of
 * docs/heaps-proofs.md.
 *
 * An old heap is the anchor. Where the values before it come again, the theorem is tried with the
 * distance as period. From time to time, a more recent heap becomes the anchor. */

#include "heap/sparse.h"

#include <assert.h>

/* A period is at most 1/SHORT of the heaps. It is tried where SIGNATURE values repeat, MOST_TRIED
 * times per batch. SPARE more heaps than terms need must repeat, for the moves to rare values. */
enum { SHORT = 32, SIGNATURE = 64, FEW = 4, MOST_TRIED = 16, SPARE = 4096 };

/* Tries the theorem for the period from the anchor to `end`, which all heaps from `first` on have
 * up to there. */
static bool is_proved(const grundy_sparse *s, uint32_t first, uint32_t end) {
  const uint16_t *values = grundy_short_values(s);
  uint32_t value, length = s->anchor - first;
  if (memcmp(values + first, values + (end - length), length * sizeof *values) != 0) return false;
  for (uint32_t n = s->anchor; n < end; n++)
    if (!grundy_sparse_passes(s, n, NULL, first, &value)) return false;
  return true;
}

/* Returns whether the last `count` values before the anchor are those before `end`. */
static bool is_similar(const grundy_sparse *s, uint32_t end, size_t count) {
  const uint16_t *values = grundy_short_values(s);
  return memcmp(values + s->anchor - count, values + end - count, count * sizeof *values) == 0;
}

void grundy_sparse_find_repetition(grundy_sparse *s, uint32_t from) {
  uint32_t known = s->heaps->known;
  assert(s->anchor <= from && from <= known);
  assert(s->split_count > 0 && s->rare_count > 0); /* see engine_of; heap 0 is rare */
  uint64_t rare = s->rare[s->rare_count - 1], farthest = s->splits[s->split_count - 1] + rare;
  uint64_t keep = s->keep_count > 0 ? s->keeps[s->keep_count - 1] : 0;
  uint64_t length = (farthest > keep ? farthest : keep) + SPARE; /* of the terms */
  /* The first heap that must repeat; 0 if the anchor is too small. */
  uint32_t first = s->anchor > length + rare ? s->anchor - (uint32_t)length : 0;
  uint32_t last = known - s->anchor > known / SHORT ? s->anchor + known / SHORT : known;
  for (uint32_t end = from + 1, tried = 0; first > 0 && end <= last && tried < MOST_TRIED; end++) {
    if (!is_similar(s, end, FEW) || !is_similar(s, end, SIGNATURE)) continue;
    tried++;
    if (!is_proved(s, first, end)) continue;
    s->repetition = end - s->anchor;
    break;
  }
  if (first == 0 || known - s->anchor > known / SHORT) s->anchor = known;
}

void grundy_sparse_repeat(grundy_sparse *s, uint32_t until) {
  assert(s->repetition > 0 && s->repetition < s->heaps->known);
  for (; s->heaps->known <= until; s->heaps->known++)
    s->heaps->values[s->heaps->known] = s->values[s->heaps->known - s->repetition];
}
