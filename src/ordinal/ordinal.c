/* Makes and compares ordinals, stored as words of coefficients with their depths. */

#include "base/alloc.h"
#include "base/error.h"
#include "ordinal/arithmetic.h"
#include "ordinal/impl.h"

#include <assert.h>
#include <inttypes.h>

/* ---- making ------------------------------------------------------------------------------- */

void grundy_ordinal_free(grundy_ordinal *ordinal) {
  if (ordinal == NULL) return;
  free(ordinal->items);
  free(ordinal);
}

static grundy_status make_room(grundy_ordinal *a, uint64_t more, grundy_error *error) {
  if (more > GRUNDY_ORDINAL_MAX_SIZE - a->count) {
    (void)grundy_fail(error, GRUNDY_UNABLE,
                      "the ordinal is too long; expected at most %" PRIu64 " coefficients",
                      GRUNDY_ORDINAL_MAX_SIZE);
    return GRUNDY_UNABLE;
  }
  if (!grundy_grow(&a->items, &a->capacity, a->count + more, sizeof *a->items))
    return grundy_fail_memory(error);
  return GRUNDY_OK;
}

static grundy_status fail_coefficient(grundy_error *error) {
  (void)grundy_fail(error, GRUNDY_UNABLE, "a coefficient is too large; expected at most %" PRIu64,
                    GRUNDY_ORDINAL_MAX_COEFFICIENT);
  return GRUNDY_UNABLE;
}

/* Appends the word with each item that much deeper; it was not at the greatest depth then. */
static grundy_status append(grundy_ordinal *a, grundy_ordinal_word word, uint32_t deeper,
                            grundy_error *error) {
  grundy_status status = make_room(a, word.count, error);
  if (status != GRUNDY_OK) return status;
  for (uint64_t i = 0; i < word.count; i++) {
    grundy_item item = word.at[i];
    assert(item.coefficient >= 1);
    item.depth += deeper;
    assert(item.depth <= GRUNDY_ORDINAL_MAX_DEPTH);
    a->items[a->count++] = item;
  }
  return GRUNDY_OK;
}

static grundy_status append_item(grundy_ordinal *a, uint32_t depth, uint64_t coefficient,
                                 grundy_error *error) {
  if (coefficient > GRUNDY_ORDINAL_MAX_COEFFICIENT) return fail_coefficient(error);
  return append(a, (grundy_ordinal_word){&(grundy_item){depth, coefficient}, 1}, 0, error);
}

grundy_status grundy_raise(grundy_ordinal *a, grundy_error *error) {
  for (uint64_t i = 0; i < a->count; i++)
    if (++a->items[i].depth > GRUNDY_ORDINAL_MAX_DEPTH)
      return grundy_fail(error, GRUNDY_UNABLE,
                         "exponents are nested too deep; expected at most %" PRIu32,
                         GRUNDY_ORDINAL_MAX_DEPTH);
  return append_item(a, 0, 1, error);
}

#ifndef NDEBUG
/* Returns whether this is a word as defined in impl.h, with the terms of the whole in decreasing
 * order. O(its length). */
static bool is_ordinal(const grundy_ordinal *a) {
  grundy_ordinal_word rest = grundy_ordinal_word_of(a), before = {0};
  for (uint64_t i = 0; i < a->count; i++) {
    uint32_t deepest = i == 0 ? 0 : a->items[i - 1].depth;
    if (a->items[i].coefficient == 0 || a->items[i].depth > GRUNDY_ORDINAL_MAX_DEPTH ||
        a->items[i].depth + 1 < deepest)
      return false;
  }
  for (bool first = true; rest.count > 0; first = false) {
    grundy_ordinal_word exponent = grundy_first_exponent(rest);
    if (exponent.count == rest.count) return false; /* its coefficient is missing */
    if (!first && grundy_ordinal_word_compare(before, exponent) <= 0) return false;
    before = exponent;
    rest = (grundy_ordinal_word){rest.at + exponent.count + 1, rest.count - exponent.count - 1};
  }
  return true;
}
#endif
/* Gives out the result, or frees it on failure. */
static grundy_status give(grundy_status status, grundy_ordinal *made, grundy_ordinal **result) {
  assert(status != GRUNDY_OK || is_ordinal(made));
  if (status == GRUNDY_OK)
    *result = made;
  else
    grundy_ordinal_free(made);
  return status;
}

grundy_status grundy_ordinal_natural(uint64_t number, grundy_ordinal **result,
                                     grundy_error *error) {
  grundy_ordinal *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_status status = number == 0 ? GRUNDY_OK : append_item(made, 0, number, error);
  return give(status, made, result);
}

/* ---- comparing ------------------------------------------------------------------------------ */

int grundy_ordinal_word_compare(grundy_ordinal_word a, grundy_ordinal_word b) {
  for (uint64_t i = 0; i < a.count && i < b.count; i++) {
    if (a.at[i].depth != b.at[i].depth) return a.at[i].depth < b.at[i].depth ? -1 : 1;
    if (a.at[i].coefficient != b.at[i].coefficient)
      return a.at[i].coefficient < b.at[i].coefficient ? -1 : 1;
  }
  return (a.count > b.count) - (a.count < b.count);
}

int grundy_ordinal_compare(const grundy_ordinal *a, const grundy_ordinal *b) {
  return grundy_ordinal_word_compare(grundy_ordinal_word_of(a), grundy_ordinal_word_of(b));
}

/* The finite part is the last item, if no exponent comes before it. */
uint64_t grundy_ordinal_finite_part(const grundy_ordinal *a) {
  if (a->count == 0) return 0;
  bool alone = a->count == 1 || a->items[a->count - 2].depth == 0;
  return alone ? a->items[a->count - 1].coefficient : 0;
}

bool grundy_ordinal_is_natural(const grundy_ordinal *ordinal, uint64_t *number) {
  if (ordinal->count > 1) return false;
  if (number != NULL) *number = grundy_ordinal_finite_part(ordinal);
  return true;
}

uint64_t grundy_ordinal_omegas(const grundy_ordinal *ordinal) {
  const grundy_item *items = ordinal->items;
  if (ordinal->count < 2) return 0;
  bool linear = items[0].depth == 1 && items[0].coefficient == 1;
  assert(items[0].depth != 1 || items[1].depth == 0); /* a finite exponent is one item */
  return linear ? items[1].coefficient : UINT64_MAX;
}

grundy_ordinal_description grundy_ordinal_describe(const grundy_ordinal *ordinal) {
  uint64_t finite = grundy_ordinal_finite_part(ordinal);
  grundy_ordinal_kind kind = ordinal->count == 0 ? GRUNDY_ORDINAL_ZERO
                             : finite > 0        ? GRUNDY_ORDINAL_SUCCESSOR
                                                 : GRUNDY_ORDINAL_LIMIT;
  return (grundy_ordinal_description){.kind = kind, .is_odd = finite % 2 == 1};
}

/* ---- sums ------------------------------------------------------------------------------------ */

grundy_ordinal_word grundy_first_exponent(grundy_ordinal_word word) {
  grundy_ordinal_word exponent = {word.at, 0};
  while (exponent.count < word.count && word.at[exponent.count].depth > 0) exponent.count++;
  return exponent;
}

static grundy_ordinal_word word_from(grundy_ordinal_word word, uint64_t count) {
  assert(count <= word.count);
  return (grundy_ordinal_word){word.at + count, word.count - count};
}

/* Returns the exponent of the last term of a word whose own coefficients are at that depth. */
static grundy_ordinal_word exponent_at_end(grundy_ordinal_word word, uint32_t depth) {
  assert(word.count > 0 && word.at[word.count - 1].depth == depth);
  uint64_t start = word.count - 1;
  while (start > 0 && word.at[start - 1].depth > depth) start--;
  return (grundy_ordinal_word){word.at + start, word.count - 1 - start};
}

grundy_ordinal_word grundy_last_exponent(const grundy_ordinal *a) {
  return exponent_at_end(grundy_ordinal_word_of(a), 0);
}

/* Terms with smaller exponents than that of b are dropped, and a term with the same exponent is
 * added to the first term of b. O(dropped terms + b): a chain of sums takes linear time. */
grundy_status grundy_add_to(grundy_ordinal *a, grundy_ordinal_word b, grundy_error *error) {
  if (b.count == 0) return GRUNDY_OK;
  grundy_ordinal_word exponent = grundy_first_exponent(b);
  while (a->count > 0) {
    grundy_ordinal_word last = grundy_last_exponent(a);
    int order = grundy_ordinal_word_compare(last, exponent);
    if (order > 0) break;
    if (order == 0) {
      uint64_t sum = a->items[a->count - 1].coefficient + b.at[exponent.count].coefficient;
      if (sum > GRUNDY_ORDINAL_MAX_COEFFICIENT) return fail_coefficient(error);
      a->items[a->count - 1].coefficient = sum;
      return append(a, word_from(b, exponent.count + 1), 0, error);
    }
    a->count -= last.count + 1;
  }
  return append(a, b, 0, error);
}

grundy_status grundy_ordinal_add(const grundy_ordinal *a, const grundy_ordinal *b,
                                 grundy_ordinal **result, grundy_error *error) {
  grundy_ordinal *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_status status = append(made, grundy_ordinal_word_of(a), 0, error);
  if (status == GRUNDY_OK) status = grundy_add_to(made, grundy_ordinal_word_of(b), error);
  return give(status, made, result);
}

/* Moves the first term of *from to the end of `made`. */
static grundy_status take_term(grundy_ordinal *made, grundy_ordinal_word *from, uint64_t length,
                               grundy_error *error) {
  grundy_status status = append(made, (grundy_ordinal_word){from->at, length}, 0, error);
  *from = word_from(*from, length);
  return status;
}

/* Merges the terms of both, the largest first; coefficients of the same power are added, for a
 * nim-sum without carrying. */
static grundy_status merge(const grundy_ordinal *a, const grundy_ordinal *b, bool nim,
                           grundy_ordinal **result, grundy_error *error) {
  grundy_ordinal_word x = grundy_ordinal_word_of(a), y = grundy_ordinal_word_of(b);
  grundy_status status = GRUNDY_OK;
  grundy_ordinal *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  while (status == GRUNDY_OK && x.count > 0 && y.count > 0) {
    grundy_ordinal_word e = grundy_first_exponent(x), f = grundy_first_exponent(y);
    int order = grundy_ordinal_word_compare(e, f);
    if (order != 0) {
      status = order > 0 ? take_term(made, &x, e.count + 1, error)
                         : take_term(made, &y, f.count + 1, error);
      continue;
    }
    uint64_t c = x.at[e.count].coefficient, d = y.at[f.count].coefficient;
    uint64_t both = nim ? c ^ d : c + d;
    if (both > 0) status = append(made, e, 0, error);
    if (both > 0 && status == GRUNDY_OK) status = append_item(made, 0, both, error);
    x = word_from(x, e.count + 1);
    y = word_from(y, f.count + 1);
  }
  if (status == GRUNDY_OK) status = append(made, x, 0, error);
  if (status == GRUNDY_OK) status = append(made, y, 0, error);
  return give(status, made, result);
}

grundy_status grundy_ordinal_natural_sum(const grundy_ordinal *a, const grundy_ordinal *b,
                                         grundy_ordinal **result, grundy_error *error) {
  return merge(a, b, false, result, error);
}

grundy_status grundy_ordinal_nim_sum(const grundy_ordinal *a, const grundy_ordinal *b,
                                     grundy_ordinal **result, grundy_error *error) {
  return merge(a, b, true, result, error);
}

/* ---- product --------------------------------------------------------------------------------- */

/* Appends ω^(e + f)·c for the exponents e and f; e belongs to the first factor. The exponents are
 * added one deeper than they are, which does not change the sum of words at the same depth. */
static grundy_status append_power(grundy_ordinal *made, const grundy_ordinal *e,
                                  grundy_ordinal_word f, uint64_t coefficient,
                                  grundy_error *error) {
  grundy_ordinal sum = {0}, second = {0};
  grundy_status status = append(&sum, grundy_ordinal_word_of(e), 0, error);
  if (status == GRUNDY_OK) status = append(&second, f, 0, error);
  for (uint64_t i = 0; i < second.count; i++) second.items[i].depth--;
  if (status == GRUNDY_OK) status = grundy_add_to(&sum, grundy_ordinal_word_of(&second), error);
  if (status == GRUNDY_OK) status = append(made, grundy_ordinal_word_of(&sum), 1, error);
  if (status == GRUNDY_OK) status = append_item(made, 0, coefficient, error);
  free(sum.items);
  free(second.items);
  return status;
}

/* Appends a times a natural number: only the first coefficient grows. */
static grundy_status append_multiple(grundy_ordinal *made, grundy_ordinal_word a, uint64_t times,
                                     grundy_error *error) {
  uint64_t start = made->count, first = grundy_first_exponent(a).count, product;
  grundy_status status = append(made, a, 0, error);
  if (status != GRUNDY_OK) return status;
  if (__builtin_mul_overflow(a.at[first].coefficient, times, &product) ||
      product > GRUNDY_ORDINAL_MAX_COEFFICIENT)
    return fail_coefficient(error);
  made->items[start + first].coefficient = product;
  return GRUNDY_OK;
}

/* The product distributes over the terms of b: a·ω^f·d is ω^(e+f)·d for f > 0, where e is the first
 * exponent of a. These come out in decreasing order. O(|a| + |b|·|e|). */
grundy_status grundy_ordinal_multiply(const grundy_ordinal *a, const grundy_ordinal *b,
                                      grundy_ordinal **result, grundy_error *error) {
  grundy_ordinal_word x = grundy_ordinal_word_of(a), y = grundy_ordinal_word_of(b);
  grundy_status status = GRUNDY_OK;
  grundy_ordinal e = {0};
  grundy_ordinal *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  if (x.count == 0) y.count = 0;
  if (x.count > 0) status = append(&e, grundy_first_exponent(x), 0, error);
  for (uint64_t i = 0; i < e.count; i++) e.items[i].depth--;
  while (status == GRUNDY_OK && y.count > 0) {
    grundy_ordinal_word f = grundy_first_exponent(y);
    uint64_t coefficient = y.at[f.count].coefficient;
    status = f.count == 0 ? append_multiple(made, x, coefficient, error)
                          : append_power(made, &e, f, coefficient, error);
    y = word_from(y, f.count + 1);
  }
  free(e.items);
  return give(status, made, result);
}

/* ---- fundamental sequences ------------------------------------------------------------------- */

/* Decrements the last term, and within its exponent the last term, and so on, until that is a
 * number. An exponent below the old one makes up for the loss. *depth is where the number was. */
static grundy_status lower(grundy_ordinal *made, grundy_ordinal_word word, uint32_t *depth,
                           grundy_error *error) {
  for (*depth = 0;; (*depth)++) {
    grundy_ordinal_word exponent = exponent_at_end(word, *depth);
    uint64_t before = (uint64_t)(exponent.at - word.at);
    uint64_t coefficient = word.at[word.count - 1].coefficient;
    grundy_status status = append(made, (grundy_ordinal_word){word.at, before}, 0, error);
    if (status == GRUNDY_OK && coefficient > 1) status = append(made, exponent, 0, error);
    if (status == GRUNDY_OK && coefficient > 1)
      status = append_item(made, *depth, coefficient - 1, error);
    if (status != GRUNDY_OK || exponent.count == 0) return status;
    word = exponent;
  }
}

grundy_status grundy_ordinal_approach(const grundy_ordinal *a, uint64_t number,
                                      grundy_ordinal **result, grundy_error *error) {
  uint32_t depth = 0;
  if (a->count == 0 || number == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "nothing is below 0; expected an ordinal and a number above 0");
  grundy_ordinal *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_status status = lower(made, grundy_ordinal_word_of(a), &depth, error);
  for (uint64_t times = number; depth > 0 && status == GRUNDY_OK; times = 1)
    status = append_item(made, --depth, times, error);
  assert(status != GRUNDY_OK || grundy_ordinal_compare(made, a) < 0);
  return give(status, made, result);
}
