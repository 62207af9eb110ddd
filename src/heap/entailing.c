/* Top Entails: a move splits a stack into two, or takes its top coin and so entails the opponent,
 * who must answer in that stack, and loses if it is empty.
 *
 * Let L(n) be the set of all k such that a player who must move in stack n wins next to a heap of
 * k: by a split into parts of values a and b with a ⊕ b = k, or by taking the top coin, unless k is
 * in L(n - 1). So L(n) is the set of the sums a ⊕ b together with the complement of L(n - 1). Stack
 * n next to a heap of k is a P-position if the player wins neither there nor by a move of the heap,
 * so the value is mex L(n); a stack without a value, because L(n) has all numbers, is loony. L(n)
 * is finite or has all large numbers. Quadratic time; only the values and L(n) are stored. */

#include <grundy/value.h>

#include "base/alloc.h"
#include "base/error.h"
#include "heap/impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct entailing {
  grundy_heaps *heaps;
  uint32_t size;   /* a power of two above all values */
  uint8_t *wins;   /* by number below `size`: whether it is in L(n) of the last stack n */
  bool wins_above; /* whether the numbers from `size` on are */
  uint32_t *sums;  /* by number below 2 * size: the last stack with splits of that sum */
  uint32_t *codes; /* the values; `size` for loony stacks */
  uint64_t code_room;
} entailing;

static void end(void *engine) {
  entailing *e = engine;
  free(e->wins);
  free(e->sums);
  free(e->codes);
  free(e);
}

/* Doubles the room for numbers. */
static grundy_status grow(entailing *e, grundy_error *error) {
  enum { FIRST = 8 };
  uint32_t size = e->size == 0 ? FIRST : 2 * e->size;
  uint64_t room = e->size, sum_room = 2 * (uint64_t)e->size;
  if (!grundy_grow(&e->wins, &room, size, 1) ||
      !grundy_grow(&e->sums, &sum_room, 2 * (uint64_t)size, sizeof *e->sums))
    return grundy_fail_memory(error);
  memset(e->wins + e->size, e->wins_above, size - e->size);
  memset(e->sums, 0, 2 * (size_t)size * sizeof *e->sums);
  for (uint32_t n = 0; n < e->heaps->known; n++)
    if (e->codes[n] == e->size) e->codes[n] = size;
  e->size = size;
  return GRUNDY_OK;
}

static grundy_status start(grundy_heaps *heaps, void **engine, grundy_error *error) {
  entailing *e = grundy_alloc_zero(1, sizeof *e);
  if (e == NULL) return grundy_fail_memory(error);
  assert(heaps->known == 0); /* there is no checkpoint: it would have values, but not L(n) */
  *e = (entailing){.heaps = heaps, .wins_above = true};
  *engine = e;
  return grow(e, error);
}

/* Makes L(n) of L(n - 1), and returns the value; L(-1) has all numbers, so that L(0) has none. */
static uint32_t next_value(entailing *e, uint32_t n) {
  const uint32_t *low = e->codes, *high = e->codes + n;
  for (uint32_t a = 1; a <= n / 2; a++) /* sums with a loony part are `size` or more */
    if ((low[a] & *(high - a) & e->size) == 0) e->sums[low[a] ^ *(high - a)] = n;
  uint32_t value = GRUNDY_INFINITY;
  e->wins_above = !e->wins_above;
  for (uint32_t k = e->size; k-- > 0;) {
    e->wins[k] = (n > 0 && e->sums[k] == n) || e->wins[k] == 0;
    if (e->wins[k] == 0) value = k;
  }
  return value == GRUNDY_INFINITY && !e->wins_above ? e->size : value;
}

static grundy_status extend(void *engine, uint32_t until, grundy_work *work, grundy_error *error) {
  entailing *e = engine;
  if (!grundy_grow(&e->codes, &e->code_room, (uint64_t)until + 1, sizeof *e->codes))
    return grundy_fail_memory(error);
  for (uint32_t n = e->heaps->known; n <= until; n++) {
    uint32_t value = next_value(e, n);
    if (value == e->size) {
      grundy_status status = grow(e, error);
      if (status != GRUNDY_OK) return status;
    }
    e->codes[n] = value == GRUNDY_INFINITY ? e->size : value;
    e->heaps->values[n] = value;
    e->heaps->known = n + 1;
    if (!grundy_work_step(work, GRUNDY_WORK_STRIDE)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

const grundy_heap_engine grundy_heap_entailing = {"entailing", start, extend, end};
