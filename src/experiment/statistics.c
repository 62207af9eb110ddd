/* Mean, deviation and quantiles. */

#include "base/order.h"
#include "experiment/impl.h"

#include <assert.h>
#include <math.h>

/* Returns the number at rank share · (count - 1), counted from 0, of sorted numbers. */
static double quantile(const double *sorted, uint64_t count, double share) {
  assert(count > 0 && share >= 0 && share <= 1);
  double rank = share * (double)(count - 1);
  uint64_t below = (uint64_t)rank;
  if (below + 1 >= count) return sorted[count - 1];
  return sorted[below] + (rank - (double)below) * (sorted[below + 1] - sorted[below]);
}

/* Sums the differences from the least number, so that equal numbers have no deviation by
 * rounding. */
grundy_statistics grundy_statistics_of(double *numbers, uint64_t count) {
  double sum = 0, squares = 0;
  grundy_sort_reals(numbers, count);
  for (uint64_t i = 0; i < count; i++) sum += numbers[i] - numbers[0];
  double mean = numbers[0] + sum / (double)count;
  assert(numbers[0] <= numbers[count - 1]);
  for (uint64_t i = 0; i < count; i++) squares += (numbers[i] - mean) * (numbers[i] - mean);
  return (grundy_statistics){
      .mean = mean,
      .deviation = count == 1 ? 0.0 : sqrt(squares / (double)(count - 1)),
      .least = numbers[0],
      .lower_quartile = quantile(numbers, count, 0.25),
      .median = quantile(numbers, count, 0.5),
      .upper_quartile = quantile(numbers, count, 0.75),
      .most = numbers[count - 1],
  };
}
