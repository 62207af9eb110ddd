/* Stores the columns of a solution. */

#include "solution/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

struct grundy_solution {
  uint32_t order;
  grundy_columns columns; /* those that were added */
  /* Indexed by the bit number of the column; the column's kind decides which array is used. */
  uint8_t *letters[GRUNDY_COLUMN_COUNT];
  uint32_t *numbers[GRUNDY_COLUMN_COUNT];
  grundy_sets sets[GRUNDY_COLUMN_COUNT];
  double *reals[GRUNDY_COLUMN_COUNT];
};

void grundy_sets_free(grundy_sets *sets) {
  free(sets->offsets);
  if (!grundy_mapping_holds(&sets->mapping, sets->numbers)) free(sets->numbers);
  grundy_mapping_free(&sets->mapping);
  free(sets->absent);
  *sets = (grundy_sets){0};
}

grundy_status grundy_solution_new(uint32_t order, grundy_solution **solution, grundy_error *error) {
  grundy_solution *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->order = order;
  *solution = made;
  return GRUNDY_OK;
}

void grundy_solution_free(grundy_solution *solution) {
  if (solution == NULL) return;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    free(solution->letters[i]);
    free(solution->numbers[i]);
    free(solution->reals[i]);
    grundy_sets_free(&solution->sets[i]);
  }
  free(solution);
}

uint32_t grundy_solution_order(const grundy_solution *solution) {
  return solution->order;
}

grundy_columns grundy_solution_columns(const grundy_solution *solution) {
  return solution->columns;
}

/* Returns the index of a column, or -1 if `column` is not exactly one column of this kind; levels
 * are stored as letters. */
static int place_of(grundy_columns column, grundy_column_kind kind) {
  const grundy_column_info *info = grundy_column_describe(column);
  if (info == NULL) return -1;
  grundy_column_kind stored =
      info->kind == GRUNDY_COLUMN_OF_LEVELS ? GRUNDY_COLUMN_OF_LETTERS : info->kind;
  assert((column & (column - 1)) == 0); /* exactly one column */
  return stored == kind ? __builtin_ctz(column) : -1;
}

const uint8_t *grundy_solution_letters(const grundy_solution *solution, grundy_columns column) {
  int place = place_of(column, GRUNDY_COLUMN_OF_LETTERS);
  return place < 0 ? NULL : solution->letters[place];
}

const uint32_t *grundy_solution_numbers(const grundy_solution *solution, grundy_columns column) {
  int place = place_of(column, GRUNDY_COLUMN_OF_NUMBERS);
  return place < 0 ? NULL : solution->numbers[place];
}

const double *grundy_solution_reals(const grundy_solution *solution, grundy_columns column) {
  int place = place_of(column, GRUNDY_COLUMN_OF_REALS);
  return place < 0 ? NULL : solution->reals[place];
}

grundy_set grundy_solution_set_at(const grundy_solution *solution, grundy_columns column,
                                  uint32_t v) {
  int place = place_of(column, GRUNDY_COLUMN_OF_SETS);
  if (place < 0 || solution->sets[place].offsets == NULL) return (grundy_set){NULL, 0, true};
  const grundy_sets *sets = &solution->sets[place];
  assert(v < solution->order && sets->offsets[v] <= sets->offsets[v + 1]);
  uint64_t start = sets->offsets[v];
  return (grundy_set){sets->numbers + start, sets->offsets[v + 1] - start,
                      sets->absent != NULL && sets->absent[v] != 0};
}

grundy_value grundy_solution_value(const grundy_solution *solution, uint32_t v) {
  grundy_value value = {.nimber = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY)[v],
                        .k = grundy_solution_set_at(solution, GRUNDY_COLUMN_K, v)};
  const grundy_sets *rests = &solution->sets[place_of(GRUNDY_COLUMN_C, GRUNDY_COLUMN_OF_SETS)];
  if (value.nimber == GRUNDY_INFINITY && rests->offsets != NULL)
    value.c = grundy_solution_set_at(solution, GRUNDY_COLUMN_C, v);
  return value;
}

static grundy_status fail_kind(grundy_error *error, const char *kind) {
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no such column; expected one of %s", kind);
}

grundy_status grundy_solution_add_letters(grundy_solution *solution, grundy_columns column,
                                          uint8_t **letters, grundy_error *error) {
  int place = place_of(column, GRUNDY_COLUMN_OF_LETTERS);
  if (place < 0) return fail_kind(error, "letters");
  uint8_t *made = grundy_alloc_zero(solution->order, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  free(solution->letters[place]);
  *letters = solution->letters[place] = made;
  solution->columns |= column;
  return GRUNDY_OK;
}

grundy_status grundy_solution_add_numbers(grundy_solution *solution, grundy_columns column,
                                          uint32_t **numbers, grundy_error *error) {
  int place = place_of(column, GRUNDY_COLUMN_OF_NUMBERS);
  if (place < 0) return fail_kind(error, "numbers");
  uint32_t *made = grundy_alloc_zero(solution->order, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  free(solution->numbers[place]);
  *numbers = solution->numbers[place] = made;
  solution->columns |= column;
  return GRUNDY_OK;
}

grundy_status grundy_solution_add_reals(grundy_solution *solution, grundy_columns column,
                                        double **reals, grundy_error *error) {
  int place = place_of(column, GRUNDY_COLUMN_OF_REALS);
  if (place < 0) return fail_kind(error, "reals");
  double *made = grundy_alloc_zero(solution->order, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  free(solution->reals[place]);
  *reals = solution->reals[place] = made;
  solution->columns |= column;
  return GRUNDY_OK;
}

const grundy_sets *grundy_solution_sets(const grundy_solution *solution, grundy_columns column) {
  int place = place_of(column, GRUNDY_COLUMN_OF_SETS);
  return place < 0 || solution->sets[place].offsets == NULL ? NULL : &solution->sets[place];
}

/* Returns the first vertex whose set is absent and has numbers, or `order`. */
static uint32_t find_full_absent_set(uint32_t order, const uint64_t *offsets,
                                     const uint8_t *absent) {
  uint32_t v = 0;
  while (absent != NULL && v < order && (absent[v] == 0 || offsets[v] == offsets[v + 1])) v++;
  return absent == NULL ? order : v;
}

void grundy_solution_give_sets(grundy_solution *solution, grundy_columns column,
                               grundy_sets *sets) {
  int place = place_of(column, GRUNDY_COLUMN_OF_SETS);
  assert(place >= 0);
  assert(sets->offsets != NULL && sets->offsets[0] == 0);
  assert(find_full_absent_set(solution->order, sets->offsets, sets->absent) == solution->order);
  grundy_sets_free(&solution->sets[place]);
  solution->sets[place] = *sets;
  solution->columns |= column;
  *sets = (grundy_sets){0};
}

static bool sets_are_increasing(uint32_t order, const uint64_t *offsets, const uint32_t *numbers) {
  if (offsets[0] != 0) return false;
  for (uint32_t v = 0; v < order; v++) {
    if (offsets[v + 1] < offsets[v]) return false;
    for (uint64_t i = offsets[v] + 1; i < offsets[v + 1]; i++)
      if (numbers[i - 1] >= numbers[i]) return false;
  }
  return true;
}

grundy_status grundy_solution_add_sets(grundy_solution *solution, grundy_columns column,
                                       const uint64_t *offsets, const uint32_t *numbers,
                                       const uint8_t *absent, grundy_error *error) {
  uint32_t order = solution->order;
  if (place_of(column, GRUNDY_COLUMN_OF_SETS) < 0) return fail_kind(error, "sets");
  if (!sets_are_increasing(order, offsets, numbers))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "a set is out of order; expected strictly increasing numbers");
  uint32_t full = find_full_absent_set(order, offsets, absent);
  if (full < order)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the set of vertex %" PRIu32 " is absent and has numbers", full);

  uint64_t count = offsets[order];
  grundy_sets copy = {.offsets = grundy_alloc((uint64_t)order + 1, sizeof *offsets),
                      .numbers = grundy_alloc(count, sizeof *numbers),
                      .absent = absent == NULL ? NULL : grundy_alloc(order, sizeof *absent)};
  if (copy.offsets == NULL || copy.numbers == NULL || (absent != NULL && copy.absent == NULL)) {
    grundy_sets_free(&copy);
    return grundy_fail_memory(error);
  }
  memcpy(copy.offsets, offsets, ((size_t)order + 1) * sizeof *offsets);
  if (count > 0) memcpy(copy.numbers, numbers, count * sizeof *numbers);
  if (absent != NULL && order > 0) memcpy(copy.absent, absent, order * sizeof *absent);
  grundy_solution_give_sets(solution, column, &copy);
  return GRUNDY_OK;
}

grundy_summary grundy_solution_summary(const grundy_solution *solution) {
  grundy_summary summary = {0};
  const grundy_outcome *outcome = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  const uint32_t *value = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS);
  const uint8_t *window = grundy_solution_letters(solution, GRUNDY_COLUMN_WINDOW);
  const uint32_t bound = window != NULL ? GRUNDY_NUMBER_AT_MOST : GRUNDY_INFINITY;
  const uint32_t unknown_remoteness = window != NULL ? GRUNDY_NUMBER_UNKNOWN : GRUNDY_INFINITY;
  for (uint32_t v = 0; v < solution->order; v++) {
    if (outcome != NULL) {
      summary.p += outcome[v] == GRUNDY_OUTCOME_P;
      summary.n += outcome[v] == GRUNDY_OUTCOME_N;
      summary.d += outcome[v] == GRUNDY_OUTCOME_D;
      summary.a += outcome[v] == GRUNDY_OUTCOME_A;
      summary.b += outcome[v] == GRUNDY_OUTCOME_B;
      summary.unknown += outcome[v] == GRUNDY_OUTCOME_UNKNOWN;
    }
    if (value != NULL) {
      bool infinite = value[v] == GRUNDY_INFINITY;
      bool unknown = window != NULL && value[v] == GRUNDY_NUMBER_UNKNOWN;
      summary.infinite += infinite;
      summary.unknown_value += unknown;
      summary.finite += !infinite && !unknown;
      if (!infinite && !unknown && value[v] > summary.largest_value)
        summary.largest_value = value[v];
    }
    if (remoteness != NULL && remoteness[v] < unknown_remoteness) {
      summary.decided++;
      if (remoteness[v] < bound && remoteness[v] > summary.largest_remoteness)
        summary.largest_remoteness = remoteness[v];
    }
    summary.frontier += window != NULL && window[v] == 'F';
  }
  assert(value == NULL ||
         summary.finite + summary.infinite + summary.unknown_value == solution->order);
  assert(summary.p + summary.n + summary.d + summary.a + summary.b <= solution->order);
  return summary;
}
