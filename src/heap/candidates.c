/* Finds common candidates: the least common value that is not excluded, heap by heap.
 *
 * The contributions of parts at a distance of at least a tile are added up for a whole tile at
 * once; the heaps of a tile push their contributions to later heaps as soon as they have a
 * candidate. */

#include "heap/sparse.h"

#include <assert.h>

/* The values that near terms exclude, for the heaps of a tile and of the next one. */
typedef struct near_sets {
  uint8_t at[2 * GRUNDY_TILE];
} near_sets;

static void next_tile(near_sets *near) {
  memcpy(near->at, near->at + GRUNDY_TILE, GRUNDY_TILE);
  memset(near->at + GRUNDY_TILE, 0, GRUNDY_TILE);
}

/* Restores the state after the tile before s->tried. */
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

/* Begins the tile at s->tried with everything that earlier heaps exclude. */
static void begin_tile(const grundy_sparse *s, near_sets *near, uint64_t *scratch) {
  next_tile(near);
  grundy_terms_add_up(&s->common, grundy_row(s, s->tried), scratch);
  grundy_tile_add(near->at, scratch);
}

static uint8_t *field_of(const grundy_sparse *s, near_sets *near, uint32_t index) {
  return near->at + (size_t)index * s->width;
}

/* Gives the next heap the least common value that is not in its set. False if there is none. */
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

/* Adds the contribution of the common heap with the set `field` to the heaps after it. */
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

/* ---- games with many rare heaps --------------------------------------------------------- */

/* Adds the contribution of a new rare heap, together with each of the smallest heaps, to the rest
 * of its tile; and, if it is a near term, to the next tile, which sums of terms do not cover. From
 * then on it is an ordinary term. */
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

/* Decides whether the heap with its candidate is common or rare. */
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
