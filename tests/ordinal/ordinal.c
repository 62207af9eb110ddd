/* Ordinals: laws, a naive twin below w^w, and messages about texts that are not in normal form. */

#include <grundy/ordinal.h>

#include "ordinal/arithmetic.h"
#include "support/games.h"
#include "support/test.h"

typedef grundy_status operation(const grundy_ordinal *a, const grundy_ordinal *b,
                                grundy_ordinal **result, grundy_error *error);

static grundy_ordinal *parse(const char *text) {
  grundy_ordinal *made = NULL;
  grundy_error error = {0};
  if (grundy_ordinal_parse(text, strlen(text), &made, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  return made;
}

static void assert_prints(const grundy_ordinal *a, const char *expected) {
  char text[512];
  size_t length = grundy_ordinal_format(a, true, text, sizeof text);
  assert_string_equal(text, expected);
  assert_int_equal(length, strlen(expected));
}

static void assert_value(const char *text, const char *expected) {
  grundy_ordinal_answer answer = {0};
  grundy_error error = {0};
  if (grundy_ordinal_evaluate(text, strlen(text), &answer, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  assert_non_null(answer.ordinal);
  assert_prints(answer.ordinal, expected);
  grundy_ordinal_free(answer.ordinal);
}

static void assert_holds(const char *text, bool holds) {
  grundy_ordinal_answer answer = {0};
  assert_int_equal(grundy_ordinal_evaluate(text, strlen(text), &answer, NULL), GRUNDY_OK);
  assert_null(answer.ordinal);
  assert_int_equal(answer.holds, holds);
}

static void assert_refused(bool normal, const char *text, grundy_status expected, uint64_t column,
                           const char *message) {
  grundy_ordinal *made = NULL;
  grundy_ordinal_answer answer = {0};
  grundy_error error = {0};
  grundy_status status = normal ? grundy_ordinal_parse(text, strlen(text), &made, &error)
                                : grundy_ordinal_evaluate(text, strlen(text), &answer, &error);
  assert_int_equal(status, expected);
  assert_string_equal(error.message, message);
  assert_int_equal(error.column, column);
  assert_string_equal(error.file, "ordinal");
}

/* ---- reading and writing --------------------------------------------------------------------- */

static void a_normal_form_is_printed_as_it_was_read(void **state) {
  static const char *const texts[] = {
      "0",         "5",
      "w",         "w+1",
      "w*2+3",     "w^2+w+5",
      "w^w",       "w^(w+1)*3+w*2+5",
      "w^(w*2)",   "w^(w^2)",
      "w^(w^w)+1", "w^(w^(w^w*2+1)*3+w^5)*7+w^(w+1)+w^w*2+w^3*4+w+9223372036854775807",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_ordinal *a = parse(texts[i]);
    assert_prints(a, texts[i]);
    grundy_ordinal_free(a);
  }
}

static void both_letters_are_read_and_either_is_written(void **state) {
  char text[64], small[5];
  grundy_ordinal *a = parse(" ω ^ (ω + 1) * 3 + w^0*2 ");
  assert_prints(a, "w^(w+1)*3+2");
  assert_int_equal(grundy_ordinal_format(a, false, text, sizeof text), 13);
  assert_string_equal(text, "ω^(ω+1)*3+2");
  assert_int_equal(grundy_ordinal_format(a, true, small, sizeof small), 11);
  assert_string_equal(small, "w^(w");
  grundy_ordinal_free(a);
}

static void terms_of_the_same_power_may_be_repeated(void **state) {
  grundy_ordinal *a = parse("w^2 + w + w*2 + 1 + 2*3 + 0*5");
  assert_prints(a, "w^2+w*3+7");
  grundy_ordinal_free(a);
}

static void terms_in_the_wrong_order_are_rejected(void **state) {
  assert_refused(true, "5+w", GRUNDY_BAD_INPUT, 2,
                 "the terms before a larger term are lost; expected w+5, or w if that is meant");
  assert_refused(true, "w^2+w+3+w*2", GRUNDY_BAD_INPUT, 8,
                 "the terms before a larger term are lost; expected w^2+w*3+3, or w^2+w*3 if that "
                 "is meant");
  assert_refused(true, "2*w", GRUNDY_BAD_INPUT, 2,
                 "a number before a power of w is lost; expected w*2, or w if that is meant");
  assert_refused(
      true, "(w+1)*2", GRUNDY_BAD_INPUT, 6,
      "this product is not a term of a normal form; expected a power of w times a number, "
      "as in w^2*3");
  for (int i = 0; i < 2; i++)
    assert_refused(
        true, i == 0 ? "2*(w+1)" : "0*w", GRUNDY_BAD_INPUT, 2,
        "this product is not a term of a normal form; expected a power of w times a number, "
        "as in w^2*3");
  assert_refused(true, "(5+w)", GRUNDY_BAD_INPUT, 3,
                 "the terms before a larger term are lost; expected w+5, or w if that is meant");
}

/* What was probably meant is too long to be quoted. */
static void long_terms_in_the_wrong_order_are_rejected(void **state) {
  assert_refused(true,
                 "w^4*1000000000000000001+w^3*1000000000000000002+w^2*1000000000000000003+"
                 "w*1000000000000000004+w^w",
                 GRUNDY_BAD_INPUT, 94,
                 "the terms before a larger term are lost; expected powers of w in decreasing "
                 "order, each times a number");
}

static void errors_point_at_their_column(void **state) {
  assert_refused(true, "", GRUNDY_BAD_INPUT, 1, "the ordinal ends here; expected a number, w or (");
  assert_refused(true, "w # 1", GRUNDY_BAD_INPUT, 3, "unexpected '#'; expected ^, *, + or the end");
  assert_refused(false, "ω + x", GRUNDY_BAD_INPUT, 5, "unexpected 'x'; expected a number, w or (");
  assert_refused(false, "w^(1", GRUNDY_BAD_INPUT, 3, "this parenthesis is not closed; expected )");
  assert_refused(false, "1)", GRUNDY_BAD_INPUT, 2,
                 "unexpected ')'; expected an operator or the end");
  assert_refused(false, "2^3", GRUNDY_BAD_INPUT, 2,
                 "only w has powers here; expected w before ^, as in w^2");
  assert_refused(false, "1 < 2 < 3", GRUNDY_BAD_INPUT, 7,
                 "a comparison is not an ordinal; only one is allowed, outside all parentheses");
  assert_refused(false, "(1 < 2)", GRUNDY_BAD_INPUT, 4,
                 "a comparison is not an ordinal; only one is allowed, outside all parentheses");
  for (int i = 0; i < 3; i++) {
    static const char *const powers[] = {"(w*2)^2", "(w^2)^2", "(w+1)^2"};
    assert_refused(false, powers[i], GRUNDY_BAD_INPUT, 6,
                   "only w has powers here; expected w before ^, as in w^2");
  }
  assert_refused(false, "2^3 < w", GRUNDY_BAD_INPUT, 2,
                 "only w has powers here; expected w before ^, as in w^2");
}

static void numbers_beyond_the_limits_are_refused(void **state) {
  assert_refused(false, "w*9223372036854775808", GRUNDY_UNABLE, 3,
                 "the number is too large; expected at most 9223372036854775807");
  assert_refused(false, "w*9223372036854775807 # w", GRUNDY_UNABLE, 23,
                 "a coefficient is too large; expected at most 9223372036854775807");
  assert_refused(false, "3037000500*3037000500", GRUNDY_UNABLE, 11,
                 "a coefficient is too large; expected at most 9223372036854775807");
  assert_refused(false, "9223372036854775807*9223372036854775807", GRUNDY_UNABLE, 20,
                 "a coefficient is too large; expected at most 9223372036854775807");
  assert_refused(false, "9223372036854775807+1", GRUNDY_UNABLE, 20,
                 "a coefficient is too large; expected at most 9223372036854775807");
  assert_refused(true, "2*(w*9223372036854775807)", GRUNDY_UNABLE, 2,
                 "a coefficient is too large; expected at most 9223372036854775807");
  assert_refused(true, "1+9223372036854775807+w", GRUNDY_UNABLE, 2,
                 "a coefficient is too large; expected at most 9223372036854775807");
  assert_value("9223372036854775807 ^^ 9223372036854775806", "1");
}

/* Appends (w^n+…+w^2+w). */
static char *append_powers(char *at, int n) {
  *at++ = '(';
  for (int i = n; i > 1; i--) at += sprintf(at, "w^%d+", i);
  return at + sprintf(at, "w)");
}

/* Each of the `terms` powers of w in the second factor makes a term of 1001 coefficients or more.
 */
static char *append_product(char *at, int terms) {
  at = append_powers(at + sprintf(at, "w^"), 500);
  *at++ = '*';
  return append_powers(at, terms);
}

static void ordinals_that_are_too_long_are_refused(void **state) {
  char text[40000], *at = append_product(text, 1050);
  uint64_t column = (uint64_t)(strchr(text, '*') - text) + 1;
  assert_true(at < text + sizeof text);
  assert_refused(false, text, GRUNDY_UNABLE, column,
                 "the ordinal is too long; expected at most 1048576 coefficients");
  at = append_product(text, 600);
  at = append_product(at + sprintf(at, "#("), 600);
  assert_true(at < text + sizeof text);
  column = (uint64_t)(strrchr(text, '*') - text) + 1;
  assert_refused(false, text, GRUNDY_UNABLE, column,
                 "the ordinals are too long; expected at most 1048576 coefficients");
}

/* Returns a tower of powers as text, to be freed. */
static char *tower(size_t height, bool parentheses) {
  char *text = malloc(5 * height + 2), *at = text;
  assert_non_null(text);
  for (size_t i = 0; i < height; i++) at += sprintf(at, parentheses ? "w^(" : "w^");
  *at++ = '2';
  for (size_t i = 0; i < height && parentheses; i++) *at++ = ')';
  *at = '\0';
  return text;
}

static void towers_are_read_up_to_a_stated_height(void **state) {
  for (int parentheses = 0; parentheses < 2; parentheses++) {
    grundy_ordinal *high, *higher, *sum;
    grundy_error error = {0};
    char *text = tower(GRUNDY_ORDINAL_MAX_DEPTH, parentheses == 1);
    high = parse(text);
    free(text);
    text = tower(GRUNDY_ORDINAL_MAX_DEPTH - 1, parentheses == 1);
    higher = parse(text);
    free(text);
    assert_true(grundy_ordinal_compare(higher, high) < 0);
    assert_int_equal(grundy_ordinal_add(higher, high, &sum, NULL), GRUNDY_OK);
    assert_int_equal(grundy_ordinal_compare(sum, high), 0);
    size_t length = grundy_ordinal_format(high, true, NULL, 0);
    char *printed = malloc(length + 1);
    assert_non_null(printed);
    grundy_ordinal_format(high, true, printed, length + 1);
    grundy_ordinal_free(sum);
    sum = parse(printed);
    assert_int_equal(grundy_ordinal_compare(sum, high), 0);
    free(printed);
    grundy_ordinal_free(sum);
    grundy_ordinal_free(high);
    grundy_ordinal_free(higher);
    text = tower(GRUNDY_ORDINAL_MAX_DEPTH + 1, parentheses == 1);
    assert_int_equal(grundy_ordinal_parse(text, strlen(text), &sum, &error), GRUNDY_UNABLE);
    assert_string_equal(error.message, "exponents are nested too deep; expected at most 10000");
    free(text);
  }
}

static void parentheses_may_be_nested_without_end(void **state) {
  size_t depth = 1000000;
  char *text = malloc(2 * depth + 2);
  assert_non_null(text);
  memset(text, '(', depth);
  text[depth] = 'w';
  memset(text + depth + 1, ')', depth);
  text[2 * depth + 1] = '\0';
  grundy_ordinal *a = parse(text);
  assert_prints(a, "w");
  grundy_ordinal_free(a);
  free(text);
}

/* ---- calculation ----------------------------------------------------------------------------- */

static void operators_bind_in_the_stated_order(void **state) {
  assert_value("1+w", "w");
  assert_value("2*w", "w");
  assert_value("w*2+w # w^2", "w^2+w*3");
  assert_value("w^^w", "0");
  assert_value("w ^^ 1 # 2", "w+3");
  assert_value("w^2 ^^ w ^^ 5", "w^2+w+5");
  assert_value("w^w^2", "w^(w^2)");
  assert_value("(w+1)*(w+1)", "w^2+w+1");
  assert_value("(w^w+1)*w^3*2", "w^(w+3)*2");
  assert_value("w^(1+w)", "w^w");
  assert_value("w*3 ^^ w*5 + 1", "w*6+1");
  assert_value("0*w+w*0", "0");
  assert_holds("1+w == w", true);
  assert_holds("w+1 < w", false);
  assert_holds("w^w # 1 < w^w ^^ 2", true);
}

static void parity_and_limits_depend_on_the_finite_part(void **state) {
  static const struct {
    const char *text;
    bool odd, limit, successor;
  } cases[] = {
      {"0", false, false, false},         {"1", true, false, true},
      {"w", false, true, false},          {"w+2", false, false, true},
      {"w^(w+1)*3+7", true, false, true}, {"w^w*3", false, true, false},
      {"w^2+w", false, true, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_ordinal *a = parse(cases[i].text);
    assert_int_equal(grundy_ordinal_describe(a).is_odd, cases[i].odd);
    assert_int_equal(grundy_ordinal_describe(a).kind == GRUNDY_ORDINAL_LIMIT, cases[i].limit);
    assert_int_equal(grundy_ordinal_describe(a).kind == GRUNDY_ORDINAL_SUCCESSOR,
                     cases[i].successor);
    assert_int_equal(grundy_ordinal_is_natural(a, NULL), i < 2);
    grundy_ordinal_free(a);
  }
}

static void multiples_of_omega_are_counted(void **state) {
  static const struct {
    const char *text;
    uint64_t omegas;
  } cases[] = {{"7", 0}, {"w*3+1", 3}, {"w^2+w", UINT64_MAX}, {"w^w", UINT64_MAX}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_ordinal *a = parse(cases[i].text);
    assert_true(grundy_ordinal_omegas(a) == cases[i].omegas);
    grundy_ordinal_free(a);
  }
}

/* ---- laws, on random ordinals ----------------------------------------------------- */

static grundy_ordinal *apply(operation *f, const grundy_ordinal *a, const grundy_ordinal *b) {
  grundy_ordinal *result = NULL;
  assert_int_equal(f(a, b, &result, NULL), GRUNDY_OK);
  return result;
}

/* Makes up to three terms; exponents are such ordinals of less depth. */
static size_t random_text(grundy_random *random, int depth, char *at) {
  char *start = at;
  at += sprintf(at, "%d", (int)grundy_random_below(random, 4));
  uint64_t terms = grundy_random_below(random, 4);
  for (uint64_t i = 0; i < terms && depth > 0; i++) {
    at += sprintf(at, "#w^(");
    at += random_text(random, depth - 1, at);
    at += sprintf(at, ")*%d", 1 + (int)grundy_random_below(random, 3));
  }
  return (size_t)(at - start);
}

static grundy_ordinal *random_ordinal(grundy_random *random) {
  char text[4096];
  grundy_ordinal_answer answer;
  size_t length = random_text(random, 3, text);
  assert_int_equal(grundy_ordinal_evaluate(text, length, &answer, NULL), GRUNDY_OK);
  return answer.ordinal;
}

static void assert_same(grundy_ordinal *a, grundy_ordinal *b) {
  assert_int_equal(grundy_ordinal_compare(a, b), 0);
  grundy_ordinal_free(a);
  grundy_ordinal_free(b);
}

static grundy_ordinal *twice(operation *f, operation *g, const grundy_ordinal *a,
                             const grundy_ordinal *b, const grundy_ordinal *c, bool left) {
  grundy_ordinal *inner = left ? apply(f, a, b) : apply(g, b, c);
  grundy_ordinal *result = left ? apply(g, inner, c) : apply(f, a, inner);
  grundy_ordinal_free(inner);
  return result;
}

static void assert_associative(operation *f, const grundy_ordinal *a, const grundy_ordinal *b,
                               const grundy_ordinal *c) {
  assert_same(twice(f, f, a, b, c, true), twice(f, f, a, b, c, false));
}

/* a(b + c) = ab + ac */
static void assert_distributive(const grundy_ordinal *a, const grundy_ordinal *b,
                                const grundy_ordinal *c) {
  grundy_ordinal *ab = apply(grundy_ordinal_multiply, a, b);
  grundy_ordinal *ac = apply(grundy_ordinal_multiply, a, c);
  assert_same(twice(grundy_ordinal_multiply, grundy_ordinal_add, a, b, c, false),
              apply(grundy_ordinal_add, ab, ac));
  grundy_ordinal_free(ab);
  grundy_ordinal_free(ac);
}

static int sign(int x) {
  return (x > 0) - (x < 0);
}

/* The order is total and preserved by sums: b < c gives a + b < a + c and a # b < a # c. */
static void assert_order(const grundy_ordinal *a, const grundy_ordinal *b,
                         const grundy_ordinal *c) {
  int order = sign(grundy_ordinal_compare(b, c));
  assert_int_equal(sign(grundy_ordinal_compare(c, b)), -order);
  if (order < 0 && grundy_ordinal_compare(a, b) < 0) assert_true(grundy_ordinal_compare(a, c) < 0);
  operation *const increasing[] = {grundy_ordinal_add, grundy_ordinal_natural_sum};
  for (int i = 0; i < 2; i++) {
    grundy_ordinal *ab = apply(increasing[i], a, b), *ac = apply(increasing[i], a, c);
    assert_int_equal(sign(grundy_ordinal_compare(ab, ac)), order);
    grundy_ordinal_free(ab);
    grundy_ordinal_free(ac);
  }
}

/* Printed ordinals are read as the same ordinal, in both ways of reading. */
static void assert_survives(const grundy_ordinal *a) {
  char text[4096];
  grundy_ordinal_answer answer;
  assert_true(grundy_ordinal_format(a, true, text, sizeof text) < sizeof text);
  grundy_ordinal *again = parse(text);
  assert_int_equal(grundy_ordinal_compare(a, again), 0);
  assert_int_equal(grundy_ordinal_evaluate(text, strlen(text), &answer, NULL), GRUNDY_OK);
  assert_same(again, answer.ordinal);
}

static void arithmetic_obeys_its_laws(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    grundy_ordinal *a = random_ordinal(&random), *b = random_ordinal(&random);
    grundy_ordinal *c = random_ordinal(&random);
    assert_associative(grundy_ordinal_add, a, b, c);
    assert_associative(grundy_ordinal_multiply, a, b, c);
    assert_associative(grundy_ordinal_natural_sum, a, b, c);
    assert_associative(grundy_ordinal_nim_sum, a, b, c);
    assert_same(apply(grundy_ordinal_natural_sum, a, b), apply(grundy_ordinal_natural_sum, b, a));
    assert_same(apply(grundy_ordinal_nim_sum, a, b), apply(grundy_ordinal_nim_sum, b, a));
    assert_distributive(a, b, c);
    assert_order(a, b, c);
    assert_survives(a);
    grundy_ordinal *cancelled =
        twice(grundy_ordinal_nim_sum, grundy_ordinal_nim_sum, a, a, b, true);
    assert_int_equal(grundy_ordinal_compare(cancelled, b), 0);
    grundy_ordinal_free(cancelled);
    grundy_ordinal_free(a);
    grundy_ordinal_free(b);
    grundy_ordinal_free(c);
  }
}

/* ---- the naive twin: ordinals below w^DEGREES as rows of coefficients ------------- */

enum { DEGREES = 8 };

typedef struct row {
  uint64_t at[DEGREES]; /* by exponent */
} row;

static int degree(const row *a) {
  int d = DEGREES - 1;
  while (d > 0 && a->at[d] == 0) d--;
  return d;
}

static row naive_add(row a, row b) {
  int d = degree(&b);
  for (int i = 0; i < d; i++) a.at[i] = b.at[i];
  a.at[d] += b.at[d];
  return a;
}

static bool is_zero(const row *a) {
  return degree(a) == 0 && a->at[0] == 0;
}

/* a times ω: only the first term matters. */
static row naive_times_omega(row a) {
  row result = {{0}};
  if (!is_zero(&a)) result.at[degree(&a) + 1] = 1;
  return result;
}

/* Adds up a·ω^i as often as ω^i occurs in b, from the left. */
static row naive_multiply(row a, row b) {
  row result = {{0}};
  for (int i = DEGREES / 2 - 1; i >= 0; i--) {
    row power = a;
    for (int k = 0; k < i; k++) power = naive_times_omega(power);
    for (uint64_t k = 0; k < b.at[i]; k++)
      if (!is_zero(&power)) result = naive_add(result, power);
  }
  return result;
}

static row naive_both(row a, row b, bool nim) {
  for (int i = 0; i < DEGREES; i++) a.at[i] = nim ? a.at[i] ^ b.at[i] : a.at[i] + b.at[i];
  return a;
}

static int naive_compare(row a, row b) {
  for (int i = DEGREES - 1; i >= 0; i--)
    if (a.at[i] != b.at[i]) return a.at[i] < b.at[i] ? -1 : 1;
  return 0;
}

static grundy_ordinal *ordinal_of(row a) {
  char text[256];
  size_t length = 0;
  for (int i = DEGREES - 1; i >= 0; i--)
    length += (size_t)sprintf(text + length, "%sw^%d*%d", length == 0 ? "" : "+", i, (int)a.at[i]);
  return parse(text);
}

/* Half of the degrees, so that products fit. */
static row random_row(grundy_random *random) {
  row a = {{0}};
  for (int i = 0; i < DEGREES / 2; i++) a.at[i] = grundy_random_below(random, 4);
  for (int i = 0; i < DEGREES / 2; i++)
    if (grundy_random_below(random, 3) == 0) a.at[i] = 0;
  return a;
}

static void below_omega_to_the_omega_it_agrees_with_rows_of_coefficients(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(20000); i++) {
    row x = random_row(&random), y = random_row(&random);
    grundy_ordinal *a = ordinal_of(x), *b = ordinal_of(y);
    assert_int_equal(sign(grundy_ordinal_compare(a, b)), naive_compare(x, y));
    if (!is_zero(&y)) assert_same(apply(grundy_ordinal_add, a, b), ordinal_of(naive_add(x, y)));
    assert_same(apply(grundy_ordinal_multiply, a, b), ordinal_of(naive_multiply(x, y)));
    assert_same(apply(grundy_ordinal_natural_sum, a, b), ordinal_of(naive_both(x, y, false)));
    assert_same(apply(grundy_ordinal_nim_sum, a, b), ordinal_of(naive_both(x, y, true)));
    grundy_ordinal_free(a);
    grundy_ordinal_free(b);
  }
}

/* ---- approach from below --------------------------------------------------------------------- */

static void limits_are_approached_from_below(void **state) {
  static const struct {
    const char *from, *expected;
  } cases[] = {
      {"7", "6"},
      {"1", "0"},
      {"w", "3"},
      {"w+1", "w"},
      {"w*4", "w*3+3"},
      {"w^2", "w*3"},
      {"w^2*2+w*5", "w^2*2+w*4+3"},
      {"w^w", "w^3"},
      {"w^w*2", "w^w+w^3"},
      {"w^(w+1)", "w^w*3"},
      {"w^(w*2)*5", "w^(w*2)*4+w^(w+3)"},
      {"w^(w^w+w)", "w^(w^w+3)"},
      {"w^(w^w)", "w^(w^3)"},
      {"w^(w^(w^w*2+1)*3)+w^5", "w^(w^(w^w*2+1)*3)+w^4*3"},
      {"w^(w^(w+1)*2)", "w^(w^(w+1)+w^w*3)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_ordinal *a = parse(cases[i].from), *below = NULL;
    assert_int_equal(grundy_ordinal_approach(a, 3, &below, NULL), GRUNDY_OK);
    assert_prints(below, cases[i].expected);
    grundy_ordinal_free(below);
    grundy_ordinal_free(a);
  }
}

static void there_is_nothing_to_approach_with_0_or_too_large_numbers(void **state) {
  grundy_ordinal *a = parse("w^2"), *below = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_ordinal_approach(a, 0, &below, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message,
                      "nothing is below 0; expected an ordinal and a number above 0");
  assert_int_equal(grundy_ordinal_approach(a, GRUNDY_ORDINAL_MAX_COEFFICIENT + 1, &below, &error),
                   GRUNDY_UNABLE);
  assert_null(below);
  grundy_ordinal_free(a);
}

/* Smaller than the ordinal, larger for a larger number, and in normal form. */
static void approaching_ordinals_are_below_and_grow(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(20000); i++) {
    grundy_ordinal *a = random_ordinal(&random);
    grundy_ordinal *below[2] = {NULL, NULL};
    uint64_t number = 1 + grundy_random_below(&random, 9);
    bool zero = grundy_ordinal_is_natural(a, NULL) && grundy_ordinal_finite_part(a) == 0;
    grundy_status status = grundy_ordinal_approach(a, number, &below[0], NULL);
    assert_int_equal(status, zero ? GRUNDY_BAD_ARGUMENT : GRUNDY_OK);
    if (!zero) {
      assert_int_equal(grundy_ordinal_approach(a, number + 1, &below[1], NULL), GRUNDY_OK);
      assert_survives(below[0]);
      assert_true(grundy_ordinal_compare(below[1], a) < 0);
      int order = grundy_ordinal_compare(below[0], below[1]);
      assert_true(grundy_ordinal_describe(a).kind == GRUNDY_ORDINAL_LIMIT ? order < 0 : order == 0);
    }
    grundy_ordinal_free(below[0]);
    grundy_ordinal_free(below[1]);
    grundy_ordinal_free(a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_normal_form_is_printed_as_it_was_read),
      cmocka_unit_test(both_letters_are_read_and_either_is_written),
      cmocka_unit_test(terms_of_the_same_power_may_be_repeated),
      cmocka_unit_test(terms_in_the_wrong_order_are_rejected),
      cmocka_unit_test(long_terms_in_the_wrong_order_are_rejected),
      cmocka_unit_test(errors_point_at_their_column),
      cmocka_unit_test(numbers_beyond_the_limits_are_refused),
      cmocka_unit_test(ordinals_that_are_too_long_are_refused),
      cmocka_unit_test(towers_are_read_up_to_a_stated_height),
      cmocka_unit_test(parentheses_may_be_nested_without_end),
      cmocka_unit_test(operators_bind_in_the_stated_order),
      cmocka_unit_test(parity_and_limits_depend_on_the_finite_part),
      cmocka_unit_test(multiples_of_omega_are_counted),
      cmocka_unit_test(arithmetic_obeys_its_laws),
      cmocka_unit_test(below_omega_to_the_omega_it_agrees_with_rows_of_coefficients),
      cmocka_unit_test(limits_are_approached_from_below),
      cmocka_unit_test(there_is_nothing_to_approach_with_0_or_too_large_numbers),
      cmocka_unit_test(approaching_ordinals_are_below_and_grow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
