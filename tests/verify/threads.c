/* The verifier gives the same report with any number of threads. */

#include <grundy/model.h>

#include "solution/impl.h"
#include "support/games.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

static void change_one_entry(grundy_random *random, grundy_solution *solution) {
  grundy_columns column = 1U << grundy_random_below(random, IMPARTIAL_COLUMNS);
  uint32_t v = (uint32_t)grundy_random_below(random, grundy_solution_order(solution));
  if ((grundy_solution_columns(solution) & column) == 0) return;
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_LETTERS:
    letters_to_change(solution, column)[v] = (uint8_t) "PND"[grundy_random_below(random, 3)];
    break;
  case GRUNDY_COLUMN_OF_NUMBERS:
    numbers_to_change(solution, column)[v] += (uint32_t)grundy_random_below(random, 5) - 2;
    break;
  default:
    change_set(solution, column, v, (grundy_set){(const uint32_t[]){0, 2}, 2, false});
  }
}

/* Enough moves for every thread to get some. */
static grundy_digraph *large_game(grundy_random *random, int kind) {
  uint32_t order = 6000 + (uint32_t)grundy_random_below(random, 6000);
  switch (kind % 4) {
  case 0:
    return game_sparse(random, 5 * order, 0.2, 8);
  case 1:
    return game_sparse(random, order, 0.05, 60);
  case 2:
    return game_board(random, 50 + order % 16, 0);
  default:
    return game_board(random, 50 + order % 16, 200);
  }
}

static void reports_are_the_same_for_any_number_of_threads(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t games = test_scaled(24);
  for (uint64_t i = 0; i < games; i++) {
    grundy_digraph *g = large_game(&random, (int)i);
    grundy_solution *right = solution_of(g, GRUNDY_COLUMNS_ALL);
    assert_same_report_for_all_threads(g, right);
    for (int variant = 0; variant < 4; variant++) {
      grundy_columns columns = variant == 0 ? GRUNDY_COLUMNS_ALL : random_columns(&random);
      grundy_solution *changed = solution_copy(right, columns);
      for (int changes = 0; changes <= variant; changes++) change_one_entry(&random, changed);
      assert_same_report_for_all_threads(g, changed);
      grundy_solution_free(changed);
    }
    grundy_solution_free(right);
    grundy_digraph_free(g);
  }
}

/* Past the moves after which the monitor is asked, and in the share of every thread. */
static void the_first_wrong_vertex_is_named_wherever_it_is(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DAG);
  model.order = 350000;
  model.degree = 6;
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_DEFAULT);
  uint32_t *distance = numbers_to_change(solution, GRUNDY_COLUMN_DISTANCE);
  static const uint32_t wrong[] = {349999, 270000, 3};
  size_t tried = test_scaled(15) < 3 ? 1 : 3; /* fewer with ThreadSanitizer */
  for (size_t i = 0; i < tried; i++) {
    uint32_t u = wrong[i], kept = distance[u];
    distance[u] = GRUNDY_INFINITY;
    assert_same_report_for_all_threads(g, solution);
    distance[u] = kept;
  }
  assert_same_report_for_all_threads(g, solution);
  assert_true(verifies(g, solution));
  /* Counters that no longer increase with the distance, within the share of a thread and past its
   * end. */
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  for (size_t i = 0; i < tried; i++) {
    uint32_t u = wrong[i], kept = counter[u];
    counter[u] = i % 2 == 0 ? kept ^ 1 : 349999 - kept;
    assert_same_report_for_all_threads(g, solution);
    counter[u] = kept;
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void reports_on_wide_rows_are_the_same_for_any_number_of_threads(void **state) {
  grundy_digraph *games[] = {game_hub(300, 256), game_hub(65537, 70), game_gaps(400)};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_solution *solution = solution_of(games[i], GRUNDY_COLUMNS_ALL);
    assert_same_report_for_all_threads(games[i], solution);
    numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY)[grundy_digraph_order(games[i]) - 1] ^= 1;
    assert_same_report_for_all_threads(games[i], solution);
    grundy_solution_free(solution);
    grundy_digraph_free(games[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reports_are_the_same_for_any_number_of_threads),
      cmocka_unit_test(the_first_wrong_vertex_is_named_wherever_it_is),
      cmocka_unit_test(reports_on_wide_rows_are_the_same_for_any_number_of_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
