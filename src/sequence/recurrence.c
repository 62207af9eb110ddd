/* Linear recurrences over the integers. Berlekamp–Massey [Mas69] finds the shortest recurrence
 * modulo the prime 2^61 - 1; its coefficients, as integers of least absolute value, are then
 * checked exactly. Rational coefficients need not be considered: if a sequence of integers has a
 * rational generating function, the reduced denominator with constant term 1 has integer
 * coefficients [Fat06]. */

#include "sequence/impl.h"

#include "base/arena.h"
#include "base/options.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 wide_signed;

/* Below PRIME, sums of two residues fit into 64 bits. */
#define PRIME ((UINT64_C(1) << 61) - 1)

/* The largest coefficient. Sums of 2^30 products with terms then fit into 128 bits. */
static const int64_t max_coefficient = INT32_MAX;

/* ---- residues ---------------------------------------------------------------------------- */

static uint64_t reduce(wide x) {
  uint64_t r = (uint64_t)(x & PRIME) + (uint64_t)(x >> 61);
  return r >= PRIME ? r - PRIME : r;
}

static uint64_t multiply(uint64_t a, uint64_t b) {
  return reduce((wide)a * b);
}

static uint64_t magnitude(int64_t term) {
  return term < 0 ? -(uint64_t)term : (uint64_t)term;
}

static uint64_t residue(int64_t term) {
  uint64_t r = reduce((wide)magnitude(term));
  return term < 0 && r > 0 ? PRIME - r : r;
}

/* By Fermat: a^(p - 2). */
static uint64_t invert(uint64_t a) {
  uint64_t result = 1;
  for (uint64_t e = PRIME - 2; e > 0; e >>= 1, a = multiply(a, a))
    if ((e & 1) != 0) result = multiply(result, a);
  return result;
}

/* ---- Berlekamp–Massey -------------------------------------------------------------------- */

/* The connection polynomial C = 1 + C[1] x + … of the terms so far, of degree at most `order`, and
 * B, which C was when the order last grew, `age` terms ago, with the discrepancy `last`. */
typedef struct state {
  uint64_t *c, *b, *spare; /* max_order + 1 coefficients each */
  uint64_t order, age, last;
} state;

/* The difference between term n and what the recurrence predicts, as a residue. Sums of 2^6
 * products below 2^122 fit into 128 bits. */
static uint64_t discrepancy(const state *s, const uint64_t *terms, uint64_t n) {
  wide sum = terms[n];
  for (uint64_t i = 1; i <= s->order; i++) {
    sum += (wide)s->c[i] * terms[n - i];
    if ((i & 31) == 0) sum = (sum & PRIME) + (sum >> 61);
  }
  sum = (sum & PRIME) + (sum >> 61);
  return reduce(sum);
}

/* C -= factor x^age B, up to the order. */
static void subtract(state *s, uint64_t factor) {
  for (uint64_t i = s->age; i <= s->order; i++) {
    uint64_t product = multiply(factor, s->b[i - s->age]);
    s->c[i] = s->c[i] >= product ? s->c[i] - product : s->c[i] + PRIME - product;
  }
}

/* Corrects C by the discrepancy d at term n. False if the order exceeds max_order. */
static bool correct(state *s, uint64_t d, uint64_t n, uint64_t max_order) {
  uint64_t factor = multiply(d, invert(s->last));
  if (2 * s->order > n) {
    subtract(s, factor);
    s->age++;
    return true;
  }
  uint64_t order = n + 1 - s->order;
  if (order > max_order) return false;
  memcpy(s->spare, s->c, (max_order + 1) * sizeof *s->c);
  s->order = order;
  subtract(s, factor);
  uint64_t *b = s->b;
  s->b = s->spare;
  s->spare = b;
  s->last = d;
  s->age = 1;
  return true;
}

/* Sets *found to whether the residues satisfy a recurrence of order at most max_order. */
static grundy_status run(state *s, const grundy_recurrence_search *search, const uint64_t *terms,
                         bool *found, grundy_error *error) {
  *found = true;
  for (uint64_t n = 0; n < search->count && *found; n++) {
    uint64_t d = discrepancy(s, terms, n);
    if (d == 0)
      s->age++;
    else
      *found = correct(s, d, n, search->max_order);
    if (!grundy_work_step(search->work, s->order + 1)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

/* ---- the integers ------------------------------------------------------------------------ */

/* Reads the coefficients c(i) = -C[i] as integers. False if one is too large. */
static bool lift(const state *s, grundy_recurrence_search *search) {
  search->order = s->order;
  for (uint64_t i = 1; i <= s->order; i++) {
    uint64_t c = s->c[i];
    int64_t negative = c <= PRIME / 2 ? (int64_t)c : -(int64_t)(PRIME - c);
    if (negative > max_coefficient || negative < -max_coefficient) return false;
    search->coefficients[i] = -negative;
  }
  return true;
}

/* Sets `seen` to whether the recurrence holds for the terms themselves. */
static grundy_status check(grundy_recurrence_search *search, grundy_error *error) {
  search->seen = true;
  for (uint64_t n = search->order; n < search->count && search->seen; n++) {
    wide_signed sum = 0;
    for (uint64_t i = 1; i <= search->order; i++)
      sum += (wide_signed)search->coefficients[i] * search->terms[n - i];
    search->seen = sum == search->terms[n];
    if (!grundy_work_step(search->work, search->order + 1)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

/* Returns the greatest common divisor of all terms; 0 if all are 0. */
static uint64_t common_divisor(const grundy_recurrence_search *search) {
  uint64_t divisor = 0;
  for (uint64_t n = 0; n < search->count && divisor != 1; n++)
    for (uint64_t a = magnitude(search->terms[n]); a != 0;) {
      uint64_t rest = divisor % a;
      divisor = a;
      a = rest;
    }
  return divisor;
}

static grundy_status recurrence_over_integers(grundy_recurrence_search *search,
                                              grundy_error *error) {
  grundy_arena arena = {0};
  grundy_status status = GRUNDY_OK;
  uint64_t room = search->max_order + 1;
  uint64_t *terms = grundy_arena_array(&arena, search->count, sizeof *terms);
  uint64_t *polynomials = grundy_arena_zeros(&arena, 3 * room, sizeof *polynomials);
  if (!arena.failed) {
    /* Residues satisfy the same recurrences. If all terms are multiples of the prime, they are
     * divided by it first. */
    uint64_t divisor = common_divisor(search);
    int64_t by = divisor % PRIME == 0 && divisor > 0 ? (int64_t)PRIME : 1;
    for (uint64_t n = 0; n < search->count; n++) terms[n] = residue(search->terms[n] / by);
    state s = {.c = polynomials, .b = polynomials + room, .spare = polynomials + 2 * room};
    bool found;
    s.c[0] = s.b[0] = s.last = s.age = 1;
    status = run(&s, search, terms, &found, error);
    if (status == GRUNDY_OK && found && lift(&s, search)) status = check(search, error);
  }
  return grundy_arena_end(&arena, status, error);
}

/* ---- both rings -------------------------------------------------------------------------- */

grundy_status grundy_sequence_find_recurrence(const int64_t *terms, uint64_t count,
                                              grundy_recurrence_ring ring, uint64_t max_order,
                                              const grundy_run_options *options, bool *seen,
                                              uint64_t *order, int64_t *coefficients,
                                              grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_work work = grundy_work_start(monitor, "recurrence", 0);
  grundy_recurrence_search search = {.terms = terms,
                                     .count = count,
                                     .max_order = max_order < count / 4 ? max_order : count / 4,
                                     .work = &work,
                                     .coefficients = coefficients};
  coefficients[0] = 0;
  grundy_status status = ring == GRUNDY_RECURRENCE_GF2 ? grundy_recurrence_over_gf2(&search, error)
                                                       : recurrence_over_integers(&search, error);
  *seen = status == GRUNDY_OK && search.seen;
  *order = *seen ? search.order : 0;
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", 0);
  return status;
}
