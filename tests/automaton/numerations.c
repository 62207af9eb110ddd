/* Digits of numbers, and addition in every numeration as an automaton. */

#include "automaton/impl.h"
#include "support/games.h"
#include "support/test.h"

#include <inttypes.h>

/* Makes an automaton of all pairs of numbers. */
static grundy_automaton *all_pairs(grundy_numeration numeration) {
  grundy_automaton *automaton = NULL;
  /* In Zeckendorf digits the states are the last digits, and words with two digits 1 in a row. */
  bool is_zeckendorf = numeration == GRUNDY_ZECKENDORF;
  uint32_t symbols = grundy_numeration_symbols(numeration, 2), states = is_zeckendorf ? 5 : 1;
  uint32_t *next = calloc((size_t)states * symbols, sizeof *next);
  uint8_t outputs[5] = {0, 0, 0, 0, 1};
  for (uint32_t i = 0; is_zeckendorf && i < 20; i++)
    next[i] = i / 4 == 4 || (i / 4 & i % 4) != 0 ? 4 : i % 4;
  const grundy_automaton_parts parts = {.numeration = numeration,
                                        .dimension = 2,
                                        .states = states,
                                        .symbols = symbols,
                                        .next = next,
                                        .outputs = outputs};
  assert_int_equal(grundy_automaton_new(&parts, &automaton, NULL), GRUNDY_OK);
  free(next);
  return automaton;
}

/* The relation x0 + x1 = y0. */
static grundy_relation addition(const grundy_automaton *automaton) {
  grundy_relation relation = {.automaton = automaton,
                              .digits = grundy_numeration_digits(automaton->numeration),
                              .changed_count = 1,
                              .condition_count = 1,
                              .sink = grundy_dfa_sink(&automaton->dfa, 1)};
  relation.conditions[0] = (grundy_condition){
      .kind = GRUNDY_CONDITION_EQUAL, .x = {1, 1}, .y = {-1}, .least = -2, .most = 1};
  return relation;
}

static uint8_t output_at(const grundy_dfa *dfa, grundy_numeration numeration,
                         const uint64_t *numbers, uint32_t count) {
  enum { WIDTH = 30 };
  grundy_digits digits[3];
  uint32_t state = 0;
  for (uint32_t i = 0; i < count; i++) grundy_digits_of(numeration, numbers[i], &digits[i]);
  for (uint32_t at = 0; at < WIDTH; at++) {
    uint32_t symbol = 0;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t padding = WIDTH - digits[i].count;
      symbol = symbol * grundy_numeration_digits(numeration) +
               (at < padding ? 0 : digits[i].at[at - padding]);
    }
    state = dfa->next[(uint64_t)state * dfa->symbols + symbol];
  }
  return dfa->outputs[state];
}

/* Of the sums that are tried, only the right one is accepted, and there is exactly one. */
static void assert_sum(const grundy_dfa *sums, const grundy_dfa *counts,
                       grundy_numeration numeration, uint64_t x, uint64_t y) {
  for (uint64_t wrong = 0; wrong < 4; wrong++) {
    uint64_t numbers[] = {x, y, x + y + (wrong == 3 ? (x + y > 0 ? UINT64_MAX : 5) : wrong)};
    assert_int_equal(output_at(sums, numeration, numbers, 3), wrong == 0);
  }
  uint64_t numbers[] = {x, y};
  assert_int_equal(output_at(counts, numeration, numbers, 2), 1);
}

static void check_addition(grundy_numeration numeration, grundy_random *random) {
  grundy_automaton_report report = {0};
  const grundy_vector_options rules = {0};
  grundy_automaton *automaton = all_pairs(numeration);
  grundy_proving proof = {.automaton = automaton,
                          .rules = &rules,
                          .max_states = 10000,
                          .work = grundy_work_start(NULL, "", 0),
                          .report = &report};
  grundy_relation relation = addition(automaton);
  grundy_automaton_step sums, counts;
  assert_int_equal(grundy_relation_make(&proof, &relation, &sums), GRUNDY_OK);
  assert_int_equal(grundy_counts_make(&proof, &relation, &sums.dfa, 2, &counts), GRUNDY_OK);
  assert_int_equal(sums.dfa.states, numeration == GRUNDY_ZECKENDORF ? 17 : 3);
  for (uint64_t x = 0; x < 10000; x += 1 + grundy_random_below(random, 200 / test_scaled(100)))
    for (int i = 0; i < 3; i++)
      assert_sum(&sums.dfa, &counts.dfa, numeration, x, grundy_random_below(random, 10000));
  for (uint64_t x = 0; x < 20 + test_scaled(100); x++)
    for (uint64_t y = 0; y < 20 + test_scaled(100); y++)
      assert_sum(&sums.dfa, &counts.dfa, numeration, x, y);
  grundy_step_free(&sums);
  grundy_step_free(&counts);
  grundy_automaton_free(automaton);
}

static void addition_is_an_automaton(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  check_addition(GRUNDY_ZECKENDORF, &random);
  for (grundy_numeration base = 2; base <= GRUNDY_NUMERATION_MAX_BASE; base += base < 4 ? 1 : 6)
    check_addition(base, &random);
}

static void digits_are_read_back(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < 100 + test_scaled(2000); i++) {
    grundy_numeration numeration = 1 + (grundy_numeration)grundy_random_below(&random, 16);
    uint64_t number = grundy_random_below(&random, UINT64_C(1) << (1 + i % 62));
    grundy_digits digits, large;
    char decimal[GRUNDY_AUTOMATON_MAX_DIGITS + 8], text[32];
    grundy_digits_of(numeration, number, &digits);
    assert_int_equal(grundy_digits_value(numeration, digits.at, digits.count), number);
    (void)snprintf(text, sizeof text, "%" PRIu64, number);
    grundy_digits_of_decimal(numeration, text, strlen(text), &large);
    assert_int_equal(large.count, digits.count);
    assert_memory_equal(large.at, digits.at, digits.count);
    grundy_digits_to_decimal(numeration, &digits, decimal);
    assert_string_equal(decimal, text);
    for (uint32_t k = 1; k < digits.count && numeration == GRUNDY_ZECKENDORF; k++)
      assert_int_equal(digits.at[k - 1] & digits.at[k], 0);
  }
}

static void large_numbers_are_read_back(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < 2 + test_scaled(30); i++) {
    grundy_numeration numeration = 1 + (grundy_numeration)grundy_random_below(&random, 16);
    char text[GRUNDY_AUTOMATON_MAX_DIGITS + 1], decimal[GRUNDY_AUTOMATON_MAX_DIGITS + 8];
    grundy_digits digits;
    size_t length = i == 0 ? GRUNDY_AUTOMATON_MAX_DIGITS : 1 + grundy_random_below(&random, 999);
    for (size_t k = 0; k < length; k++)
      text[k] = (char)('0' + (k == 0 ? 9 : grundy_random_below(&random, 10)));
    text[length] = '\0';
    grundy_digits_of_decimal(numeration, text, length, &digits);
    grundy_digits_to_decimal(numeration, &digits, decimal);
    assert_string_equal(decimal, text);
  }
}

static void names_of_numerations(void **state) {
  grundy_numeration numeration;
  assert_int_equal(grundy_numeration_parse("base16", &numeration, NULL), GRUNDY_OK);
  assert_int_equal(numeration, 16);
  assert_int_equal(grundy_numeration_parse("zeckendorf", &numeration, NULL), GRUNDY_OK);
  assert_int_equal(numeration, GRUNDY_ZECKENDORF);
  static const char *const wrong[] = {"base1", "base17", "base", "base02x", "fibonacci", ""};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(grundy_numeration_parse(wrong[i], &numeration, NULL), GRUNDY_BAD_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(addition_is_an_automaton),
      cmocka_unit_test(digits_are_read_back),
      cmocka_unit_test(large_numbers_are_read_back),
      cmocka_unit_test(names_of_numerations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
