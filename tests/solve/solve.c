/* grundy_solve_in_memory computes exactly the requested columns. */

#include <grundy/solve.h>

#include "solution/impl.h"
#include "solve/kernels.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/sets.h"
#include "support/solutions.h"
#include "support/test.h"

/* ---- which columns ------------------------------------------------------------------- */

/* Solving for `columns` alone gives the same entries as `all`, and no other column. */
static const char *agrees(const grundy_digraph *g, const grundy_solution *all,
                          grundy_columns columns) {
  grundy_solution *some = solution_of(g, columns);
  grundy_columns there = grundy_solution_columns(some);
  const char *wrong = NULL;
  if (columns == 0) columns = GRUNDY_COLUMNS_DEFAULT;
  if (there != columns) wrong = because("asked for columns %#x, got %#x", columns, there);
  for (int i = 0; wrong == NULL && i < IMPARTIAL_COLUMNS; i++)
    if (columns >> i & 1) wrong = same_column((grundy_columns)1 << i, all, some);
  grundy_solution_free(some);
  return wrong;
}

static const char *columns_do_not_depend_on_each_other(const test_game *game) {
  grundy_solution *all = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  const char *wrong = agrees(game->g, all, 0);
  for (int i = 0; wrong == NULL && i < IMPARTIAL_COLUMNS; i++)
    wrong = agrees(game->g, all, (grundy_columns)1 << i);
  for (int i = 0; wrong == NULL && i < 5; i++)
    wrong = agrees(game->g, all, random_columns(game->random));
  grundy_solution_free(all);
  return wrong;
}

static void a_solution_has_exactly_the_columns_asked_for(void **state) {
  for (uint32_t order = 0; order <= 2; order++)
    on_every_game(order, columns_do_not_depend_on_each_other);
  on_random_games(2000, 8, columns_do_not_depend_on_each_other);
  on_random_games(200, 200, columns_do_not_depend_on_each_other);
}

static void without_options_the_default_columns_are_solved(void **state) {
  grundy_digraph *g = game_chain(5, 1);
  grundy_solution *solution = NULL;
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solution_columns(solution), GRUNDY_COLUMNS_DEFAULT);
  assert_int_equal(grundy_solution_order(solution), 5);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- entries ------------------------------------------------------------------------- */

static const char *letters_are_parities(const grundy_solution *solution, grundy_columns letters,
                                        const uint32_t *remoteness) {
  const uint8_t *got = grundy_solution_letters(solution, letters);
  for (uint32_t u = 0; u < grundy_solution_order(solution); u++)
    if (got[u] != grundy_outcome_of_remoteness(remoteness[u]))
      return because("%s of %u is %c", grundy_column_describe(letters)->name, u, got[u]);
  return NULL;
}

/* The columns of letters and numbers except the counter, which is not unique. */
static const char *numbers_are_naive(const grundy_digraph *g, const grundy_solution *solution,
                                     const uint32_t *values) {
  uint32_t order = grundy_digraph_order(g), r[NAIVE_MOST], m[NAIVE_MOST], d[NAIVE_MOST],
           h[NAIVE_MOST];
  naive_remoteness(g, 0, r);
  naive_remoteness(g, 1, m);
  naive_distance(g, d);
  naive_hmin(g, values, h);
  const struct {
    grundy_columns column;
    const uint32_t *expected;
  } columns[] = {{GRUNDY_COLUMN_GRUNDY, values},
                 {GRUNDY_COLUMN_REMOTENESS, r},
                 {GRUNDY_COLUMN_DISTANCE, d},
                 {GRUNDY_COLUMN_MISERE_REMOTENESS, m},
                 {GRUNDY_COLUMN_HMIN, h}};
  const char *wrong = letters_are_parities(solution, GRUNDY_COLUMN_OUTCOME, r);
  if (wrong == NULL) wrong = letters_are_parities(solution, GRUNDY_COLUMN_MISERE, m);
  for (size_t i = 0; wrong == NULL && i < sizeof columns / sizeof *columns; i++)
    wrong = same_numbers(grundy_column_describe(columns[i].column)->name, order,
                         columns[i].expected, grundy_solution_numbers(solution, columns[i].column));
  return wrong;
}

static const char *sets_are_naive(const grundy_digraph *g, const grundy_solution *solution,
                                  const uint32_t *values) {
  uint32_t numbers[NAIVE_MOST];
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    grundy_set k = {numbers, naive_k(g, values, u, numbers), false};
    if (values[u] != GRUNDY_INFINITY) k = (grundy_set){numbers, 0, true};
    if (!sets_equal(k, grundy_solution_set_at(solution, GRUNDY_COLUMN_K, u)))
      return because("K of %u is a different set", u);
    grundy_set j = {numbers, naive_j(g, values, u, numbers), false};
    if (!sets_equal(j, grundy_solution_set_at(solution, GRUNDY_COLUMN_J, u)))
      return because("J of %u is a different set", u);
  }
  return NULL;
}

static const char *every_column_is_naive(const test_game *game) {
  uint32_t values[NAIVE_MOST], ignored[NAIVE_MOST];
  naive_values(game->g, values, ignored);
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  const char *wrong = numbers_are_naive(game->g, solution, values);
  if (wrong == NULL) wrong = sets_are_naive(game->g, solution, values);
  const uint32_t *counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  if (wrong == NULL && naive_definition1(game->g, values, counter) != NULL)
    wrong = because("the counter is invalid");
  if (wrong == NULL && !naive_monotonic(game->g, values, counter))
    wrong = because("the counter is not monotonic");
  grundy_solution_free(solution);
  return wrong;
}

static void every_column_is_what_its_definition_says(void **state) {
  on_all_kinds_of_games(every_column_is_naive);
}

static void the_empty_game_has_a_solution_without_rows(void **state) {
  grundy_digraph *g = game_from_bits(0, 0);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  assert_int_equal(grundy_solution_order(solution), 0);
  assert_int_equal(grundy_solution_columns(solution), GRUNDY_COLUMNS_ALL);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- long work ----------------------------------------------------------------------- */

static bool refuse(void *context, const char *phase, uint64_t done, uint64_t total) {
  assert_non_null(phase);
  assert_true(total == 0 || done <= total);
  ++*(uint64_t *)context;
  return false;
}

static void a_monitor_that_refuses_cancels_and_leaves_no_solution(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_sparse(&random, 1000000, 0.05, 12);
  uint64_t asked = 0;
  grundy_monitor monitor = {.tick = refuse, .context = &asked};
  grundy_solve_options options = {
      .size = sizeof options, .columns = GRUNDY_COLUMNS_ALL, .monitor = &monitor};
  grundy_solution *solution = NULL;
  grundy_error error;
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, &error), GRUNDY_CANCELLED);
  assert_int_equal(error.status, GRUNDY_CANCELLED);
  assert_int_equal(asked, 1);
  assert_null(solution);
  grundy_digraph_free(g);
}

static bool agree(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase, (void)done, (void)total;
  ++*(uint64_t *)context;
  return true;
}

static const char *monitoring_changes_nothing(const test_game *game) {
  uint64_t asked = 0;
  grundy_monitor monitor = {.tick = agree, .context = &asked};
  grundy_solve_options options = {
      .size = sizeof options, .columns = GRUNDY_COLUMNS_ALL, .monitor = &monitor};
  grundy_solution *watched = NULL, *unwatched = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  assert_int_equal(grundy_solve_in_memory(game->g, &options, &watched, NULL), GRUNDY_OK);
  const char *wrong = NULL;
  for (int i = 0; wrong == NULL && i < IMPARTIAL_COLUMNS; i++)
    wrong = same_column((grundy_columns)1 << i, unwatched, watched);
  grundy_solution_free(watched);
  grundy_solution_free(unwatched);
  return wrong;
}

static void a_monitor_does_not_change_the_solution(void **state) {
  on_random_games(300, 30, monitoring_changes_nothing);
}

static void an_unknown_algorithm_or_column_is_a_bad_argument(void **state) {
  grundy_digraph *g = game_chain(5, 1);
  grundy_solution *solution = NULL;
  grundy_error error;
  grundy_solve_options options = {.size = sizeof options,
                                  .algorithm = (grundy_algorithm)(GRUNDY_ALGORITHM_LAZY + 1)};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "unknown algorithm; expected a grundy_algorithm");
  options = (grundy_solve_options){.size = sizeof options,
                                   .columns = (grundy_columns)1 << GRUNDY_COLUMN_COUNT};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, &error), GRUNDY_BAD_ARGUMENT);
  assert_null(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_solution_has_exactly_the_columns_asked_for),
      cmocka_unit_test(without_options_the_default_columns_are_solved),
      cmocka_unit_test(every_column_is_what_its_definition_says),
      cmocka_unit_test(the_empty_game_has_a_solution_without_rows),
      cmocka_unit_test(a_monitor_that_refuses_cancels_and_leaves_no_solution),
      cmocka_unit_test(a_monitor_does_not_change_the_solution),
      cmocka_unit_test(an_unknown_algorithm_or_column_is_a_bad_argument),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
