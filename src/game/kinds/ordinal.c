/* Heaps of transfinite Nim [Smi66, §11]. A position is a number: a natural number below 2^63
 * represents itself, and any other ordinal has an index in the table. */

#include "game/kind.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/lower_bound.h"
#include "component/component.h"
#include "game/components/components.h"
#include "ordinal/arithmetic.h"

#include <assert.h>
#include <inttypes.h>

/* Positions from here on are indexes into the table. */
static const uint64_t first_place = UINT64_C(1) << 63;

struct grundy_ordinals {
  grundy_ordinal **at; /* by index */
  uint64_t count, capacity;
  uint64_t *sorted; /* indexes by increasing ordinal */
  uint64_t sorted_capacity;
};

grundy_status grundy_ordinals_new(grundy_ordinals **ordinals, grundy_error *error) {
  grundy_ordinals *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  *ordinals = made;
  return GRUNDY_OK;
}

void grundy_ordinals_free(void *data) {
  grundy_ordinals *ordinals = data;
  if (ordinals == NULL) return;
  for (uint64_t i = 0; i < ordinals->count; i++) grundy_ordinal_free(ordinals->at[i]);
  free(ordinals->at);
  free(ordinals->sorted);
  free(ordinals);
}

/* Inserts the heap at that place of the sorted ones. Takes ownership of it, even on failure. */
static grundy_status insert(grundy_ordinals *ordinals, grundy_ordinal *heap, uint64_t at,
                            grundy_error *error) {
  uint64_t need = ordinals->count + 1;
  if (!grundy_grow(&ordinals->at, &ordinals->capacity, need, sizeof(grundy_ordinal *)) ||
      !grundy_grow(&ordinals->sorted, &ordinals->sorted_capacity, need, sizeof(uint64_t))) {
    grundy_ordinal_free(heap);
    return grundy_fail_memory(error);
  }
  assert(at <= ordinals->count);
  for (uint64_t i = ordinals->count; i > at; i--) ordinals->sorted[i] = ordinals->sorted[i - 1];
  ordinals->sorted[at] = ordinals->count;
  ordinals->at[ordinals->count++] = heap;
  return GRUNDY_OK;
}

/* Finds or makes the position of the heap. Takes ownership of the heap, even on failure. */
static grundy_status place(grundy_ordinals *ordinals, grundy_ordinal *heap, uint64_t *position,
                           grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  uint64_t at = 0;
  if (grundy_ordinal_is_natural(heap, position)) {
    grundy_ordinal_free(heap);
    return GRUNDY_OK;
  }
  GRUNDY_LOWER_BOUND(at, ordinals->count, i,
                     grundy_ordinal_compare(ordinals->at[ordinals->sorted[i]], heap) < 0)
  bool found =
      at < ordinals->count && grundy_ordinal_compare(ordinals->at[ordinals->sorted[at]], heap) == 0;
  if (found)
    grundy_ordinal_free(heap);
  else
    status = insert(ordinals, heap, at, error);
  if (status == GRUNDY_OK) *position = first_place + ordinals->sorted[at];
  return status;
}

static grundy_status ordinal_of(void *data, uint64_t position, grundy_ordinal **heap,
                                grundy_error *error) {
  const grundy_ordinals *ordinals = data;
  if (position < first_place) return grundy_ordinal_natural(position, heap, error);
  grundy_ordinal *nothing = NULL;
  grundy_status status = grundy_ordinal_natural(0, &nothing, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_ordinal_add(nothing, ordinals->at[position - first_place], heap, error);
  grundy_ordinal_free(nothing);
  return status;
}

static grundy_status move_to_ordinal(void *data, uint64_t position, grundy_ordinal *ordinal,
                                     uint64_t *to, grundy_error *error) {
  (void)position;
  return place(data, ordinal, to, error);
}

/* ---- the component ------------------------------------------------------------------------- */

static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  const grundy_ordinals *ordinals = data;
  bool high = position > GRUNDY_NIM_MAX_HEAP;
  uint64_t n = position, omegas = 0;
  if (position >= first_place) {
    n = grundy_ordinal_finite_part(ordinals->at[position - first_place]);
    omegas = grundy_ordinal_omegas(ordinals->at[position - first_place]);
  }
  (void)error;
  evaluation->is_nim_heap = !high;
  evaluation->has_high_part = high;
  evaluation->low_part = (uint32_t)(n & GRUNDY_NIM_MAX_HEAP);
  if (!high) evaluation->value = position;
  evaluation->counter = high ? 0 : n;
  evaluation->remoteness = grundy_nim_remoteness(position, play);
  bool small = omegas < GRUNDY_TOO_LARGE / GRUNDY_OMEGA && n < GRUNDY_OMEGA;
  evaluation->distance = small ? omegas * GRUNDY_OMEGA + n : GRUNDY_TOO_LARGE;
  return GRUNDY_OK;
}

static grundy_status count_moves(void *data, uint64_t position, uint64_t *count,
                                 grundy_error *error) {
  (void)data, (void)error;
  *count = position < first_place ? position : UINT64_MAX;
  return GRUNDY_OK;
}

/* If there are infinitely many moves, the first ones lead to natural numbers. */
static grundy_status get_move(void *data, uint64_t position, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  (void)data, (void)position, (void)error;
  *to = index;
  return GRUNDY_OK;
}

static grundy_status is_move(void *data, uint64_t from, uint64_t to, bool *is_move,
                             grundy_error *error) {
  const grundy_ordinals *ordinals = data;
  (void)error;
  if (from < first_place || to < first_place)
    *is_move = to < from;
  else
    *is_move = grundy_ordinal_compare(ordinals->at[to - first_place],
                                      ordinals->at[from - first_place]) < 0;
  return GRUNDY_OK;
}

static grundy_status name_position(void *data, uint64_t position, char *text, size_t size,
                                   size_t *length, grundy_error *error) {
  const grundy_ordinals *ordinals = data;
  (void)error;
  *length = position < first_place
                ? (size_t)snprintf(text, size, "%" PRIu64, position)
                : grundy_ordinal_format(ordinals->at[position - first_place], true, text, size);
  return GRUNDY_OK;
}

static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  grundy_ordinal *heap = NULL;
  grundy_status status = grundy_ordinal_parse(name, length, &heap, error);
  return status == GRUNDY_OK ? place(data, heap, position, error) : status;
}

/* ---- the kind ------------------------------------------------------------------------------ */

static bool match(const char *text, size_t length, size_t *name) {
  return grundy_match_word(text, length, "ordinal", name);
}

static grundy_status check_position(grundy_game_use *use, const char *position, size_t length,
                                    grundy_error *error) {
  grundy_ordinal *heap = NULL;
  (void)use;
  grundy_status status = grundy_ordinal_parse(position, length, &heap, error);
  grundy_ordinal_free(heap);
  return status;
}

static grundy_status open_component(grundy_game_use *use, const grundy_monitor *monitor,
                                    grundy_error *error) {
  (void)monitor;
  grundy_ordinals *ordinals = NULL;
  grundy_status status = grundy_ordinals_new(&ordinals, error);
  use->data = ordinals;
  return status;
}

GRUNDY_GAME_KIND(ordinal) = {
    .describe = {.name = "ordinal",
                 .notation = "ordinal:(ORDINAL)",
                 .example = "ordinal:(w*2+3)",
                 .summary = "a heap of transfinite Nim: a move makes the ordinal smaller"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .functions =
        {
            .size = sizeof(grundy_component_kind),
            .name = "ordinal",
            .evaluate = evaluate,
            .count_moves = count_moves,
            .get_move = get_move,
            .name_position = name_position,
            .find_position = find_position,
            .is_move = is_move,
            .ordinal_of = ordinal_of,
            .move_to_ordinal = move_to_ordinal,
        },
    .open_component = open_component,
    .free_data = grundy_ordinals_free,
    .position = "an ordinal in parentheses, as in ordinal:(w*2+3)",
    .has_parentheses = true,
    .check_position = check_position,
};

grundy_component grundy_component_ordinals(grundy_ordinals *ordinals) {
  return (grundy_component){&grundy_kind_ordinal.functions, ordinals};
}
