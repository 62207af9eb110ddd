/* The certificate of games with kinds of moves: right solutions are accepted, and changed ones are
 * not. */

#include <grundy/verify.h>

#include "support/kinds.h"
#include "support/naive_turns.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

enum { MOST = 6 };

/* Returns whether an entailed player has a choice somewhere; then there is no certificate. */
static bool has_choice(const grundy_digraph *g) {
  bool found = false;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) found |= naive_turn_from(g, u).has_choice;
  return found;
}

static const char *right_solutions_verify(const test_game *game) {
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_TURNS);
  grundy_report *report = report_on(game->g, solution);
  bool is_open = has_choice(game->g);
  const char *wrong = NULL;
  for (grundy_columns rest = GRUNDY_COLUMNS_TURNS; rest != 0; rest &= rest - 1) {
    grundy_columns column = rest & -rest;
    bool by_certificate = (column & (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER |
                                     GRUNDY_COLUMN_K | GRUNDY_COLUMN_C)) != 0;
    grundy_finding found = finding_on(report, column);
    grundy_verdict right =
        is_open && by_certificate ? GRUNDY_VERDICT_NOT_CHECKED : GRUNDY_VERDICT_RIGHT;
    if (found.verdict != right)
      wrong = because("%s: %s", grundy_column_describe(column)->name, found.text);
  }
  grundy_report_free(report);
  grundy_solution_free(solution);
  return wrong;
}

static void right_solutions_are_accepted(void **state) {
  on_games_of_kinds(20000, 20000, MOST, right_solutions_verify);
}

/* ---- single changes --------------------------------------------------------------------- */

/* Returns whether a change of this column is found. */
static const char *is_caught(const grundy_digraph *g, const grundy_solution *changed,
                             grundy_columns column, uint32_t v, long long now) {
  grundy_report *report = report_on(g, changed);
  const char *wrong = grundy_report_right(report)
                          ? because("%s of %u, changed to %lld, is accepted",
                                    grundy_column_describe(column)->name, v, now)
                          : NULL;
  grundy_report_free(report);
  return wrong;
}

static const char *changed_numbers(const test_game *game, grundy_solution *solution,
                                   grundy_columns column) {
  uint32_t order = grundy_digraph_order(game->g), *entries = numbers_to_change(solution, column);
  const char *wrong = NULL;
  for (uint32_t v = 0; v < order; v++) {
    const uint32_t right = entries[v];
    const uint32_t others[] = {right + 1,
                               right - 1,
                               0,
                               1,
                               GRUNDY_INFINITY,
                               GRUNDY_INFINITY - 1,
                               order,
                               (uint32_t)grundy_random_below(game->random, UINT64_C(2) * order)};
    for (size_t i = 0; i < sizeof others / sizeof *others && wrong == NULL; i++) {
      entries[v] = others[i];
      if (others[i] != right) wrong = is_caught(game->g, solution, column, v, others[i]);
      entries[v] = right;
    }
  }
  return wrong;
}

static const char *changed_outcomes(const test_game *game, grundy_solution *solution) {
  uint8_t *entries = letters_to_change(solution, GRUNDY_COLUMN_OUTCOME);
  const char *wrong = NULL;
  for (uint32_t v = 0; v < grundy_digraph_order(game->g); v++) {
    const uint8_t right = entries[v];
    for (const char *letter = "PNDX"; *letter != '\0' && wrong == NULL; letter++) {
      entries[v] = (uint8_t)*letter;
      if (entries[v] != right)
        wrong = is_caught(game->g, solution, GRUNDY_COLUMN_OUTCOME, v, *letter);
      entries[v] = right;
    }
  }
  return wrong;
}

/* Adds or removes one number of one set. */
static const char *changed_sets(const test_game *game, grundy_solution *solution,
                                grundy_columns column) {
  const char *wrong = NULL;
  for (uint32_t v = 0; v < grundy_digraph_order(game->g) && wrong == NULL; v++) {
    grundy_set right = grundy_solution_set_at(solution, column, v);
    uint32_t old[MOST + 2], numbers[MOST + 3];
    uint64_t size = 0, old_size = right.size;
    memcpy(old, right.numbers, right.size * sizeof *old);
    uint32_t number = (uint32_t)grundy_random_below(game->random, MOST);
    if (grundy_random_below(game->random, 8) == 0) number = GRUNDY_INFINITY;
    bool is_there = grundy_set_has(right, number), absent = right.absent;
    for (uint64_t i = 0; i < old_size; i++) {
      if (old[i] > number && !is_there) {
        numbers[size++] = number;
        is_there = true;
      }
      if (old[i] != number) numbers[size++] = old[i];
    }
    if (!is_there) numbers[size++] = number;
    change_set(solution, column, v, (grundy_set){.numbers = numbers, .size = size});
    wrong = is_caught(game->g, solution, column, v, number);
    change_set(solution, column, v,
               (grundy_set){.numbers = old, .size = old_size, .absent = absent});
  }
  return wrong;
}

static const char *changes_are_caught(const test_game *game) {
  if (has_choice(game->g)) return NULL;
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_TURNS);
  const char *wrong = changed_numbers(game, solution, GRUNDY_COLUMN_GRUNDY);
  if (wrong == NULL) wrong = changed_numbers(game, solution, GRUNDY_COLUMN_REMOTENESS);
  if (wrong == NULL) wrong = changed_numbers(game, solution, GRUNDY_COLUMN_DISTANCE);
  if (wrong == NULL) wrong = changed_numbers(game, solution, GRUNDY_COLUMN_TURN_REMOTENESS);
  if (wrong == NULL) wrong = changed_numbers(game, solution, GRUNDY_COLUMN_TURN_DISTANCE);
  if (wrong == NULL) wrong = changed_outcomes(game, solution);
  if (wrong == NULL) wrong = changed_sets(game, solution, GRUNDY_COLUMN_K);
  if (wrong == NULL) wrong = changed_sets(game, solution, GRUNDY_COLUMN_C);
  grundy_solution_free(solution);
  return wrong;
}

static void single_changes_are_caught(void **state) {
  on_games_of_kinds(1200, 3000, MOST, changes_are_caught);
}

/* ---- all labellings --------------------------------------------------------------------- */

/* Tries all values up to 2 with all counters up to 2: no wrong values are accepted. */
static const char *only_right_values_are_accepted(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), labellings = 1;
  if (order > 3 || has_choice(game->g)) return NULL;
  grundy_solution *right = solution_of(game->g, GRUNDY_COLUMN_GRUNDY);
  grundy_solution *tried = solution_of(game->g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  uint32_t *values = numbers_to_change(tried, GRUNDY_COLUMN_GRUNDY);
  uint32_t *counter = numbers_to_change(tried, GRUNDY_COLUMN_COUNTER);
  const uint32_t *truth = grundy_solution_numbers(right, GRUNDY_COLUMN_GRUNDY);
  const char *wrong = NULL;
  enum { CHOICES = 10 }; /* infinity, or a value and a counter */
  for (uint32_t v = 0; v < order; v++) labellings *= CHOICES;
  for (uint32_t i = 0; i < labellings && wrong == NULL; i++) {
    for (uint32_t v = 0, rest = i; v < order; v++, rest /= CHOICES) {
      bool infinite = rest % CHOICES == CHOICES - 1;
      values[v] = infinite ? GRUNDY_INFINITY : rest % CHOICES / 3;
      counter[v] = infinite ? GRUNDY_INFINITY : rest % 3;
    }
    if (memcmp(values, truth, order * sizeof *values) != 0 && verifies(game->g, tried))
      wrong = because("labelling %u is accepted", i);
  }
  grundy_solution_free(right);
  grundy_solution_free(tried);
  return wrong;
}

static void no_wrong_labelling_is_accepted(void **state) {
  on_games_of_kinds(1000, 1000, 3, only_right_values_are_accepted);
}

/* Tries all entries 0 … 3 and infinity in a column of its own: no wrong ones are accepted. */
static const char *only_right_counts_are_accepted(const test_game *game) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_TURN_REMOTENESS,
                                           GRUNDY_COLUMN_TURN_DISTANCE, GRUNDY_COLUMN_DISTANCE};
  enum { CHOICES = 5 };
  uint32_t order = grundy_digraph_order(game->g), labellings = 1;
  const char *wrong = NULL;
  for (uint32_t v = 0; v < order; v++) labellings *= CHOICES;
  for (size_t i = 0; i < sizeof columns / sizeof *columns && wrong == NULL; i++) {
    grundy_solution *tried = solution_of(game->g, columns[i]);
    uint32_t *entries = numbers_to_change(tried, columns[i]), right[3];
    memcpy(right, entries, order * sizeof *entries);
    for (uint32_t j = 0; j < labellings && wrong == NULL; j++) {
      for (uint32_t v = 0, rest = j; v < order; v++, rest /= CHOICES)
        entries[v] = rest % CHOICES == CHOICES - 1 ? GRUNDY_INFINITY : rest % CHOICES;
      if (verifies(game->g, tried) != (memcmp(entries, right, order * sizeof *entries) == 0))
        wrong = because("labelling %u of %s", j, grundy_column_describe(columns[i])->name);
    }
    grundy_solution_free(tried);
  }
  return wrong;
}

static void no_wrong_count_is_accepted(void **state) {
  on_games_of_kinds(80, 200, 3, only_right_counts_are_accepted);
}

/* Outcomes follow from turn_remoteness if there is nothing else to check them by. */
static const char *outcomes_follow_from_turns(const test_game *game) {
  const grundy_columns both = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_TURN_REMOTENESS;
  grundy_solution *solution = solution_of(game->g, both);
  const char *wrong = verifies(game->g, solution) ? changed_outcomes(game, solution)
                                                  : because("the right solution is refused");
  grundy_solution_free(solution);
  return wrong;
}

static void outcomes_are_checked_by_turns(void **state) {
  on_games_of_kinds(200, 500, MOST, outcomes_follow_from_turns);
}

/* Outcomes follow from values and sets, too; without these they are not checked. */
static const char *outcomes_follow_from_values(const test_game *game) {
  const grundy_columns sets = GRUNDY_COLUMN_K | GRUNDY_COLUMN_C;
  const grundy_columns all =
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER | sets;
  if (has_choice(game->g)) return NULL;
  grundy_solution *solution = solution_of(game->g, all);
  const char *wrong = verifies(game->g, solution) ? changed_outcomes(game, solution)
                                                  : because("the right solution is refused");
  for (grundy_columns rest = sets | GRUNDY_COLUMN_COUNTER; rest != 0; rest &= rest - 1) {
    grundy_solution *some = solution_copy(solution, all & ~(rest & -rest));
    grundy_report *report = report_on(game->g, some);
    if (finding_on(report, GRUNDY_COLUMN_OUTCOME).verdict != GRUNDY_VERDICT_NOT_CHECKED)
      wrong =
          because("outcomes are checked without %s", grundy_column_describe(rest & -rest)->name);
    grundy_report_free(report);
    grundy_solution_free(some);
  }
  grundy_solution_free(solution);
  return wrong;
}

static void outcomes_are_checked_by_values(void **state) {
  on_games_of_kinds(200, 500, MOST, outcomes_follow_from_values);
}

/* end; loop → loop, which is not a nimber: its set of nimbers must be there, but not that of end.
 */
static void sets_belong_to_positions_without_a_nimber(void **state) {
  enum { LAST, LOOP, MOON, ORDER };
  uint8_t kinds[ORDER * ORDER] = {0};
  kinds[LOOP * ORDER + LOOP] = GRUNDY_MOVE_ORDINARY;
  kinds[MOON * ORDER + LAST] = GRUNDY_MOVE_CARRY_ON;
  grundy_digraph *g = game_of_kinds(ORDER, kinds);
  grundy_solution *right = solution_of(g, GRUNDY_COLUMNS_TURNS);
  assert_true(verifies(g, right));
  for (int i = 0; i < 2; i++) {
    grundy_solution *solution = solution_copy(right, GRUNDY_COLUMNS_TURNS);
    change_set(solution, GRUNDY_COLUMN_K, i == 0 ? LOOP : LAST, (grundy_set){.absent = i == 0});
    grundy_report *report = report_on(g, solution);
    grundy_finding found = finding_on(report, GRUNDY_COLUMN_K);
    assert_int_equal(found.verdict, GRUNDY_VERDICT_WRONG);
    assert_string_equal(found.kind, "presence");
    assert_non_null(
        strstr(found.text, i == 0 ? "it has no set" : "it has a set, but its value is a nimber"));
    grundy_report_free(report);
    grundy_solution_free(solution);
  }
  grundy_solution_free(right);
  grundy_digraph_free(g);
}

/* a → b, b → t, b → a: these counters prove the values, but next to a heap of 1 nobody could win by
 * them, because b has a smaller counter than a. */
static void counters_that_are_not_monotonic_are_refused(void **state) {
  enum { T, A, B, EXTRA, ORDER };
  uint8_t kinds[ORDER * ORDER] = {0};
  kinds[A * ORDER + B] = kinds[B * ORDER + T] = kinds[B * ORDER + A] = GRUNDY_MOVE_ORDINARY;
  kinds[EXTRA * ORDER + T] = GRUNDY_MOVE_CARRY_ON;
  grundy_digraph *g = game_of_kinds(ORDER, kinds);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  assert_true(verifies(g, solution));
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  counter[T] = 0;
  counter[A] = 1;
  counter[B] = 0;
  counter[EXTRA] = 1;
  grundy_report *report = report_on(g, solution);
  assert_int_equal(finding_on(report, GRUNDY_COLUMN_COUNTER).verdict, GRUNDY_VERDICT_WRONG);
  assert_string_equal(finding_on(report, GRUNDY_COLUMN_COUNTER).kind, "monotonic");
  grundy_report_free(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_solutions_are_accepted),
      cmocka_unit_test(single_changes_are_caught),
      cmocka_unit_test(no_wrong_labelling_is_accepted),
      cmocka_unit_test(no_wrong_count_is_accepted),
      cmocka_unit_test(outcomes_are_checked_by_turns),
      cmocka_unit_test(outcomes_are_checked_by_values),
      cmocka_unit_test(sets_belong_to_positions_without_a_nimber),
      cmocka_unit_test(counters_that_are_not_monotonic_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
