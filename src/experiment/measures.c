/* The measures of one game. */

#include "experiment/impl.h"
#include "solution/impl.h"

#include <string.h>

static const grundy_measure_info measures[GRUNDY_MEASURE_COUNT] = {
    [GRUNDY_MEASURE_LARGEST_VALUE] = {"largest_value", "the largest finite value"},
    [GRUNDY_MEASURE_P] = {"p", "the share of positions that the previous player wins"},
    [GRUNDY_MEASURE_N] = {"n", "the share of positions that the next player wins"},
    [GRUNDY_MEASURE_D] = {"d", "the share of draws"},
    [GRUNDY_MEASURE_INFINITE] = {"infinite", "the share of infinite values"},
    [GRUNDY_MEASURE_LARGEST_REMOTENESS] = {"largest_remoteness", "the largest finite remoteness"},
    [GRUNDY_MEASURE_MEAN_REMOTENESS] = {"mean_remoteness", "the mean of the finite ones"},
};

const grundy_measure_info *grundy_measure_describe(grundy_measure measure) {
  return (unsigned)measure < GRUNDY_MEASURE_COUNT ? &measures[measure] : NULL;
}

grundy_measure grundy_measure_find(const char *name, size_t length) {
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++)
    if (strlen(measures[m].name) == length && memcmp(measures[m].name, name, length) == 0)
      return (grundy_measure)m;
  return GRUNDY_MEASURE_COUNT;
}

static double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0.0 : (double)part / (double)whole;
}

/* There are fewer than 2^31 numbers below 2^32, so the sum fits. */
static uint64_t sum_of_finite(const uint32_t *numbers, uint32_t count) {
  uint64_t sum = 0;
  for (uint32_t v = 0; v < count; v++)
    if (numbers[v] != GRUNDY_INFINITY) sum += numbers[v];
  return sum;
}

void grundy_measure_solution(const grundy_solution *solution, double result[GRUNDY_MEASURE_COUNT]) {
  grundy_summary summary = grundy_solution_summary(solution);
  uint32_t order = grundy_solution_order(solution);
  uint64_t sum = sum_of_finite(grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS), order);
  result[GRUNDY_MEASURE_LARGEST_VALUE] = summary.largest_value;
  result[GRUNDY_MEASURE_P] = ratio(summary.p, order);
  result[GRUNDY_MEASURE_N] = ratio(summary.n, order);
  result[GRUNDY_MEASURE_D] = ratio(summary.d, order);
  result[GRUNDY_MEASURE_INFINITE] = ratio(summary.infinite, order);
  result[GRUNDY_MEASURE_LARGEST_REMOTENESS] = summary.largest_remoteness;
  result[GRUNDY_MEASURE_MEAN_REMOTENESS] = ratio(sum, summary.decided);
}
