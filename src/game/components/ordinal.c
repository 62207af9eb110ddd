/* Heaps of transfinite Nim as components [Smi66, §11]. A position is a number: a natural number
 * below 2^63 is itself, and any other ordinal has a place in the table. */

#include <grundy/game.h>

#include "base/alloc.h"
#include "base/error.h"

#include <inttypes.h>

/* Positions from here on are places in the table. */
static const uint64_t first_place = UINT64_C(1) << 63;

struct grundy_ordinals {
  grundy_ordinal **at; /* by place */
  uint64_t count, capacity;
  uint64_t *sorted; /* places by increasing ordinal */
  uint64_t sorted_capacity;
};

grundy_status grundy_ordinals_new(grundy_ordinals **ordinals, grundy_error *error) {
  grundy_ordinals *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  *ordinals = made;
  return GRUNDY_OK;
}

void grundy_ordinals_free(grundy_ordinals *ordinals) {
  if (ordinals == NULL) return;
  for (uint64_t i = 0; i < ordinals->count; i++) grundy_ordinal_free(ordinals->at[i]);
  free(ordinals->at);
  free(ordinals->sorted);
  free(ordinals);
}

/* Where the ordinal stands among the sorted ones, or would have to. */
static uint64_t rank_of(const grundy_ordinals *ordinals, const grundy_ordinal *heap) {
  uint64_t low = 0, high = ordinals->count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (grundy_ordinal_compare(ordinals->at[ordinals->sorted[middle]], heap) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Takes the heap over, on failure too. */
static grundy_status insert(grundy_ordinals *ordinals, grundy_ordinal *heap, uint64_t rank,
                            grundy_error *error) {
  uint64_t need = ordinals->count + 1;
  if (!grundy_grow(&ordinals->at, &ordinals->capacity, need, sizeof(grundy_ordinal *)) ||
      !grundy_grow(&ordinals->sorted, &ordinals->sorted_capacity, need, sizeof(uint64_t))) {
    grundy_ordinal_free(heap);
    return grundy_fail_memory(error);
  }
  for (uint64_t i = ordinals->count; i > rank; i--) ordinals->sorted[i] = ordinals->sorted[i - 1];
  ordinals->sorted[rank] = ordinals->count;
  ordinals->at[ordinals->count++] = heap;
  return GRUNDY_OK;
}

/* Finds or makes the position of the heap, which is taken over, on failure too. */
static grundy_status place(grundy_ordinals *ordinals, grundy_ordinal *heap, uint64_t *position,
                           grundy_error *error) {
  uint64_t rank = rank_of(ordinals, heap);
  grundy_status status = GRUNDY_OK;
  if (grundy_ordinal_is_natural(heap, position)) {
    grundy_ordinal_free(heap);
    return GRUNDY_OK;
  }
  bool found = rank < ordinals->count &&
               grundy_ordinal_compare(ordinals->at[ordinals->sorted[rank]], heap) == 0;
  if (found)
    grundy_ordinal_free(heap);
  else
    status = insert(ordinals, heap, rank, error);
  if (status == GRUNDY_OK) *position = first_place + ordinals->sorted[rank];
  return status;
}

static grundy_status ordinal_of(const void *game, uint64_t position, grundy_ordinal **heap,
                                grundy_error *error) {
  const grundy_ordinals *ordinals = game;
  if (position < first_place) return grundy_ordinal_natural(position, heap, error);
  grundy_ordinal *nothing = NULL;
  grundy_status status = grundy_ordinal_natural(0, &nothing, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_ordinal_add(nothing, ordinals->at[position - first_place], heap, error);
  grundy_ordinal_free(nothing);
  return status;
}

static grundy_status move_to_ordinal(const void *game, uint64_t position, grundy_ordinal *ordinal,
                                     uint64_t *to, grundy_error *error) {
  (void)position;
  return place((grundy_ordinals *)game, ordinal, to, error);
}

/* ---- the component ------------------------------------------------------------------------- */

/* The first player takes everything, or, if the last player loses, all but one. */
static void ordinal_facts(const void *game, uint64_t position, grundy_facts *facts) {
  const grundy_ordinals *ordinals = game;
  uint64_t n = position, distance = position;
  if (position >= first_place) {
    n = grundy_ordinal_finite_part(ordinals->at[position - first_place]);
    uint64_t omegas = grundy_ordinal_omegas(ordinals->at[position - first_place]);
    bool small = omegas < GRUNDY_TOO_LARGE / GRUNDY_OMEGA && n < GRUNDY_OMEGA;
    distance = small ? omegas * GRUNDY_OMEGA + n : GRUNDY_TOO_LARGE;
  } else if (n >= GRUNDY_OMEGA) {
    distance = GRUNDY_TOO_LARGE;
  }
  *facts = (grundy_facts){
      .value = {(uint32_t)(n & GRUNDY_NIM_MAX_HEAP), {.absent = true}},
      .has_high_part = position > GRUNDY_NIM_MAX_HEAP,
      .counter = position > GRUNDY_NIM_MAX_HEAP ? 0 : n,
      .remoteness = {position == 0 ? 0 : 1, position < 2 ? position + 1 : 3},
      .distance = distance,
  };
}

static uint64_t ordinal_move_count(const void *game, uint64_t position) {
  (void)game;
  return position < first_place ? position : UINT64_MAX;
}

/* Of infinitely many moves, the first ones are to natural numbers. */
static uint64_t ordinal_move(const void *game, uint64_t position, uint64_t index) {
  (void)game;
  (void)position;
  return index;
}

static bool ordinal_allows(const void *game, uint64_t from, uint64_t to) {
  const grundy_ordinals *ordinals = game;
  if (from < first_place || to < first_place) return to < from;
  return grundy_ordinal_compare(ordinals->at[to - first_place], ordinals->at[from - first_place]) <
         0;
}

static size_t ordinal_name(const void *game, uint64_t position, char *text, size_t size) {
  const grundy_ordinals *ordinals = game;
  if (position < first_place) return (size_t)snprintf(text, size, "%" PRIu64, position);
  return grundy_ordinal_format(ordinals->at[position - first_place], true, text, size);
}

/* What is new is put into the table, which does not belong to those who must not change. */
static bool ordinal_find(const void *game, const char *name, size_t length, uint64_t *position) {
  grundy_ordinals *ordinals = (grundy_ordinals *)game;
  grundy_ordinal *heap = NULL;
  return grundy_ordinal_parse(name, length, &heap, NULL) == GRUNDY_OK &&
         place(ordinals, heap, position, NULL) == GRUNDY_OK;
}

static void ordinal_explain(const void *game, const char *name, size_t length,
                            grundy_error *error) {
  grundy_ordinal *heap = NULL;
  (void)game;
  if (grundy_ordinal_parse(name, length, &heap, error) != GRUNDY_OK) return;
  grundy_ordinal_free(heap);
  (void)grundy_fail_memory(error); /* it was in order: there was no room for it */
}

static const grundy_component_kind ordinal_kind = {
    .name = "ordinal",
    .facts = ordinal_facts,
    .move_count = ordinal_move_count,
    .move = ordinal_move,
    .allows = ordinal_allows,
    .ordinal_of = ordinal_of,
    .move_to_ordinal = move_to_ordinal,
    .name_of = ordinal_name,
    .find = ordinal_find,
    .explain = ordinal_explain,
};

grundy_component grundy_component_ordinals(grundy_ordinals *ordinals) {
  return (grundy_component){&ordinal_kind, ordinals};
}
