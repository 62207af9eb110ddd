/* Proves that values repeat with a saltus. docs/heaps-proofs.md has the theorems with their proofs.
 *
 * There are two theorems. If moves leave one heap and, from some number on, everything can be
 * taken, the values come from a machine with finitely many states, up to addition of a number: a
 * state that recurs proves the period. If moves leave several heaps, there must be moves to all
 * smaller values that still exist a period later, and no move to the value itself, because sums of
 * values are too small. */

#include "base/alloc.h"
#include "base/error.h"
#include "heap/impl.h"

#include <assert.h>
#include <string.h>

/* ---- moves that leave one heap ---------------------------------------------------------- */

/* The heap in which each value first occurs; UINT32_MAX if it does not. */
typedef struct firsts {
  uint32_t *heap;
  uint64_t count;
} firsts;

static bool came(const firsts *f, uint64_t value, uint64_t end) {
  return value < f->count && f->heap[value] < end;
}

/* Returns the least value that no heap before `end` has. */
static uint64_t least_missing(const firsts *f, uint64_t end) {
  uint64_t least = 0;
  while (came(f, least, end)) least++;
  return least;
}

/* Returns whether the state before heap a equals the state before heap b with all values decreased
 * by a constant. A state consists of the values of the last heaps, up to `free_from`, and of the
 * set of all values before those; both matter only above the least value that is missing in the
 * set. */
static bool same_state(const grundy_heaps *heaps, const firsts *f, uint64_t a, uint64_t b,
                       uint32_t free_from) {
  uint64_t end_a = a - free_from + 1, end_b = b - free_from + 1;
  uint64_t least_a = least_missing(f, end_a), least_b = least_missing(f, end_b);
  for (uint32_t k = 1; k < free_from; k++) {
    uint64_t x = heaps->values[a - k], y = heaps->values[b - k];
    uint64_t above_a = x < least_a ? 0 : x - least_a + 1;
    uint64_t above_b = y < least_b ? 0 : y - least_b + 1;
    if (above_a != above_b) return false;
  }
  for (uint64_t i = 0; least_b + i < f->count || least_a + i < f->count; i++)
    if (came(f, least_a + i, end_a) != came(f, least_b + i, end_b)) return false;
  return true;
}

/* Finds the first heap with equal states by bisection: once equal, states stay equal. */
static grundy_status prove_by_state(const grundy_heaps *heaps, const grundy_repetition *r,
                                    const firsts *f, grundy_work *work, grundy_proof *proof,
                                    grundy_error *error) {
  uint32_t free_from = grundy_heap_free_from(heaps->code);
  uint64_t low = r->preperiod > free_from ? r->preperiod : free_from;
  uint64_t high = heaps->known - r->length;
  assert(r->length < heaps->known); /* known values repeat */
  if (low > high) return GRUNDY_OK;
  if (!same_state(heaps, f, high, high + r->length, free_from)) return GRUNDY_OK;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (!grundy_work_step(work, f->count + free_from)) return grundy_fail_cancelled(error);
    if (same_state(heaps, f, middle, middle + r->length, free_from))
      high = middle;
    else
      low = middle + 1;
  }
  proof->found = true;
  proof->at = low + r->length - 1;
  return GRUNDY_OK;
}

/* ---- moves that leave several heaps ----------------------------------------------------- */

/* A period of even length, a multiple of the one that was found; 2^shift is the largest power of
 * two that divides its saltus, and the bits of a value below that are called its low part. */
typedef struct growth {
  const grundy_heaps *heaps;
  const uint32_t *values;
  uint64_t preperiod, length, saltus;
  uint32_t shift, reach, free_from;
} growth;

static uint64_t low_of(const growth *g, uint64_t value) {
  return value & ((UINT64_C(1) << g->shift) - 1);
}

/* By number of heaps, their sum modulo the length, the nim-sum of the low parts of their values,
 * and whether the sum of the high parts, plus the quotient of the sum of the heaps by the length,
 * is odd: the largest sum of length · high part - (saltus >> shift) · heap; INT64_MIN if none
 * exist. A heap that grows by the length stays in its class, because saltus >> shift is odd. */
typedef struct bounds {
  int64_t *most;
  uint64_t classes;
} bounds;

static int64_t *bound_of(const bounds *b, const growth *g, uint32_t parts, uint64_t sum,
                         uint64_t low, uint64_t odd) {
  assert(parts <= g->heaps->code->parts && sum < g->length);
  assert(low >> g->shift == 0 && odd < 2);
  return &b->most[parts * b->classes + ((sum << g->shift | low) << 1 | odd)];
}

/* A proof that needs more work than this is not tried. */
static const uint64_t most_work = UINT64_C(1) << 31;

static grundy_status make_bounds(const growth *g, bounds *b, grundy_work *work, bool *feasible,
                                 grundy_error *error) {
  uint32_t parts = g->heaps->code->parts;
  uint64_t heaps = g->preperiod + g->length;
  *feasible = g->shift < 20 && g->length < (1 << 20);
  if (!*feasible) return GRUNDY_OK;
  b->classes = g->length << (g->shift + 1);
  *feasible = b->classes <= most_work / parts / heaps;
  if (!*feasible) return GRUNDY_OK;
  b->most = grundy_alloc((parts + UINT64_C(1)) * b->classes, sizeof *b->most);
  if (b->most == NULL) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < (parts + UINT64_C(1)) * b->classes; i++) b->most[i] = INT64_MIN;
  *bound_of(b, g, 0, 0, 0, 0) = 0;
  for (uint32_t j = 0; j < parts; j++)
    for (uint64_t a = 1; a < heaps; a++) {
      /* Adds one more heap, of size a, to every class of `parts` heaps. */
      uint64_t value = g->values[a], high = value >> g->shift;
      int64_t excess = (int64_t)(g->length * high) - (int64_t)((g->saltus >> g->shift) * a);
      for (uint64_t sum = 0; sum < g->length; sum++)
        for (uint64_t low = 0; low >> g->shift == 0; low++)
          for (uint64_t odd = 0; odd < 2; odd++) {
            int64_t before = *bound_of(b, g, j, sum, low, odd);
            if (before == INT64_MIN) continue;
            int64_t *after = bound_of(b, g, j + 1, (sum + a) % g->length, low ^ low_of(g, value),
                                      odd ^ (high & 1) ^ ((sum + a) / g->length & 1));
            if (before + excess > *after) *after = before + excess;
          }
      if (!grundy_work_step(work, b->classes)) return grundy_fail_cancelled(error);
    }
  return GRUNDY_OK;
}

/* Returns whether no move from n, or from n plus a multiple of the length, leaves two or more heaps
 * with the value of n. Their sum, which is at least that of the high parts, must be too small. */
static bool sums_stay_below(const growth *g, const bounds *b, uint64_t n) {
  const grundy_heap_code *code = g->heaps->code;
  uint64_t value = g->values[n], high = value >> g->shift;
  int64_t rate = (int64_t)(g->saltus >> g->shift);
  for (uint32_t k = 0; k <= g->reach; k++)
    for (uint32_t j = 2; j <= code->parts; j++) {
      if ((grundy_heap_digit(code, k) >> j & 1) == 0) continue;
      uint64_t odd = (high ^ (n - k) / g->length) & 1;
      int64_t most = *bound_of(b, g, j, (n - k) % g->length, low_of(g, value), odd);
      if (most == INT64_MIN) continue;
      if (most + rate * (int64_t)(n - k) >= (int64_t)(g->length * high)) return false;
    }
  return true;
}

/* Returns whether no such move leaves a single heap with that value. */
static bool singles_differ(const growth *g, uint64_t n) {
  uint64_t value = g->values[n];
  for (uint32_t k = 1; k <= g->reach; k++)
    if ((grundy_heap_digit(g->heaps->code, k) & 2) != 0 && g->values[n - k] == value) return false;
  if (g->free_from == UINT32_MAX) return true;
  for (uint64_t m = 0; m + g->free_from <= n; m++)
    if (g->values[m] == value) return false;
  for (uint64_t m = 0; m < g->preperiod + g->length; m++)
    if (g->values[m] >= value && (g->values[m] - value) % g->saltus == 0) return false;
  return true;
}

/* By value: the kinds of moves that reach it, as bits. */
enum { LASTS = 1, LASTS_AND_SHIFTS = 2, SHIFTS = 4 };

/* Marks the moves from n to one heap a, or to nothing, that also exist from n plus a multiple of
 * the length: the excess is left as two equal heaps, or taken. If a is in the period, it can grow
 * instead. */
static void mark_lasting(const growth *g, uint64_t n, uint8_t *marks) {
  assert(n >= g->reach + 2);
  for (uint64_t a = 0; g->free_from < UINT32_MAX && a + g->free_from <= n; a++)
    marks[g->values[a]] |= LASTS | (a >= g->preperiod ? LASTS_AND_SHIFTS : 0);
  for (uint32_t k = 0; k <= g->reach; k++) {
    uint32_t digit = grundy_heap_digit(g->heaps->code, k);
    if ((digit & 4) != 0 && (n - k) % 2 == 0) marks[0] |= LASTS;
    if ((digit & 8) == 0) continue;
    for (uint64_t a = 1; a + k + 2 <= n; a++)
      if ((n - k - a) % 2 == 0)
        marks[g->values[a]] |= LASTS | (a >= g->preperiod ? LASTS_AND_SHIFTS : 0);
  }
}

/* Returns whether moves reach all values below that of n, now and in every later period. */
static bool reaches_all(const growth *g, uint64_t n, uint8_t *marks, uint64_t room) {
  uint64_t value = g->values[n];
  if (value < g->saltus) return false;
  memset(marks, 0, room);
  mark_lasting(g, n + g->length, marks);
  for (uint64_t v = 0; v < value; v++) {
    uint8_t wanted = v + g->saltus < value ? LASTS : LASTS_AND_SHIFTS;
    if ((marks[v] & wanted) == 0) return false;
  }
  /* Marks the moves from n that, a period later, lead to a value larger by the saltus: one
   * heap of the period grows, and at most one other, of small value, is left. */
  assert(g->preperiod > 0 && n > g->preperiod + g->reach); /* see prove_multiple, try_windows */
  for (uint32_t k = 0; k <= g->reach; k++) {
    uint32_t digit = grundy_heap_digit(g->heaps->code, k);
    if ((digit & 2) != 0) marks[g->values[n - k]] |= SHIFTS;
    for (uint64_t a = g->preperiod; (digit & 4) != 0 && a + k + 1 <= n; a++)
      if (g->values[n - k - a] >> g->shift == 0)
        marks[g->values[a] ^ g->values[n - k - a]] |= SHIFTS;
    for (uint64_t a = g->preperiod; (digit & 8) != 0 && a + k + 2 <= n; a++)
      if ((n - k - a) % 2 == 0) marks[g->values[a]] |= SHIFTS;
  }
  for (uint64_t a = g->preperiod; g->free_from < UINT32_MAX && a + g->free_from <= n; a++)
    marks[g->values[a]] |= SHIFTS;
  for (uint64_t v = value - g->saltus; v < value; v++)
    if ((marks[v] & SHIFTS) == 0) return false;
  return true;
}

/* Finds the first window of the period in which all conditions hold. */
static grundy_status try_windows(const growth *g, const bounds *b, grundy_work *work,
                                 grundy_proof *proof, grundy_error *error) {
  uint64_t room = 2;
  for (uint32_t n = 0; n < g->heaps->known; n++)
    while (room <= g->values[n]) room *= 2;
  uint8_t *marks = grundy_alloc(room, 1);
  if (marks == NULL) return grundy_fail_memory(error);
  uint64_t first = g->preperiod + g->reach + 1;
  grundy_status status = GRUNDY_OK;
  for (; !proof->found && first + 2 * g->length <= g->heaps->known && status == GRUNDY_OK;
       first += g->length) {
    proof->found = true;
    for (uint64_t n = first; n < first + g->length && proof->found && status == GRUNDY_OK; n++) {
      proof->found =
          sums_stay_below(g, b, n) && singles_differ(g, n) && reaches_all(g, n, marks, room);
      if (!grundy_work_step(work, room + n)) status = grundy_fail_cancelled(error);
    }
    proof->at = first + 2 * g->length - 1;
  }
  free(marks);
  return status;
}

/* Tries a multiple of the period. */
static grundy_status prove_multiple(const grundy_heaps *heaps, const grundy_repetition *r,
                                    uint64_t times, grundy_work *work, grundy_proof *proof,
                                    grundy_error *error) {
  growth g = {.heaps = heaps,
              .values = heaps->values,
              .preperiod = r->preperiod < 1 ? 1 : r->preperiod,
              .length = times * r->length,
              .saltus = times * r->saltus,
              .free_from = grundy_heap_free_from(heaps->code),
              .reach = grundy_heap_reach(heaps->code)};
  assert(g.length % 2 == 0 && g.saltus > 0);
  while ((g.saltus >> g.shift & 1) == 0) g.shift++;
  if (g.preperiod + g.reach + 2 * g.length + 1 > heaps->known) return GRUNDY_OK;
  bounds b = {0};
  bool feasible = false;
  grundy_status status = make_bounds(&g, &b, work, &feasible, error);
  if (status == GRUNDY_OK && feasible) status = try_windows(&g, &b, work, proof, error);
  free(b.most);
  return status;
}

/* ---- both ------------------------------------------------------------------------------- */

grundy_status grundy_heap_prove_growth(const grundy_heaps *heaps, const grundy_repetition *r,
                                       grundy_work *work, grundy_proof *proof,
                                       grundy_error *error) {
  enum { MOST_TIMES = 32 };
  const grundy_heap_code *code = heaps->code;
  bool is_free = grundy_heap_free_from(code) < UINT32_MAX;
  if (grundy_heap_is_infinite(code) && !is_free) return GRUNDY_OK;
  if (code->parts >= 2) {
    proof->theorem = "docs/heaps-proofs.md, Theorem 3, after [Aus76]";
    /* Growing multiples of the period have more low bits, and more of their moves recur a period
     * later. */
    grundy_status status = GRUNDY_OK;
    for (uint64_t times = 1 + r->length % 2;
         times <= MOST_TIMES && !proof->found && status == GRUNDY_OK; times *= 2)
      status = prove_multiple(heaps, r, times, work, proof, error);
    return status;
  }
  if (!is_free) return GRUNDY_OK;
  proof->theorem = "docs/heaps-proofs.md, Theorem 2, after [Sie13]";
  uint32_t largest = 0;
  for (uint32_t n = 0; n < heaps->known; n++)
    if (heaps->values[n] > largest) largest = heaps->values[n];
  firsts f = {.count = (uint64_t)largest + 2};
  f.heap = grundy_alloc(f.count, sizeof *f.heap);
  if (f.heap == NULL) return grundy_fail_memory(error);
  memset(f.heap, 0xff, f.count * sizeof *f.heap);
  for (uint32_t n = heaps->known; n-- > 0;) f.heap[heaps->values[n]] = n;
  grundy_status status = prove_by_state(heaps, r, &f, work, proof, error);
  free(f.heap);
  return status;
}
