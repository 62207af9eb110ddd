/* Solutions: adding, replacing, reading and summarizing columns. */

#include <grundy/solution.h>

#include "solution/impl.h"
#include "support/sets.h"
#include "support/test.h"

static grundy_solution *new_solution(uint32_t order) {
  grundy_solution *solution = NULL;
  assert_int_equal(grundy_solution_new(order, &solution, NULL), GRUNDY_OK);
  return solution;
}

static uint32_t *add_numbers(grundy_solution *solution, grundy_columns column) {
  uint32_t *numbers = NULL;
  assert_int_equal(grundy_solution_add_numbers(solution, column, &numbers, NULL), GRUNDY_OK);
  return numbers;
}

static uint8_t *add_letters(grundy_solution *solution, grundy_columns column) {
  uint8_t *letters = NULL;
  assert_int_equal(grundy_solution_add_letters(solution, column, &letters, NULL), GRUNDY_OK);
  return letters;
}

/* ---- columns ------------------------------------------------------------------------- */

static void a_new_solution_has_no_columns(void **state) {
  grundy_solution *solution = new_solution(3);
  assert_int_equal(grundy_solution_order(solution), 3);
  assert_int_equal(grundy_solution_columns(solution), 0);
  assert_null(grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME));
  assert_null(grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY));
  assert_true(grundy_solution_set_at(solution, GRUNDY_COLUMN_K, 2).absent);
  grundy_solution_free(solution);
  grundy_solution_free(NULL);
}

static void added_columns_hold_zeros_until_they_are_written(void **state) {
  grundy_solution *solution = new_solution(3);
  uint32_t *numbers = add_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  uint8_t *letters = add_letters(solution, GRUNDY_COLUMN_MISERE);
  for (int v = 0; v < 3; v++) {
    assert_int_equal(numbers[v], 0);
    assert_int_equal(letters[v], 0);
  }
  numbers[1] = 7;
  letters[2] = 'N';
  assert_int_equal(grundy_solution_columns(solution), GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_MISERE);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY)[1], 7);
  assert_int_equal(grundy_solution_letters(solution, GRUNDY_COLUMN_MISERE)[2], 'N');
  assert_null(grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME));
  grundy_solution_free(solution);
}

static void adding_a_column_again_replaces_it(void **state) {
  grundy_solution *solution = new_solution(2);
  add_numbers(solution, GRUNDY_COLUMN_DISTANCE)[0] = 5;
  add_letters(solution, GRUNDY_COLUMN_OUTCOME)[0] = 'P';
  assert_int_equal(add_numbers(solution, GRUNDY_COLUMN_DISTANCE)[0], 0);
  assert_int_equal(add_letters(solution, GRUNDY_COLUMN_OUTCOME)[0], 0);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE)[0], 0);
  assert_int_equal(grundy_solution_columns(solution),
                   GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_OUTCOME);
  grundy_solution_free(solution);
}

static void a_column_is_read_only_as_its_own_kind(void **state) {
  grundy_solution *solution = new_solution(1);
  add_numbers(solution, GRUNDY_COLUMN_HMIN);
  add_letters(solution, GRUNDY_COLUMN_OUTCOME);
  assert_null(grundy_solution_letters(solution, GRUNDY_COLUMN_HMIN));
  assert_null(grundy_solution_numbers(solution, GRUNDY_COLUMN_OUTCOME));
  assert_true(grundy_solution_set_at(solution, GRUNDY_COLUMN_HMIN, 0).absent);
  assert_null(grundy_solution_numbers(solution, GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_DISTANCE));
  grundy_solution_free(solution);
}

static void a_column_is_added_only_as_its_own_kind(void **state) {
  grundy_solution *solution = new_solution(1);
  uint8_t *letters = NULL;
  uint32_t *numbers = NULL;
  double *reals = NULL;
  const uint64_t offsets[] = {0, 0};
  grundy_error error;
  assert_int_equal(grundy_solution_add_letters(solution, GRUNDY_COLUMN_GRUNDY, &letters, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "no such column; expected one of letters");
  assert_int_equal(grundy_solution_add_numbers(solution, GRUNDY_COLUMN_OUTCOME, &numbers, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "no such column; expected one of numbers");
  assert_int_equal(grundy_solution_add_reals(solution, GRUNDY_COLUMN_K, &reals, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "no such column; expected one of reals");
  assert_int_equal(
      grundy_solution_add_sets(solution, GRUNDY_COLUMN_CAP, offsets, NULL, NULL, &error),
      GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "no such column; expected one of sets");
  assert_null(letters);
  assert_null(numbers);
  assert_null(reals);
  assert_int_equal(grundy_solution_columns(solution), 0);
  assert_null(grundy_solution_sets(solution, GRUNDY_COLUMN_GRUNDY));
  assert_null(grundy_solution_sets(solution, GRUNDY_COLUMN_K));
  grundy_solution_free(solution);
}

/* ---- sets ---------------------------------------------------------------------------- */

static void assert_set(const grundy_solution *solution, grundy_columns column, uint32_t v,
                       grundy_set expected) {
  assert_true(sets_equal(grundy_solution_set_at(solution, column, v), expected));
}

static void sets_are_copied_and_may_be_absent(void **state) {
  grundy_solution *solution = new_solution(3);
  uint64_t offsets[] = {0, 2, 2, 2};
  uint32_t numbers[] = {0, 2};
  uint8_t absent[] = {0, 0, 1};
  grundy_error error;
  assert_int_equal(grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, numbers,
                                            (const uint8_t[]){1, 0, 1}, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "the set of vertex 0 is absent and has numbers");
  assert_int_equal(
      grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, numbers, absent, NULL),
      GRUNDY_OK);
  memset(offsets, 0, sizeof offsets);
  memset(numbers, 0, sizeof numbers);
  memset(absent, 0, sizeof absent);
  assert_int_equal(grundy_solution_columns(solution), GRUNDY_COLUMN_K);
  assert_set(solution, GRUNDY_COLUMN_K, 0, (grundy_set){(const uint32_t[]){0, 2}, 2, false});
  assert_set(solution, GRUNDY_COLUMN_K, 1, (grundy_set){NULL, 0, false});
  assert_set(solution, GRUNDY_COLUMN_K, 2, (grundy_set){NULL, 0, true});
  grundy_solution_free(solution);
}

static void sets_are_in_order(void **state) {
  grundy_solution *solution = new_solution(2);
  const uint64_t offsets[][3] = {{1, 1, 1}, {0, 2, 1}, {0, 0, 2}, {0, 2, 3}};
  const uint32_t numbers[][3] = {{1, 2, 3}, {1, 2, 3}, {2, 2, 3}, {2, 1, 3}};
  for (int i = 0; i < 4; i++) {
    grundy_error error = {0};
    assert_int_equal(
        grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets[i], numbers[i], NULL, &error),
        GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message,
                        "a set is out of order; expected strictly increasing numbers");
  }
  assert_int_equal(grundy_solution_columns(solution), 0);
  grundy_solution_free(solution);
}

static void without_absent_marks_every_set_exists_and_sets_are_replaced(void **state) {
  grundy_solution *solution = new_solution(2);
  const uint32_t numbers[] = {1, GRUNDY_INFINITY};
  const uint64_t first[] = {0, 0, 2}, second[] = {0, 1, 1};
  assert_int_equal(grundy_solution_add_sets(solution, GRUNDY_COLUMN_J, first, numbers, NULL, NULL),
                   GRUNDY_OK);
  assert_set(solution, GRUNDY_COLUMN_J, 0, (grundy_set){NULL, 0, false});
  assert_set(solution, GRUNDY_COLUMN_J, 1, (grundy_set){numbers, 2, false});
  assert_int_equal(grundy_solution_add_sets(solution, GRUNDY_COLUMN_J, second, numbers, NULL, NULL),
                   GRUNDY_OK);
  assert_set(solution, GRUNDY_COLUMN_J, 0, (grundy_set){numbers, 1, false});
  assert_set(solution, GRUNDY_COLUMN_J, 1, (grundy_set){NULL, 0, false});
  grundy_solution_free(solution);
}

static void a_value_has_its_set_if_that_is_known(void **state) {
  grundy_solution *solution = new_solution(2);
  uint32_t *values = add_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  values[0] = GRUNDY_INFINITY;
  values[1] = 4;
  assert_int_equal(grundy_solution_value(solution, 0).nimber, GRUNDY_INFINITY);
  assert_true(grundy_solution_value(solution, 0).k.absent);
  const uint64_t offsets[] = {0, 1, 1};
  const uint32_t numbers[] = {3};
  const uint8_t absent[] = {0, 1};
  assert_int_equal(
      grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, numbers, absent, NULL),
      GRUNDY_OK);
  assert_true(sets_equal(grundy_solution_value(solution, 0).k, (grundy_set){numbers, 1, false}));
  assert_int_equal(grundy_solution_value(solution, 1).nimber, 4);
  assert_true(grundy_solution_value(solution, 1).k.absent);
  grundy_solution_free(solution);
}

/* ---- the summary --------------------------------------------------------------------- */

static void a_summary_counts_and_finds_the_largest_finite_numbers(void **state) {
  grundy_solution *solution = new_solution(6);
  static const uint32_t values[] = {0, 3, GRUNDY_INFINITY, 1, GRUNDY_INFINITY, 0};
  static const uint32_t remoteness[] = {2, 9, GRUNDY_INFINITY, 1, GRUNDY_INFINITY, 0};
  memcpy(add_letters(solution, GRUNDY_COLUMN_OUTCOME), "PNDNDP", 6);
  memcpy(add_numbers(solution, GRUNDY_COLUMN_GRUNDY), values, sizeof values);
  memcpy(add_numbers(solution, GRUNDY_COLUMN_REMOTENESS), remoteness, sizeof remoteness);
  grundy_summary summary = grundy_solution_summary(solution);
  assert_int_equal(summary.p, 2);
  assert_int_equal(summary.n, 2);
  assert_int_equal(summary.d, 2);
  assert_int_equal(summary.infinite, 2);
  assert_int_equal(summary.finite, 4);
  assert_int_equal(summary.largest_value, 3);
  assert_int_equal(summary.largest_remoteness, 9);
  grundy_solution_free(solution);
}

static void a_summary_of_missing_columns_is_zero(void **state) {
  grundy_solution *solution = new_solution(4);
  memcpy(add_letters(solution, GRUNDY_COLUMN_OUTCOME), "DDDP", 4);
  memset(add_letters(solution, GRUNDY_COLUMN_MISERE), 'N', 4);
  grundy_summary summary = grundy_solution_summary(solution);
  assert_int_equal(summary.p, 1);
  assert_int_equal(summary.n, 0);
  assert_int_equal(summary.d, 3);
  assert_int_equal(summary.infinite, 0);
  assert_int_equal(summary.finite, 0);
  assert_int_equal(summary.largest_value, 0);
  assert_int_equal(summary.largest_remoteness, 0);
  grundy_solution_free(solution);
}

static void the_empty_solution_has_columns_too(void **state) {
  grundy_solution *solution = new_solution(0);
  add_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  add_letters(solution, GRUNDY_COLUMN_OUTCOME);
  const uint64_t offsets[] = {0};
  assert_int_equal(grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, NULL, NULL, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_solution_columns(solution),
                   GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_K);
  assert_int_equal(grundy_solution_summary(solution).finite, 0);
  grundy_solution_free(solution);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_new_solution_has_no_columns),
      cmocka_unit_test(added_columns_hold_zeros_until_they_are_written),
      cmocka_unit_test(adding_a_column_again_replaces_it),
      cmocka_unit_test(a_column_is_read_only_as_its_own_kind),
      cmocka_unit_test(a_column_is_added_only_as_its_own_kind),
      cmocka_unit_test(sets_are_copied_and_may_be_absent),
      cmocka_unit_test(sets_are_in_order),
      cmocka_unit_test(without_absent_marks_every_set_exists_and_sets_are_replaced),
      cmocka_unit_test(a_value_has_its_set_if_that_is_known),
      cmocka_unit_test(a_summary_counts_and_finds_the_largest_finite_numbers),
      cmocka_unit_test(a_summary_of_missing_columns_is_zero),
      cmocka_unit_test(the_empty_solution_has_columns_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
