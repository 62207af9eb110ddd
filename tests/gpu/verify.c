/* Checking on a device gives the same report as on the CPU, for right and for wrong solutions. */

#include <grundy/grundy.h>

#include "gpu/solve.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

#define COLUMNS (GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS)

static grundy_gpu_device device;
static grundy_gpu_session session;

/* The same kernels as in tests/gpu/solve.c, so that pocl compiles them once. */
static int start(void **state) {
  grundy_error error;
  grundy_gpu_tuning tuning = {.group = 16, .narrow = 16};
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

/* ---- reports ---------------------------------------------------------------------------- */

static const char *same_reports(const grundy_report *expected, const grundy_report *got) {
  if (grundy_report_count(expected) != grundy_report_count(got)) return because("other findings");
  for (size_t i = 0; i < grundy_report_count(expected); i++) {
    grundy_finding a = grundy_report_finding(expected, i), b = grundy_report_finding(got, i);
    if (a.column != b.column || a.verdict != b.verdict || strcmp(a.text, b.text) != 0)
      return because("\"%s\", expected \"%s\"", b.text, a.text);
  }
  return NULL;
}

static const char *compare(const grundy_digraph *g, const grundy_solution *solution) {
  const grundy_verify_options options = {.size = sizeof options};
  grundy_report *expected = NULL, *got = NULL;
  grundy_error error;
  assert_int_equal(grundy_verify(g, solution, &options, &expected, NULL), GRUNDY_OK);
  if (grundy_gpu_verify_in(&session, g, solution, &options, &got, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  const char *why = same_reports(expected, got);
  grundy_report_free(expected);
  grundy_report_free(got);
  return why;
}

/* ---- solutions -------------------------------------------------------------------------- */

static const char *right_solution_has_the_same_report(const test_game *game) {
  grundy_columns some = random_columns(game->random);
  grundy_solution *all = solution_of(game->g, COLUMNS), *few = solution_of(game->g, some);
  const char *why = compare(game->g, all);
  if (why == NULL) why = compare(game->g, few);
  grundy_solution_free(all);
  grundy_solution_free(few);
  return why;
}

/* Changes one entry, by little or to infinity. */
static void change(grundy_random *random, grundy_solution *solution, uint32_t order) {
  static const grundy_columns numbers[] = {GRUNDY_COLUMN_GRUNDY, GRUNDY_COLUMN_REMOTENESS,
                                           GRUNDY_COLUMN_DISTANCE, GRUNDY_COLUMN_COUNTER,
                                           GRUNDY_COLUMN_MISERE_REMOTENESS};
  uint32_t v = (uint32_t)grundy_random_below(random, order);
  uint64_t which = grundy_random_below(random, 7);
  uint32_t seven[] = {7};
  if (which == 5) {
    letters_to_change(solution, GRUNDY_COLUMN_OUTCOME)[v] = 'N';
  } else if (which == 6) {
    change_set(solution, GRUNDY_COLUMN_K, v, (grundy_set){seven, 1, false});
  } else {
    uint32_t *entry = &numbers_to_change(solution, numbers[which])[v];
    uint64_t how = grundy_random_below(random, 3);
    *entry = how == 0 ? GRUNDY_INFINITY : how == 1 ? *entry + 1 : *entry - 1;
  }
}

static const char *wrong_solution_has_the_same_report(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  grundy_solution *solution = solution_of(game->g, COLUMNS);
  if (order > 0) change(game->random, solution, order);
  const char *why = compare(game->g, solution);
  grundy_solution_free(solution);
  return why;
}

static void right_solutions_have_the_same_report(void **state) {
  on_random_games(300, 100, right_solution_has_the_same_report);
}

static void wrong_solutions_have_the_same_report(void **state) {
  on_random_games(1000, 12, wrong_solution_has_the_same_report);
  on_random_games(300, 100, wrong_solution_has_the_same_report);
}

/* Rows and values that are too long or too large for the device. */
static void solutions_of_long_rows_have_the_same_report(void **state) {
  static const uint32_t widths[] = {63, 64, 65, 1024, 1500};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    grundy_digraph *g = game_hub(widths[i], widths[i] < 100 ? widths[i] : 3);
    on_game(g, right_solution_has_the_same_report);
    on_game(g, wrong_solution_has_the_same_report);
    grundy_digraph_free(g);
  }
}

/* Empty games, other types of games, and solutions of other games: the CPU checks them. */
static void what_the_device_cannot_check_has_the_same_report(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *empty = game_sparse(&random, 0, 0, 1), *small = game_chain(5, 1),
                 *coloured = random_coloured_game(&random, 20, 3, true);
  struct {
    const grundy_digraph *g;
    grundy_solution *solution;
  } cases[] = {{empty, solution_of(empty, COLUMNS)},
               {coloured, solution_of(coloured, grundy_solve_columns(coloured, false))}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *why = compare(cases[i].g, cases[i].solution);
    if (why != NULL) fail_msg("%s", why);
    grundy_solution_free(cases[i].solution);
  }
  const grundy_verify_options options = {.size = sizeof options};
  grundy_solution *other = solution_of(small, COLUMNS);
  grundy_report *report = NULL;
  grundy_error expected, error;
  grundy_status status = grundy_verify(coloured, other, &options, &report, &expected);
  assert_int_not_equal(status, GRUNDY_OK);
  assert_int_equal(grundy_gpu_verify_in(&session, coloured, other, &options, &report, &error),
                   status);
  assert_string_equal(error.message, expected.message);
  assert_null(report);
  grundy_solution_free(other);
  grundy_digraph_free(empty);
  grundy_digraph_free(small);
  grundy_digraph_free(coloured);
}

/* Finite values should have none. */
static void sets_that_all_exist_have_the_same_report(void **state) {
  grundy_digraph *games[] = {game_chain(9, 1), game_cycle_with_tail(9, 3)};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_solution *solution = solution_of(games[i], COLUMNS);
    uint64_t offsets[10] = {0};
    assert_int_equal(grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, NULL, NULL, NULL),
                     GRUNDY_OK);
    const char *why = compare(games[i], solution);
    if (why != NULL) fail_msg("%s", why);
    grundy_solution_free(solution);
    grundy_digraph_free(games[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_solutions_have_the_same_report),
      cmocka_unit_test(wrong_solutions_have_the_same_report),
      cmocka_unit_test(solutions_of_long_rows_have_the_same_report),
      cmocka_unit_test(what_the_device_cannot_check_has_the_same_report),
      cmocka_unit_test(sets_that_all_exist_have_the_same_report),
  };
  return cmocka_run_group_tests(tests, start, end);
}
