/* Checking solutions of games with players, outcomes and payoffs. */

#include <math.h>

#include <grundy/solve.h>
#include <grundy/value.h>
#include <grundy/verify.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

enum { MOST = 10 };

static const grundy_verify_options wanted = {
    .size = sizeof wanted, .payoff_known = true, .payoff = 1};

/* Returns whether the report says that all columns of the solution are correct, or that some are
 * wrong. */
static bool is_right(const grundy_digraph *g, const grundy_solution *s) {
  grundy_report *report = NULL;
  assert_int_equal(grundy_verify(g, s, &wanted, &report, NULL), GRUNDY_OK);
  bool right = grundy_report_right(report);
  for (size_t i = 0; right && i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    bool there = (finding.column & grundy_solution_columns(s)) != 0;
    if (there) assert_int_equal(finding.verdict, GRUNDY_VERDICT_RIGHT);
  }
  grundy_report_free(report);
  return right;
}

static grundy_solution *solved(const grundy_digraph *g) {
  grundy_solution *s = NULL;
  grundy_solve_options options = {
      .size = sizeof options, .columns = grundy_solve_columns(g, true), .payoff = 1};
  assert_int_equal(grundy_solve_in_memory(g, &options, &s, NULL), GRUNDY_OK);
  return s;
}

static bool change_is_caught(const grundy_digraph *g, grundy_solution *s, grundy_columns column,
                             uint32_t v, grundy_random *random) {
  grundy_column_kind kind = grundy_column_describe(column)->kind;
  bool caught = true;
  if (kind == GRUNDY_COLUMN_OF_NUMBERS) {
    uint32_t *number = &numbers_to_change(s, column)[v], was = *number;
    *number = was == GRUNDY_INFINITY || grundy_random_below(random, 2) == 0
                  ? (uint32_t)grundy_random_below(random, 6)
                  : GRUNDY_INFINITY;
    caught = *number == was || !is_right(g, s);
    *number = was;
  } else if (kind == GRUNDY_COLUMN_OF_REALS) {
    double *real = (double *)(uintptr_t)&grundy_solution_reals(s, column)[v], was = *real;
    static const double others[] = {-2, -1, 0, 1, 2, NAN, INFINITY, -INFINITY};
    *real = others[grundy_random_below(random, sizeof others / sizeof *others)];
    caught = *real == was || (isnan(*real) && isnan(was)) || !is_right(g, s);
    *real = was;
  } else {
    uint8_t *letter = &letters_to_change(s, column)[v], was = *letter;
    const char *letters = kind == GRUNDY_COLUMN_OF_LEVELS ? "WRDMLO" : "ABDPN";
    *letter =
        (uint8_t)letters[grundy_random_below(random, kind == GRUNDY_COLUMN_OF_LEVELS ? 6 : 5)];
    caught = *letter == was || !is_right(g, s);
    *letter = was;
  }
  return caught;
}

static void check_game(const grundy_digraph *g, grundy_random *random, uint64_t number) {
  const grundy_columns not_unique = GRUNDY_COLUMN_GUARANTEE_MOVES | GRUNDY_COLUMN_CAP_MOVES;
  grundy_solution *s = solved(g);
  if (!is_right(g, s))
    fail_msg("game %llu: correct, but reported as wrong", (unsigned long long)number);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((grundy_solution_columns(s) & column & ~not_unique) == 0) continue;
    uint32_t v = (uint32_t)grundy_random_below(random, grundy_digraph_order(g));
    if (!change_is_caught(g, s, column, v, random))
      fail_msg("game %llu: a change of %s at %u is not detected", (unsigned long long)number,
               grundy_column_describe(column)->name, v);
  }
  grundy_solution_free(s);
}

static void right_solutions_verify_and_changed_ones_do_not(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(6000); i++) {
    grundy_digraph *g = i % 3 == 0 ? random_ended_game(&random, MOST)
                                   : random_coloured_game(&random, MOST, 4, i % 3 == 1);
    if (i % 3 != 0 || grundy_digraph_type(g) != GRUNDY_GAME_NORMAL) check_game(g, &random, i);
    grundy_digraph_free(g);
  }
}

static void infinite_plays_of_known_worth_verify_too(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    grundy_digraph *g = random_coloured_game(&random, MOST, 4, true);
    double worth = (double)grundy_random_below(&random, 9) / 2 - 2;
    grundy_solve_options options = {
        .size = sizeof options, .infinite_known = true, .infinite = worth};
    grundy_verify_options check = {.size = sizeof check, .infinite_known = true, .infinite = worth};
    grundy_solution *s = NULL;
    grundy_report *report = NULL;
    assert_int_equal(grundy_solve_in_memory(g, &options, &s, NULL), GRUNDY_OK);
    assert_int_equal(grundy_verify(g, s, &check, &report, NULL), GRUNDY_OK);
    assert_true(grundy_report_right(report));
    grundy_report_free(report);
    grundy_solution_free(s);
    grundy_digraph_free(g);
  }
}

/* Games with players have no values, whatever a solution says. */
static void columns_that_do_not_exist_are_wrong(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (int payoffs = 0; payoffs < 2; payoffs++) {
    grundy_digraph *g = random_coloured_game(&random, 8, 3, payoffs != 0);
    grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
    uint32_t *values;
    assert_true(verifies(g, s));
    assert_int_equal(grundy_solution_add_numbers(s, GRUNDY_COLUMN_GRUNDY, &values, NULL),
                     GRUNDY_OK);
    memset(values, 0, grundy_digraph_order(g) * sizeof *values);
    grundy_report *report = report_on(g, s);
    assert_int_equal(finding_on(report, GRUNDY_COLUMN_GRUNDY).verdict, GRUNDY_VERDICT_WRONG);
    assert_string_equal(finding_on(report, GRUNDY_COLUMN_GRUNDY).text,
                        "the column grundy does not exist for this game");
    grundy_report_free(report);
    grundy_solution_free(s);
    grundy_digraph_free(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_solutions_verify_and_changed_ones_do_not),
      cmocka_unit_test(infinite_plays_of_known_worth_verify_too),
      cmocka_unit_test(columns_that_do_not_exist_are_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
