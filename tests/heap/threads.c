/* Values do not depend on the number of threads, and are correct where candidates run ahead. */

#include "support/games.h"
#include "support/heaps.h"
#include "support/test.h"

static void assert_same_values(const char *code, const heap_rules *rules, uint32_t max) {
  static const unsigned threads[] = {1, 2, 3, 8};
  uint32_t *expected = new_numbers(max + 1);
  naive_heap_values(rules, max, expected);
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    grundy_threads_set(threads[i]);
    grundy_heaps *heaps = heaps_of(code, max, false);
    grundy_threads_set(0);
    const char *wrong = same_numbers(code, max + 1, expected, grundy_heaps_values(heaps, NULL));
    if (wrong != NULL) fail_msg("%u threads: %s", threads[i], wrong);
    grundy_heaps_free(heaps);
  }
  free(expected);
}

/* The last two rare values of 0.16 come after more than four thousand common ones. */
static void rare_values_are_found_after_candidates(void **state) {
  assert_same_values("0.16", &(heap_rules){.digits = {0, 1, 6}, .count = 3}, 14200);
}

static void games_with_one_rare_value_and_with_many(void **state) {
  assert_same_values("4.7", &(heap_rules){.digits = {4, 7}, .count = 2}, 9000);
  assert_same_values("0.6", &(heap_rules){.digits = {0, 6}, .count = 2}, 2000);
}

/* Allows more threads than there were when the work began. */
static bool add_threads(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context, (void)phase, (void)done, (void)total;
  grundy_threads_set(8);
  return true;
}

static void the_number_of_threads_may_change_meanwhile(void **state) {
  enum { MAX = 30000 };
  const grundy_monitor monitor = {.tick = add_threads};
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  assert_int_equal(grundy_heap_code_parse("0.37", 4, &code, NULL), GRUNDY_OK);
  const grundy_heap_options options = {.size = sizeof options, .max = MAX, .monitor = &monitor};
  grundy_heaps *usual = heaps_of("0.37", MAX, false);
  grundy_threads_set(1);
  assert_int_equal(grundy_heaps_solve(code, &options, &heaps, NULL), GRUNDY_OK);
  assert_int_equal(grundy_threads(), 8);
  grundy_threads_set(0);
  const char *wrong = same_numbers("0.37", MAX + 1, grundy_heaps_values(usual, NULL),
                                   grundy_heaps_values(heaps, NULL));
  if (wrong != NULL) fail_msg("%s", wrong);
  grundy_heaps_free(usual);
  grundy_heaps_free(heaps);
  grundy_heap_code_free(code);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rare_values_are_found_after_candidates),
      cmocka_unit_test(games_with_one_rare_value_and_with_many),
      cmocka_unit_test(the_number_of_threads_may_change_meanwhile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
