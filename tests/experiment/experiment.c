/* Experiments against a plain loop that makes and solves the same games. */

#include <grundy/grundy.h>

#include <math.h>

#include "base/random.h"
#include "experiment/impl.h"
#include "support/games.h"
#include "support/test.h"

enum { MOST_GAMES = 40 };

/* ---- the naive twin -------------------------------------------------------------------- */

/* Counts the measures of a game position by position. */
static void measure(const grundy_model *model, uint64_t seed, double result[GRUNDY_MEASURE_COUNT]) {
  grundy_model own = *model;
  grundy_digraph *g;
  grundy_solution *solution;
  own.seed = seed;
  assert_int_equal(grundy_model_make(&own, NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  const uint8_t *outcome = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  const uint32_t *value = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS);
  double n = grundy_digraph_order(g), decided = 0, sum = 0;
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) result[m] = 0;
  for (uint32_t v = 0; v < n; v++) {
    result[GRUNDY_MEASURE_P] += outcome[v] == 'P' ? 1 / n : 0;
    result[GRUNDY_MEASURE_N] += outcome[v] == 'N' ? 1 / n : 0;
    result[GRUNDY_MEASURE_D] += outcome[v] == 'D' ? 1 / n : 0;
    if (value[v] == GRUNDY_INFINITY)
      result[GRUNDY_MEASURE_INFINITE] += 1 / n;
    else
      result[GRUNDY_MEASURE_LARGEST_VALUE] = fmax(result[GRUNDY_MEASURE_LARGEST_VALUE], value[v]);
    if (remoteness[v] == GRUNDY_INFINITY) continue;
    decided++;
    sum += remoteness[v];
    result[GRUNDY_MEASURE_LARGEST_REMOTENESS] =
        fmax(result[GRUNDY_MEASURE_LARGEST_REMOTENESS], remoteness[v]);
  }
  if (decided > 0) result[GRUNDY_MEASURE_MEAN_REMOTENESS] = sum / decided;
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Returns the number with `rank` smaller ones before it. */
static double ranked(const double *x, uint64_t count, uint64_t rank) {
  for (uint64_t i = 0; i < count; i++) {
    uint64_t before = 0;
    for (uint64_t j = 0; j < count; j++) before += x[j] < x[i] || (x[j] == x[i] && j < i);
    if (before == rank) return x[i];
  }
  fail_msg("no number has rank %llu", (unsigned long long)rank);
  return 0;
}

static double quantile(const double *x, uint64_t count, double share) {
  double rank = share * (double)(count - 1), whole = floor(rank);
  double below = ranked(x, count, (uint64_t)whole);
  double above = ranked(x, count, (uint64_t)ceil(rank));
  return (1 - (rank - whole)) * below + (rank - whole) * above;
}

static void assert_near(double got, double expected) {
  if (!(fabs(got - expected) <= 1e-9 * (1 + fabs(expected))))
    fail_msg("%.12g instead of %.12g", got, expected);
}

static void assert_statistics(const grundy_statistics *got, const double *x, uint64_t count) {
  double mean = 0, squares = 0;
  for (uint64_t i = 0; i < count; i++) mean += x[i] / (double)count;
  for (uint64_t i = 0; i < count; i++) squares += pow(x[i] - mean, 2);
  assert_near(got->mean, mean);
  if (count > 1)
    assert_near(pow(got->deviation, 2), squares / (double)(count - 1));
  else
    assert_true(got->deviation == 0);
  assert_near(got->least, quantile(x, count, 0));
  assert_near(got->lower_quartile, quantile(x, count, 0.25));
  assert_near(got->median, quantile(x, count, 0.5));
  assert_near(got->upper_quartile, quantile(x, count, 0.75));
  assert_near(got->most, quantile(x, count, 1));
}

/* ---- tests ------------------------------------------------------------------------------- */

static void assert_as_naive(const grundy_model *model, uint64_t games) {
  static double x[GRUNDY_MEASURE_COUNT][MOST_GAMES];
  grundy_statistics statistics[GRUNDY_MEASURE_COUNT];
  grundy_error error;
  if (grundy_experiment_run(model, games, NULL, statistics, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  for (uint64_t i = 0; i < games; i++) {
    double result[GRUNDY_MEASURE_COUNT];
    measure(model, grundy_experiment_seed(model, i), result);
    for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) x[m][i] = result[m];
  }
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) assert_statistics(&statistics[m], x[m], games);
}

static void statistics_are_those_of_the_games_solved_one_by_one(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t rounds = test_scaled(200);
  for (uint64_t i = 0; i < rounds; i++) {
    grundy_model model =
        grundy_model_default((grundy_model_kind)grundy_random_below(&random, GRUNDY_MODEL_COUNT));
    model.seed = grundy_random_next(&random);
    model.order = 10 + grundy_random_below(&random, 50);
    model.moves = grundy_random_below(&random, 4 * model.order);
    model.p = random_unit(&random) / 5;
    model.degree = (double)grundy_random_below(&random, 4);
    model.sinks = random_unit(&random);
    model.layers = model.height = 1 + grundy_random_below(&random, 8);
    model.width = 4 + grundy_random_below(&random, 8);
    model.back = random_unit(&random);
    model.put_backs = grundy_random_below(&random, 2) == 0;
    assert_as_naive(&model, 1 + grundy_random_below(&random, MOST_GAMES));
  }
}

static void all_measures_of_the_empty_game_are_0(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_GNP);
  grundy_statistics statistics[GRUNDY_MEASURE_COUNT];
  const grundy_statistics zero = {0};
  assert_int_equal(grundy_experiment_run(&model, 3, NULL, statistics, NULL), GRUNDY_OK);
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++)
    assert_memory_equal(&statistics[m], &zero, sizeof zero);
}

static void games_differ_with_seed_order_and_number(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_GNP);
  uint64_t seeds[3 * 3 * 3], count = 0;
  for (model.seed = 0; model.seed < 3; model.seed++)
    for (model.order = 0; model.order < 3; model.order++)
      for (uint64_t i = 0; i < 3; i++) seeds[count++] = grundy_experiment_seed(&model, i);
  for (uint64_t i = 0; i < count; i++)
    for (uint64_t j = 0; j < i; j++) assert_true(seeds[i] != seeds[j]);
}

static void the_experiment_rejects_what_the_model_rejects(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_GNP);
  grundy_statistics statistics[GRUNDY_MEASURE_COUNT];
  grundy_error error;
  model.order = 5;
  assert_int_equal(grundy_experiment_run(&model, 0, NULL, statistics, &error), GRUNDY_BAD_ARGUMENT);
  assert_non_null(strstr(error.message, "games is 0; expected 1 to"));
  assert_int_equal(grundy_experiment_run(&model, UINT64_MAX, NULL, statistics, NULL),
                   GRUNDY_BAD_ARGUMENT);
  model.p = 2;
  assert_int_equal(grundy_experiment_run(&model, 5, NULL, statistics, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "p is 2; expected a number from 0 to 1");
  model.p = 0;
  model.order = UINT64_MAX;
  assert_int_equal(grundy_experiment_run(&model, 5, NULL, statistics, &error), GRUNDY_UNABLE);
}

static void measures_are_found_by_their_names(void **state) {
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) {
    const char *name = grundy_measure_describe((grundy_measure)m)->name;
    assert_int_equal(grundy_measure_find(name, strlen(name)), m);
    assert_int_equal(grundy_measure_find(name, strlen(name) - 1), GRUNDY_MEASURE_COUNT);
  }
  assert_null(grundy_measure_describe(GRUNDY_MEASURE_COUNT));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statistics_are_those_of_the_games_solved_one_by_one),
      cmocka_unit_test(all_measures_of_the_empty_game_are_0),
      cmocka_unit_test(games_differ_with_seed_order_and_number),
      cmocka_unit_test(the_experiment_rejects_what_the_model_rejects),
      cmocka_unit_test(measures_are_found_by_their_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
