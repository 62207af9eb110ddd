/* The verifier with several threads, and on rows and numbers of every width that it
 * distinguishes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <grundy/model.h>
#include <grundy/verify.h>

#include "solution/impl.h"
#include "support/games.h"
#include "support/reports.h"
#include "support/solutions.h"

/* ---- the same report for any number of threads ----------------------------------------- */

static grundy_report *report_with(unsigned threads, const grundy_digraph *g,
                                  const grundy_solution *solution) {
  grundy_threads_set(threads);
  grundy_report *report = report_on(g, solution);
  grundy_threads_set(0);
  return report;
}

static void assert_same_reports(const grundy_report *expected, const grundy_report *got) {
  assert_int_equal(grundy_report_count(expected), grundy_report_count(got));
  for (size_t i = 0; i < grundy_report_count(expected); i++) {
    grundy_finding a = grundy_report_finding(expected, i), b = grundy_report_finding(got, i);
    assert_int_equal(a.column, b.column);
    assert_int_equal(a.verdict, b.verdict);
    assert_string_equal(a.text, b.text);
  }
}

static void assert_same_for_all_threads(const grundy_digraph *g, const grundy_solution *solution) {
  static const unsigned threads[] = {2, 3, 8};
  grundy_report *one = report_with(1, g, solution);
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    grundy_report *several = report_with(threads[i], g, solution);
    assert_same_reports(one, several);
    grundy_report_free(several);
  }
  grundy_report_free(one);
}

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

/* Enough moves for every thread. */
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
  (void)state;
  grundy_random random = grundy_random_new(test_seed());
  uint64_t games = test_scaled(24);
  for (uint64_t i = 0; i < games; i++) {
    grundy_digraph *g = large_game(&random, (int)i);
    grundy_solution *right = solution_of(g, GRUNDY_COLUMNS_ALL);
    assert_same_for_all_threads(g, right);
    for (int variant = 0; variant < 4; variant++) {
      grundy_columns columns = variant == 0 ? GRUNDY_COLUMNS_ALL : random_columns(&random);
      grundy_solution *changed = solution_copy(right, columns);
      for (int changes = 0; changes <= variant; changes++) change_one_entry(&random, changed);
      assert_same_for_all_threads(g, changed);
      grundy_solution_free(changed);
    }
    grundy_solution_free(right);
    grundy_digraph_free(g);
  }
}

/* Beyond the number of moves after which the monitor is called, in the share of every thread. */
static void the_first_wrong_vertex_is_named_wherever_it_is(void **state) {
  (void)state;
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DAG);
  model.order = 650000;
  model.degree = 6;
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_DEFAULT);
  uint32_t *distance = numbers_to_change(solution, GRUNDY_COLUMN_DISTANCE);
  static const uint32_t wrong[] = {649999, 500000, 3};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    uint32_t u = wrong[i], kept = distance[u];
    distance[u] = GRUNDY_INFINITY;
    assert_same_for_all_threads(g, solution);
    distance[u] = kept;
  }
  assert_same_for_all_threads(g, solution);
  assert_true(verifies(g, solution));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- rows of every width ---------------------------------------------------------------- */

/* A hub with moves to `width` vertices: the vertices below `values` are a heap of Nim with values
 * 0, 1, 2 …; the others are sinks. Another vertex has a move to the hub. */
static grundy_digraph *hub_game(uint32_t width, uint32_t values) {
  uint64_t moves = (uint64_t)values * (values - 1) / 2 + width + 1, count = 0;
  uint32_t *tails = malloc(moves * sizeof *tails), *heads = malloc(moves * sizeof *heads);
  grundy_digraph *g = NULL;
  assert_true(tails != NULL && heads != NULL);
  for (uint32_t u = 0; u < values; u++)
    for (uint32_t v = 0; v < u; v++) tails[count] = u, heads[count++] = v;
  for (uint32_t v = 0; v < width; v++) tails[count] = width, heads[count++] = v;
  tails[count] = width + 1, heads[count++] = width;
  assert_int_equal(grundy_digraph_new(width + 2, count, tails, heads, &g, NULL), GRUNDY_OK);
  free(tails);
  free(heads);
  return g;
}

/* Changes the number of v, and expects the column or the whole solution to be wrong. */
static void assert_change_is_caught(const grundy_digraph *g, grundy_solution *solution,
                                    grundy_columns column, uint32_t v, uint32_t number) {
  uint32_t *entries = numbers_to_change(solution, column), kept = entries[v];
  if (kept == number) return;
  entries[v] = number;
  if (verifies(g, solution))
    fail_msg("%s of %u, changed from %u to %u, is accepted", grundy_column_describe(column)->name,
             v, kept, number);
  entries[v] = kept;
}

static void assert_hub_verifies(uint32_t width, uint32_t values) {
  grundy_digraph *g = hub_game(width, values);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  const uint32_t *found = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  assert_int_equal(found[width], values);
  assert_true(verifies(g, solution));
  assert_same_for_all_threads(g, solution);
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
  (void)state;
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

/* Claims that hold in no game: the sinks have the values 0, 1, 2 …, and the hub has the mex. */
static void claimed_values_may_be_as_many_as_the_vertices(void **state) {
  (void)state;
  enum { WIDTH = 70000 };
  grundy_digraph *g = hub_game(WIDTH, 1);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  uint32_t *values = numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v <= WIDTH; v++) values[v] = WIDTH - 1 - v;
  values[WIDTH] = WIDTH;
  grundy_report *report = report_on(g, solution);
  assert_string_equal(finding_on(report, GRUNDY_COLUMN_GRUNDY).text,
                      "0: condition A fails: its value is 69999, but the mex of its followers is "
                      "0");
  grundy_report_free(report);
  assert_same_for_all_threads(g, solution);
  for (uint32_t v = 0; v < WIDTH; v++) values[v] = v;
  values[0] = values[WIDTH + 1] = 0;
  values[WIDTH] = GRUNDY_INFINITY - 1;
  assert_same_for_all_threads(g, solution);
  assert_false(verifies(g, solution));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* A hub of infinite value whose followers have few values, far apart: it is queried for values that
 * it lacks and for values that it has. heap[y] has moves to heap[0 … y - 1]; `drawn` has moves to
 * itself and to every 60th heap; for every y, asking[y] has moves to drawn and to heap[0 … y - 1],
 * so its value is y if and only if drawn has a follower of value y. */
static grundy_digraph *gaps_game(uint32_t heaps) {
  uint32_t drawn = heaps;
  uint64_t room = (uint64_t)heaps * heaps + 2 * (uint64_t)heaps + 1, count = 0;
  uint32_t *tails = malloc(room * sizeof *tails), *heads = malloc(room * sizeof *heads);
  grundy_digraph *g = NULL;
  assert_true(tails != NULL && heads != NULL);
  tails[count] = heads[count] = drawn, count++;
  for (uint32_t y = 0; y < heaps; y++) {
    uint32_t asking = heaps + 1 + y;
    for (uint32_t v = 0; v < y; v++) {
      tails[count] = y, heads[count++] = v;
      tails[count] = asking, heads[count++] = v;
    }
    tails[count] = asking, heads[count++] = drawn;
    if (y % 60 == 0) tails[count] = drawn, heads[count++] = y;
  }
  assert_int_equal(grundy_digraph_new(2 * heaps + 1, count, tails, heads, &g, NULL), GRUNDY_OK);
  free(tails);
  free(heads);
  return g;
}

static void a_hub_with_gaps_answers_for_the_values_it_has(void **state) {
  (void)state;
  enum { HEAPS = 1300 };
  grundy_digraph *g = gaps_game(HEAPS);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t y = 0; y < HEAPS; y++)
    assert_int_equal(values[HEAPS + 1 + y], y % 60 == 0 ? y : GRUNDY_INFINITY);
  assert_true(verifies(g, solution));
  assert_same_for_all_threads(g, solution);
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
  (void)state;
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
      cmocka_unit_test(reports_are_the_same_for_any_number_of_threads),
      cmocka_unit_test(the_first_wrong_vertex_is_named_wherever_it_is),
      cmocka_unit_test(rows_and_values_of_every_width_verify),
      cmocka_unit_test(claimed_values_may_be_as_many_as_the_vertices),
      cmocka_unit_test(a_hub_with_gaps_answers_for_the_values_it_has),
      cmocka_unit_test(remoteness_distance_and_counters_past_65535_verify),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
