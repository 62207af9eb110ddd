/* Regions keep their bytes when they grow, and short arrays are sorted like long ones. */

#include <grundy/base.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/order.h"
#include "base/random.h"
#include "base/region.h"
#include "support/games.h"
#include "support/test.h"

/* ---- regions ------------------------------------------------------------------------------ */

static unsigned char byte_at(size_t i) {
  return (unsigned char)(i * 2654435761u >> 7 | 1);
}

/* Grows to sizes on both sides of large pages, and fills what is new. */
static void test_growing_keeps_bytes_and_adds_zeros(void **state) {
  static const size_t sizes[] = {1,       4096,    70000,   1 << 20,  (1 << 21) - 1,
                                 1 << 21, 5 << 20, 5 << 20, 20 << 20, (41 << 20) + 3};
  grundy_region region = {0};
  size_t filled = 0;
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    assert_true(grundy_region_grow(&region, sizes[s]));
    assert_true(region.bytes >= sizes[s]);
    assert_int_equal((uintptr_t)region.at % 64, 0);
    for (size_t i = 0; i < filled; i++) assert_true(region.at[i] == byte_at(i));
    for (size_t i = filled; i < region.bytes; i++) assert_true(region.at[i] == 0);
    for (; filled < region.bytes; filled++) region.at[filled] = byte_at(filled);
  }
  grundy_region_free(&region);
  assert_null(region.at);
}

static void test_impossible_sizes_leave_the_region_unchanged(void **state) {
  grundy_region region = {0};
  assert_false(grundy_region_grow(&region, SIZE_MAX));
  assert_true(grundy_region_grow(&region, 10));
  region.at[9] = 7;
  size_t bytes = region.bytes;
  assert_false(grundy_region_grow(&region, (size_t)1 << 60));
  assert_int_equal(region.bytes, bytes);
  assert_int_equal(region.at[9], 7);
  grundy_region_free(&region);
}

/* Without memory for the pages of a larger region. Returns 0 if all is as it should be. */
static int grow_without_memory(void) {
  const struct rlimit none = {1, RLIM_INFINITY};
  struct rlimit before;
  grundy_region region = {0};
  if (!grundy_region_grow(&region, 5 << 20) || getrlimit(RLIMIT_DATA, &before) != 0) return 1;
  size_t bytes = region.bytes;
  for (size_t i = 0; i < bytes; i++) region.at[i] = byte_at(i);
  if (setrlimit(RLIMIT_DATA, &none) != 0) return 2;
  bool grown = grundy_region_grow(&region, 100 << 20);
  if (setrlimit(RLIMIT_DATA, &before) != 0) return 3;
  if (grown || region.bytes != bytes) return 4;
  for (size_t i = 0; i < bytes; i++)
    if (region.at[i] != byte_at(i)) return 5;
  bool grows_later = grundy_region_grow(&region, 100 << 20);
  grundy_region_free(&region);
  return grows_later ? 0 : 6;
}

static void test_a_region_that_cannot_be_moved_stays(void **state) {
  int status = -1;
  pid_t child = fork();
  if (child == 0) _exit(grow_without_memory());
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- arrays -------------------------------------------------------------------------------- */

static void test_arrays_of_impossible_sizes_are_refused(void **state) {
  uint64_t capacity = 0;
  uint32_t *numbers = NULL;
  assert_null(grundy_alloc(UINT64_MAX, 2));
  assert_null(grundy_alloc(1, SIZE_MAX));
  assert_null(grundy_alloc_zero(UINT64_MAX / 2, 2));
  assert_true(grundy_grow(&numbers, &capacity, 17, sizeof *numbers));
  assert_int_equal(capacity, 32);
  numbers[16] = 5;
  assert_false(grundy_grow(&numbers, &capacity, UINT64_MAX, sizeof *numbers));
  assert_false(grundy_grow_slowly(&numbers, &capacity, UINT64_MAX, sizeof *numbers));
  assert_false(grundy_grow_slowly(&numbers, &capacity, UINT64_MAX / 4, sizeof *numbers));
  assert_int_equal(capacity, 32);
  numbers = grundy_shrink(numbers, UINT64_MAX, sizeof *numbers);
  assert_int_equal(numbers[16], 5);
  free(numbers);
}

/* ---- sorting ------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* All lengths around the limits between the methods; few different numbers give duplicates. */
static void test_sorting_equals_qsort(void **state) {
  enum { MOST = 60, TRIALS = 40 };
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t trial = 0; trial < MOST * TRIALS; trial++) {
    uint32_t numbers[MOST], expected[MOST], distinct[MOST];
    uint64_t count = trial % MOST, different = 0;
    uint32_t below = trial % 3 == 0 ? UINT32_MAX : 1 + (uint32_t)(trial % 50);
    for (uint64_t i = 0; i < count; i++)
      numbers[i] = expected[i] = distinct[i] = (uint32_t)(grundy_random_next(&random) % below);
    qsort(expected, count, sizeof *expected, compare);
    grundy_sort_numbers(numbers, count);
    for (uint64_t i = 0; i < count; i++) assert_int_equal(numbers[i], expected[i]);
    for (uint64_t i = 0; i < count; i++)
      if (i == 0 || expected[i] != expected[i - 1]) expected[different++] = expected[i];
    assert_int_equal(grundy_sort_distinct(distinct, count), different);
    for (uint64_t i = 0; i < different; i++) assert_int_equal(distinct[i], expected[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_growing_keeps_bytes_and_adds_zeros),
      cmocka_unit_test(test_impossible_sizes_leave_the_region_unchanged),
      cmocka_unit_test(test_a_region_that_cannot_be_moved_stays),
      cmocka_unit_test(test_arrays_of_impossible_sizes_are_refused),
      cmocka_unit_test(test_sorting_equals_qsort),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
