/* Values of heap games: every engine against the definition, and published values. */

#include <grundy/value.h>

#include "support/games.h"
#include "support/heaps.h"
#include "support/test.h"

static void assert_values(const heap_rules *rules, const char *code, uint32_t max) {
  uint32_t *expected = new_numbers(max + 1);
  naive_heap_values(rules, max, expected);
  grundy_heaps *heaps = heaps_of(code, max, false);
  assert_int_equal(largest_heap(heaps), max);
  const char *wrong = same_numbers(code, max + 1, expected, grundy_heaps_values(heaps, NULL));
  if (wrong != NULL) fail_msg("%s", wrong);
  grundy_heaps_free(heaps);
  free(expected);
}

static void assert_rules(const heap_rules *rules, uint32_t max) {
  char code[300];
  heap_rules_text(rules, code, sizeof code);
  assert_values(rules, code, max);
}

/* Digits below `base`, at most `most` of them. */
static heap_rules random_rules(grundy_random *random, uint32_t base, uint32_t most) {
  heap_rules rules = {.count = 2 + (uint32_t)grundy_random_below(random, most)};
  for (uint32_t k = 1; k < rules.count; k++)
    rules.digits[k] = (uint32_t)grundy_random_below(random, base);
  if (grundy_random_below(random, 3) == 0)
    rules.digits[0] = 4 * (uint32_t)grundy_random_below(random, base / 4);
  return rules;
}

static void all_octal_games_with_two_digits(void **state) {
  for (uint32_t first = 0; first < 8; first += 4)
    for (uint32_t a = 0; a < 8; a++)
      for (uint32_t b = 0; b < 8; b++)
        assert_rules(&(heap_rules){.digits = {first, a, b}, .count = 3}, 300);
}

static void random_octal_games(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(40); i++) {
    heap_rules rules = random_rules(&random, 8, 6);
    assert_rules(&rules, 1200);
  }
}

static void random_games_with_many_heaps(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(60); i++) {
    heap_rules rules = random_rules(&random, i % 2 == 0 ? 16 : 36, 3);
    assert_rules(&rules, i % 2 == 0 ? 80 : 40);
  }
}

static void random_games_without_an_end(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(60); i++) {
    heap_rules rules = random_rules(&random, i % 2 == 0 ? 4 : 8, 4);
    rules.rest = i % 3 == 0 ? 3 : (uint32_t)grundy_random_below(&random, 8);
    assert_rules(&rules, 120);
  }
}

static void a_code_may_have_many_digits(void **state) {
  heap_rules rules = {.count = 40};
  for (uint32_t k = 1; k < rules.count; k++) rules.digits[k] = 7;
  assert_rules(&rules, 700);
}

/* Up to 4095 beans everything can be taken, so that G(n) = n: larger values than the sparse space
 * and the search through pairs have. */
static void values_may_be_large(void **state) {
  enum { DIGITS = 4095 };
  char code[DIGITS + 4] = "0.";
  memset(code + 2, '3', DIGITS);
  code[2 + DIGITS] = '7';
  grundy_heaps *heaps = heaps_of(code, DIGITS + 1, false);
  for (uint32_t n = 0; n <= DIGITS + 1; n++)
    assert_int_equal(grundy_heaps_values(heaps, NULL)[n], n);
  grundy_heaps_free(heaps);
}

/* A set as rules given by digits. */
static void sets_are_digits(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(60); i++) {
    bool but = i % 2 == 0;
    heap_rules rules = {.count = 20, .rest = but ? 3 : 0};
    char code[128];
    size_t length = (size_t)snprintf(code, sizeof code, but ? "allbut{" : "take{19,");
    for (uint32_t k = 1; k < rules.count; k++) {
      bool in = grundy_random_below(&random, 3) == 0 || (!but && k == 19);
      rules.digits[k] = in != but ? 3 : 0;
      if (in) length += (size_t)snprintf(code + length, sizeof code - length, "%u,", (unsigned)k);
    }
    if (code[length - 1] == ',') length--;
    snprintf(code + length, sizeof code - length, "}");
    assert_values(&rules, code, 300);
  }
}

/* 0.77, 0.75, 0.54 and 4.7 have short periods, so that values are copied after about 4,200 heaps.
 */
static void values_that_repeat_are_right(void **state) {
  assert_rules(&(heap_rules){.digits = {0, 7, 7}, .count = 3}, 9000);
  assert_rules(&(heap_rules){.digits = {0, 7, 5}, .count = 3}, 9000);
  assert_rules(&(heap_rules){.digits = {0, 5, 4}, .count = 3}, 9000);
  assert_rules(&(heap_rules){.digits = {4, 7}, .count = 2}, 9000);
}

/* The values of 0.156 and 0.354 do not repeat soon, and most of them are common. */
static void games_with_few_rare_values_are_right(void **state) {
  assert_rules(&(heap_rules){.digits = {0, 1, 5, 6}, .count = 4}, 9000);
  assert_rules(&(heap_rules){.digits = {0, 3, 5, 4}, .count = 4}, 7000);
}

/* A third of the heaps of 0.06 are rare, so that every heap is searched by itself. */
static void games_with_many_rare_values_are_right(void **state) {
  assert_rules(&(heap_rules){.digits = {0, 0, 6}, .count = 3}, 9000);
}

/* Early on, 0.167 and 0.174 need values that have no number in the sparse space, at the first heap
 * of a group of eight. */
static void games_that_outgrow_their_space_are_right(void **state) {
  assert_rules(&(heap_rules){.digits = {0, 1, 6, 7}, .count = 4}, 3000);
  assert_rules(&(heap_rules){.digits = {0, 1, 7, 4}, .count = 4}, 3000);
  assert_rules(&(heap_rules){.digits = {0, 4, 2, 7, 2, 2, 4, 0, 6}, .count = 9}, 1500);
}

/* Up to heap 210 this is 0.15, which has few rare heaps; then some heaps may be taken whole, and
 * later there are more rare heaps. */
static void rules_may_change_at_large_heaps(void **state) {
  heap_rules rules = {.digits = {0, 1, 5}, .count = 215};
  const uint32_t last[] = {3, 3, 2, 7};
  memcpy(rules.digits + 211, last, sizeof last);
  assert_rules(&rules, 800);
}

static void values_that_were_published(void **state) {
  static const uint32_t grundy[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1,
                                    3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3};
  static const uint32_t kayles[] = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6};
  static const uint32_t lasker[] = {0, 1, 2, 4, 3, 5, 6, 8, 7};
  const struct {
    const char *code;
    const uint32_t *values;
    uint32_t count;
  } games[] = {{"grundy", grundy, 31}, {"kayles", kayles, 12}, {"lasker", lasker, 9}};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_heaps *heaps = heaps_of(games[i].code, games[i].count - 1, false);
    assert_memory_equal(grundy_heaps_values(heaps, NULL), games[i].values,
                        games[i].count * sizeof(uint32_t));
    grundy_heaps_free(heaps);
  }
}

static void grundys_game_is_right_where_rare_values_are_many(void **state) {
  assert_rules(&(heap_rules){.digits = {4}, .count = 1, .unequal = true}, 3000);
}

static void rare_values_are_counted(void **state) {
  grundy_heaps *heaps = heaps_of("0.16", 20000, false);
  grundy_heap_split split;
  assert_int_equal(grundy_heaps_split(heaps, &split, NULL), GRUNDY_OK);
  assert_int_equal(split.rare, 53);
  assert_int_equal(split.last_rare, 13935);
  const uint32_t *values = grundy_heaps_values(heaps, NULL);
  uint64_t rare = 0;
  for (uint32_t n = 0; n <= 20000; n++) rare += __builtin_parity(values[n] & split.mask) == 0;
  assert_int_equal(rare, split.rare);
  assert_int_equal(values[split.largest_at], split.largest);
  grundy_heaps_free(heaps);
}

/* Draws a game up to that heap, and returns whether there is a dot at the left end of the lowest
 * row. */
static bool plot_begins_below(const char *text, uint32_t max) {
  grundy_heap_code *code = NULL;
  char *svg = NULL;
  size_t length;
  FILE *out = open_memstream(&svg, &length);
  grundy_heaps *heaps = heaps_of(text, max, false);
  assert_non_null(out);
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_plot(heaps, code, out, NULL), GRUNDY_OK);
  (void)fclose(out);
  bool found = strstr(svg, "M60 479h") != NULL;
  assert_non_null(strstr(svg, "</svg>"));
  free(svg);
  grundy_heaps_free(heaps);
  grundy_heap_code_free(code);
  return found;
}

/* A single heap, values that are all 0, and others. */
/* The smallest loony stacks of Top Entails have one coin and three coins [Wes96]. */
static void loony_heaps_have_no_rare_values(void **state) {
  grundy_heap_code *code = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_heap_code_parse("top-entails", 11, &code, NULL), GRUNDY_OK);
  for (uint32_t max = 0; max <= 1; max++) {
    const grundy_heap_options options = {.size = sizeof options, .max = max};
    grundy_heaps *heaps = NULL;
    grundy_heap_split split;
    assert_int_equal(grundy_heaps_solve(code, &options, &heaps, NULL), GRUNDY_OK);
    bool is_loony = grundy_heaps_values(heaps, NULL)[max] == GRUNDY_INFINITY;
    assert_int_equal(is_loony, max == 1);
    assert_int_equal(grundy_heaps_split(heaps, &split, &error),
                     is_loony ? GRUNDY_UNABLE : GRUNDY_OK);
    grundy_heaps_free(heaps);
  }
  assert_string_equal(error.message, "rare values do not support loony heaps");
  grundy_heap_code_free(code);
}

static void every_sequence_can_be_drawn(void **state) {
  assert_true(plot_begins_below("kayles", 0));
  assert_true(plot_begins_below("0.0", 5));
  assert_true(plot_begins_below("kayles", 50));
}

/* In Top Entails, heaps 1 and 3 have no finite value. */
static void infinite_values_are_written(void **state) {
  static const struct {
    grundy_heaps_format format;
    const char *expected;
  } cases[] = {
      {GRUNDY_HEAPS_TABLE, "\n0  0 ∞ 0 ∞"},
      {GRUNDY_HEAPS_TSV, "\n0\t0\n1\tinf\n2\t0\n3\tinf\n"},
      {GRUNDY_HEAPS_CSV, "\n0,0\n1,inf\n2,0\n3,inf\n"},
  };
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = heaps_of("top-entails", 3, false);
  const uint32_t *values = grundy_heaps_values(heaps, NULL);
  assert_int_equal(values[1], GRUNDY_INFINITY);
  assert_int_equal(values[3], GRUNDY_INFINITY);
  assert_int_equal(grundy_heap_code_parse("top-entails", 11, &code, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(grundy_heaps_write(heaps, code, NULL, cases[i].format, NULL, out, NULL),
                     GRUNDY_OK);
    fclose(out);
    if (strstr(text, cases[i].expected) == NULL) fail_msg("%s", text);
    free(text);
  }
  static const unsigned char array[] = {0, 0, 0, 0, 255, 255, 255, 255,
                                        0, 0, 0, 0, 255, 255, 255, 255};
  char *text = NULL;
  size_t size = 0;
  bool found = false;
  FILE *out = open_memstream(&text, &size);
  assert_int_equal(grundy_heaps_write(heaps, code, NULL, GRUNDY_HEAPS_NPZ, NULL, out, NULL),
                   GRUNDY_OK);
  fclose(out);
  for (size_t i = 0; i + sizeof array <= size && !found; i++)
    found = memcmp(text + i, array, sizeof array) == 0;
  assert_true(found);
  free(text);
  grundy_heaps_free(heaps);
  grundy_heap_code_free(code);
  assert_true(plot_begins_below("top-entails", 3)); /* dots for heaps 0 and 2 only */
}

static void limits_of_heaps_are_checked(void **state) {
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  grundy_error error;
  assert_int_equal(grundy_heap_code_parse("kayles", 6, &code, NULL), GRUNDY_OK);
  grundy_heap_options options = {.size = sizeof options, .max = GRUNDY_HEAP_MAX_SIZE + 1U};
  assert_int_equal(grundy_heaps_solve(code, &options, &heaps, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "the heap is too large; expected at most 2147483646");
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  assert_null(heaps);
  grundy_heap_code_free(code);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_octal_games_with_two_digits),
      cmocka_unit_test(random_octal_games),
      cmocka_unit_test(random_games_with_many_heaps),
      cmocka_unit_test(random_games_without_an_end),
      cmocka_unit_test(a_code_may_have_many_digits),
      cmocka_unit_test(values_may_be_large),
      cmocka_unit_test(sets_are_digits),
      cmocka_unit_test(values_that_repeat_are_right),
      cmocka_unit_test(games_with_few_rare_values_are_right),
      cmocka_unit_test(games_with_many_rare_values_are_right),
      cmocka_unit_test(games_that_outgrow_their_space_are_right),
      cmocka_unit_test(rules_may_change_at_large_heaps),
      cmocka_unit_test(values_that_were_published),
      cmocka_unit_test(grundys_game_is_right_where_rare_values_are_many),
      cmocka_unit_test(rare_values_are_counted),
      cmocka_unit_test(loony_heaps_have_no_rare_values),
      cmocka_unit_test(every_sequence_can_be_drawn),
      cmocka_unit_test(infinite_values_are_written),
      cmocka_unit_test(limits_of_heaps_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
