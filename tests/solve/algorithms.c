/* All algorithms for the generalized Sprague–Grundy function give the same values, each with a
 * counterfunction that satisfies Definition 1. */

#include <grundy/grundy.h>

#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

static const grundy_algorithm algorithms[] = {GRUNDY_ALGORITHM_COUNTING, GRUNDY_ALGORITHM_LAZY};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

static grundy_solution *solve_by(const grundy_digraph *g, grundy_algorithm algorithm,
                                 grundy_columns columns) {
  grundy_solve_options options = {
      .size = sizeof options, .columns = columns, .algorithm = algorithm};
  grundy_solution *solution;
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  return solution;
}

static const char *check(const grundy_digraph *g, const uint32_t *expected,
                         const grundy_solution *solution) {
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  const char *why = same_numbers("G", grundy_digraph_order(g), expected, values);
  if (why != NULL) return why;
  const char *failing = naive_definition1(g, values, counter);
  if (failing != NULL) return because("condition %s of [FY86, Def. 1] fails", failing);
  if (!naive_monotonic(g, values, counter)) return because("the counter is not monotonic");
  return NULL;
}

static const char *agree(const test_game *game) {
  uint32_t expected[NAIVE_MOST], ignored[NAIVE_MOST];
  const char *why = NULL;
  naive_values(game->g, expected, ignored);
  for (int i = 0; i < ALGORITHMS && why == NULL; i++) {
    grundy_solution *solution =
        solve_by(game->g, algorithms[i], GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
    why = check(game->g, expected, solution);
    grundy_solution_free(solution);
  }
  return why;
}

static void counting_and_lazy_levels_give_the_values_of_algorithm_g(void **state) {
  on_all_kinds_of_games(agree);
}

static void assert_right(const grundy_digraph *g, const grundy_solution *solution) {
  grundy_report *report;
  assert_int_equal(grundy_verify(g, solution, NULL, &report, NULL), GRUNDY_OK);
  assert_true(grundy_report_right(report));
  grundy_report_free(report);
}

/* Dense and cyclic, with hundreds of levels: here lazy levels are chosen, and counting must give
 * the same result. */
static void large_boards_with_cycles_are_solved_alike(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint32_t extra = 1; extra <= 10000; extra *= 10) {
    grundy_digraph *g = game_board(&random, 60, extra);
    grundy_solution *chosen = solve_by(g, GRUNDY_ALGORITHM_AUTO, GRUNDY_COLUMNS_ALL);
    assert_right(g, chosen);
    for (int i = 0; i < ALGORITHMS; i++) {
      grundy_solution *solution = solve_by(g, algorithms[i], GRUNDY_COLUMNS_ALL);
      assert_right(g, solution);
      const char *why = same_numbers("G", grundy_digraph_order(g),
                                     grundy_solution_numbers(chosen, GRUNDY_COLUMN_GRUNDY),
                                     grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY));
      if (why != NULL) fail_msg("%s", why);
      grundy_solution_free(solution);
    }
    grundy_solution_free(chosen);
    grundy_digraph_free(g);
  }
}

/* One-heap Nim in which every heap but 0 may also pause at a twin and come back, thinned out so
 * that it is not dense: counting begins, visits too many moves, and lazy levels take over in the
 * middle. */
static grundy_digraph *nim_with_twins(uint32_t heaps, uint32_t idle) {
  uint64_t count = 0, room = (uint64_t)heaps * heaps + 2 * (uint64_t)heaps + 2 * (uint64_t)idle;
  uint32_t *tails = new_numbers((uint32_t)room), *heads = new_numbers((uint32_t)room);
  for (uint32_t heap = 0; heap < heaps; heap++) {
    for (uint32_t less = 0; less < heap; less++) {
      tails[count] = 2 * heap;
      heads[count++] = 2 * less;
    }
    if (heap == 0) continue;
    tails[count] = 2 * heap;
    heads[count++] = 2 * heap + 1;
    tails[count] = 2 * heap + 1;
    heads[count++] = 2 * heap;
  }
  for (uint32_t i = 0; i < idle; i++) { /* on a separate cycle, with a path to heap 0 */
    tails[count] = 2 * heaps + i;
    heads[count++] = 2 * heaps + (i + 1) % idle;
    tails[count] = 2 * heaps + i;
    heads[count++] = 0;
  }
  grundy_digraph *g;
  assert_int_equal(grundy_digraph_new(2 * heaps + idle, count, tails, heads, &g, NULL), GRUNDY_OK);
  free(tails);
  free(heads);
  return g;
}

/* A hub moves to `spokes` positions of value 0, each on a cycle of two with a move to the end: so
 * that many followers of the hub are open at first, and its value is 1. */
static grundy_digraph *hub(uint32_t spokes) {
  uint32_t *tails = new_numbers(4 * spokes), *heads = new_numbers(4 * spokes), count = 0;
  for (uint32_t i = 0; i < spokes; i++) {
    uint32_t spoke = 2 + 2 * i, twin = spoke + 1;
    const uint32_t moves[][2] = {{0, spoke}, {spoke, twin}, {twin, spoke}, {twin, 1}};
    for (int k = 0; k < 4; k++, count++) {
      tails[count] = moves[k][0];
      heads[count] = moves[k][1];
    }
  }
  grundy_digraph *g;
  assert_int_equal(grundy_digraph_new(2 + 2 * spokes, count, tails, heads, &g, NULL), GRUNDY_OK);
  free(tails);
  free(heads);
  return g;
}

/* Counts of open followers are stored in a byte as long as they fit. */
static void any_number_of_followers_can_be_open(void **state) {
  for (uint32_t spokes = 1; spokes < 600; spokes += spokes < 120 ? 17 : 1)
    for (int i = 0; i < ALGORITHMS; i++) {
      grundy_digraph *g = hub(spokes);
      grundy_solution *solution = solve_by(g, algorithms[i], GRUNDY_COLUMNS_ALL);
      assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY)[0], 1);
      assert_right(g, solution);
      grundy_solution_free(solution);
      grundy_digraph_free(g);
    }
}

static void remember_algorithm(void *context, const grundy_phase *phase) {
  if (strcmp(phase->name, "grundy") == 0) *(const char **)context = phase->algorithm;
}

static void lazy_levels_take_over_from_counting_in_the_middle(void **state) {
  const char *algorithm = "";
  grundy_monitor monitor = {.finished = remember_algorithm, .context = &algorithm};
  grundy_solve_options options = {
      .size = sizeof options, .columns = GRUNDY_COLUMNS_ALL, .monitor = &monitor};
  grundy_digraph *g = nim_with_twins(300, 3000);
  grundy_solution *solution;
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  assert_string_equal(algorithm, "counting, then lazy");
  assert_right(g, solution);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counting_and_lazy_levels_give_the_values_of_algorithm_g),
      cmocka_unit_test(large_boards_with_cycles_are_solved_alike),
      cmocka_unit_test(lazy_levels_take_over_from_counting_in_the_middle),
      cmocka_unit_test(any_number_of_followers_can_be_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
