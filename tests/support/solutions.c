#include "support/solutions.h"

#include <grundy/solve.h>

#include "solution/impl.h"
#include "support/games.h"
#include "support/sets.h"
#include "support/test.h"

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

grundy_solution *solution_of(const grundy_digraph *g, grundy_columns columns) {
  grundy_solution *solution = NULL;
  expect_ok(grundy_solve_in_memory(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns),
                                   &solution, NULL));
  return solution;
}

/* ---- columns of sets ----------------------------------------------------------------- */

/* Puts a copy of a column of sets into `to`, with the set of v replaced. */
static void put_sets(grundy_solution *to, const grundy_solution *from, grundy_columns column,
                     uint32_t v, grundy_set replacement) {
  uint32_t order = grundy_solution_order(from);
  uint64_t *offsets = calloc((size_t)order + 1, sizeof *offsets);
  uint8_t *absent = calloc((size_t)order + 1, sizeof *absent);
  assert_true(offsets != NULL && absent != NULL);
  for (uint32_t u = 0; u < order; u++) {
    grundy_set set = u == v ? replacement : grundy_solution_set_at(from, column, u);
    offsets[u + 1] = offsets[u] + set.size;
    absent[u] = set.absent;
  }
  uint32_t *numbers = calloc(offsets[order] + 1, sizeof *numbers);
  assert_non_null(numbers);
  for (uint32_t u = 0; u < order; u++) {
    grundy_set set = u == v ? replacement : grundy_solution_set_at(from, column, u);
    for (uint64_t i = 0; i < set.size; i++) numbers[offsets[u] + i] = set.numbers[i];
  }
  expect_ok(grundy_solution_add_sets(to, column, offsets, numbers, absent, NULL));
  free(offsets);
  free(absent);
  free(numbers);
}

void change_set(grundy_solution *solution, grundy_columns column, uint32_t v, grundy_set set) {
  put_sets(solution, solution, column, v, set);
}

/* ---- copies -------------------------------------------------------------------------- */

static void copy_column(grundy_solution *to, const grundy_solution *from, grundy_columns column) {
  uint32_t order = grundy_solution_order(from), *numbers;
  uint8_t *letters;
  double *reals;
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_LETTERS:
  case GRUNDY_COLUMN_OF_LEVELS:
    expect_ok(grundy_solution_add_letters(to, column, &letters, NULL));
    if (order > 0) memcpy(letters, grundy_solution_letters(from, column), order);
    break;
  case GRUNDY_COLUMN_OF_NUMBERS:
    expect_ok(grundy_solution_add_numbers(to, column, &numbers, NULL));
    if (order > 0) memcpy(numbers, grundy_solution_numbers(from, column), order * sizeof *numbers);
    break;
  case GRUNDY_COLUMN_OF_SETS:
    put_sets(to, from, column, UINT32_MAX, (grundy_set){0});
    break;
  case GRUNDY_COLUMN_OF_REALS:
    expect_ok(grundy_solution_add_reals(to, column, &reals, NULL));
    if (order > 0) memcpy(reals, grundy_solution_reals(from, column), order * sizeof *reals);
    break;
  }
}

grundy_solution *solution_copy(const grundy_solution *solution, grundy_columns columns) {
  grundy_solution *copy = NULL;
  expect_ok(grundy_solution_new(grundy_solution_order(solution), &copy, NULL));
  columns &= grundy_solution_columns(solution);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    if (columns >> i & 1) copy_column(copy, solution, (grundy_columns)1 << i);
  return copy;
}

grundy_columns random_columns(grundy_random *random) {
  return (grundy_columns)grundy_random_below(random, (uint64_t)GRUNDY_COLUMNS_ALL + 1);
}

/* ---- comparing and changing ---------------------------------------------------------- */

static const char *same_letters(const char *name, uint32_t order, const uint8_t *expected,
                                const uint8_t *got) {
  for (uint32_t v = 0; v < order; v++)
    if (expected[v] != got[v])
      return because("%s of %u is %c, expected %c", name, v, got[v], expected[v]);
  return NULL;
}

const char *same_column(grundy_columns column, const grundy_solution *expected,
                        const grundy_solution *got) {
  const grundy_column_info *info = grundy_column_describe(column);
  uint32_t order = grundy_solution_order(expected);
  if (info->kind == GRUNDY_COLUMN_OF_NUMBERS)
    return same_numbers(info->name, order, grundy_solution_numbers(expected, column),
                        grundy_solution_numbers(got, column));
  if (info->kind == GRUNDY_COLUMN_OF_REALS) {
    const double *was = grundy_solution_reals(expected, column);
    return memcmp(was, grundy_solution_reals(got, column), order * sizeof *was) == 0
               ? NULL
               : because("%s has different entries", info->name);
  }
  if (info->kind == GRUNDY_COLUMN_OF_LETTERS || info->kind == GRUNDY_COLUMN_OF_LEVELS)
    return same_letters(info->name, order, grundy_solution_letters(expected, column),
                        grundy_solution_letters(got, column));
  for (uint32_t v = 0; v < order; v++)
    if (!sets_equal(grundy_solution_set_at(expected, column, v),
                    grundy_solution_set_at(got, column, v)))
      return because("%s of %u is a different set", info->name, v);
  return NULL;
}

/* The entries belong to the caller's solution, which is not const; the API returns writable entries
 * only when a column is added. */
uint32_t *numbers_to_change(grundy_solution *solution, grundy_columns column) {
  return (uint32_t *)(uintptr_t)grundy_solution_numbers(solution, column);
}

uint8_t *letters_to_change(grundy_solution *solution, grundy_columns column) {
  return (uint8_t *)(uintptr_t)grundy_solution_letters(solution, column);
}
