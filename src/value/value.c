/* Sets of numbers and values: comparing, adding and writing them. */

#include <grundy/value.h>

#include "base/bounded_text.h"
#include "base/lower_bound.h"
#include "base/order.h"

#include <assert.h>

/* ---- sets ------------------------------------------------------------------------------------ */

bool grundy_set_has(grundy_set set, uint32_t number) {
  uint64_t at = grundy_lower_bound(set.numbers, set.size, number);
  return at < set.size && set.numbers[at] == number;
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

/* The sorts of infinite values, in their order. */
typedef enum sort { ENDLESS, HALF, MOON_OF_C, MOON } sort;

/* Returns the sort of an infinite value. By (iv) of the lemma in docs/carry-on.md, a set C of two
 * numbers is that of a moon. */
static sort sort_of(grundy_value value) {
  if (value.c.size == 0) return ENDLESS;
  if (value.c.numbers[value.c.size - 1] == GRUNDY_INFINITY) return MOON;
  bool is_half = value.c.size == 1 && !grundy_set_has(value.k, value.c.numbers[0]);
  return is_half ? HALF : MOON_OF_C;
}

int grundy_value_compare(grundy_value a, grundy_value b) {
  if (a.nimber != b.nimber) return a.nimber < b.nimber ? -1 : 1;
  if (!is_infinite(a)) return 0;
  sort of_a = sort_of(a), of_b = sort_of(b);
  if (of_a == ENDLESS && of_b == ENDLESS) return compare_sets(a.k, b.k);
  if (of_a == ENDLESS || of_b == ENDLESS) return (int)of_a - (int)of_b;
  int by_c = compare_sets(a.c, b.c);
  return by_c != 0 ? by_c : (int)of_a - (int)of_b;
}

grundy_outcome grundy_value_outcome(grundy_value value) {
  if (value.nimber == 0) return GRUNDY_OUTCOME_P;
  if (value.nimber == GRUNDY_NUMBER_UNKNOWN) return GRUNDY_OUTCOME_NONE;
  if (!is_infinite(value)) return GRUNDY_OUTCOME_N;
  if (sort_of(value) == HALF) return value.c.numbers[0] == 0 ? GRUNDY_OUTCOME_D : GRUNDY_OUTCOME_N;
  if (sort_of(value) != ENDLESS) return GRUNDY_OUTCOME_N;
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

/* Returns {x ⊕ y : x in a, y in b}, stored in `room`. */
static grundy_set add_sets(grundy_set a, grundy_set b, uint32_t *room) {
  uint64_t count = 0, kept = 0;
  for (uint64_t i = 0; i < a.size; i++)
    for (uint64_t j = 0; j < b.size; j++) room[count++] = a.numbers[i] ^ b.numbers[j];
  if (count > 0) grundy_sort_numbers(room, count);
  for (uint64_t i = 0; i < count; i++)
    if (kept == 0 || room[kept - 1] != room[i]) room[kept++] = room[i];
  return (grundy_set){room, kept, a.absent || b.absent};
}

/* Returns whether no sets describe the value, because an entailed player has a choice. */
static bool is_open(grundy_value value) {
  return is_infinite(value) && value.c.absent;
}

/* Adds values of which at least one is a half or a moon, or is open. A number is its own C. K of a
 * half or moon is kept in its simplest form: it is empty, or the smallest number of C makes it a
 * moon. */
static grundy_value add_by_rests(grundy_value a, grundy_value b, uint32_t *room) {
  grundy_value sum = {.nimber = GRUNDY_INFINITY};
  sort of_a = is_infinite(a) ? sort_of(a) : HALF, of_b = is_infinite(b) ? sort_of(b) : HALF;
  if (of_a == MOON || of_b == MOON) {
    room[0] = GRUNDY_INFINITY;
    sum.c = (grundy_set){room, 1, false};
    return sum;
  }
  if (is_open(a) || is_open(b)) {
    sum.k.absent = sum.c.absent = true;
    return sum;
  }
  grundy_set rests_a = is_infinite(a) ? a.c : (grundy_set){&a.nimber, 1, false};
  grundy_set rests_b = is_infinite(b) ? b.c : (grundy_set){&b.nimber, 1, false};
  if (of_a == ENDLESS) {
    sum.k = add_sets(a.k, rests_b, room);
  } else if (of_b == ENDLESS) {
    sum.k = add_sets(rests_a, b.k, room);
  } else {
    bool is_moon = of_a == MOON_OF_C || of_b == MOON_OF_C;
    sum.c = add_sets(rests_a, rests_b, room + 1);
    room[0] = room[1];
    sum.k = (grundy_set){room, is_moon ? 1 : 0, false};
  }
  return sum;
}

grundy_value grundy_value_add(grundy_value a, grundy_value b, uint32_t *room) {
  if ((is_infinite(a) && a.c.size > 0) || (is_infinite(b) && b.c.size > 0) || is_open(a) ||
      is_open(b))
    return add_by_rests(a, b, room);
  if (is_infinite(a) && is_infinite(b))
    return (grundy_value){.nimber = GRUNDY_INFINITY, .k = {.numbers = room}};
  if (is_infinite(a))
    return (grundy_value){.nimber = GRUNDY_INFINITY, .k = shift_set(a.k, b.nimber, room)};
  if (is_infinite(b))
    return (grundy_value){.nimber = GRUNDY_INFINITY, .k = shift_set(b.k, a.nimber, room)};
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

static void append_set(grundy_bounded_text *to, grundy_set set, bool ascii) {
  if (set.absent) return;
  grundy_bounded_append(to, "{");
  for (uint64_t i = 0; i < set.size; i++) {
    if (i > 0) grundy_bounded_append(to, ",");
    append_number(to, set.numbers[i], ascii);
  }
  grundy_bounded_append(to, "}");
}

static void append_value(grundy_bounded_text *to, grundy_value value, bool ascii) {
  sort of_value = is_infinite(value) ? sort_of(value) : ENDLESS;
  if (of_value == ENDLESS) {
    append_number(to, value.nimber, ascii);
    if (is_infinite(value)) append_set(to, value.k, ascii);
  } else if (of_value == HALF) {
    grundy_bounded_append(to, "half(");
    append_number(to, value.c.numbers[0], ascii);
    grundy_bounded_append(to, ")");
  } else {
    grundy_bounded_append(to, "moon");
    if (of_value == MOON_OF_C) append_set(to, value.c, ascii);
  }
}

size_t grundy_value_format(grundy_value value, bool ascii, char *text, size_t size) {
  grundy_bounded_text buffer = {.at = text, .size = size};
  append_value(&buffer, value, ascii);
  return grundy_bounded_finish(&buffer);
}

void grundy_value_write(grundy_value value, bool ascii, FILE *out) {
  append_value(&(grundy_bounded_text){.out = out}, value, ascii);
}
