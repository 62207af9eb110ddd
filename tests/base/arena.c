/* An arena frees what it owns, remembers that memory ran out, and counts without allocating. */

#include <grundy/base.h>

#include "base/arena.h"
#include "support/test.h"

static const uint64_t impossible = UINT64_C(1) << 61;

static uint64_t table_of(const grundy_arena *arena) {
  return arena->capacity * sizeof *arena->others;
}

static void test_blocks_are_separate_and_zeros_are_zero(void **state) {
  grundy_arena arena = {0};
  unsigned char *blocks[40]; /* more than the arena keeps without a table */
  for (size_t i = 0; i < 40; i++) {
    blocks[i] = i % 2 == 0 ? grundy_arena_array(&arena, i, 3) : grundy_arena_zeros(&arena, i, 3);
    assert_non_null(blocks[i]);
    for (size_t j = 0; i % 2 != 0 && j < 3 * i; j++) assert_int_equal(blocks[i][j], 0);
    memset(blocks[i], (int)i + 1, 3 * i);
  }
  for (size_t i = 0; i < 40; i++)
    for (size_t j = 0; j < 3 * i; j++) assert_int_equal(blocks[i][j], i + 1);
  assert_int_equal(arena.live, 3 * 39 * 40 / 2 + table_of(&arena));
  assert_int_equal(grundy_arena_end(&arena, GRUNDY_OK, NULL), GRUNDY_OK);
  assert_int_equal(arena.live, 0);
}

static void test_released_and_taken_blocks_lower_the_count_but_not_the_peak(void **state) {
  grundy_arena arena = {0};
  void *a = grundy_arena_array(&arena, 100, 1), *b = grundy_arena_array(&arena, 10, 1);
  grundy_arena_release(&arena, a);
  grundy_arena_release(&arena, NULL);
  assert_int_equal(arena.live, 10);
  assert_ptr_equal(grundy_arena_take(&arena, b), b);
  assert_int_equal(arena.live, 0);
  assert_non_null(grundy_arena_array(&arena, 50, 1));
  grundy_arena_free(&arena);
  assert_int_equal(arena.peak, 110);
  free(b);
}

static void test_rewinding_frees_only_later_blocks(void **state) {
  grundy_arena arena = {0};
  char *kept = grundy_arena_array(&arena, 5, 1);
  strcpy(kept, "kept");
  for (int round = 0; round < 3; round++) {
    uint64_t mark = arena.count;
    for (int i = 0; i < 20; i++) assert_non_null(grundy_arena_array(&arena, 7, 1));
    grundy_arena_rewind(&arena, mark);
    assert_int_equal(arena.live, 5 + table_of(&arena));
  }
  assert_string_equal(kept, "kept");
  grundy_arena_free(&arena);
}

static void test_growing_keeps_items(void **state) {
  grundy_arena arena = {0};
  uint32_t *numbers = NULL;
  uint64_t capacity = 0;
  for (uint32_t i = 0; i < 1000; i++) {
    assert_true(grundy_arena_grow(&arena, &numbers, &capacity, i + 1, sizeof *numbers));
    numbers[i] = i;
  }
  for (uint32_t i = 0; i < 1000; i++) assert_int_equal(numbers[i], i);
  assert_int_equal(arena.live, capacity * sizeof *numbers);
  assert_false(grundy_arena_grow(&arena, &numbers, &capacity, impossible, sizeof *numbers));
  assert_int_equal(numbers[999], 999);
  grundy_arena_free(&arena);
}

static void test_a_failure_sticks_until_the_end(void **state) {
  grundy_error error;
  uint32_t *numbers = NULL;
  uint64_t capacity = 0;
  grundy_arena arena = {0};
  assert_non_null(grundy_arena_array(&arena, 4, 4));
  assert_null(grundy_arena_array(&arena, impossible, 8)); /* the product does not fit */
  assert_true(arena.failed);
  assert_null(grundy_arena_zeros(&arena, 1, 1));
  assert_false(grundy_arena_grow(&arena, &numbers, &capacity, 1, sizeof *numbers));
  assert_int_equal(grundy_arena_end(&arena, GRUNDY_OK, &error), GRUNDY_OUT_OF_MEMORY);
  assert_int_equal(error.status, GRUNDY_OUT_OF_MEMORY);
  assert_int_equal(grundy_arena_end(&arena, GRUNDY_CANCELLED, &error), GRUNDY_CANCELLED);
}

/* The same calls in both modes; what they return is not accessed. */
static void work(grundy_arena *arena) {
  void *reverse = grundy_arena_array(arena, 1000, 8), *grown = NULL;
  uint64_t capacity = 0, mark = arena->count;
  for (uint64_t i = 1; i < 300; i++) assert_true(grundy_arena_grow(arena, &grown, &capacity, i, 4));
  for (int i = 0; i < 30; i++) assert_non_null(grundy_arena_zeros(arena, 10, 1));
  grundy_arena_hold(arena, 500);
  grundy_arena_unhold(arena, 400);
  grundy_arena_rewind(arena, mark);
  grundy_arena_release(arena, reverse);
  assert_non_null(grundy_arena_array(arena, 900, 8));
}

static void test_counting_gives_the_peak_of_the_work(void **state) {
  grundy_arena real = {0}, counted = {.counting = true};
  work(&real);
  work(&counted);
  assert_int_equal(counted.live, 100 + 7200 + table_of(&counted));
  assert_int_equal(counted.live, real.live);
  assert_int_equal(counted.peak, 8000 + 512 * 4 + 300 + 500 + table_of(&counted));
  assert_int_equal(counted.peak, real.peak);
  grundy_arena_free(&real);
  grundy_arena_free(&counted);
}

static void test_a_count_that_does_not_fit_fails(void **state) {
  grundy_arena arena = {.counting = true};
  for (int i = 0; i < 3; i++) (void)grundy_arena_array(&arena, impossible, 4);
  assert_true(arena.failed);
  assert_true(arena.peak == UINT64_MAX);
  grundy_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_are_separate_and_zeros_are_zero),
      cmocka_unit_test(test_released_and_taken_blocks_lower_the_count_but_not_the_peak),
      cmocka_unit_test(test_rewinding_frees_only_later_blocks),
      cmocka_unit_test(test_growing_keeps_items),
      cmocka_unit_test(test_a_failure_sticks_until_the_end),
      cmocka_unit_test(test_counting_gives_the_peak_of_the_work),
      cmocka_unit_test(test_a_count_that_does_not_fit_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
