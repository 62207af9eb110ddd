/* Digits of numbers, and addition in every numeration as an automaton. */

#include "automaton/impl.h"
#include "support/games.h"
#include "support/test.h"

#include <inttypes.h>
#include <stddef.h>

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

/* Writes the digits of all numbers below `count`, each with the same width, and where each number
 * first differs from the one before. */
static uint8_t *list_digits(grundy_numeration numeration, uint32_t count, uint32_t *width,
                            uint32_t *changes) {
  grundy_digits digits;
  grundy_digits_of(numeration, count - 1, &digits);
  *width = digits.count;
  uint8_t *list = calloc(count, *width);
  for (uint32_t number = 0; number < count; number++) {
    grundy_digits_of(numeration, number, &digits);
    uint8_t *row = list + (size_t)number * *width;
    memcpy(row + *width - digits.count, digits.at, digits.count);
    changes[number] = 0;
    while (number > 0 && row[changes[number]] == row[(ptrdiff_t)changes[number] - *width])
      changes[number]++;
  }
  return list;
}

/* Asserts that the automaton accepts x, y, x + y for all x and y below `most`. As y grows by 1,
 * only the last digits of y and x + y change, and only those are read again. */
static void assert_sums(const grundy_dfa *sums, grundy_numeration numeration, uint32_t most) {
  uint32_t width, *changes = calloc(2 * (size_t)most, sizeof *changes), states[64] = {0};
  uint32_t base = grundy_numeration_digits(numeration);
  uint8_t *list = list_digits(numeration, 2 * most, &width, changes);
  assert_true(width < 64);
  for (uint32_t x = 0; x < most; x++)
    for (uint32_t y = 0; y < most; y++) {
      const uint8_t *of_x = list + (size_t)x * width, *of_y = list + (size_t)y * width,
                    *of_sum = list + ((size_t)x + y) * width;
      uint32_t at = y == 0 ? 0 : changes[y] < changes[x + y] ? changes[y] : changes[x + y];
      for (; at < width; at++)
        states[at + 1] = sums->next[states[at] * sums->symbols +
                                    (of_x[at] * base + of_y[at]) * base + of_sum[at]];
      if (sums->outputs[states[width]] != 1)
        fail_msg("%" PRIu32 " + %" PRIu32 " in numeration %" PRIu32, x, y, numeration);
    }
  free(list);
  free(changes);
}

/* Asserts that every pair of numbers of any size has exactly one sum: this is the output in every
 * state that a pair reaches, and other words have none. */
static void assert_unique(const grundy_dfa *counts, grundy_numeration numeration) {
  bool is_zeckendorf = numeration == GRUNDY_ZECKENDORF;
  uint32_t memories = is_zeckendorf ? 5 : 1, found = 1, queue[400] = {0};
  uint8_t seen[400] = {1};
  assert_true(counts->states * memories <= 400);
  for (uint32_t at = 0; at < found; at++) {
    uint32_t state = queue[at] / memories, memory = queue[at] % memories;
    assert_int_equal(counts->outputs[state], memory < 4 ? 1 : 0);
    for (uint32_t symbol = 0; symbol < counts->symbols; symbol++) {
      bool is_number = memory < 4 && (memory & symbol) == 0;
      uint32_t last = !is_zeckendorf ? 0 : is_number ? symbol : 4;
      uint32_t to = counts->next[state * counts->symbols + symbol] * memories + last;
      if (seen[to] == 0) queue[found++] = to;
      seen[to] = 1;
    }
  }
}

/* Below 1,000, or 10,000 if GRUNDY_SCALE is at least 1,000. */
static void check_addition(grundy_numeration numeration) {
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
  assert_unique(&counts.dfa, numeration);
  assert_sums(&sums.dfa, numeration, test_scaled(1) >= 10 ? 10000 : 1000);
  grundy_step_free(&sums);
  grundy_step_free(&counts);
  grundy_automaton_free(automaton);
}

static void addition_is_an_automaton(void **state) {
  static const grundy_numeration numerations[] = {GRUNDY_ZECKENDORF, 2, 3, 10, 16};
  for (size_t i = 0; i < sizeof numerations / sizeof *numerations; i++)
    check_addition(numerations[i]);
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
