/* The engine for games that leave at most one heap. With a finite code, a heap costs one step per
 * number that can be taken. If everything can be taken from some number on, the values of all heaps
 * that far back are kept as one growing set, so a heap costs only the numbers before that one. */

#include "base/alloc.h"
#include "base/error.h"
#include "heap/impl.h"

#include <assert.h>

typedef struct taking {
  grundy_heaps *heaps;
  uint32_t *keeps, *ends; /* numbers below free_from whose removal may leave one heap, or none */
  uint32_t keep_count, end_count;
  uint32_t free_from; /* everything from here on can be taken; UINT32_MAX: never */
  bool repeats;       /* the code is infinite, but free_from does not exist */
  uint64_t
      *marks; /* by value: 2·heap + 2 for the last heap that excludes it; 1: all further heaps do */
  uint64_t room;
  uint32_t least;  /* the least value that is not excluded for all further heaps */
  uint32_t joined; /* the heaps below this one are in the growing set */
} taking;

static void taking_end(void *engine) {
  taking *t = engine;
  free(t->keeps);
  free(t->ends);
  free(t->marks);
  free(t);
}

/* Makes room for two more values than the largest. */
static bool make_room(taking *t, uint32_t value) {
  uint64_t before = t->room;
  if (!grundy_grow(&t->marks, &t->room, (uint64_t)value + 3, sizeof *t->marks)) return false;
  for (uint64_t i = before; i < t->room; i++) t->marks[i] = 0;
  return true;
}

static grundy_status taking_start(grundy_heaps *heaps, void **engine, grundy_error *error) {
  const grundy_heap_code *code = heaps->code;
  taking *t = grundy_alloc_zero(1, sizeof *t);
  if (t == NULL) return grundy_fail_memory(error);
  t->heaps = heaps;
  t->free_from = grundy_heap_free_from(code);
  t->repeats = t->free_from == UINT32_MAX && grundy_heap_is_infinite(code);
  bool listed = code->kind == GRUNDY_HEAP_TAKE;
  uint32_t last = t->free_from < UINT32_MAX ? t->free_from - 1 : code->last, largest = 0;
  uint64_t room = (listed ? code->set_count : last) + UINT64_C(1);
  t->keeps = grundy_alloc(room, sizeof *t->keeps);
  t->ends = grundy_alloc(room, sizeof *t->ends);
  for (uint32_t n = 0; n < heaps->known; n++) /* from a checkpoint */
    if (heaps->values[n] > largest) largest = heaps->values[n];
  if (t->keeps == NULL || t->ends == NULL || !make_room(t, largest)) {
    taking_end(t);
    return grundy_fail_memory(error);
  }
  for (uint32_t i = 0; listed && i < code->set_count; i++) {
    t->ends[t->end_count++] = code->set[i];
    t->keeps[t->keep_count++] = code->set[i];
  }
  for (uint32_t k = 1; !listed && k <= last; k++) {
    uint32_t digit = grundy_heap_digit(code, k);
    if ((digit & 1) != 0) t->ends[t->end_count++] = k;
    if ((digit & 2) != 0) t->keeps[t->keep_count++] = k;
  }
  *engine = t;
  return GRUNDY_OK;
}

/* Excludes the value for this heap or, with a mark of 1, for all further heaps. */
static void exclude(taking *t, uint32_t value, uint64_t mark) {
  assert(value < t->room);
  if (t->marks[value] != 1) t->marks[value] = mark;
}

static uint32_t value_of(taking *t, uint32_t n) {
  assert(n == t->heaps->known);
  uint64_t mark = 2 * (uint64_t)n + 2;
  const uint32_t *values = t->heaps->values;
  if (n >= t->free_from)
    for (; t->joined <= n - t->free_from; t->joined++) exclude(t, values[t->joined], 1);
  for (uint32_t i = 0; i < t->end_count && t->ends[i] <= n; i++)
    if (t->ends[i] == n) exclude(t, 0, mark);
  for (uint32_t i = 0; i < t->keep_count && t->keeps[i] < n; i++)
    exclude(t, values[n - t->keeps[i]], mark);
  /* Repeating digits that are not all 3 are tried one by one. */
  for (uint32_t k = t->heaps->code->last + 1; k <= n && t->repeats; k++) {
    uint32_t digit = grundy_heap_digit(t->heaps->code, k);
    if ((digit & (k == n ? 1 : 2)) != 0) exclude(t, values[n - k], mark);
  }
  while (t->marks[t->least] == 1) t->least++;
  assert(t->least < t->room); /* make_room left room for a value that is not excluded */
  uint32_t value = t->least;
  while (t->marks[value] == 1 || t->marks[value] == mark) value++;
  assert(value < t->room && value <= n); /* only n numbers can be taken */
  return value;
}

/* Computes the values up to `until`. The work counts a fixed number of steps per heap, however long
 * it takes; the monitor is called after enough numbers have been tried. */
static grundy_status taking_extend(void *engine, uint32_t until, grundy_work *work,
                                   grundy_error *error) {
  enum { OFTEN = 1 << 20 };
  taking *t = engine;
  grundy_heaps *heaps = t->heaps;
  uint64_t looked = 0, reported = heaps->known;
  while (heaps->known <= until) {
    uint32_t n = heaps->known;
    heaps->values[n] = value_of(t, n);
    heaps->known++;
    if (!make_room(t, heaps->values[n])) return grundy_fail_memory(error);
    looked += UINT64_C(4) + t->keep_count + t->end_count + (t->repeats ? n : 0);
    if (looked < OFTEN && heaps->known <= until) continue;
    if (!grundy_work_step(work, (heaps->known - reported) * GRUNDY_WORK_STRIDE))
      return grundy_fail_cancelled(error);
    looked = 0;
    reported = heaps->known;
  }
  return GRUNDY_OK;
}

const grundy_heap_engine grundy_heap_taking = {"taking", taking_start, taking_extend, taking_end};
