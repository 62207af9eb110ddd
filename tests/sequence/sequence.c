/* Sequences: reading, periods and linear recurrences, compared with searches straight from the
 * definitions. */

#include <grundy/sequence.h>

#include "support/games.h"
#include "support/test.h"

/* ---- reading --------------------------------------------------------------------------- */

static grundy_status scan(const char *text, grundy_sequence **sequence, grundy_error *error) {
  size_t length = strlen(text);
  FILE *in = length == 0 ? fopen("/dev/null", "r") : fmemopen((void *)text, length, "r");
  assert_non_null(in);
  grundy_status status = grundy_sequence_read(
      "terms", &GRUNDY_OPTIONS(grundy_read_options, .stream = in), sequence, error);
  fclose(in);
  return status;
}

static void expect_terms(const char *text, int64_t first, const int64_t *terms, uint64_t count) {
  grundy_sequence *sequence = NULL;
  uint64_t read;
  int64_t index;
  assert_int_equal(scan(text, &sequence, NULL), GRUNDY_OK);
  const int64_t *found = grundy_sequence_terms(sequence, &read, &index);
  assert_int_equal(read, count);
  assert_int_equal(index, first);
  assert_memory_equal(found, terms, count * sizeof *terms);
  grundy_sequence_free(sequence);
}

#define EXPECT_TERMS(text, first, ...)                                                             \
  expect_terms(text, first, (const int64_t[]){__VA_ARGS__},                                        \
               sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t))

static void integers_are_read_in_any_arrangement(void **state) {
  EXPECT_TERMS("1 -2,+3\n\n4, # 5\n  6,\r\n", 0, 1, -2, 3, 4, 6);
  EXPECT_TERMS("\xef\xbb\xbf"
               "7",
               0, 7);
  EXPECT_TERMS("4611686018427387903 -4611686018427387903", 0, GRUNDY_SEQUENCE_MAX_TERM,
               -GRUNDY_SEQUENCE_MAX_TERM);
}

static void lines_of_index_and_term_are_a_b_file(void **state) {
  EXPECT_TERMS("# A000045\n1 1\n2 1\n\n3 2\n4 3\n", 1, 1, 1, 2, 3);
  EXPECT_TERMS("-1 5\n0 6\n", -1, 5, 6);
  EXPECT_TERMS("heap\tvalue\n0\t0\n1\t1\n", 0, 0, 1);
  EXPECT_TERMS("heap,value\n0,0\n1,1\n", 0, 0, 1);
}

static void other_lines_of_two_are_a_list(void **state) {
  EXPECT_TERMS("1 2", 0, 1, 2);
  EXPECT_TERMS("1 2\n3 4\n", 0, 1, 2, 3, 4);
  EXPECT_TERMS("1 2\n2 4\n3\n", 0, 1, 2, 2, 4, 3);
  EXPECT_TERMS("5\n1 2\n2 4\n", 0, 5, 1, 2, 2, 4);
}

static void expect_error(const char *text, grundy_status status, unsigned line, unsigned column,
                         const char *part) {
  grundy_sequence *sequence = NULL;
  grundy_error error = {0};
  assert_int_equal(scan(text, &sequence, &error), status);
  assert_null(sequence);
  assert_int_equal(error.line, line);
  assert_int_equal(error.column, column);
  assert_non_null(strstr(error.message, part));
}

static void errors_have_a_place(void **state) {
  expect_error("", GRUNDY_BAD_INPUT, 0, 0, "no terms");
  expect_error("# nothing\n", GRUNDY_BAD_INPUT, 0, 0, "no terms");
  expect_error("1\n2 x3\n", GRUNDY_BAD_INPUT, 2, 3, "'x3' is not an integer");
  expect_error("1.5", GRUNDY_BAD_INPUT, 1, 1, "'1.5' is not an integer");
  expect_error("1 -", GRUNDY_BAD_INPUT, 1, 3, "'-' is not an integer");
  expect_error("1 +-2", GRUNDY_BAD_INPUT, 1, 3, "'+-2' is not an integer");
  expect_error("heap 1", GRUNDY_BAD_INPUT, 1, 1, "'heap' is not an integer");
  expect_error("1\nheap value\n", GRUNDY_BAD_INPUT, 2, 1, "'heap' is not an integer");
  expect_error("heap value 1", GRUNDY_BAD_INPUT, 1, 1, "'heap' is not an integer");
  expect_error("1 \xff", GRUNDY_BAD_INPUT, 1, 3, "not UTF-8");
  expect_error("1 4611686018427387904", GRUNDY_UNABLE, 1, 3, "2^62");
  expect_error("-4611686018427387904", GRUNDY_UNABLE, 1, 1, "2^62");
  expect_error("-99999999999999999999", GRUNDY_UNABLE, 1, 1, "2^62");
}

/* ---- periods --------------------------------------------------------------------------- */

/* The least preperiod of that length: the definition, read backwards. */
static uint64_t naive_preperiod(const int64_t *a, uint64_t count, uint64_t length) {
  uint64_t n = count - length - 1;
  int64_t saltus = a[n + length] - a[n];
  while (n > 0 && a[n - 1 + length] - a[n - 1] == saltus) n--;
  return n;
}

static grundy_sequence_period naive_period(const int64_t *a, uint64_t count) {
  grundy_sequence_period best = {0};
  for (uint64_t length = 1; length + 1 < count; length++) {
    uint64_t preperiod = naive_preperiod(a, count, length), repeats = count - preperiod - length;
    if (repeats < length || repeats < 2) continue;
    if (best.length != 0 && preperiod + length >= best.preperiod + best.length) continue;
    best = (grundy_sequence_period){.preperiod = preperiod, .length = length};
    best.saltus = a[preperiod + length] - a[preperiod];
    best.predicted = best.saltus == 0 ? repeats : repeats - 1;
    best.seen = 2 * best.predicted >= count;
  }
  return best;
}

static void periods_are_those_of_the_definition(void **state) {
  enum { MOST = 40 };
  grundy_random random = grundy_random_new(test_seed());
  int seen = 0;
  for (uint64_t trial = 0; trial < test_scaled(20000); trial++) {
    int64_t a[MOST];
    uint64_t count = grundy_random_below(&random, MOST + 1);
    uint64_t preperiod = grundy_random_below(&random, 8);
    uint64_t length = 1 + grundy_random_below(&random, 9);
    uint64_t letters = 1 + grundy_random_below(&random, 4);
    int64_t saltus = (int64_t)grundy_random_below(&random, 3) - 1;
    bool free = grundy_random_below(&random, 3) == 0;
    for (uint64_t n = 0; n < count; n++)
      a[n] = free || n < preperiod + length ? (int64_t)grundy_random_below(&random, letters)
                                            : a[n - length] + saltus;
    grundy_sequence_period found, expected = naive_period(a, count);
    assert_int_equal(grundy_sequence_find_period(a, count, &found, NULL), GRUNDY_OK);
    assert_int_equal(found.length, expected.length);
    assert_int_equal(found.preperiod, expected.preperiod);
    assert_int_equal(found.saltus, expected.saltus);
    assert_int_equal(found.predicted, expected.predicted);
    assert_int_equal(found.seen, expected.seen);
    seen += found.seen;
  }
  assert_true(seen > 0);
}

static void a_period_of_extreme_terms_does_not_overflow(void **state) {
  const int64_t m = GRUNDY_SEQUENCE_MAX_TERM;
  const int64_t a[] = {m, -m, m, -m, m, -m};
  grundy_sequence_period p;
  assert_int_equal(grundy_sequence_find_period(a, 6, &p, NULL), GRUNDY_OK);
  assert_int_equal(p.length, 2);
  assert_int_equal(p.preperiod, 0);
  assert_int_equal(p.saltus, 0);
  assert_true(p.seen);
}

/* ---- linear recurrences ------------------------------------------------------------------ */

enum { ROOM = 64 };

typedef struct recurrence {
  bool seen;
  uint64_t order;
  int64_t c[ROOM];
} recurrence;

static recurrence find(const int64_t *a, uint64_t count, grundy_recurrence_ring ring) {
  recurrence r = {0};
  assert_int_equal(
      grundy_sequence_find_recurrence(a, count, ring, ROOM - 1, NULL, &r.seen, &r.order, r.c, NULL),
      GRUNDY_OK);
  return r;
}

static int64_t apply(const int64_t *c, uint64_t order, const int64_t *a, uint64_t n,
                     grundy_recurrence_ring ring) {
  int64_t sum = 0;
  for (uint64_t i = 1; i <= order; i++)
    sum = ring == GRUNDY_RECURRENCE_GF2 ? sum ^ (c[i] * a[n - i]) : sum + c[i] * a[n - i];
  return sum;
}

static bool holds(const recurrence *r, const int64_t *a, uint64_t count,
                  grundy_recurrence_ring ring) {
  for (uint64_t n = r->order; n < count; n++)
    if (apply(r->c, r->order, a, n, ring) != a[n]) return false;
  return true;
}

/* Whether some recurrence of nim-sums has that order, by trying all coefficients. */
static bool naive_gf2(const int64_t *a, uint64_t count, uint64_t order) {
  for (uint64_t bits = 0; bits < UINT64_C(1) << order; bits++) {
    recurrence r = {.order = order};
    for (uint64_t i = 1; i <= order; i++) r.c[i] = (int64_t)(bits >> (i - 1) & 1);
    if (holds(&r, a, count, GRUNDY_RECURRENCE_GF2)) return true;
  }
  return false;
}

static void nim_sum_recurrences_are_the_shortest(void **state) {
  enum { MOST = 24 };
  grundy_random random = grundy_random_new(test_seed());
  int seen = 0, unseen = 0;
  for (uint64_t trial = 0; trial < test_scaled(3000); trial++) {
    int64_t a[MOST], c[8];
    uint64_t count = grundy_random_below(&random, MOST + 1), letters = 1 + trial % 9;
    uint64_t order = grundy_random_below(&random, 8);
    for (uint64_t i = 1; i <= order; i++) c[i] = (int64_t)grundy_random_below(&random, 2);
    for (uint64_t n = 0; n < count; n++)
      a[n] = n < order ? (int64_t)grundy_random_below(&random, letters)
                       : apply(c, order, a, n, GRUNDY_RECURRENCE_GF2);
    recurrence r = find(a, count, GRUNDY_RECURRENCE_GF2);
    uint64_t least = 0;
    while (least <= count / 4 && !naive_gf2(a, count, least)) least++;
    assert_int_equal(r.seen, least <= count / 4);
    if (r.seen) assert_int_equal(r.order, least);
    if (r.seen) assert_true(holds(&r, a, count, GRUNDY_RECURRENCE_GF2));
    *(r.seen ? &seen : &unseen) += 1;
  }
  assert_true(seen > 0 && unseen > 0);
}

/* Long orders, which need several words: a recurrence is found, and none is longer than the one
 * that made the terms. */
static void long_recurrences_of_nim_sums_are_found(void **state) {
  enum { COUNT = 1200, ORDER = 290 };
  static int64_t a[COUNT], c[ORDER + 1], found[ORDER + 1];
  grundy_random random = grundy_random_new(test_seed());
  for (int trial = 0; trial < 5; trial++) {
    uint64_t order = 60 + grundy_random_below(&random, ORDER - 59), least;
    bool seen;
    for (uint64_t i = 1; i <= order; i++) c[i] = (int64_t)grundy_random_below(&random, 2);
    for (uint64_t n = 0; n < COUNT; n++)
      a[n] = n < order ? (int64_t)grundy_random_below(&random, 1000)
                       : apply(c, order, a, n, GRUNDY_RECURRENCE_GF2);
    assert_int_equal(grundy_sequence_find_recurrence(a, COUNT, GRUNDY_RECURRENCE_GF2, ORDER, NULL,
                                                     &seen, &least, found, NULL),
                     GRUNDY_OK);
    assert_true(seen && least <= order);
    for (uint64_t n = least; n < COUNT; n++)
      assert_int_equal(apply(found, least, a, n, GRUNDY_RECURRENCE_GF2), a[n]);
  }
}

/* The rank of the terms' Hankel matrix modulo a small prime, by elimination: a lower bound for the
 * order of every recurrence over the integers. */
static uint64_t naive_rank(const int64_t *a, uint64_t count) {
  enum { P = 10007, SIZE = 16 };
  int64_t m[SIZE][SIZE];
  uint64_t size = (count + 1) / 2, rank = 0;
  assert_true(size <= SIZE);
  for (uint64_t i = 0; i < size; i++)
    for (uint64_t j = 0; j < size; j++) m[i][j] = i + j < count ? ((a[i + j] % P) + P) % P : 0;
  for (uint64_t column = 0; column < size && rank < size; column++) {
    uint64_t pivot = rank;
    while (pivot < size && m[pivot][column] == 0) pivot++;
    if (pivot == size) continue;
    for (uint64_t j = 0; j < size; j++) {
      int64_t kept = m[rank][j];
      m[rank][j] = m[pivot][j];
      m[pivot][j] = kept;
    }
    for (uint64_t i = rank + 1; i < size; i++) {
      int64_t factor = m[i][column], pivot_value = m[rank][column];
      for (uint64_t j = 0; j < size; j++)
        m[i][j] = ((m[i][j] * pivot_value - m[rank][j] * factor) % P + P) % P;
    }
    rank++;
  }
  return rank;
}

static void recurrences_over_the_integers_are_the_shortest(void **state) {
  enum { COUNT = 31 }; /* the Hankel matrix has 16 rows */
  uint64_t equal = 0, trials = test_scaled(3000);
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t trial = 0; trial < trials; trial++) {
    int64_t a[COUNT], c[5];
    uint64_t order = grundy_random_below(&random, 5);
    for (uint64_t i = 1; i <= order; i++) c[i] = (int64_t)grundy_random_below(&random, 5) - 2;
    for (uint64_t n = 0; n < COUNT; n++)
      a[n] = n < order ? (int64_t)grundy_random_below(&random, 19) - 9
                       : apply(c, order, a, n, GRUNDY_RECURRENCE_INTEGERS);
    recurrence r = find(a, COUNT, GRUNDY_RECURRENCE_INTEGERS);
    assert_true(r.seen && r.order <= order);
    assert_true(holds(&r, a, COUNT, GRUNDY_RECURRENCE_INTEGERS));
    uint64_t rank = naive_rank(a, COUNT);
    assert_true(r.order >= rank);
    equal += r.order == rank;
  }
  assert_true(2 * equal > trials); /* the rank is smaller only modulo the small prime */
}

static void random_terms_have_no_recurrence(void **state) {
  enum { COUNT = 60 };
  grundy_random random = grundy_random_new(test_seed());
  int64_t a[COUNT];
  for (int n = 0; n < COUNT; n++) a[n] = (int64_t)grundy_random_below(&random, 1 << 20);
  assert_false(find(a, COUNT, GRUNDY_RECURRENCE_INTEGERS).seen);
  assert_false(find(a, COUNT, GRUNDY_RECURRENCE_GF2).seen);
}

/* The search works modulo this prime. */
static void multiples_of_the_prime_have_their_recurrence(void **state) {
  const int64_t prime = (INT64_C(1) << 61) - 1;
  int64_t a[16];
  for (int n = 0; n < 16; n++) a[n] = n % 4 == 3 ? -prime : n % 2 == 0 ? prime : 0;
  recurrence r = find(a, 16, GRUNDY_RECURRENCE_INTEGERS);
  assert_true(r.seen);
  assert_int_equal(r.order, 4);
  assert_true(holds(&r, a, 16, GRUNDY_RECURRENCE_INTEGERS));
}

static void one_wrong_term_hides_a_recurrence(void **state) {
  int64_t a[40] = {1, 1};
  for (int n = 2; n < 40; n++) a[n] = a[n - 1] + a[n - 2];
  assert_int_equal(find(a, 40, GRUNDY_RECURRENCE_INTEGERS).order, 2);
  a[39]++;
  assert_false(find(a, 40, GRUNDY_RECURRENCE_INTEGERS).seen);
}

static void extreme_terms_and_coefficients_are_exact(void **state) {
  const int64_t m = GRUNDY_SEQUENCE_MAX_TERM;
  const int64_t a[] = {m, -m, m, -m, m, -m, m, -m};
  recurrence r = find(a, 8, GRUNDY_RECURRENCE_INTEGERS);
  assert_true(r.seen);
  assert_int_equal(r.order, 1);
  assert_int_equal(r.c[1], -1);
  assert_false(find(a, 8, GRUNDY_RECURRENCE_GF2).seen);
  /* Modulo 2^61 - 1 these terms are 1, 1, 1 ..., which is not what they are. */
  const int64_t p = (INT64_C(1) << 61) - 1;
  const int64_t b[] = {1, p + 1, 1, p + 1, 1, 1, p + 1, 1};
  assert_false(find(b, 8, GRUNDY_RECURRENCE_INTEGERS).seen);
  /* One of them is -(2^61 - 1), and they have no recurrence. */
  const int64_t c[] = {-p, 1, 0, 0, 5, 0, 1, 9};
  assert_false(find(c, 8, GRUNDY_RECURRENCE_INTEGERS).seen);
}

/* Every term is half of the one before it, or minus a half. */
static void coefficients_are_integers(void **state) {
  const int64_t halves[] = {8, 4, 2, 1}, negative[] = {8, -4, 2, -1};
  assert_false(find(halves, 4, GRUNDY_RECURRENCE_INTEGERS).seen);
  assert_false(find(negative, 4, GRUNDY_RECURRENCE_INTEGERS).seen);
}

static void zeros_have_order_zero(void **state) {
  const int64_t a[4] = {0};
  for (int ring = 0; ring < 2; ring++) {
    recurrence r = find(a, 4, (grundy_recurrence_ring)ring);
    assert_true(r.seen);
    assert_int_equal(r.order, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_are_read_in_any_arrangement),
      cmocka_unit_test(lines_of_index_and_term_are_a_b_file),
      cmocka_unit_test(other_lines_of_two_are_a_list),
      cmocka_unit_test(errors_have_a_place),
      cmocka_unit_test(periods_are_those_of_the_definition),
      cmocka_unit_test(a_period_of_extreme_terms_does_not_overflow),
      cmocka_unit_test(nim_sum_recurrences_are_the_shortest),
      cmocka_unit_test(long_recurrences_of_nim_sums_are_found),
      cmocka_unit_test(recurrences_over_the_integers_are_the_shortest),
      cmocka_unit_test(random_terms_have_no_recurrence),
      cmocka_unit_test(multiples_of_the_prime_have_their_recurrence),
      cmocka_unit_test(one_wrong_term_hides_a_recurrence),
      cmocka_unit_test(extreme_terms_and_coefficients_are_exact),
      cmocka_unit_test(coefficients_are_integers),
      cmocka_unit_test(zeros_have_order_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
