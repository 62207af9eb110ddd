/* Collects terms of the sums over sparse spaces and plans how they are folded. */

#include "base/alloc.h"
#include "heap/sparse.h"

#include <assert.h>

void grundy_terms_free(grundy_terms *terms) {
  for (uint32_t x = 0; terms->shifts != NULL && x < terms->numbers; x++) free(terms->shifts[x].at);
  free(terms->shifts);
  free(terms->folds);
  free(terms->used);
  *terms = (grundy_terms){0};
}

/* Plans the folds; numbers that have no terms and get nothing from others are left out. A number is
 * always added to a smaller one, so in decreasing order everything that is added to a number
 * precedes it. */
static void plan_folds(grundy_terms *terms) {
  memset(terms->used, 0, terms->numbers * sizeof *terms->used);
  terms->fold_count = 0;
  for (uint32_t x = terms->numbers; x-- > 0;) {
    if (terms->shifts[x].count == 0 && !terms->used[x] && x > 0) continue;
    uint32_t bit = x == 0 ? 0 : 31 - (uint32_t)__builtin_clz(x);
    uint32_t target = x == 0 ? 0 : x ^ UINT32_C(1) << bit;
    assert(x == 0 || target < x);
    terms->folds[terms->fold_count++] = (grundy_fold){.number = x,
                                                      .target = target,
                                                      .bit = bit,
                                                      .more = terms->used[x],
                                                      .first = !terms->used[target]};
    terms->used[target] = true;
  }
  assert(terms->folds[terms->fold_count - 1].number == 0);
}

bool grundy_terms_start(grundy_terms *terms, uint32_t numbers, uint32_t width) {
  grundy_terms_free(terms);
  terms->numbers = numbers;
  terms->width = width;
  terms->shifts = grundy_alloc_zero(numbers, sizeof *terms->shifts);
  terms->folds = grundy_alloc(numbers, sizeof *terms->folds);
  terms->used = grundy_alloc(numbers, sizeof *terms->used);
  if (terms->shifts == NULL || terms->folds == NULL || terms->used == NULL) return false;
  plan_folds(terms);
  return true;
}

bool grundy_terms_add(grundy_terms *terms, grundy_term term) {
  enum { FEW = 16 };
  assert(term.number < terms->numbers);
  grundy_shifts *shifts = &terms->shifts[term.number];
  uint64_t shift = (uint64_t)term.distance * terms->width;
  /* Rare heaps, and the numbers that may be taken, are often close together, so duplicates are. */
  for (uint64_t i = shifts->count < FEW ? 0 : shifts->count - FEW; i < shifts->count; i++)
    if (shifts->at[i] == shift) return true;
  if (!grundy_grow(&shifts->at, &shifts->capacity, shifts->count + 1, sizeof *shifts->at))
    return false;
  shifts->at[shifts->count++] = shift;
  terms->count++;
  if (shifts->count == 1) plan_folds(terms);
  return true;
}

void grundy_terms_add_up(const grundy_terms *terms, const uint8_t *at, uint64_t *scratch) {
  for (uint32_t f = 0; f < terms->fold_count; f++) {
    const grundy_fold *fold = &terms->folds[f];
    const grundy_shifts *shifts = &terms->shifts[fold->number];
    uint64_t *tile = scratch + (uint64_t)fold->number * GRUNDY_TILE_WORDS;
    uint64_t own[GRUNDY_TILE_WORDS];
    grundy_tile_gather(own, at, shifts->at, shifts->count);
    if (fold->more) grundy_tile_add(own, tile);
    if (fold->number == 0) {
      memcpy(tile, own, sizeof own);
      continue;
    }
    uint64_t *target = scratch + (uint64_t)fold->target * GRUNDY_TILE_WORDS;
    if (fold->first) memset(target, 0, sizeof own);
    grundy_tile_add_swapped(target, own, fold->bit);
  }
}
