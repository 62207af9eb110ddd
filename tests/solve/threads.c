/* A solution has the same bytes for any number of threads. */

#include <grundy/grundy.h>

#include "base/random.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

static const unsigned counts[] = {2, 3, 8};
enum { COUNTS = sizeof counts / sizeof *counts };

static int forget_threads(void **state) {
  grundy_threads_set(0);
  return 0;
}

static void assert_same_solutions(const grundy_solution *expected, const grundy_solution *got,
                                  unsigned threads) {
  grundy_columns columns = grundy_solution_columns(expected);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const char *why = (columns & column) == 0 ? NULL : same_column(column, expected, got);
    if (why != NULL) fail_msg("with %u threads: %s", threads, why);
  }
}

static void assert_same_for_all_counts(const grundy_digraph *g) {
  grundy_columns all = grundy_solve_columns(g, true);
  grundy_threads_set(1);
  grundy_solution *expected = solution_of(g, all);
  for (int i = 0; i < COUNTS; i++) {
    grundy_threads_set(counts[i]);
    grundy_solution *got = solution_of(g, all);
    assert_same_solutions(expected, got, counts[i]);
    grundy_solution_free(got);
  }
  grundy_solution_free(expected);
}

/* A game of that kind, large enough for several threads. */
static grundy_digraph *some_game(grundy_random *random, int kind) {
  grundy_model model = grundy_model_default((grundy_model_kind)kind);
  grundy_digraph *g;
  model.seed = grundy_random_next(random);
  model.order = 10000 + grundy_random_below(random, 20000);
  model.degree = (double)(2 + grundy_random_below(random, 5));
  model.sinks = 0.01 * (double)grundy_random_below(random, 25);
  model.p = model.degree / (double)model.order;
  model.moves = model.order * (uint64_t)model.degree;
  model.ordered = grundy_random_below(random, 4) == 0;
  model.width = 30 + grundy_random_below(random, 30);
  model.layers = model.height = model.kind == GRUNDY_MODEL_BOARD ? 40 : model.order / model.width;
  model.back = grundy_random_below(random, 2) == 0 ? 0 : 0.1;
  model.swaps = grundy_random_below(random, 2) == 0;
  model.put_backs = grundy_random_below(random, 2) == 0;
  grundy_error error;
  if (grundy_model_make(&model, NULL, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return g;
}

static void solutions_of_hundreds_of_games_are_the_same_for_1_2_3_and_8_threads(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t rounds = test_scaled(15);
  for (uint64_t i = 0; i < rounds; i++)
    for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
      grundy_digraph *g = some_game(&random, kind);
      assert_same_for_all_counts(g);
      grundy_digraph_free(g);
    }
}

/* Large enough for wide waves: the state of all vertices is larger than a cache. */
static void solutions_of_large_games_are_the_same_for_1_2_3_and_8_threads(void **state) {
  static const grundy_model_kind kinds[] = {GRUNDY_MODEL_DEGREE, GRUNDY_MODEL_DAG,
                                            GRUNDY_MODEL_POWER};
  grundy_random random = grundy_random_new(test_seed());
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    grundy_model model = grundy_model_default(kinds[i]);
    grundy_digraph *g;
    model.seed = grundy_random_next(&random);
    model.order = 300000;
    model.degree = 3;
    model.sinks = 0.2;
    assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
    assert_same_for_all_counts(g);
    grundy_digraph_free(g);
  }
}

static void solutions_of_two_coloured_games_are_the_same_for_1_2_3_and_8_threads(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t rounds = test_scaled(20);
  for (uint64_t i = 0; i < rounds; i++) {
    grundy_digraph *g = random_coloured_game(&random, 200000, 4, i % 2 == 0);
    assert_same_for_all_counts(g);
    grundy_digraph_free(g);
  }
}

/* Nearly all positions are one wave: for its moves and positions more threads are worth while than
 * for the moves of the game, for which marks are allocated. */
static void one_wide_wave_has_the_same_values_for_1_2_3_and_8_threads(void **state) {
  enum { ORDER = 40000, SINK = ORDER / 2 };
  static uint32_t pairs[ORDER][2];
  for (uint32_t v = 0; v < ORDER; v++) {
    pairs[v][0] = v == SINK ? 0 : v;
    pairs[v][1] = v == SINK ? 1 : SINK;
  }
  grundy_digraph *g = game_from_pairs(ORDER, ORDER, (const uint32_t(*)[2])pairs);
  assert_same_for_all_counts(g);
  grundy_digraph_free(g);
}

static void digraphs_are_the_same_for_1_2_3_and_8_threads(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_sparse(&random, 70000, 0.1, 6);
  grundy_threads_set(1);
  grundy_digraph *expected = game_reverse(g);
  for (int i = 0; i < COUNTS; i++) {
    grundy_threads_set(counts[i]);
    grundy_digraph *got = game_reverse(g);
    assert_memory_equal(grundy_digraph_offsets(expected), grundy_digraph_offsets(got),
                        (grundy_digraph_order(g) + 1) * sizeof(uint64_t));
    assert_memory_equal(grundy_digraph_targets(expected), grundy_digraph_targets(got),
                        grundy_digraph_size(g) * sizeof(uint32_t));
    grundy_digraph_free(got);
  }
  grundy_digraph_free(expected);
  grundy_digraph_free(g);
}

static void the_number_of_threads_can_be_set(void **state) {
  grundy_threads_set(7);
  assert_int_equal(grundy_threads(), 7);
  grundy_threads_set(1000000);
  assert_in_range(grundy_threads(), 8, 1000000);
  grundy_threads_set(0);
  assert_in_range(grundy_threads(), 1, 1000000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(solutions_of_hundreds_of_games_are_the_same_for_1_2_3_and_8_threads,
                                forget_threads),
      cmocka_unit_test_teardown(solutions_of_large_games_are_the_same_for_1_2_3_and_8_threads,
                                forget_threads),
      cmocka_unit_test_teardown(
          solutions_of_two_coloured_games_are_the_same_for_1_2_3_and_8_threads, forget_threads),
      cmocka_unit_test_teardown(one_wide_wave_has_the_same_values_for_1_2_3_and_8_threads,
                                forget_threads),
      cmocka_unit_test_teardown(digraphs_are_the_same_for_1_2_3_and_8_threads, forget_threads),
      cmocka_unit_test_teardown(the_number_of_threads_can_be_set, forget_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
