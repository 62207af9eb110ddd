/* Proofs of infinite misère quotients: 0.3122 up to heap 7, where heaps 5 and 7 drift. */

#include <jansson.h>

#include <grundy/grundy.h>

#include "support/certificates.h"
#include "support/games.h"
#include "support/heap_sums.h"
#include "support/test.h"

static char right[20000]; /* the certificate */

static int read_certificate(void **state) {
  FILE *in = fopen(GRUNDY_ROOT "/tests/certificate/infinite-0.3122.json", "r");
  assert_non_null(in);
  right[fread(right, 1, sizeof right - 1, in)] = '\0';
  return fclose(in);
}

/* ---- what a certificate says ---------------------------------------------------------------- */

static uint32_t number_in(const json_t *array, size_t index) {
  return (uint32_t)json_integer_value(json_array_get(array, index));
}

typedef struct fold {
  uint32_t d, c, a, p, b, q;
} fold;

static void fold_pair(const fold *f, uint32_t *i, uint32_t *j) {
  for (; *i >= f->d + f->c && *j >= f->d + f->c; *j -= f->c) *i -= f->c;
  while (*i >= f->a + f->p) *i -= f->p;
  while (*j >= f->b + f->q) *j -= f->q;
}

static fold fold_of(const json_t *root) {
  const json_t *object = json_object_get(root, "fold"), *x = json_object_get(object, "diagonal");
  const json_t *y = json_object_get(object, "first"), *z = json_object_get(object, "second");
  return (fold){number_in(x, 0), number_in(x, 1), number_in(y, 0),
                number_in(y, 1), number_in(z, 0), number_in(z, 1)};
}

/* Returns the class of a heap times an element. */
static uint32_t add_heap(const json_t *root, uint32_t heap, uint32_t x) {
  const json_t *cayley = json_object_get(root, "cayley");
  uint32_t value = number_in(json_object_get(root, "phi"), heap), found[100], count = 1;
  uint32_t image[100] = {x};
  /* Searches a word for the value, and applies it to x. */
  found[0] = 0;
  for (uint32_t at = 0; at < count; at++) {
    if (found[at] == value) return image[at];
    for (size_t g = 0; g < json_array_size(cayley); g++) {
      const json_t *map = json_array_get(cayley, g);
      uint32_t to = number_in(map, found[at]), k = 0;
      while (k < count && found[k] != to) k++;
      if (k < count) continue;
      found[count] = to;
      image[count++] = number_in(map, image[at]);
    }
  }
  fail_msg("heap %u has no word", heap);
  return 0;
}

static bool is_p(const json_t *root, uint32_t s, uint32_t i, uint32_t j) {
  fold f = fold_of(root);
  const json_t *rows = json_object_get(root, "outcomes");
  fold_pair(&f, &i, &j);
  for (size_t k = 0; k < json_array_size(rows); k++) {
    const json_t *row = json_array_get(rows, k);
    if (number_in(row, 0) != i || number_in(row, 1) != j) continue;
    const char digit[] = {json_string_value(json_array_get(row, 2))[s / 4], '\0'};
    return (strtoul(digit, NULL, 16) >> (s % 4) & 1) != 0;
  }
  fail_msg("no outcome for %u, %u", i, j);
  return false;
}

/* Compares the outcomes of X + i·G + j·H with those by all moves, for i, j <= most and all sums X
 * of at most two other heaps. */
static bool is_true(const char *text, uint32_t most, outcome_memory *memory) {
  json_t *root = json_loads(text, 0, NULL);
  const json_t *drifting = json_object_get(root, "drifting");
  uint32_t first = number_in(drifting, 0), second = number_in(drifting, 1);
  uint32_t heaps = (uint32_t)json_integer_value(json_object_get(root, "heaps"));
  heap_game g =
      heap_game_of_code(json_string_value(json_object_get(json_object_get(root, "game"), "code")));
  bool is_right = true;
  for (uint32_t x = 0; x <= heaps; x++)
    for (uint32_t y = 0; y <= x; y++) {
      if (x == first || x == second || y == first || y == second) continue;
      uint32_t s = x == 0 ? 0 : add_heap(root, x, 0);
      if (y > 0) s = add_heap(root, y, s);
      for (uint32_t i = 0; i <= most; i++)
        for (uint32_t j = 0; j <= most && is_right; j++) {
          uint32_t counts[HEAPS + 1] = {0};
          counts[x]++;
          counts[y]++;
          counts[0] = 0;
          counts[first] = i;
          counts[second] = j;
          is_right = heap_sum_is_p(&g, true, counts, memory) == is_p(root, s, i, j);
        }
    }
  json_decref(root);
  return is_right;
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void the_quotient_of_0_3122_is_infinite_from_heap_7_on(void **state) {
  grundy_certificate_report report;
  assert_int_equal(check_text(right, &report, NULL), GRUNDY_OK);
  assert_true(report.is_right);
  assert_string_equal(
      report.claim, "0.3122 in misere play: the quotient of the heaps up to n is infinite for "
                    "every n >= 7, because heaps 5 and 7 drift; the outcomes of all sums of heaps "
                    "up to 7 are proved");
  outcome_memory memory = {0};
  assert_true(is_true(right, 9, &memory));
  outcome_memory_free(&memory);
}

/* Pairs that the proof calls alike look the same to all moves. */
static void pairs_beyond_the_tested_ones_look_like_tested_ones(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t n = 0; n < test_scaled(300); n++) {
    fold f = {.d = (uint32_t)grundy_random_below(&random, 4),
              .c = 1 + (uint32_t)grundy_random_below(&random, 5),
              .p = 1 + (uint32_t)grundy_random_below(&random, 4),
              .q = 1 + (uint32_t)grundy_random_below(&random, 4)};
    f.a = f.d + f.c + (uint32_t)grundy_random_below(&random, 4);
    f.b = f.d + f.c + (uint32_t)grundy_random_below(&random, 4);
    uint32_t t = (uint32_t)grundy_random_below(&random, 5);
    for (uint32_t i = 0; i < 50; i++)
      for (uint32_t j = 0; j < 50; j++) {
        uint32_t u = i, v = j;
        if (i > f.d + f.c && j > f.d + f.c) {
          u -= f.c;
          v -= f.c;
        } else if (i >= f.a + f.p + f.c + t + 1) {
          u -= f.p;
        } else if (j >= f.b + f.q + f.c + t + 1) {
          v -= f.q;
        }
        assert_true((i > 0) == (u > 0) && (j > 0) == (v > 0));
        for (uint32_t x = i > 0 ? 0 : 1; x <= t + 1; x++)
          for (uint32_t y = j > 0 ? 0 : 1; y <= t + 1; y++) {
            uint32_t one[2] = {i + x - 1, j + y - 1}, other[2] = {u + x - 1, v + y - 1};
            fold_pair(&f, &one[0], &one[1]);
            fold_pair(&f, &other[0], &other[1]);
            assert_true(one[0] == other[0] && one[1] == other[1]);
          }
      }
  }
}

static uint32_t common_multiple(uint32_t x, uint32_t y) {
  uint32_t made = x;
  while (made % y != 0) made += x;
  return made;
}

/* The corollary: far from the diagonal, on each side, only remainders matter. */
static void multiples_that_the_corollary_names_fold_like_its_two_pairs(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t n = 0; n < test_scaled(300); n++) {
    fold f = {.d = (uint32_t)grundy_random_below(&random, 9),
              .c = 1 + (uint32_t)grundy_random_below(&random, 5),
              .p = 1 + (uint32_t)grundy_random_below(&random, 5),
              .q = 1 + (uint32_t)grundy_random_below(&random, 5)};
    f.a = f.d + f.c + (uint32_t)grundy_random_below(&random, 9);
    f.b = f.d + f.c + (uint32_t)grundy_random_below(&random, 9);
    uint32_t length = common_multiple(common_multiple(f.c, f.p), f.q);
    uint32_t far = ((f.a > f.b ? f.a : f.b) + length - 1) / length * length + length;
    uint32_t u = (uint32_t)grundy_random_below(&random, length);
    uint32_t v = (uint32_t)grundy_random_below(&random, length);
    uint32_t first[2] = {u + 2 * far, v + far}, second[2] = {u + far, v + 2 * far};
    fold_pair(&f, &first[0], &first[1]);
    fold_pair(&f, &second[0], &second[1]);
    for (uint32_t k = 1; k < 4; k++)
      for (uint32_t l = k; l < 5; l++) {
        uint32_t pair[2] = {u + 3 * l * far, v + (3 * k + 1) * far};
        const uint32_t *like = l > k ? first : second;
        fold_pair(&f, &pair[0], &pair[1]);
        assert_int_equal(pair[0], like[0]);
        assert_int_equal(pair[1], like[1]);
      }
  }
}

/* Replaces a number or a digit of a set. */
static char *damage(grundy_random *random, const char *text) {
  size_t length = strlen(text);
  char *made = malloc(length + 10);
  for (;;) {
    size_t at = 70 + (size_t)grundy_random_below(random, length - 70), to = at + 1;
    bool in_set = strspn(text + at, "0123456789abcdef") > 0 &&
                  text[at + strspn(text + at, "0123456789abcdef")] == '"';
    if (!in_set && (text[at] < '0' || text[at] > '9')) continue;
    if (!in_set && text[at - 1] >= '0' && text[at - 1] <= '9') continue;
    while (!in_set && text[to] >= '0' && text[to] <= '9') to++;
    if (in_set)
      (void)snprintf(made, length + 10, "%.*s%c%s", (int)at, text,
                     "0123456789abcdef"[grundy_random_below(random, 16)], text + to);
    else
      (void)snprintf(made, length + 10, "%.*s%u%s", (int)at, text,
                     (unsigned)grundy_random_below(random, 41), text + to);
    if (strcmp(made, text) != 0) return made;
  }
}

static void no_damaged_certificate_proves_anything_false(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  outcome_memory memory = {0};
  uint32_t accepted = 0;
  for (uint64_t n = 0; n < 400 + test_scaled(2000); n++) {
    grundy_certificate_report report = {0};
    char *made = damage(&random, right);
    if (check_text(made, &report, NULL) == GRUNDY_OK && report.is_right) {
      accepted++;
      assert_string_equal(report.game, "0.3122");
      if (!is_true(made, 6, &memory)) fail_msg("%s", made);
    }
    free(made);
  }
  outcome_memory_free(&memory);
  assert_true(accepted < 40 + test_scaled(200));
}

static void documents_are_read_strictly(void **state) {
  static const char *const cases[][2] = {
      {"\"misere\"", "\"normal\""},
      {"\"heaps\": 7", "\"heaps\": 8"},
      {"\"heaps\": 7", "\"heaps\": 7.0"},
      {"[5, 7]", "[7, 5]"},
      {"[5, 7]", "[5, 5]"},
      {"[5, 7]", "[5, 8]"},
      {"[5, 7]", "[5]"},
      {"[5, 7]", "[4, 7]"},
      {"\"size\": 40", "\"size\": 41"},
      {"\"diagonal\": [2, 4]", "\"diagonal\": [2, 0]"},
      {"\"diagonal\": [2, 4]", "\"diagonal\": [9, 4]"},
      {"\"diagonal\": [2, 4]", "\"diagonal\": [2, 65]"},
      {"\"diagonal\": [2, 4]", "\"diagonal\": [2, 4, 1]"},
      {"\"first\": [8, 1]", "\"first\": [5, 1]"},
      {"\"first\": [8, 1]", "\"first\": [1001, 1]"},
      {"\"first\": [8, 1]", "\"first\": [9, 1]"},
      {"\"second\": [10, 4]", "\"second\": [10, 4], \"third\": [1, 1]"},
      {"\"phi\": [0, ", "\"phi\": [1, "},
      {"null", "0"},
      {"[0, 0, \"", "[0, 1, \""},
      {"[0, 0, \"", "[0, 0, \"0"},
      {"[0, 0, \"", "[0, \""},
      {"\"outcomes\"", "\"extra\": 1, \"outcomes\""},
      {"]}\n", ", [9, 9, \"0000000000\"]]}\n"},
      {"]}\n", "]}\n{}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_certificate_report report;
    char *made = text_with(right, cases[i][0], cases[i][1]);
    if (check_text(made, &report, NULL) != GRUNDY_BAD_INPUT) fail_msg("%s", cases[i][1]);
    free(made);
  }
}

/* Proofs whose first fault is of one kind. */
static void the_condition_that_fails_is_named(void **state) {
  static const char *const cases[][3] = {
      {"\"0.3122\"", "\"0.3123\"", "condition"},
      {"\"0.3122\"", "\"0.0122\"", "heap 1 has no moves, but its value is not 1"},
      {"[0, 0, \"", "[0, 0, \"f", NULL}, /* too long */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_certificate_report report = {0};
    char *made = text_with(right, cases[i][0], cases[i][1]);
    grundy_status status = check_text(made, &report, NULL);
    if (cases[i][2] == NULL) {
      assert_int_equal(status, GRUNDY_BAD_INPUT);
    } else {
      assert_int_equal(status, GRUNDY_OK);
      assert_false(report.is_right);
      assert_memory_equal(report.wrong, cases[i][2], strlen(cases[i][2]));
    }
    free(made);
  }
}

/* Describes heaps 1 and 2 of a game; there are no others. In 0.3 the outcomes are right, and
 * nothing drifts. */
static const char small[] =
    "{\"format\": \"grundy misere infinite 1\", \"game\": {\"code\": \"%s\"}, \"play\": "
    "\"misere\", \"heaps\": 2, \"drifting\": [1, 2], \"size\": 1, \"generators\": [], \"cayley\": "
    "[], \"phi\": [0, null, null], \"fold\": {\"diagonal\": [0, 2], \"first\": [2, 2], "
    "\"second\": [2, 1]}, \"outcomes\": [[0, 0, \"%c\"], [0, 1, \"%c\"], [0, 2, \"0\"], [1, 0, "
    "\"%c\"], [1, 1, \"1\"], [1, 2, \"1\"], [2, 0, \"%c\"], [2, 1, \"0\"], [3, 0, \"1\"], [3, 1, "
    "\"1\"]]}";

/* Among them: a quotient that is finite is not called infinite. */
static void every_condition_matters(void **state) {
  static const struct {
    const char *code, *outcomes, *wrong;
  } cases[] = {
      {"0.3", "0010", "no sum tells infinitely many multiples of heap 1 apart"},
      {"0.3", "1010", "condition 1: the outcome of the empty sum is wrong"},
      {"0.3", "0011", "condition 2: a P-position has a move in heap 1 or 2 to a P-position"},
      {"0.3", "0110", "condition 2: a P-position has a move in heap 1 or 2 to a P-position"},
      {"0.3", "0000", "condition 3: a sum of heaps 1 and 2 that is not in P has no move to P"},
      {"0.03", "0010", "heap 1 has no moves"},
      {"0.1", "0010", "heap 2 has no moves"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[sizeof small + 10];
    const char *o = cases[i].outcomes;
    grundy_certificate_report report;
    (void)snprintf(text, sizeof text, small, cases[i].code, o[0], o[1], o[2], o[3]);
    assert_int_equal(check_text(text, &report, NULL), GRUNDY_OK);
    assert_false(report.is_right);
    assert_string_equal(report.wrong, cases[i].wrong);
  }
}

/* ---- 0.3, in which only the parity of beans matters ----------------------------------------- */

/* Heaps 1 and 2 do not drift, but all outcomes are right. */
static const char parity[] =
    "{\"format\": \"grundy misere infinite 1\", \"game\": {\"code\": \"0.3\"}, \"play\": "
    "\"misere\", \"heaps\": 5, \"drifting\": [1, 2], \"size\": 2, \"generators\": [3], \"cayley\": "
    "[[1, 0]], \"phi\": [0, null, null, 1, 0, 1], \"fold\": {\"diagonal\": [0, 2], \"first\": [2, "
    "2], \"second\": [2, 1]}, \"outcomes\": [[0, 0, \"2\"], [0, 1, \"2\"], [0, 2, \"2\"], [1, 0, "
    "\"1\"], [1, 1, \"1\"], [1, 2, \"1\"], [2, 0, \"2\"], [2, 1, \"2\"], [3, 0, \"1\"], [3, 1, "
    "\"1\"]]}";

static void messages_say_what_is_expected(void **state) {
  static const char phi[] = "'phi' is wrong; expected one entry per heap, and one for heap 0";
  static const char triples[] = "'outcomes' is wrong; expected triples of two numbers and a set";
  static const char all[] = "'outcomes' is wrong; expected one triple per folded pair";
  static const char sets[] =
      "'outcomes' is wrong; expected sets of one hexadecimal digit per four elements";
  static const char *const cases[][3] = {
      {"\"misere\", ", "3, ", "'play' is wrong; expected a string"},
      {"\"misere\", ", "\"normal\", ", "'play' is wrong; expected \"misere\""},
      {"[1, 2]", "[2, 1]", "'drifting' is wrong; expected two increasing heaps"},
      {"\"0.3\"", "\"0.3x\"", "'code' is wrong; expected a code such as 0.77 or take{1,3,4}"},
      {"{\"code\": \"0.3\"}", "{\"options\": [[[]]]}",
       "'options' is wrong; expected as many heaps as 'heaps' says"},
      {"[0, null, null, 1, 0, 1]", "3", phi},
      {"[0, null, null, 1, 0, 1]", "[0, null, null, 1, 0]", phi},
      {"[0, null, null, 1, 0, 1]", "[0, null, 0, 1, 0, 1]",
       "'phi' is wrong; expected null for the heaps that drift"},
      {"[3], \"cayley\": [[1, 0]]", "[5, 3], \"cayley\": [[1, 0], [1, 0]]",
       "'generators' is wrong; expected increasing heaps"},
      {"[3], \"cayley\": [[1, 0]]", "[3], \"cayley\": {}", "'cayley' is wrong; expected an array"},
      {"\"first\": [2, 2]", "\"first\": [1, 2]",
       "'first' is wrong; expected a start beyond the diagonal's"},
      {"\"first\": [2, 2]", "\"first\": [2, 65]",
       "'first' is wrong; expected a period from 1 to 64"},
      {"[0, 1, \"2\"]", "[0, 1, 2]", triples},
      {"[0, 1, \"2\"]", "[0, 1, \"2\", 3]", triples},
      {"[0, 1, \"2\"]", "3", triples},
      {", [3, 1, \"1\"]", "", triples},
      {"[3, 1, \"1\"]", "[3, 1, \"1\"], [3, 2, \"1\"]", all},
      {"[0, 1, \"2\"]", "[0, 1, \"4\"]", sets}, /* a bit of no element */
      {"[0, 1, \"2\"]", "[0, 1, \" \"]", sets},
      {"[0, 1, \"2\"]", "[0, 1, \"22\"]", sets},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = text_with(parity, cases[i][0], cases[i][1]);
    expect_failure(text, GRUNDY_BAD_INPUT, cases[i][2]);
    free(text);
  }
  expect_refutation(parity, "no sum tells infinitely many multiples of heap 1 apart");
}

/* Returns the certificate of 0.3 with another fold, to be freed. */
static char *parity_with(fold f) {
  char *outcomes = NULL, object[100];
  size_t length;
  FILE *out = open_memstream(&outcomes, &length);
  assert_non_null(out);
  (void)fputc('[', out);
  for (uint32_t i = 0; i < f.a + f.p; i++)
    for (uint32_t j = 0; j < f.b + f.q; j++)
      if (i < f.d + f.c || j < f.d + f.c)
        (void)fprintf(out, "%s[%u, %u, \"%d\"]", i + j == 0 ? "" : ", ", i, j, i % 2 == 0 ? 2 : 1);
  (void)fputc(']', out);
  assert_int_equal(fclose(out), 0);
  (void)snprintf(object, sizeof object,
                 "{\"diagonal\": [%u, %u], \"first\": [%u, %u], \"second\": [%u, %u]}", f.d, f.c,
                 f.a, f.p, f.b, f.q);
  char *head = text_with(parity, strstr(parity, "[[0, 0, "), "%"), *text = NULL;
  char *folded =
      text_with(head, "{\"diagonal\": [0, 2], \"first\": [2, 2], \"second\": [2, 1]}", object);
  size_t size = strlen(folded) + length + 2;
  text = malloc(size);
  assert_non_null(text);
  (void)snprintf(text, size, "%.*s%s}", (int)(strlen(folded) - 1), folded, outcomes);
  free(outcomes);
  free(head);
  free(folded);
  return text;
}

static void limits_end_in_unable(void **state) {
  static const struct {
    fold f;
    const char *message;
  } folds[] = {
      {{.d = 0, .c = 2, .a = 2, .p = 2, .b = 2, .q = 1}, NULL},
      {{.d = 120, .c = 64, .a = 184, .p = 64, .b = 184, .q = 64},
       "too many pairs; certificates have at most 65536"},
      {{.d = 0, .c = 10, .a = 10, .p = 64, .b = 10, .q = 63}, /* 20160 is a common period */
       "too many periods; certificates have at most 4096"},
  };
  for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
    char *text = parity_with(folds[i].f);
    if (folds[i].message == NULL)
      expect_refutation(text, "no sum tells infinitely many multiples of heap 1 apart");
    else
      expect_failure(text, GRUNDY_UNABLE, folds[i].message);
    free(text);
  }
  /* Heap 3 has an option of seven heaps 2. */
  char *text = text_with(parity, "{\"code\": \"0.3\"}",
                         "{\"options\": [[[]], [[1]], [[2, 2, 2, 2, 2, 2, 2]], [[3]], [[4]]]}");
  expect_failure(text, GRUNDY_UNABLE,
                 "too many equal heaps in an option; certificates have at most 6");
  free(text);
}

static void all_elements_are_products_of_generators(void **state) {
  char *size = text_with(parity, "\"size\": 2", "\"size\": 3");
  char *text = text_with(size, "[[1, 0]]", "[[1, 0, 2]]");
  expect_refutation(text, "only 2 of 3 elements are products of generators");
  free(text);
  free(size);
}

/* The options of 0.3122, written out. */
static void a_game_may_be_a_table(void **state) {
  static const char table[] =
      "{\"options\": [[[]], [[1], []], [[2]], [[3], [1]], [[4], [2], [1]], [[5], [3], [2]], [[6], "
      "[4], [3]]]}";
  grundy_certificate_report report;
  char *text = text_with(right, "{\"code\": \"0.3122\"}", table);
  assert_int_equal(check_text(text, &report, NULL), GRUNDY_OK);
  assert_true(report.is_right);
  assert_string_equal(report.game, "");
  assert_memory_equal(report.claim, "a table in misere play: the quotient", 36);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_quotient_of_0_3122_is_infinite_from_heap_7_on),
      cmocka_unit_test(pairs_beyond_the_tested_ones_look_like_tested_ones),
      cmocka_unit_test(multiples_that_the_corollary_names_fold_like_its_two_pairs),
      cmocka_unit_test(no_damaged_certificate_proves_anything_false),
      cmocka_unit_test(documents_are_read_strictly),
      cmocka_unit_test(the_condition_that_fails_is_named),
      cmocka_unit_test(every_condition_matters),
      cmocka_unit_test(messages_say_what_is_expected),
      cmocka_unit_test(limits_end_in_unable),
      cmocka_unit_test(all_elements_are_products_of_generators),
      cmocka_unit_test(a_game_may_be_a_table),
  };
  return cmocka_run_group_tests(tests, read_certificate, NULL);
}
