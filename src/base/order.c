#include "base/order.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static int compare_reals(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool is_sorted(const uint32_t *numbers, uint64_t count) {
  for (uint64_t i = 1; i < count; i++)
    if (numbers[i - 1] > numbers[i]) return false;
  return true;
}

void grundy_sort_numbers(uint32_t *numbers, uint64_t count) {
  enum { SHORT = 40 };
  if (count > SHORT) {
    if (!is_sorted(numbers, count)) qsort(numbers, count, sizeof *numbers, compare_numbers);
    return;
  }
  for (uint64_t i = 1; i < count; i++) {
    uint32_t number = numbers[i];
    uint64_t j = i;
    for (; j > 0 && numbers[j - 1] > number; j--) numbers[j] = numbers[j - 1];
    numbers[j] = number;
  }
  assert(is_sorted(numbers, count));
}

uint64_t grundy_sort_distinct(uint32_t *numbers, uint64_t count) {
  uint64_t kept = 0;
  grundy_sort_numbers(numbers, count);
  for (uint64_t i = 0; i < count; i++)
    if (kept == 0 || numbers[i] != numbers[kept - 1]) numbers[kept++] = numbers[i];
  return kept;
}

void grundy_sort_reals(double *reals, uint64_t count) {
  if (count > 1) qsort(reals, count, sizeof *reals, compare_reals);
}
