/* Linear recurrences of nim-sums: a(n) = a(n - i) ⊕ a(n - j) ⊕ …. Such a recurrence holds for the
 * terms exactly if it holds for each of their binary digits. The polynomials that annihilate a
 * sequence of digits form an ideal, and Berlekamp–Massey [Mas69] finds its generator m1. The
 * generator for a second sequence after the recurrence m1 has been applied to it is m2 / gcd(m1,
 * m2), so the product of both is the least common multiple: digit by digit this gives the shortest
 * recurrence of all. */

#include "sequence/impl.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Polynomials over GF(2), one bit per coefficient. */
typedef struct polynomials {
  uint64_t words;                  /* of each polynomial: room for max_order + 1 bits */
  uint64_t *total;                 /* the product so far */
  uint64_t *c, *b, *spare;         /* of Berlekamp–Massey, for one digit */
  uint64_t *window;                /* bit i: the digit of term n - i */
  uint64_t *filtered;              /* bit i: the same after the recurrence so far */
  uint64_t order, last_order, age; /* of `total`; of `c`; terms since that grew */
} polynomials;

/* Shifts by one, and adds a bit at the front. */
static void push(const polynomials *p, uint64_t *window, uint64_t bit) {
  for (uint64_t w = p->words; w-- > 1;) window[w] = window[w] << 1 | window[w - 1] >> 63;
  window[0] = window[0] << 1 | bit;
}

/* The sum of the products of two lists of bits. */
static uint64_t dot(const polynomials *p, const uint64_t *a, const uint64_t *b) {
  uint64_t sum = 0;
  for (uint64_t w = 0; w < p->words; w++) sum ^= a[w] & b[w];
  return (uint64_t)__builtin_parityll(sum);
}

/* a += x^shift b; what exceeds the room is lost. */
static void add_shifted(const polynomials *p, uint64_t *a, const uint64_t *b, uint64_t shift) {
  uint64_t words = shift / 64, bits = shift % 64;
  for (uint64_t w = words; w < p->words; w++) {
    a[w] ^= b[w - words] << bits;
    if (bits > 0 && w > words) a[w] ^= b[w - words - 1] >> (64 - bits);
  }
}

static void clear(const polynomials *p, uint64_t *a) {
  memset(a, 0, p->words * sizeof *a);
}

static void copy(const polynomials *p, uint64_t *a, const uint64_t *b) {
  memcpy(a, b, p->words * sizeof *a);
}

/* Corrects C at the n-th filtered digit. False if the order of the product would exceed
 * max_order. */
static bool correct(polynomials *p, uint64_t n, uint64_t max_order) {
  if (2 * p->last_order > n) {
    add_shifted(p, p->c, p->b, p->age++);
    return true;
  }
  uint64_t order = n + 1 - p->last_order;
  if (order > max_order - p->order) return false;
  copy(p, p->spare, p->c);
  add_shifted(p, p->c, p->b, p->age);
  copy(p, p->b, p->spare);
  p->last_order = order;
  p->age = 1;
  return true;
}

/* Multiplies the product by C. */
static void multiply(polynomials *p) {
  clear(p, p->spare);
  for (uint64_t i = 0; i <= p->last_order; i++)
    if ((p->c[i / 64] >> i % 64 & 1) != 0) add_shifted(p, p->spare, p->total, i);
  copy(p, p->total, p->spare);
  p->order += p->last_order;
}

/* The binary digits of all terms; *negative says whether a term is negative. */
static uint64_t digits_of(const grundy_recurrence_search *search, bool *negative) {
  uint64_t digits = 0;
  *negative = false;
  for (uint64_t n = 0; n < search->count; n++) {
    digits |= (uint64_t)search->terms[n];
    *negative |= search->terms[n] < 0;
  }
  return digits;
}

static grundy_status find(polynomials *p, grundy_recurrence_search *search, uint64_t digits,
                          grundy_error *error) {
  bool found = true;
  p->total[0] = 1;
  for (int digit = 0; digit < 63 && found; digit++) {
    if ((digits >> digit & 1) == 0) continue;
    /* Makes the recurrence so far hold for one more binary digit, unless its order becomes too
     * large. */
    clear(p, p->window);
    clear(p, p->filtered);
    clear(p, p->c);
    p->c[0] = 1;
    copy(p, p->b, p->c);
    p->last_order = 0;
    p->age = 1;
    for (uint64_t n = 0; n < search->count && found; n++) {
      push(p, p->window, (uint64_t)search->terms[n] >> digit & 1);
      if (n < p->order) continue;
      push(p, p->filtered, dot(p, p->total, p->window));
      if (dot(p, p->c, p->filtered) == 0)
        p->age++;
      else
        found = correct(p, n - p->order, search->max_order);
      if (!grundy_work_step(search->work, p->words)) return grundy_fail_cancelled(error);
    }
    if (found) multiply(p);
  }
  search->seen = found;
  search->order = p->order;
  for (uint64_t i = 1; found && i <= p->order; i++)
    search->coefficients[i] = (int64_t)(p->total[i / 64] >> i % 64 & 1);
  return GRUNDY_OK;
}

grundy_status grundy_recurrence_over_gf2(grundy_recurrence_search *search, grundy_error *error) {
  bool negative;
  uint64_t digits = digits_of(search, &negative), words = search->max_order / 64 + 1;
  if (negative) return GRUNDY_OK;
  uint64_t *bits = grundy_alloc_zero(6 * words, sizeof *bits);
  if (bits == NULL) return grundy_fail_memory(error);
  polynomials p = {.words = words,
                   .total = bits,
                   .c = bits + words,
                   .b = bits + 2 * words,
                   .spare = bits + 3 * words,
                   .window = bits + 4 * words,
                   .filtered = bits + 5 * words};
  grundy_status status = find(&p, search, digits, error);
  free(bits);
  return status;
}
