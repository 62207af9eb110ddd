/* Searching for pairs of heaps, eight at a time, against a plain loop. */

#include "heap/pairs.h"
#include "support/games.h"
#include "support/test.h"

static bool naive_pairs_have(const uint16_t *values, uint32_t from, uint32_t to, uint32_t sum,
                             uint16_t value) {
  for (uint32_t a = from; a <= to; a++)
    if ((values[a] ^ values[sum - a]) == value) return true;
  return false;
}

/* The array ends with heap `sum`, so that a sanitizer notices if more is read. */
static void pairs_are_found_wherever_they_are(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t found = 0, tries = test_scaled(4000);
  for (uint64_t i = 0; i < tries; i++) {
    uint32_t sum = 2 + (uint32_t)grundy_random_below(&random, 300);
    uint16_t *values = malloc(((size_t)sum + 1) * sizeof *values);
    assert_non_null(values);
    for (uint32_t n = 0; n <= sum; n++) values[n] = (uint16_t)grundy_random_below(&random, 100);
    uint32_t from = 1 + (uint32_t)grundy_random_below(&random, sum / 2), to = sum / 2;
    if (i % 2 == 0) to = from + (uint32_t)grundy_random_below(&random, to - from + 1);
    uint16_t value = (uint16_t)grundy_random_below(&random, 128);
    bool expected = naive_pairs_have(values, from, to, sum, value);
    assert_int_equal(grundy_pairs_have(values, from, to, sum, value), expected);
    found += expected;
    free(values);
  }
  assert_true(found > tries / 20 && found < tries - tries / 20);
}

static void an_empty_range_has_no_pair(void **state) {
  uint16_t values[64] = {0};
  assert_false(grundy_pairs_have(values, 20, 19, 63, 0));
  assert_true(grundy_pairs_have(values, 20, 20, 63, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_found_wherever_they_are),
      cmocka_unit_test(an_empty_range_has_no_pair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
