/* The certificate of games whose moves lead to sums of parts: right solutions are accepted, and
 * changed ones are not. */

#include <grundy/verify.h>

#include "digraph/part_sums.h"
#include "support/games.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

enum { END, HEAP, PASS, LEFT, RIGHT, PARTS };

static void *copy_of(const void *from, size_t size) {
  void *copy = malloc(size);
  assert_non_null(copy);
  return memcpy(copy, from, size);
}

/* A heap of 1; a part that may pass, or become two heaps; and two parts on a cycle, with moves to
 * sums of the others: LEFT to three heaps, RIGHT to a heap and a part that may pass, or to nothing.
 */
static grundy_digraph *parts_game(void) {
  static const uint32_t pairs[][2] = {{HEAP, END},   {PASS, END},   {PASS, PASS},
                                      {LEFT, RIGHT}, {RIGHT, LEFT}, {RIGHT, END}};
  static const uint64_t rows[PARTS + 1] = {0, 0, 0, 1, 2, 4}, starts[] = {0, 2, 5, 7, 7};
  static const uint32_t parts[] = {HEAP, HEAP, HEAP, HEAP, HEAP, HEAP, PASS};
  grundy_digraph *g = game_from_pairs(PARTS, sizeof pairs / sizeof *pairs, pairs);
  grundy_part_sums sums = {copy_of(rows, sizeof rows), copy_of(starts, sizeof starts),
                           copy_of(parts, sizeof parts)};
  assert_true(grundy_part_sums_fit(g, &sums));
  grundy_digraph_give_part_sums(g, &sums);
  return g;
}

static void right_solutions_are_accepted(void **state) {
  grundy_digraph *g = parts_game();
  grundy_solution *all = solution_of(g, GRUNDY_COLUMNS_PARTS);
  grundy_report *report = report_on(g, all);
  for (grundy_columns rest = GRUNDY_COLUMNS_PARTS; rest != 0; rest &= rest - 1)
    assert_int_equal(finding_on(report, rest & -rest).verdict, GRUNDY_VERDICT_RIGHT);
  grundy_report_free(report);
  grundy_solution_free(all);
  grundy_digraph_free(g);
}

/* Expects a verdict on a column, with a text that begins like this. */
static void expect_finding(const grundy_digraph *g, const grundy_solution *solution,
                           grundy_columns column, grundy_verdict verdict, const char *text) {
  grundy_report *report = report_on(g, solution);
  grundy_finding found = finding_on(report, column);
  assert_int_equal(found.verdict, verdict);
  if (strncmp(found.text, text, strlen(text)) != 0) fail_msg("%s; expected %s", found.text, text);
  grundy_report_free(report);
}

static void wrong_values_are_found_without_a_counter(void **state) {
  grundy_digraph *g = parts_game();
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMN_GRUNDY);
  uint32_t *values = numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY);
  expect_finding(g, solution, GRUNDY_COLUMN_GRUNDY, GRUNDY_VERDICT_NOT_CHECKED,
                 "needs a right counter, because parts are on cycles");
  values[HEAP] = 2;
  expect_finding(g, solution, GRUNDY_COLUMN_GRUNDY, GRUNDY_VERDICT_WRONG,
                 "1: its value is 2, but it has only 1 moves");
  values[HEAP] = 0;
  expect_finding(g, solution, GRUNDY_COLUMN_GRUNDY, GRUNDY_VERDICT_WRONG,
                 "1: condition A fails: its value is 0, but the mex of its followers is 1");
  grundy_solution_free(solution);
  solution = solution_of(g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY)[HEAP] = 2;
  expect_finding(g, solution, GRUNDY_COLUMN_COUNTER, GRUNDY_VERDICT_NOT_CHECKED, "grundy is wrong");
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Tries all values up to 3 with all counters up to 2, and infinity: only the right values are
 * accepted. */
static void no_wrong_labelling_is_accepted(void **state) {
  enum { VALUES = 4, COUNTERS = 3, CHOICES = VALUES * COUNTERS + 1 };
  grundy_digraph *g = parts_game();
  grundy_solution *right = solution_of(g, GRUNDY_COLUMN_GRUNDY);
  grundy_solution *tried = solution_of(g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  const uint32_t *truth = grundy_solution_numbers(right, GRUNDY_COLUMN_GRUNDY);
  uint32_t *values = numbers_to_change(tried, GRUNDY_COLUMN_GRUNDY);
  uint32_t *counter = numbers_to_change(tried, GRUNDY_COLUMN_COUNTER);
  uint32_t labellings = CHOICES * CHOICES * CHOICES, accepted = 0;
  for (uint32_t i = 0; i < labellings; i++) {
    for (uint32_t v = PASS, rest = i; v < PARTS; v++, rest /= CHOICES) {
      bool infinite = rest % CHOICES == CHOICES - 1;
      values[v] = infinite ? GRUNDY_INFINITY : rest % CHOICES / COUNTERS;
      counter[v] = infinite ? GRUNDY_INFINITY : rest % COUNTERS;
    }
    if (!verifies(g, tried)) continue;
    accepted++;
    if (memcmp(values, truth, PARTS * sizeof *values) != 0) fail_msg("labelling %u", i);
  }
  assert_true(accepted > 0);
  grundy_solution_free(right);
  grundy_solution_free(tried);
  grundy_digraph_free(g);
}

static void wrong_sets_and_outcomes_are_found(void **state) {
  static const uint32_t seven[] = {7};
  const grundy_set sets[] = {{.absent = true}, {.size = 0}, {.numbers = seven, .size = 1}};
  grundy_digraph *g = parts_game();
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_PARTS);
  for (uint32_t v = 0; v < PARTS; v++) {
    grundy_solution *changed = solution_copy(solution, GRUNDY_COLUMNS_PARTS);
    uint8_t *outcome = letters_to_change(changed, GRUNDY_COLUMN_OUTCOME), right = outcome[v];
    for (const char *letter = "PND"; *letter != '\0'; letter++) {
      outcome[v] = (uint8_t)*letter;
      assert_int_equal(verifies(g, changed), outcome[v] == right);
    }
    outcome[v] = right;
    grundy_set k = grundy_solution_set_at(solution, GRUNDY_COLUMN_K, v);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
      change_set(changed, GRUNDY_COLUMN_K, v, sets[i]);
      bool same = sets[i].absent == k.absent && sets[i].size == k.size &&
                  (k.size == 0 || k.numbers[0] == 7);
      assert_int_equal(verifies(g, changed), same);
    }
    grundy_solution_free(changed);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_solutions_are_accepted),
      cmocka_unit_test(wrong_values_are_found_without_a_counter),
      cmocka_unit_test(no_wrong_labelling_is_accepted),
      cmocka_unit_test(wrong_sets_and_outcomes_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
