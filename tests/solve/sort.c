/* Sorting vertices by a key, with few keys by all threads and with many in one. */

#include <grundy/grundy.h>

#include "solve/impl.h"
#include "support/games.h"
#include "support/test.h"

/* The sorted list from the definition: key by key, in the order of the list. Returns its length. */
static uint32_t naive_sort(const uint32_t *vertices, uint32_t count, const uint32_t *keys,
                           uint32_t largest, uint32_t *sorted) {
  uint32_t found = 0;
  for (uint32_t key = 0; key <= largest; key++)
    for (uint32_t i = 0; i < count; i++) {
      uint32_t v = vertices == NULL ? i : vertices[i];
      if (keys[v] == key) sorted[found++] = v;
    }
  return found;
}

/* Checks where each key begins. */
static void assert_starts(grundy_starts starts, const uint32_t *sorted, uint32_t count,
                          const uint32_t *keys) {
  assert_int_equal(starts.start[0], 0);
  assert_int_equal(starts.start[starts.largest + 1], count);
  bool right = true;
  for (uint32_t key = 0; key <= starts.largest; key++)
    for (uint32_t i = starts.start[key]; i < starts.start[key + 1]; i++)
      right &= keys[sorted[i]] == key;
  assert_true(right);
}

/* Sorts `count` vertices with random keys up to `largest`, of which one in five is infinite. */
static void assert_sorted(grundy_random *random, uint32_t count, uint32_t largest, bool listed) {
  uint32_t *keys = new_numbers(count + 1), *vertices = new_numbers(count + 1);
  uint32_t *expected = new_numbers(count + 1), *sorted = new_numbers(count + 1);
  for (uint32_t v = 0; v < count; v++) {
    keys[v] = grundy_random_below(random, 5) == 0
                  ? GRUNDY_INFINITY
                  : (uint32_t)grundy_random_below(random, (uint64_t)largest + 1);
    vertices[v] = count - 1 - v;
  }
  const uint32_t *list = listed ? vertices : NULL;
  uint32_t expected_count = naive_sort(list, count, keys, largest, expected), sorted_count;
  grundy_starts starts;
  assert_true(grundy_sort_vertices(list, count, keys, sorted, &sorted_count, &starts));
  assert_int_equal(sorted_count, expected_count);
  assert_true(starts.largest <= largest);
  assert_memory_equal(sorted, expected, sorted_count * sizeof *sorted);
  assert_starts(starts, sorted, sorted_count, keys);
  free(starts.start);
  free(keys);
  free(vertices);
  free(expected);
  free(sorted);
}

static void vertices_are_sorted_stably_by_any_number_of_threads(void **state) {
  static const uint32_t largest[] = {0, 5, 63, 64, 300};
  static const uint32_t counts[] = {0, 1, 2, 100, 140000};
  grundy_random random = grundy_random_new(test_seed());
  for (unsigned threads = 1; threads <= 8; threads += threads == 3 ? 5 : 1) {
    grundy_threads_set(threads);
    for (size_t i = 0; i < sizeof largest / sizeof *largest; i++)
      for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
        uint32_t count = largest[i] > 5 && counts[j] > 40000 ? 40000 : counts[j];
        assert_sorted(&random, count, largest[i], (i + j + threads) % 2 == 0);
      }
  }
  grundy_threads_set(0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_are_sorted_stably_by_any_number_of_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
