/* The verifier on rows and numbers past every width that it knows. */

#include <grundy/verify.h>

#include "support/games.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

/* ---- rows of every width ---------------------------------------------------------------- */

/* Changes the number of v, and expects the column or the whole to be wrong. */
static void assert_change_is_caught(const grundy_digraph *g, grundy_solution *solution,
                                    grundy_columns column, uint32_t v, uint32_t number) {
  uint32_t *entries = numbers_to_change(solution, column), kept = entries[v];
  if (kept == number) return;
  entries[v] = number;
  if (verifies(g, solution))
    fail_msg("%s of %u, changed from %u to %u, is right", grundy_column_describe(column)->name, v,
             kept, number);
  entries[v] = kept;
}

static void assert_hub_verifies(uint32_t width, uint32_t values) {
  grundy_digraph *g = game_hub(width, values);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  const uint32_t *found = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  assert_int_equal(found[width], values);
  assert_true(verifies(g, solution));
  assert_same_report_for_all_threads(g, solution);
  const uint32_t numbers[] = {0,     63,         64,         255,   256,       65535,
                              65536, values - 1, values + 1, width, width + 1, GRUNDY_INFINITY};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    assert_change_is_caught(g, solution, GRUNDY_COLUMN_GRUNDY, width, numbers[i]);
    assert_change_is_caught(g, solution, GRUNDY_COLUMN_GRUNDY, values - 1, numbers[i]);
    assert_change_is_caught(g, solution, GRUNDY_COLUMN_HMIN, width, numbers[i]);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void rows_and_values_of_every_width_verify(void **state) {
  static const uint32_t widths[] = {5, 6, 7, 15, 16, 17, 63, 64, 65, 127, 128, 255, 256, 257};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    assert_hub_verifies(widths[i], widths[i]);
    assert_hub_verifies(widths[i], 1);
    assert_hub_verifies(widths[i], widths[i] / 2 + 1);
  }
  assert_hub_verifies(1000, 300);
  assert_hub_verifies(65535, 70);
  assert_hub_verifies(65536, 70);
  assert_hub_verifies(65537, 300);
}

/* Claims that no game has: the sinks have the values 0, 1, 2 …, and the hub has the mex. */
static void claimed_values_may_be_as_many_as_the_vertices(void **state) {
  enum { WIDTH = 70000 };
  grundy_digraph *g = game_hub(WIDTH, 1);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  uint32_t *values = numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v <= WIDTH; v++) values[v] = WIDTH - 1 - v;
  values[WIDTH] = WIDTH;
  grundy_report *report = report_on(g, solution);
  assert_string_equal(finding_on(report, GRUNDY_COLUMN_GRUNDY).text,
                      "0: condition A fails: its value is 69999, but the mex of its followers is "
                      "0");
  grundy_report_free(report);
  assert_same_report_for_all_threads(g, solution);
  for (uint32_t v = 0; v < WIDTH; v++) values[v] = v;
  values[0] = values[WIDTH + 1] = 0;
  values[WIDTH] = GRUNDY_INFINITY - 1;
  assert_same_report_for_all_threads(g, solution);
  assert_false(verifies(g, solution));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void a_hub_with_gaps_answers_for_the_values_it_has(void **state) {
  enum { HEAPS = 1300 };
  grundy_digraph *g = game_gaps(HEAPS);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t y = 0; y < HEAPS; y++)
    assert_int_equal(values[HEAPS + 1 + y], y % 60 == 0 ? y : GRUNDY_INFINITY);
  assert_true(verifies(g, solution));
  assert_same_report_for_all_threads(g, solution);
  for (uint32_t y = 0; y < HEAPS; y += y % 60 == 1 ? 59 : 1) {
    uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER),
             kept = counter[HEAPS + 1 + y];
    uint32_t changed = y % 60 == 0 ? GRUNDY_INFINITY : y;
    if (y % 60 != 0) counter[HEAPS + 1 + y] = GRUNDY_INFINITY - 2;
    assert_change_is_caught(g, solution, GRUNDY_COLUMN_GRUNDY, HEAPS + 1 + y, changed);
    counter[HEAPS + 1 + y] = kept;
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- numbers of every width ------------------------------------------------------------- */

static void remoteness_distance_and_counters_past_65535_verify(void **state) {
  enum { ORDER = 70001 };
  grundy_digraph *g = game_chain(ORDER, 1);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS)[ORDER - 1],
                   ORDER - 1);
  assert_true(verifies(g, solution));
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  for (uint32_t v = 0; v < ORDER; v++) counter[v] = GRUNDY_INFINITY - ORDER + v;
  assert_true(verifies(g, solution));
  static const grundy_columns columns[] = {GRUNDY_COLUMN_REMOTENESS,
                                           GRUNDY_COLUMN_MISERE_REMOTENESS, GRUNDY_COLUMN_DISTANCE};
  static const uint32_t places[] = {0, 255, 256, 65535, 65536, ORDER - 1};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    for (size_t j = 0; j < sizeof places / sizeof *places; j++) {
      uint32_t right = grundy_solution_numbers(solution, columns[i])[places[j]];
      assert_change_is_caught(g, solution, columns[i], places[j], right ^ 256);
      assert_change_is_caught(g, solution, columns[i], places[j], right ^ 65536);
      assert_change_is_caught(g, solution, columns[i], places[j], right ^ UINT32_C(0x80000000));
    }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_and_values_of_every_width_verify),
      cmocka_unit_test(claimed_values_may_be_as_many_as_the_vertices),
      cmocka_unit_test(a_hub_with_gaps_answers_for_the_values_it_has),
      cmocka_unit_test(remoteness_distance_and_counters_past_65535_verify),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
