/* A solution from reverse rows has the same bytes for any number of threads, and is that of
 * grundy_solve. */

#include <grundy/grundy.h>

#include "external/external.h"
#include "support/folder.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

static void assert_same(const grundy_digraph *g, const grundy_solution *expected,
                        const char *scratch, unsigned threads) {
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = GRUNDY_COLUMNS_EXTERNAL,
                     .scratch = scratch, .block = 100000);
  grundy_solution *got;
  grundy_error error;
  grundy_threads_set(threads);
  if (scratch != NULL) options.memory = grundy_external_memory(g, &options) + (1 << 20);
  if (grundy_external_solve(g, &options, &got, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  for (int i = 0; i < IMPARTIAL_COLUMNS; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const char *why =
        (GRUNDY_COLUMNS_EXTERNAL & column) == 0 ? NULL : same_column(column, expected, got);
    if (why != NULL)
      fail_msg("%u threads, %s: %s", threads, scratch == NULL ? "lean" : "file", why);
  }
  grundy_solution_free(got);
}

/* Large enough for blocks, so that waves are sorted. */
static void wide_waves_are_the_same_for_1_3_and_8_threads(void **state) {
  static const unsigned counts[] = {1, 3, 8};
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_digraph *g;
  model.order = 150000;
  model.degree = 3;
  model.sinks = 0.3;
  model.seed = test_seed();
  assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
  grundy_solution *expected = solution_of(g, GRUNDY_COLUMNS_EXTERNAL);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    assert_same(g, expected, NULL, counts[i]);
    assert_same(g, expected, folder, counts[i]);
  }
  grundy_solution_free(expected);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wide_waves_are_the_same_for_1_3_and_8_threads),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
