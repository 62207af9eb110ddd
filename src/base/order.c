#include "base/order.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static int compare_wide(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
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

enum { VERY_SHORT = 4, SHORT = 40, MEDIUM = 2048 };

static void insertion_sort(uint32_t *numbers, uint64_t count) {
  for (uint64_t i = 1; i < count; i++) {
    uint32_t number = numbers[i];
    uint64_t j = i;
    for (; j > 0 && numbers[j - 1] > number; j--) numbers[j] = numbers[j - 1];
    numbers[j] = number;
  }
}

/* Puts every number after those that are smaller, and after equal ones before it. Counting them
 * takes more steps than insertion, but no branches that are hard to predict. */
static void rank_sort(uint32_t *numbers, uint64_t count) {
  uint32_t old[SHORT], ranks[SHORT] = {0};
  memcpy(old, numbers, count * sizeof *old);
  for (uint64_t i = 1; i < count; i++) {
    uint32_t number = old[i], rank = 0;
    for (uint64_t j = 0; j < i; j++) {
      uint32_t later = old[j] > number;
      ranks[j] += later;
      rank += later;
    }
    ranks[i] = (uint32_t)i - rank;
  }
  for (uint64_t i = 0; i < count; i++) numbers[ranks[i]] = old[i];
}

/* Sorts by one byte after the other, the lowest first, and skips bytes in which no numbers differ.
 */
static void radix_sort(uint32_t *numbers, uint32_t count) {
  uint32_t copy[MEDIUM], *from = numbers, *to = copy, differ = 0;
  for (uint32_t i = 1; i < count; i++) differ |= numbers[i] ^ numbers[0];
  for (int shift = 0; shift < 32; shift += 8) {
    uint32_t ends[256] = {0}, sum = 0;
    if ((differ >> shift & 255) == 0) continue;
    for (uint32_t i = 0; i < count; i++) ends[from[i] >> shift & 255]++;
    for (int digit = 0; digit < 256; digit++) {
      uint32_t size = ends[digit];
      ends[digit] = sum;
      sum += size;
    }
    for (uint32_t i = 0; i < count; i++) to[ends[from[i] >> shift & 255]++] = from[i];
    uint32_t *sorted = to;
    to = from;
    from = sorted;
  }
  if (from != numbers) memcpy(numbers, from, count * sizeof *numbers);
}

void grundy_sort_numbers(uint32_t *numbers, uint64_t count) {
  if (count <= VERY_SHORT)
    insertion_sort(numbers, count);
  else if (!is_sorted(numbers, count)) {
    if (count <= SHORT)
      rank_sort(numbers, count);
    else if (count <= MEDIUM)
      radix_sort(numbers, (uint32_t)count);
    else
      qsort(numbers, count, sizeof *numbers, compare_numbers);
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

void grundy_sort_wide(uint64_t *numbers, uint64_t count) {
  if (count > 1) qsort(numbers, count, sizeof *numbers, compare_wide);
}

void grundy_sort_reals(double *reals, uint64_t count) {
  if (count > 1) qsort(reals, count, sizeof *reals, compare_reals);
}
