/* Common candidates: the least common value that is not excluded, heap by heap.
 *
 * What parts at a distance of at least a tile say is added up for a whole tile; what the heaps of a
 * tile say to each other is pushed forward as soon as they have a candidate. */

#include "heap/sparse.h"

#include <assert.h>

/* What is excluded by near terms: of the heaps of a tile, and of those of the next one. */
typedef struct near_sets {
  uint8_t at[2 * GRUNDY_TILE];
} near_sets;

static void next_tile(near_sets *near) {
  memcpy(near->at, near->at + GRUNDY_TILE, GRUNDY_TILE);
  memset(near->at + GRUNDY_TILE, 0, GRUNDY_TILE);
}

/* As if the tile before s->tried had just been done. */
static void look_back(const grundy_sparse *s, near_sets *near) {
  memset(near->at, 0, sizeof near->at);
  for (uint32_t i = 0; i < s->block; i++) {
    if (s->tried + i < s->block) continue;
    uint32_t value = s->values[s->tried + i - s->block];
    if (grundy_is_rare(s, value)) continue;
    grundy_tile_add(near->at + (size_t)i * s->width,
                    s->pushed + (size_t)grundy_number_of(s, value) * GRUNDY_TILE);
  }
}

/* Begins the tile at s->tried: all that heaps before it exclude. */
static void begin_tile(const grundy_sparse *s, near_sets *near, uint64_t *scratch) {
  next_tile(near);
  grundy_terms_add_up(&s->common, grundy_row(s, s->tried), scratch);
  grundy_tile_add(near->at, scratch);
}

static uint8_t *field_of(const grundy_sparse *s, near_sets *near, uint32_t index) {
  return near->at + (size_t)index * s->width;
}

/* The next heap gets the least common value that its set lacks. False if there is none. */
static bool try_heap(grundy_sparse *s, const uint8_t *field) {
  uint32_t number = grundy_field_mex(field, s->width);
  s->full = number >= s->numbers;
  if (s->full) return false;
  assert(!grundy_is_rare(s, grundy_common_value(s, number)));
  uint8_t *row = grundy_row(s, s->tried);
  memset(row, 0, s->width);
  grundy_field_add(row, s->width, number);
  s->heaps->values[s->tried++] = grundy_common_value(s, number);
  return true;
}

/* What the common heap with the set `field` does to those behind it. */
static void push_heap(const grundy_sparse *s, uint8_t *field, uint32_t heap) {
  uint32_t number = grundy_number_of(s, s->values[heap]);
  grundy_tile_add(field, s->pushed + (size_t)number * GRUNDY_TILE);
}

static uint32_t heaps_of_tile(const grundy_sparse *s, uint32_t end) {
  return end - s->tried < s->block ? end - s->tried : s->block;
}

void grundy_sparse_try(grundy_sparse *s, uint32_t end, uint64_t *scratch) {
  near_sets near;
  look_back(s, &near);
  while (s->tried < end && !s->full) {
    uint32_t count = heaps_of_tile(s, end);
    begin_tile(s, &near, scratch);
    for (uint32_t i = 0; i < count && try_heap(s, field_of(s, &near, i)); i++)
      push_heap(s, field_of(s, &near, i), s->tried - 1);
  }
}

/* ---- where rare heaps are many ------------------------------------------------------------------
 */

/* A new rare heap acts on the rest of its tile, beside the first heaps of all; if it is a near
 * term, on the next tile too, which those heaps have left behind. Then it is a term as others are.
 */
static void push_rare(const grundy_sparse *s, near_sets *near, uint32_t index, uint32_t heap) {
  uint32_t number = grundy_number_of(s, s->values[heap]);
  for (uint32_t k = 0; k < s->split_count; k++) {
    uint32_t taken = s->splits[k], end = taken + heap < s->block ? 2 * s->block : s->block;
    for (uint32_t other = 1; index + taken + other < end && other < heap; other++)
      if (!grundy_is_rare(s, s->values[other]))
        grundy_field_add(field_of(s, near, index + taken + other), s->width,
                         number ^ grundy_number_of(s, s->values[other]));
  }
}

/* The heap has its candidate, and becomes common or rare for good. */
static bool settle_heap(grundy_sparse *s, near_sets *near, uint32_t index, uint32_t heap,
                        const uint8_t *excluded) {
  uint32_t rare;
  if (grundy_sparse_passes(s, heap, excluded, &rare)) {
    push_heap(s, field_of(s, near, index), heap);
  } else {
    s->heaps->values[heap] = rare;
    push_rare(s, near, index, heap);
  }
  return grundy_sparse_settle(s, heap);
}

bool grundy_sparse_walk(grundy_sparse *s, uint32_t end, uint64_t *scratch) {
  near_sets near;
  uint64_t *witnessed = scratch + (uint64_t)s->numbers * GRUNDY_TILE_WORDS;
  look_back(s, &near);
  while (s->tried < end && !s->full) {
    uint32_t count = heaps_of_tile(s, end), first = s->tried;
    begin_tile(s, &near, scratch);
    grundy_terms_add_up(&s->witness, grundy_row(s, first), witnessed);
    for (uint32_t i = 0; i < count && try_heap(s, field_of(s, &near, i)); i++) {
      const uint8_t *excluded = (const uint8_t *)witnessed + (size_t)i * s->width;
      if (!settle_heap(s, &near, i, first + i, excluded)) return false;
    }
  }
  return true;
}
