/* The kernels give the same bytes as the CPU, for every column, whatever the size of work-groups.
 */

#include <grundy/grundy.h>

#include "base/random.h"
#include "gpu/solve.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/solutions.h"
#include "support/test.h"

static grundy_gpu_device device;
static grundy_gpu_session session;

/* The sizes of work-groups; tests/gpu/solve_sizes.c has more. */
#ifndef GROUPS
#define GROUPS 16
#endif
static const uint32_t groups[] = {GROUPS};
static uint32_t group; /* the one that is tested now */

/* Narrow waves and windows are so small that all kinds of waves occur in small games. */
static int start(void **state) {
  grundy_error error;
  grundy_gpu_tuning tuning = {.group = group, .narrow = group, .narrow_waves = 6, .pairs = 700};
  if (grundy_gpu_device_open(1, &device, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  grundy_gpu_session_start(&session, &device, &tuning, &error);
  if (session.status != GRUNDY_OK) fail_msg("%s", error.message);
  return 0;
}

static int end(void **state) {
  grundy_gpu_session_end(&session);
  grundy_gpu_device_close(&device);
  return 0;
}

static grundy_solution *solve(const grundy_digraph *g, grundy_solve_options options) {
  grundy_solution *solution = NULL;
  grundy_error error;
  options.size = sizeof options;
  if (grundy_gpu_solve_in(&session, g, &options, &solution, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  return solution;
}

/* Returns the first column in which the device and the CPU differ. */
static const char *compare(const grundy_digraph *g, const grundy_solve_options *options) {
  const char *why = NULL;
  grundy_solve_options copy = *options;
  grundy_solution *expected = NULL, *got = solve(g, *options);
  copy.size = sizeof copy;
  assert_int_equal(grundy_solve_in_memory(g, &copy, &expected, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solution_columns(got), options->columns);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && why == NULL; i++)
    if ((options->columns >> i & 1) != 0) why = same_column((grundy_columns)1 << i, expected, got);
  grundy_solution_free(expected);
  grundy_solution_free(got);
  return why;
}

static const char *is_the_same(const test_game *game) {
  grundy_solve_options options = {.columns = GRUNDY_COLUMNS_ALL};
  return compare(game->g, &options);
}

static const char *some_columns_are_the_same(const test_game *game) {
  grundy_solve_options options = {.columns = random_columns(game->random)};
  if (options.columns == 0) options.columns = GRUNDY_COLUMN_OUTCOME;
  options.algorithm = (grundy_algorithm)grundy_random_below(game->random, 3);
  return compare(game->g, &options);
}

/* ---- games ------------------------------------------------------------------------------ */

static void small_games_have_the_same_solution(void **state) {
  on_every_game(2, is_the_same);
  on_some_games(3, 200, is_the_same);
  on_some_games(4, 300, is_the_same);
  on_random_games(200, 40, is_the_same);
}

static void random_games_have_the_same_solution(void **state) {
  on_random_games(60, 200, is_the_same);
  on_random_games(200, 200, some_columns_are_the_same);
}

static void on_one(grundy_digraph *g, game_property property) {
  on_game(g, property);
  grundy_digraph_free(g);
}

static const char *is_algorithm_g(const test_game *game) {
  uint32_t expected[NAIVE_MOST], ignored[NAIVE_MOST];
  uint32_t order = grundy_digraph_order(game->g);
  naive_values(game->g, expected, ignored);
  grundy_solution *got = solve(game->g, (grundy_solve_options){.columns = GRUNDY_COLUMN_GRUNDY});
  const char *why =
      same_numbers("G", order, expected, grundy_solution_numbers(got, GRUNDY_COLUMN_GRUNDY));
  grundy_solution_free(got);
  return why;
}

static const char *is_remoteness(const test_game *game) {
  uint32_t expected[NAIVE_MOST];
  uint32_t order = grundy_digraph_order(game->g);
  naive_remoteness(game->g, 0, expected);
  grundy_solution *got =
      solve(game->g, (grundy_solve_options){.columns = GRUNDY_COLUMN_REMOTENESS});
  const char *why = same_numbers("remoteness", order, expected,
                                 grundy_solution_numbers(got, GRUNDY_COLUMN_REMOTENESS));
  grundy_solution_free(got);
  return why;
}

static void values_and_remoteness_are_those_of_their_definitions(void **state) {
  on_random_games(400, 12, is_algorithm_g);
  on_random_games(400, 12, is_remoteness);
}

static void games_of_all_models_have_the_same_solution(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (int i = 0; i < 2 * GRUNDY_MODEL_COUNT; i++) {
    grundy_model model = grundy_model_default((grundy_model_kind)(i % GRUNDY_MODEL_COUNT));
    grundy_digraph *g;
    model.seed = grundy_random_next(&random);
    model.order = 1000 + grundy_random_below(&random, 3000);
    model.degree = (double)(2 + grundy_random_below(&random, 7));
    model.sinks = 0.01 * (double)grundy_random_below(&random, 25);
    model.p = model.degree / (double)model.order;
    model.moves = model.order * (uint64_t)model.degree;
    model.width = 20 + grundy_random_below(&random, 20);
    model.layers = model.height = model.kind == GRUNDY_MODEL_BOARD ? 20 : model.order / model.width;
    model.back = i < GRUNDY_MODEL_COUNT ? 0 : 0.1;
    model.swaps = i < GRUNDY_MODEL_COUNT;
    assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
    on_one(g, is_the_same);
  }
}

/* Values above 23 and 63, rows longer than 24, 255 and 256, and long rows of the reverse. */
static void long_rows_and_large_values_have_the_same_solution(void **state) {
  static const uint32_t widths[] = {23, 24, 25, 31, 63, 65, 254, 255, 256, 257, 700, 3000};
  grundy_random random = grundy_random_new(test_seed());
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    uint32_t width = widths[i];
    on_one(game_hub(width, width < 300 ? width : 70), is_the_same);
    grundy_digraph *hub = game_hub(width, 3);
    on_one(game_reverse(hub), is_the_same);
    grundy_digraph_free(hub);
    on_one(game_random(&random, width < 300 ? width : 300, 0.5), is_the_same);
    on_one(game_acyclic(&random, width < 300 ? width : 300, 0.9), is_the_same);
  }
  on_one(game_board(&random, 40, 30), is_the_same);
  on_one(game_gaps(400), is_the_same);
}

/* Many waves in a row are tiny, so the CPU takes over. */
static void chains_have_the_same_solution(void **state) {
  on_one(game_chain(3000, 7), is_the_same);
  on_one(game_chain(20000, 7), is_the_same);
  on_one(game_cycle_with_tail(20000, 5000), is_the_same);
}

/* The CPU begins again if one pass in order solves the game, unless the algorithm is chosen. */
static void chains_in_order_have_the_same_solution(void **state) {
  grundy_digraph *g = game_chain(20000, 1);
  for (int algorithm = 0; algorithm < 3; algorithm++) {
    const grundy_solve_options options = {.columns = GRUNDY_COLUMNS_ALL,
                                          .algorithm = (grundy_algorithm)algorithm};
    const char *why = compare(g, &options);
    if (why != NULL) fail_msg("algorithm %d: %s", algorithm, why);
  }
  grundy_digraph_free(g);
}

/* So that the CPU has no array of another column to continue in. */
static void single_columns_of_a_chain_are_the_same(void **state) {
  grundy_digraph *g = game_chain(20000, 7);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    const grundy_solve_options options = {.columns = GRUNDY_COLUMNS_GPU & (grundy_columns)1 << i};
    const char *why = options.columns == 0 ? NULL : compare(g, &options);
    if (why != NULL) fail_msg("%s", why);
  }
  grundy_digraph_free(g);
}

/* Values up to 255 and 4080 waves: their pairs do not fit into the buffers, but the waves are too
 * few for the CPU to take over. */
static void counters_of_many_values_in_many_waves_are_the_same(void **state) {
  enum { HEAPS = 256, CHAIN = 4080 };
  uint32_t(*pairs)[2] = malloc((HEAPS * HEAPS + CHAIN) * sizeof *pairs);
  size_t count = 0;
  assert_non_null(pairs);
  for (uint32_t u = 0; u < HEAPS; u++)
    for (uint32_t v = 0; v < u; v++, count++) pairs[count][0] = u, pairs[count][1] = v;
  for (uint32_t v = 1; v < CHAIN; v++, count++) {
    pairs[count][0] = HEAPS + v * 7 % CHAIN;
    pairs[count][1] = HEAPS + (v - 1) * 7 % CHAIN;
  }
  on_one(game_from_pairs(HEAPS + CHAIN, count, pairs), is_the_same);
  free(pairs);
}

/* Reversing the rows uses what the waves will use. */
static void a_device_with_little_memory_has_the_same_solution(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t usable = device.info.usable;
  device.info.usable = 1;
  on_one(game_sparse(&random, 2000, 0.1, 4), is_the_same);
  device.info.usable = usable;
}

static void other_algorithms_are_left_to_the_cpu(void **state) {
  grundy_solution *solution = NULL;
  grundy_digraph *g = game_chain(5, 1);
  const grundy_solve_options unknown = {.size = sizeof unknown,
                                        .columns = GRUNDY_COLUMN_OUTCOME,
                                        .algorithm = (grundy_algorithm)77},
                             wrong = {.size = sizeof wrong,
                                      .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_QV};
  const grundy_solve_options *options[] = {&unknown, &wrong};
  for (int i = 0; i < 2; i++) {
    grundy_error expected = {0}, error = {0};
    grundy_status status = grundy_solve_in_memory(g, options[i], &solution, &expected);
    assert_int_not_equal(status, GRUNDY_OK);
    assert_int_equal(grundy_gpu_solve_in(&session, g, options[i], &solution, &error), status);
    assert_string_equal(error.message, expected.message);
    assert_null(solution);
  }
  grundy_digraph_free(g);
}

/* Counting levels would cost too much, so lazy levels take over, and the counter is theirs. */
static void games_with_lazy_levels_have_the_same_solution(void **state) {
  enum { HEAPS = 60 };
  uint32_t pairs[HEAPS * HEAPS + 2 * HEAPS][2];
  size_t count = 0;
  for (uint32_t u = 0; u < HEAPS; u++) {
    for (uint32_t v = 0; v < u; v++, count++) pairs[count][0] = u, pairs[count][1] = v;
    if (u == 0) continue;
    pairs[count][0] = u, pairs[count++][1] = HEAPS + u;
    pairs[count][0] = HEAPS + u, pairs[count++][1] = u;
  }
  grundy_digraph *g = game_from_pairs(2 * HEAPS, count, pairs);
  on_game(g, is_the_same);
  for (int algorithm = 0; algorithm < 3; algorithm++) {
    grundy_solve_options options = {.columns = GRUNDY_COLUMNS_ALL,
                                    .algorithm = (grundy_algorithm)algorithm};
    const char *why = compare(g, &options);
    if (why != NULL) fail_msg("algorithm %d: %s", algorithm, why);
  }
  grundy_digraph_free(g);
}

static void a_large_game_has_the_same_solution(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  on_one(game_sparse(&random, 50000, 0.1, 8), is_the_same);
}

/* The CPU solves two-coloured games and games with payoffs. */
static void coloured_games_have_the_same_solution(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (int i = 0; i < 20; i++) {
    grundy_digraph *g = random_coloured_game(&random, 50, 4, i % 2 == 0);
    grundy_solve_options options = {.columns = grundy_solve_columns(g, false)};
    const char *why = compare(g, &options);
    if (why != NULL) fail_msg("%s", why);
    grundy_digraph_free(g);
  }
}

static void solving_can_be_cancelled(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_sparse(&random, 1000, 0.1, 4);
  grundy_solution *solution = NULL;
  grundy_solve_options options = {
      .size = sizeof options, .columns = GRUNDY_COLUMNS_DEFAULT, .monitor = &test_cancelling};
  assert_int_equal(grundy_gpu_solve_in(&session, g, &options, &solution, NULL), GRUNDY_CANCELLED);
  assert_null(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_games_have_the_same_solution),
      cmocka_unit_test(random_games_have_the_same_solution),
      cmocka_unit_test(values_and_remoteness_are_those_of_their_definitions),
      cmocka_unit_test(games_of_all_models_have_the_same_solution),
      cmocka_unit_test(long_rows_and_large_values_have_the_same_solution),
      cmocka_unit_test(chains_have_the_same_solution),
      cmocka_unit_test(chains_in_order_have_the_same_solution),
      cmocka_unit_test(single_columns_of_a_chain_are_the_same),
      cmocka_unit_test(counters_of_many_values_in_many_waves_are_the_same),
      cmocka_unit_test(a_device_with_little_memory_has_the_same_solution),
      cmocka_unit_test(other_algorithms_are_left_to_the_cpu),
      cmocka_unit_test(games_with_lazy_levels_have_the_same_solution),
      cmocka_unit_test(a_large_game_has_the_same_solution),
      cmocka_unit_test(coloured_games_have_the_same_solution),
      cmocka_unit_test(solving_can_be_cancelled), /* the last: it ends the session */
  };
  int failed = 0;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    group = groups[i];
    print_message("work-groups of %u\n", (unsigned)group);
    failed += cmocka_run_group_tests(tests, start, end);
  }
  return failed;
}
