/* Chooses the functional, and computes what depends on it. */

#include "base/alloc.h"
#include "heap/sparse.h"

#include <assert.h>

/* ---- the functional --------------------------------------------------------------------- */

uint32_t grundy_sparse_mask(const uint32_t *census, uint32_t size, uint32_t old, int64_t *counts) {
  assert(size >= 2 && (size & (size - 1)) == 0 && old < size);
  for (uint32_t v = 0; v < size; v++) counts[v] = census[v];
  /* Replaces counts[m], for every mask m, by the number of heaps that m calls rare minus the number
   * that it calls common: the Walsh–Hadamard transform of the census. */
  for (uint32_t half = 1; half < size; half *= 2)
    for (uint32_t i = 0; i < size; i += 2 * half)
      for (uint32_t j = i; j < i + half; j++) {
        int64_t a = counts[j], b = counts[j + half];
        counts[j] = a + b;
        counts[j + half] = a - b;
      }
  uint32_t best = 1;
  for (uint32_t m = 2; m < size; m++)
    if (counts[m] < counts[best]) best = m;
  if (old == 0) return best;
  int64_t rare_of_old = counts[0] + counts[old], rare_of_best = counts[0] + counts[best];
  return 10 * rare_of_best < 9 * rare_of_old ? best : old;
}

/* ---- lists and rows --------------------------------------------------------------------- */

void grundy_sparse_write_row(const grundy_sparse *s, uint32_t heap, uint32_t value) {
  uint8_t *row = grundy_row(s, heap);
  if (grundy_is_rare(s, value))
    memset(row, 0, s->width);
  else
    grundy_field_put(row, s->width, grundy_number_of(s, value));
}

static bool record_heap(grundy_sparse *s, uint32_t heap) {
  uint32_t value = s->values[heap], number = grundy_number_of(s, value);
  if (!grundy_is_rare(s, value)) {
    if (s->place_counts[number] < GRUNDY_PLACES)
      s->places[(uint64_t)number * GRUNDY_PLACES + s->place_counts[number]++] = heap;
    return true;
  }
  if (!grundy_grow(&s->rare, &s->rare_capacity, s->rare_count + 1, sizeof *s->rare)) return false;
  s->rare[s->rare_count++] = heap;
  return true;
}

bool grundy_sparse_room(grundy_sparse *s, uint32_t until) {
  uint64_t heaps = (uint64_t)until + 2 + s->padding, before = s->shorts_room;
  if (!grundy_grow(&s->shorts, &s->shorts_room, heaps, sizeof *s->shorts)) return false;
  if (before == 0) memset(s->shorts, 0, s->padding * sizeof *s->shorts);
  return s->dense || grundy_grow(&s->rows, &s->rows_room, heaps * s->width + GRUNDY_TILE, 1);
}

/* Makes room for all tables indexed by number or value. */
static bool make_tables(grundy_sparse *s) {
  uint64_t numbers = s->numbers;
  free(s->places);
  free(s->place_counts);
  free(s->rows);
  s->places = grundy_alloc(numbers * GRUNDY_PLACES, sizeof *s->places);
  s->place_counts = grundy_alloc(numbers, sizeof *s->place_counts);
  s->rows = NULL;
  s->rows_room = 0;
  for (int t = 0; t < s->threads; t++) {
    free(s->scratch[t]);
    s->scratch[t] = grundy_alloc(numbers, GRUNDY_TILE);
    if (s->scratch[t] == NULL) return false;
  }
  return s->places != NULL && s->place_counts != NULL;
}

static bool rebuild(grundy_sparse *s, uint32_t bits, uint32_t mask) {
  bool resized = s->numbers != UINT32_C(1) << (bits - 1);
  assert(mask != 0 && mask >> bits == 0);
  s->bits = bits;
  s->mask = mask;
  s->dropped = (uint32_t)__builtin_ctz(mask);
  s->numbers = UINT32_C(1) << (bits - 1);
  s->width = s->numbers / 8;
  s->lanes = GRUNDY_TILE / s->width;
  s->block = s->lanes < GRUNDY_SHORTS ? GRUNDY_SHORTS : s->lanes;
  if (s->block > GRUNDY_MOST_HEAPS) s->block = GRUNDY_MOST_HEAPS;
  assert(s->width >= 1 && s->width * s->lanes == GRUNDY_TILE);
  if (resized && !make_tables(s)) {
    s->numbers = 0; /* some tables may be missing */
    return false;
  }
  if (!grundy_sparse_room(s, s->heaps->known + s->block)) return false;
  memset(s->rows, 0, (uint64_t)s->padding * s->width);
  memset(s->place_counts, 0, s->numbers * sizeof *s->place_counts);
  s->rare_count = 0;
  for (uint32_t heap = 0; heap < s->heaps->known; heap++) {
    grundy_sparse_write_row(s, heap, s->values[heap]);
    if (!record_heap(s, heap)) return false;
  }
  return true;
}

/* ---- terms of rare heaps ---------------------------------------------------------------- */

static bool add_common(grundy_sparse *s, grundy_term term) {
  if (term.distance >= s->block) return grundy_terms_add(&s->common, term);
  if (!grundy_grow(&s->near, &s->near_room, s->near_count + 1, sizeof *s->near)) return false;
  s->near[s->near_count++] = term;
  return true;
}

/* Adds the heap of rare value as one of two parts; heap 0 cannot be the other part. */
static bool add_rare(grundy_sparse *s, uint32_t heap) {
  uint32_t number = grundy_number_of(s, s->values[heap]);
  bool enough = true;
  for (uint32_t k = 0; k < s->split_count && heap > 0 && enough; k++)
    enough = add_common(s, (grundy_term){s->splits[k] + heap, number});
  return enough;
}

/* Returns whether a term is part of the screen. */
static bool is_screened(const grundy_sparse *s, uint32_t number, uint64_t distance) {
  const grundy_shifts *shifts = &s->screen.shifts[number];
  for (uint64_t i = 0; i < shifts->count; i++)
    if (shifts->at[i] == distance * s->width) return true;
  return false;
}

/* Makes the quads of the terms of a number that are not part of the screen. Guesses are not in the
 * sets of the screen, so its terms exclude none. */
static bool add_quads(grundy_sparse *s, uint32_t number) {
  const grundy_shifts *shifts = &s->common.shifts[number];
  if (shifts->count == 0) return true;
  uint64_t most = s->quad_count + (shifts->count + GRUNDY_QUAD - 1) / GRUNDY_QUAD, count = 0;
  if (!grundy_grow(&s->quads, &s->quad_room, most, sizeof *s->quads)) return false;
  grundy_quad *quads = s->quads + s->quad_count;
  for (uint64_t i = 0; i < shifts->count; i++) {
    if (is_screened(s, number, shifts->at[i])) continue;
    grundy_quad *quad = &quads[count / GRUNDY_QUAD];
    quad->value = (uint16_t)grundy_rare_value(s, number);
    for (uint64_t j = count++ % GRUNDY_QUAD; j < GRUNDY_QUAD; j++)
      quad->distance[j] = (uint32_t)shifts->at[i];
  }
  s->quad_count += (count + GRUNDY_QUAD - 1) / GRUNDY_QUAD;
  return true;
}

bool grundy_sparse_make_quads(grundy_sparse *s) {
  bool enough = true;
  if (s->quad_terms == s->common.count) return true;
  s->quad_terms = s->common.count;
  s->quad_count = 0;
  for (uint32_t number = 0; number < s->numbers && enough; number++) enough = add_quads(s, number);
  uint64_t most = s->quad_count + GRUNDY_QUADS;
  if (!enough || !grundy_grow(&s->quads, &s->quad_room, most, sizeof *s->quads)) return false;
  for (; s->quad_count % GRUNDY_QUADS != 0; s->quad_count++)
    s->quads[s->quad_count] = s->quads[s->quad_count - 1];
  return true;
}

bool grundy_sparse_settle(grundy_sparse *s, uint32_t heap) {
  assert(heap == s->heaps->known && heap < s->tried);
  s->census[s->values[heap]]++;
  s->heaps->known = heap + 1;
  return record_heap(s, heap) && (!grundy_is_rare(s, s->values[heap]) || add_rare(s, heap));
}

/* ---- choosing --------------------------------------------------------------------------- */

bool grundy_sparse_choose(grundy_sparse *s) {
  enum { PART = 8 };
  uint32_t bits = s->bits < 4 ? 4 : s->bits + s->full; /* one more if a larger value is needed */
  for (uint32_t v = UINT32_C(1) << bits; v < GRUNDY_DENSE_VALUES; v++)
    while (s->census[v] > 0 && v >> bits != 0) bits++;
  uint32_t size = UINT32_C(1) << bits, old = s->dense ? 0 : s->mask;
  uint64_t rare = 0;
  bool was_dense = s->dense;
  int64_t *counts = grundy_alloc(size, sizeof *counts);
  if (counts == NULL) return false;
  uint32_t mask = grundy_sparse_mask(s->census, size, old, counts);
  free(counts);
  s->full = false;
  s->tried = s->heaps->known;
  s->next_choice = s->heaps->known + s->heaps->known / 2 + 64;
  for (uint32_t v = 0; v < GRUNDY_DENSE_VALUES; v++)
    if (__builtin_parity(v & mask) == 0) rare += s->census[v];
  /* If more heaps than this are rare, the search through all pairs is faster. */
  s->dense = bits > GRUNDY_SPARSE_BITS || rare * PART > s->heaps->known;
  if (s->dense) {
    s->bits = bits;
    return true;
  }
  bool same = mask == s->mask && bits == s->bits && !was_dense;
  bool enough = same || (rebuild(s, bits, mask) && grundy_terms_start(&s->common, s->numbers, 1));
  if (!same) s->near_count = 0;
  for (uint32_t k = 0; k < s->keep_count && enough && !same; k++)
    enough = add_common(s, (grundy_term){s->keeps[k], 0});
  for (uint64_t i = 0; i < s->rare_count && enough && !same; i++) enough = add_rare(s, s->rare[i]);
  s->rare_at_choice = s->rare_count;
  s->quad_terms = UINT64_MAX; /* none were made with the new screen */
  return enough && grundy_sparse_select(s);
}
