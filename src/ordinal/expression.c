/* Reads ordinals and calculates with them: operator precedence with two stacks, so parentheses may
 * be nested as deeply as the text is long. */

#include "base/alloc.h"
#include "ordinal/arithmetic.h"
#include "ordinal/impl.h"
#include "text/cursor.h"

#include <assert.h>
#include <inttypes.h>

/* By increasing precedence; END represents a parenthesis and the bottom of the stack. */
typedef enum sign {
  END,
  LESS,
  EQUAL,
  NIM_SUM,
  NATURAL_SUM,
  SUM,
  PRODUCT,
  POWER,
} sign;

typedef struct pending {
  sign kind;
  const char *place;
} pending;

typedef struct reader {
  grundy_cursor cursor;
  bool normal; /* only normal forms are allowed */
  grundy_ordinal **values;
  uint64_t count, capacity;
  uint64_t size;      /* of all values together */
  pending *operators; /* parentheses are END */
  uint64_t operator_count, operator_capacity;
  pending comparison; /* END: none */
} reader;

/* ---- errors ---------------------------------------------------------------------------------- */

static grundy_status fail_here(const reader *r, const char *expected) {
  return grundy_cursor_fail_here(&r->cursor, "ordinal", expected);
}

/* Fails with the error of an operation, at its operator. */
static grundy_status fail_operation(const reader *r, grundy_status status, const char *place,
                                    const grundy_error *plain) {
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(r->cursor.error);
  return grundy_cursor_fail_as(&r->cursor, status, place, "%s", plain->message);
}

/* ---- normal forms ----------------------------------------------------------------------- */

/* Fails with "…; expected w+5, or w if that is meant", unless that would be too long. In `literal`
 * some terms or factors of `likely` are lost. */
static grundy_status fail_order(const reader *r, const char *place, const grundy_ordinal *likely,
                                const grundy_ordinal *literal, const char *what) {
  char better[80], same[80];
  size_t first = grundy_ordinal_format(likely, true, better, sizeof better);
  size_t second = grundy_ordinal_format(literal, true, same, sizeof same);
  assert(second <= first);
  (void)second;
  if (first >= sizeof better)
    return grundy_cursor_fail(&r->cursor, place,
                              "%s; expected powers of w in decreasing order, each times a number",
                              what);
  return grundy_cursor_fail(&r->cursor, place, "%s; expected %s, or %s if that is meant", what,
                            better, same);
}

/* Checks that a sum is a normal form: nothing may be lost. */
static grundy_status check_sum(const reader *r, const char *place, const grundy_ordinal *a,
                               const grundy_ordinal *b) {
  grundy_ordinal *natural = NULL, *sum = NULL;
  grundy_error plain = {0};
  grundy_ordinal_word first = grundy_first_exponent(grundy_ordinal_word_of(b));
  if (a->count == 0 || b->count == 0 ||
      grundy_ordinal_word_compare(grundy_last_exponent(a), first) >= 0)
    return GRUNDY_OK;
  grundy_status status = grundy_ordinal_natural_sum(a, b, &natural, &plain);
  if (status == GRUNDY_OK) status = grundy_ordinal_add(a, b, &sum, &plain);
  if (status == GRUNDY_OK)
    status = fail_order(r, place, natural, sum, "the terms before a larger term are lost");
  else
    status = fail_operation(r, status, place, &plain);
  grundy_ordinal_free(natural);
  grundy_ordinal_free(sum);
  return status;
}

/* `a` is not 0. */
static bool is_single_term(const grundy_ordinal *a) {
  assert(a->count > 0);
  return grundy_first_exponent(grundy_ordinal_word_of(a)).count + 1 == a->count;
}

/* Checks that a product is a normal form: one term times a number. */
static grundy_status check_product(const reader *r, const char *place, const grundy_ordinal *a,
                                   const grundy_ordinal *b) {
  bool natural = grundy_ordinal_is_natural(a, NULL);
  if (grundy_ordinal_is_natural(b, NULL) && (natural || is_single_term(a))) return GRUNDY_OK;
  if (!natural || !is_single_term(b) || a->count == 0)
    return grundy_cursor_fail(
        &r->cursor, place,
        "this product is not a term of a normal form; expected a power of w times a "
        "number, as in w^2*3");
  grundy_ordinal *turned = NULL, *product = NULL;
  grundy_error plain = {0};
  grundy_status status = grundy_ordinal_multiply(b, a, &turned, &plain);
  if (status == GRUNDY_OK) status = grundy_ordinal_multiply(a, b, &product, &plain);
  if (status == GRUNDY_OK)
    status = fail_order(r, place, turned, product, "a number before a power of w is lost");
  else
    status = fail_operation(r, status, place, &plain);
  grundy_ordinal_free(turned);
  grundy_ordinal_free(product);
  return status;
}

/* ---- stacks ----------------------------------------------------------------------------- */

static grundy_status push_operator(reader *r, pending operation) {
  if (!grundy_grow(&r->operators, &r->operator_capacity, r->operator_count + 1,
                   sizeof *r->operators))
    return grundy_fail_memory(r->cursor.error);
  r->operators[r->operator_count++] = operation;
  return GRUNDY_OK;
}

/* Takes ownership of the value, even on failure. */
static grundy_status push_value(reader *r, grundy_ordinal *value, const char *place) {
  if (!grundy_grow(&r->values, &r->capacity, r->count + 1, sizeof(grundy_ordinal *))) {
    grundy_ordinal_free(value);
    return grundy_fail_memory(r->cursor.error);
  }
  r->values[r->count++] = value;
  r->size += value->count;
  if (r->size <= GRUNDY_ORDINAL_MAX_SIZE) return GRUNDY_OK;
  return grundy_cursor_fail_as(&r->cursor, GRUNDY_UNABLE, place,
                               "the ordinals are too long; expected at most %" PRIu64
                               " coefficients",
                               GRUNDY_ORDINAL_MAX_SIZE);
}

static grundy_ordinal *pop_value(reader *r) {
  assert(r->count > 0 && r->size >= r->values[r->count - 1]->count);
  grundy_ordinal *value = r->values[--r->count];
  r->size -= value->count;
  return value;
}

static grundy_status check(const reader *r, pending operation, const grundy_ordinal *a,
                           const grundy_ordinal *b) {
  bool is_omega = a->count == 2 && a->items[0].depth == 1 && a->items[0].coefficient == 1 &&
                  a->items[1].coefficient == 1;
  if (operation.kind == POWER && !is_omega)
    return grundy_cursor_fail(&r->cursor, operation.place,
                              "only w has powers here; expected w before ^, as in w^2");
  if (operation.kind == SUM && r->normal) return check_sum(r, operation.place, a, b);
  if (operation.kind == PRODUCT && r->normal) return check_product(r, operation.place, a, b);
  return GRUNDY_OK;
}

/* Replaces *a by the result. Powers and sums are computed in place, so that long chains of them
 * take linear time. */
static grundy_status calculate(sign kind, grundy_ordinal **a, grundy_ordinal **b,
                               grundy_error *error) {
  grundy_ordinal *result = NULL;
  grundy_status status;
  switch (kind) {
  case POWER:
    result = *b;
    *b = NULL;
    status = grundy_raise(result, error);
    break;
  case PRODUCT:
    status = grundy_ordinal_multiply(*a, *b, &result, error);
    break;
  case NATURAL_SUM:
    status = grundy_ordinal_natural_sum(*a, *b, &result, error);
    break;
  case NIM_SUM:
    status = grundy_ordinal_nim_sum(*a, *b, &result, error);
    break;
  default:
    return grundy_add_to(*a, grundy_ordinal_word_of(*b), error);
  }
  grundy_ordinal_free(*a);
  *a = result;
  return status;
}

/* Applies the last operator to the last two values. */
static grundy_status reduce(reader *r) {
  assert(r->count >= 2 && r->operator_count > 0);
  pending operation = r->operators[--r->operator_count];
  assert(operation.kind != END); /* parentheses are removed when they are closed */
  grundy_ordinal *b = pop_value(r), *a = pop_value(r);
  grundy_error plain = {0};
  grundy_status status = check(r, operation, a, b);
  if (status == GRUNDY_OK) {
    status = calculate(operation.kind, &a, &b, &plain);
    if (status != GRUNDY_OK) status = fail_operation(r, status, operation.place, &plain);
  }
  grundy_ordinal_free(b);
  if (status == GRUNDY_OK) return push_value(r, a, operation.place);
  grundy_ordinal_free(a);
  return status;
}

/* Applies all operators that bind at least as strongly, down to a parenthesis. */
static grundy_status reduce_to(reader *r, sign kind) {
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && r->operator_count > 0) {
    sign last = r->operators[r->operator_count - 1].kind;
    if (last == END || last < kind) break;
    status = reduce(r);
  }
  return status;
}

/* ---- reading ---------------------------------------------------------------------------- */

static void skip_space(reader *r) {
  grundy_cursor_skip(&r->cursor, " \t\r\n");
}

static grundy_status read_number(reader *r) {
  uint64_t number;
  const char *start = r->cursor.at;
  if (grundy_cursor_take_digits(&r->cursor, &number) == 0) return fail_here(r, "a number, w or (");
  if (number > GRUNDY_ORDINAL_MAX_COEFFICIENT)
    return grundy_cursor_fail_as(&r->cursor, GRUNDY_UNABLE, start,
                                 "the number is too large; expected at most %" PRIu64,
                                 GRUNDY_ORDINAL_MAX_COEFFICIENT);
  grundy_ordinal *value;
  grundy_status status = grundy_ordinal_natural(number, &value, r->cursor.error);
  return status == GRUNDY_OK ? push_value(r, value, start) : status;
}

static grundy_status read_omega(reader *r) {
  grundy_ordinal *value = NULL;
  grundy_status status = grundy_ordinal_natural(1, &value, r->cursor.error);
  if (status == GRUNDY_OK) status = grundy_raise(value, r->cursor.error);
  if (status == GRUNDY_OK) return push_value(r, value, r->cursor.at);
  grundy_ordinal_free(value);
  return status;
}

/* Reads opening parentheses, then a number or ω. */
static grundy_status read_operand(reader *r) {
  for (;;) {
    skip_space(r);
    const char *place = r->cursor.at;
    if (!grundy_cursor_accept(&r->cursor, '(')) break;
    grundy_status status = push_operator(r, (pending){END, place});
    if (status != GRUNDY_OK) return status;
  }
  bool omega = grundy_cursor_accept(&r->cursor, 'w') || grundy_cursor_accept_text(&r->cursor, "ω");
  return omega ? read_omega(r) : read_number(r);
}

static sign read_operator(reader *r) {
  static const struct {
    const char *text;
    sign kind;
  } operators[] = {
      {"^^", NIM_SUM},    {"^", POWER},  {"*", PRODUCT}, {"+", SUM},
      {"#", NATURAL_SUM}, {"==", EQUAL}, {"<", LESS},
  };
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    bool allowed = !r->normal || operators[i].kind >= SUM;
    if (allowed && grundy_cursor_accept_text(&r->cursor, operators[i].text))
      return operators[i].kind;
  }
  return END;
}

/* Completes the left side, which stays at the bottom of the stack of values. */
static grundy_status take_comparison(reader *r, pending comparison) {
  grundy_status status = reduce_to(r, LESS);
  if (status != GRUNDY_OK) return status;
  if (r->operator_count > 0 || r->comparison.kind != END)
    return grundy_cursor_fail(
        &r->cursor, comparison.place,
        "a comparison is not an ordinal; only one is allowed, outside all parentheses");
  r->comparison = comparison;
  return GRUNDY_OK;
}

/* Reads what follows an operand: closing parentheses, then an operator or the end. */
static grundy_status read_after_operand(reader *r, bool *more) {
  for (;;) {
    skip_space(r);
    if (r->cursor.at == r->cursor.end) {
      *more = false;
      return reduce_to(r, LESS);
    }
    if (!grundy_cursor_is_at(&r->cursor, ')')) break;
    grundy_status status = reduce_to(r, LESS);
    if (status != GRUNDY_OK) return status;
    if (r->operator_count == 0) return fail_here(r, "an operator or the end");
    r->operator_count--;
    r->cursor.at++;
  }
  const char *start = r->cursor.at;
  sign kind = read_operator(r);
  if (kind == END) return fail_here(r, r->normal ? "^, *, + or the end" : "an operator or the end");
  pending operation = {kind, start};
  if (kind == LESS || kind == EQUAL) return take_comparison(r, operation);
  grundy_status status = reduce_to(r, kind + (kind == POWER)); /* powers associate to the right */
  return status == GRUNDY_OK ? push_operator(r, operation) : status;
}

static void release(reader *r) {
  for (uint64_t i = 0; i < r->count; i++) grundy_ordinal_free(r->values[i]);
  free(r->values);
  free(r->operators);
}

static grundy_status read_all(reader *r) {
  bool more = true;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && more) {
    status = read_operand(r);
    if (status == GRUNDY_OK) status = read_after_operand(r, &more);
  }
  if (status == GRUNDY_OK && r->operator_count > 0)
    return grundy_cursor_fail(&r->cursor, r->operators[r->operator_count - 1].place,
                              "this parenthesis is not closed; expected )");
  assert(status != GRUNDY_OK || r->count == (r->comparison.kind == END ? 1 : 2));
  return status;
}

grundy_status grundy_ordinal_parse(const char *text, size_t length, grundy_ordinal **result,
                                   grundy_error *error) {
  reader r = {.cursor = grundy_cursor_of("ordinal", text, length, error), .normal = true};
  grundy_status status = read_all(&r);
  if (status == GRUNDY_OK) *result = pop_value(&r);
  release(&r);
  return status;
}

grundy_status grundy_ordinal_evaluate(const char *text, size_t length,
                                      grundy_ordinal_answer *answer, grundy_error *error) {
  reader r = {.cursor = grundy_cursor_of("ordinal", text, length, error)};
  grundy_status status = read_all(&r);
  if (status == GRUNDY_OK && r.comparison.kind == END) {
    *answer = (grundy_ordinal_answer){.ordinal = pop_value(&r)};
  } else if (status == GRUNDY_OK) {
    int order = grundy_ordinal_compare(r.values[0], r.values[1]);
    *answer = (grundy_ordinal_answer){.holds = r.comparison.kind == LESS ? order < 0 : order == 0};
  }
  release(&r);
  return status;
}
