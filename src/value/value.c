#include <grundy/value.h>

#include "base/bounded_text.h"
#include "base/lower_bound.h"
#include "base/order.h"
#include "value/sets.h"

#include <assert.h>
#include <string.h>

/* ---- sets ------------------------------------------------------------------------------------ */

bool grundy_set_has(grundy_set set, uint32_t number) {
  uint64_t at = grundy_lower_bound(set.numbers, set.size, number);
  return at < set.size && set.numbers[at] == number;
}

bool grundy_set_equal(grundy_set a, grundy_set b) {
  if (a.absent != b.absent || a.size != b.size) return false;
  return a.size == 0 || memcmp(a.numbers, b.numbers, a.size * sizeof *a.numbers) == 0;
}

/* Compares sets in lexicographic order; an absent set comes first. */
static int compare_sets(grundy_set a, grundy_set b) {
  if (a.absent || b.absent) return (int)b.absent - (int)a.absent;
  for (uint64_t i = 0; i < a.size && i < b.size; i++)
    if (a.numbers[i] != b.numbers[i]) return a.numbers[i] < b.numbers[i] ? -1 : 1;
  return (a.size > b.size) - (a.size < b.size);
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_infinite(grundy_value value) {
  return value.nimber == GRUNDY_INFINITY;
}

int grundy_value_compare(grundy_value a, grundy_value b) {
  if (a.nimber != b.nimber) return a.nimber < b.nimber ? -1 : 1;
  return is_infinite(a) ? compare_sets(a.k, b.k) : 0;
}

grundy_outcome grundy_value_outcome(grundy_value value) {
  if (value.nimber == 0) return GRUNDY_OUTCOME_P;
  if (value.nimber == GRUNDY_NUMBER_UNKNOWN) return GRUNDY_OUTCOME_NONE;
  if (!is_infinite(value)) return GRUNDY_OUTCOME_N;
  if (value.k.absent) return GRUNDY_OUTCOME_NONE;
  if (grundy_set_has(value.k, 0)) return GRUNDY_OUTCOME_N;
  return grundy_set_has(value.k, GRUNDY_NUMBER_UNKNOWN) ? GRUNDY_OUTCOME_NONE : GRUNDY_OUTCOME_D;
}

/* Returns {x ⊕ number : x in set}, stored in `room`. */
static grundy_set shift_set(grundy_set set, uint32_t number, uint32_t *room) {
  for (uint64_t i = 0; i < set.size; i++) room[i] = set.numbers[i] ^ number;
  if (set.size > 0) grundy_sort_numbers(room, set.size);
  return (grundy_set){room, set.size, set.absent};
}

grundy_value grundy_value_add(grundy_value a, grundy_value b, uint32_t *room) {
  if (is_infinite(a) && is_infinite(b))
    return (grundy_value){.nimber = GRUNDY_INFINITY, .k = {.numbers = room}};
  if (is_infinite(a)) return (grundy_value){GRUNDY_INFINITY, shift_set(a.k, b.nimber, room)};
  if (is_infinite(b)) return (grundy_value){GRUNDY_INFINITY, shift_set(b.k, a.nimber, room)};
  assert((a.nimber ^ b.nimber) != GRUNDY_INFINITY); /* both are below 2^31 */
  return (grundy_value){.nimber = a.nimber ^ b.nimber, .k = {.absent = true}};
}

/* ---- text ------------------------------------------------------------------------------------ */

static void append_number(grundy_bounded_text *to, uint32_t number, bool ascii) {
  if (number < GRUNDY_NUMBER_UNKNOWN)
    grundy_bounded_append_number(to, number);
  else
    grundy_bounded_append(to, number == GRUNDY_NUMBER_UNKNOWN ? "?" : ascii ? "inf" : "∞");
}

static void append_value(grundy_bounded_text *to, grundy_value value, bool ascii) {
  append_number(to, value.nimber, ascii);
  if (!is_infinite(value) || value.k.absent) return;
  grundy_bounded_append(to, "{");
  for (uint64_t i = 0; i < value.k.size; i++) {
    if (i > 0) grundy_bounded_append(to, ",");
    append_number(to, value.k.numbers[i], ascii);
  }
  grundy_bounded_append(to, "}");
}

size_t grundy_value_format(grundy_value value, bool ascii, char *text, size_t size) {
  grundy_bounded_text buffer = {.at = text, .size = size};
  append_value(&buffer, value, ascii);
  return grundy_bounded_finish(&buffer);
}

void grundy_value_write(grundy_value value, bool ascii, FILE *out) {
  append_value(&(grundy_bounded_text){.out = out}, value, ascii);
}
