/* Lengths and offsets of rows, by any number of threads. */

#include <grundy/grundy.h>

#include "base/random.h"
#include "digraph/view.h"
#include "support/games.h"
#include "support/test.h"

/* Rows of random sizes; the longest of them is row `longest`. */
static void assert_rows(grundy_random *random, uint32_t order, uint32_t longest) {
  uint64_t *offsets = calloc((size_t)order + 1, sizeof *offsets), end = 0;
  uint64_t *sizes = calloc((size_t)order + 1, sizeof *sizes);
  assert_non_null(offsets);
  assert_non_null(sizes);
  for (uint32_t v = 0; v < order; v++)
    offsets[v + 1] = sizes[v] = v == longest ? 1000 : grundy_random_below(random, 1000);
  grundy_offsets_from_sizes(order, offsets);
  assert_true(offsets[0] == 0);
  bool right = true;
  for (uint32_t v = 0; v < order; v++) right &= offsets[v + 1] == (end += sizes[v]);
  assert_true(right);
  grundy_view view = {.order = order, .size = end, .offsets = offsets};
  assert_true(grundy_longest_row(&view) == (order == 0 ? 0 : 1000));
  free(offsets);
  free(sizes);
}

static void offsets_and_the_longest_row_are_the_same_for_any_number_of_threads(void **state) {
  static const uint32_t orders[] = {0, 1, 2, 1000, 300007};
  grundy_random random = grundy_random_new(test_seed());
  for (unsigned threads = 1; threads <= 8; threads += threads == 3 ? 5 : 1) {
    grundy_threads_set(threads);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
      assert_rows(&random, orders[i], 0);
      assert_rows(&random, orders[i], orders[i] == 0 ? 0 : orders[i] - 1);
    }
  }
  grundy_threads_set(0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(offsets_and_the_longest_row_are_the_same_for_any_number_of_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
