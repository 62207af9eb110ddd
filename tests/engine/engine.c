/* The choice of engine: by the limit on memory, the columns and the game. All engines give the same
 * columns. */

#include <grundy/grundy.h>

#include "digraph/view.h"
#include "external/external.h"
#include "support/folder.h"
#include "support/games.h"
#include "support/kinds.h"
#include "support/solutions.h"
#include "support/test.h"

/* Columns for which the lean engine needs much less memory. */
#define LABELS (GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS)

static grundy_digraph *random_game(void) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_digraph *g;
  model.order = 50000;
  model.degree = 8;
  model.sinks = 0.1;
  assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
  return g;
}

static grundy_engine_plan plan_of(const grundy_digraph *g, const grundy_solve_options *options) {
  grundy_engine_plan plan;
  grundy_error error;
  if (grundy_solve_plan(g, options, &plan, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return plan;
}

static void a_game_without_a_limit_is_solved_in_memory(void **state) {
  grundy_digraph *g = random_game();
  grundy_engine_plan plan = plan_of(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = LABELS));
  assert_int_equal(plan.engine, GRUNDY_ENGINE_MEMORY);
  assert_string_equal(plan.name, "memory");
  assert_string_equal(plan.reason, "there is no limit on memory");
  assert_int_equal(plan.memory, plan.in_memory);
  assert_true(plan.scratch < plan.lean && plan.lean < plan.in_memory);
  grundy_digraph_free(g);
}

/* With one thread, each figure is the least limit with which its engine is chosen. */
static void the_limit_decides_between_memory_and_lean(void **state) {
  grundy_digraph *g = random_game();
  grundy_solve_options options = {.size = sizeof options, .columns = LABELS};
  grundy_engine_plan figures = plan_of(g, &options), plan;
  grundy_error error;
  grundy_threads_set(8);
  options.memory = figures.in_memory;
  plan = plan_of(g, &options);
  assert_int_equal(plan.engine, GRUNDY_ENGINE_MEMORY);
  assert_string_equal(plan.reason, "the game fits");
  assert_int_equal(grundy_threads(), 8);
  grundy_threads_set(1);
  options.memory = figures.in_memory - 1;
  plan = plan_of(g, &options);
  assert_int_equal(plan.engine, GRUNDY_ENGINE_LEAN);
  assert_int_equal(plan.memory, figures.lean);
  assert_non_null(strstr(plan.reason, "solving in memory needs up to "));
  options.memory = figures.lean;
  assert_int_equal(plan_of(g, &options).engine, GRUNDY_ENGINE_LEAN);
  options.memory = figures.lean - 1;
  options.memory_giver = "the test allows";
  assert_int_equal(grundy_solve_plan(g, &options, &plan, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
  assert_non_null(strstr(error.message, "solving needs up to "));
  assert_non_null(strstr(error.message, "; the test allows "));
  options.scratch = folder;
  plan = plan_of(g, &options);
  assert_int_equal(plan.engine, GRUNDY_ENGINE_SCRATCH);
  assert_string_equal(plan.reason, "there is a scratch folder");
  options.memory = figures.scratch;
  assert_int_equal(plan_of(g, &options).memory, figures.scratch);
  options.memory = figures.scratch - 1;
  assert_int_equal(grundy_solve_plan(g, &options, &plan, &error), GRUNDY_UNABLE);
  grundy_threads_set(0);
  grundy_digraph_free(g);
}

/* Other columns, an algorithm, players and parts need the whole game in memory. */
static void only_memory_has_all_columns(void **state) {
  grundy_digraph *g = random_game();
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_HMIN};
  grundy_engine_plan plan = plan_of(g, &options);
  grundy_solution *solution = NULL;
  grundy_error error;
  assert_int_equal(plan.lean, 0);
  assert_int_equal(plan.scratch, 0);
  options.memory = plan.in_memory - 1;
  assert_int_equal(grundy_solve(g, &options, &solution, &error), GRUNDY_UNABLE);
  options.memory = 0;
  options.engine = GRUNDY_ENGINE_LEAN;
  assert_int_equal(grundy_solve(g, &options, &solution, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message,
                      "the column hmin can be computed only with the whole game in memory");
  options.columns = 0;
  options.algorithm = GRUNDY_ALGORITHM_LAZY;
  assert_int_equal(grundy_solve(g, &options, &solution, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message,
                      "an algorithm can be chosen only with the whole game in memory");
  options.engine = GRUNDY_ENGINE_AUTO;
  assert_int_equal(plan_of(g, &options).lean, 0);
  assert_null(solution);
  grundy_digraph_free(g);
}

static void assert_same(const grundy_digraph *g, const grundy_solution *expected,
                        const grundy_solve_options *options) {
  grundy_solution *got;
  grundy_error error;
  if (grundy_solve(g, options, &got, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(grundy_solution_columns(got), grundy_solution_columns(expected));
  for (int i = 0; i < IMPARTIAL_COLUMNS; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const char *why =
        (GRUNDY_COLUMNS_EXTERNAL & column) == 0 ? NULL : same_column(column, expected, got);
    if (why != NULL) fail_msg("engine %d: %s", (int)options->engine, why);
  }
  grundy_solution_free(got);
}

static void all_engines_give_the_same_columns(void **state) {
  grundy_digraph *g = random_game();
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMNS_EXTERNAL};
  grundy_engine_plan figures = plan_of(g, &options);
  grundy_solution *expected;
  assert_int_equal(grundy_solve(g, &options, &expected, NULL), GRUNDY_OK);
  for (unsigned threads = 1; threads <= 3; threads += 2) {
    grundy_threads_set(threads);
    const grundy_solve_options ways[] = {
        {.size = sizeof options, .memory = figures.in_memory},
        {.size = sizeof options, .memory = figures.lean},
        {.size = sizeof options, .memory = figures.scratch, .scratch = folder},
        {.size = sizeof options, .engine = GRUNDY_ENGINE_LEAN},
        {.size = sizeof options, .engine = GRUNDY_ENGINE_SCRATCH, .scratch = folder},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
      options = ways[i];
      options.columns = GRUNDY_COLUMNS_EXTERNAL;
      assert_same(g, expected, &options);
      assert_int_equal(grundy_threads(), threads);
    }
  }
  grundy_solution_free(expected);
  grundy_digraph_free(g);
}

/* A GPU may or may not be there; a device with that number is not. */
static void a_device_that_is_not_there_is_an_error(void **state) {
  grundy_digraph *g = random_game();
  grundy_solve_options options = {
      .size = sizeof options, .engine = GRUNDY_ENGINE_GPU, .device = 999999};
  grundy_engine_plan plan;
  grundy_error error;
  assert_int_equal(grundy_solve_plan(g, &options, &plan, &error), GRUNDY_UNABLE);
  grundy_digraph_free(g);
}

/* In memory outcomes come from states of positions; elsewhere from an ordinary game in which the
 * opponent waits after carry-on moves. */
static const char *check_outcomes(const test_game *game) {
  const grundy_engine engines[] = {GRUNDY_ENGINE_MEMORY, GRUNDY_ENGINE_LEAN, GRUNDY_ENGINE_SCRATCH};
  grundy_solution *solutions[3] = {NULL, NULL, NULL};
  const char *wrong = NULL;
  for (int i = 0; i < 3; i++) {
    grundy_error error;
    grundy_solve_options options = {.size = sizeof options,
                                    .columns = GRUNDY_COLUMN_OUTCOME,
                                    .engine = engines[i],
                                    .scratch = folder};
    if (grundy_solve(game->g, &options, &solutions[i], &error) != GRUNDY_OK)
      fail_msg("%s", error.message);
    if (memcmp(grundy_solution_letters(solutions[i], GRUNDY_COLUMN_OUTCOME),
               grundy_solution_letters(solutions[0], GRUNDY_COLUMN_OUTCOME),
               grundy_digraph_order(game->g)) != 0)
      wrong = because("engine %d finds other outcomes", (int)engines[i]);
  }
  for (int i = 0; i < 3; i++) grundy_solution_free(solutions[i]);
  return wrong;
}

static void all_engines_find_the_outcomes_of_games_with_kinds(void **state) {
  on_games_of_kinds(1000, 400, 8, check_outcomes);
}

static void only_memory_has_values_of_games_with_kinds(void **state) {
  const uint8_t kinds[] = {0, GRUNDY_MOVE_CARRY_ON, 0, 0};
  grundy_digraph *g = game_of_kinds(2, kinds);
  grundy_solution *solution = NULL;
  grundy_engine_plan plan;
  grundy_error error;
  grundy_solve_options options = {.size = sizeof options, .engine = GRUNDY_ENGINE_LEAN};
  assert_int_equal(grundy_solve(g, &options, &solution, &error), GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "ask for the column outcome alone"));
  assert_int_equal(grundy_solve_plan(g, &options, &plan, &error), GRUNDY_UNABLE);
  options.columns = GRUNDY_COLUMN_OUTCOME;
  assert_int_equal(grundy_solve_plan(g, &options, &plan, &error), GRUNDY_OK);
  assert_int_equal(plan.engine, GRUNDY_ENGINE_LEAN);
  /* The limit is also for the ordinary game. */
  options.memory = UINT64_C(1) << 30;
  assert_int_equal(grundy_solve(g, &options, &solution, &error), GRUNDY_OK);
  grundy_solution_free(solution);
  const uint64_t limits[] = {1, grundy_digraph_memory(g), grundy_digraph_memory(g) + 1};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    options.memory = limits[i];
    assert_int_equal(grundy_solve(g, &options, &solution, &error), GRUNDY_UNABLE);
  }
  grundy_digraph_free(g);
}

static void an_engine_that_is_asked_for_has_the_limit(void **state) {
  grundy_digraph *g = random_game();
  grundy_engine_plan plan;
  grundy_solve_options options = {
      .size = sizeof options, .columns = LABELS, .engine = GRUNDY_ENGINE_MEMORY};
  grundy_threads_set(1);
  grundy_engine_plan figures = plan_of(g, &options);
  options.memory = figures.in_memory - 1;
  assert_int_equal(grundy_solve_plan(g, &options, &plan, NULL), GRUNDY_UNABLE);
  options.memory = figures.in_memory;
  plan = plan_of(g, &options);
  assert_int_equal(plan.engine, GRUNDY_ENGINE_MEMORY);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_game_without_a_limit_is_solved_in_memory),
      cmocka_unit_test(the_limit_decides_between_memory_and_lean),
      cmocka_unit_test(only_memory_has_all_columns),
      cmocka_unit_test(all_engines_give_the_same_columns),
      cmocka_unit_test(all_engines_find_the_outcomes_of_games_with_kinds),
      cmocka_unit_test(only_memory_has_values_of_games_with_kinds),
      cmocka_unit_test(an_engine_that_is_asked_for_has_the_limit),
      cmocka_unit_test(a_device_that_is_not_there_is_an_error),
  };
  return cmocka_run_group_tests_name("engine", tests, folder_make, folder_remove);
}
