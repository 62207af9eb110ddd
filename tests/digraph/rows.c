/* Lengths and offsets of rows, by any number of threads, and rows that grow. */

#include <grundy/grundy.h>

#include "digraph/rows.h"
#include "digraph/view.h"
#include "support/games.h"
#include "support/test.h"

/* Rows of random sizes; the longest of them is row `longest`. */
static void assert_rows(grundy_random *random, uint32_t order, uint32_t longest) {
  uint64_t *offsets = calloc((size_t)order + 1, sizeof *offsets), end = 0;
  uint64_t *sizes = calloc((size_t)order + 1, sizeof *sizes);
  assert_non_null(offsets);
  assert_non_null(sizes);
  for (uint32_t v = 0; v < order; v++)
    offsets[v + 1] = sizes[v] = v == longest ? 1000 : grundy_random_below(random, 1000);
  grundy_offsets_from_sizes(order, offsets);
  assert_true(offsets[0] == 0);
  bool right = true;
  for (uint32_t v = 0; v < order; v++) right &= offsets[v + 1] == (end += sizes[v]);
  assert_true(right);
  grundy_view view = {.order = order, .size = end, .offsets = offsets};
  assert_true(grundy_longest_row(&view) == (order == 0 ? 0 : 1000));
  free(offsets);
  free(sizes);
}

static void offsets_and_the_longest_row_are_the_same_for_any_number_of_threads(void **state) {
  static const uint32_t orders[] = {0, 1, 2, 1000, 300007};
  grundy_random random = grundy_random_new(test_seed());
  for (unsigned threads = 1; threads <= 8; threads += threads == 3 ? 5 : 1) {
    grundy_threads_set(threads);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
      assert_rows(&random, orders[i], 0);
      assert_rows(&random, orders[i], orders[i] == 0 ? 0 : orders[i] - 1);
    }
  }
  grundy_threads_set(0);
}

/* Adds random rows in one of three ways, unsorted and with repeated targets. */
static void add_rows(grundy_rows *rows, uint32_t order, int way, grundy_random *random,
                     grundy_builder *builder) {
  for (uint32_t v = 0; v < order; v++) {
    uint32_t degree = (uint32_t)grundy_random_below(random, 6), row[6];
    for (uint32_t i = 0; i < degree; i++) {
      row[i] = (uint32_t)grundy_random_below(random, order);
      assert_int_equal(grundy_builder_move(builder, v, row[i], NULL), GRUNDY_OK);
      if (way == 0) assert_true(grundy_rows_push(rows, row[i]));
    }
    if (way == 0) assert_true(grundy_rows_end(rows));
    if (way == 0) continue;
    if (way == 1) assert_true(grundy_rows_reserve(rows, 1, degree));
    uint32_t *room = way == 1 ? grundy_rows_next(rows, degree) : grundy_rows_room(rows, degree);
    for (uint32_t i = 0; i < degree; i++) room[i] = row[i];
    grundy_rows_add(rows, degree);
  }
}

static void rows_that_grow_give_the_digraph_of_their_moves(void **state) {
  (void)state;
  grundy_random random = grundy_random_new(test_seed());
  for (uint32_t order = 0; order <= 200; order += 1 + order / 3)
    for (int way = 0; way < 3; way++) {
      grundy_builder *builder = NULL;
      grundy_digraph *expected = NULL, *g = NULL;
      grundy_rows rows = {0};
      assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
      for (uint32_t v = 0, made; v < order; v++) {
        char name[12];
        int length = snprintf(name, sizeof name, "%u", v);
        assert_int_equal(grundy_builder_vertex(builder, name, (size_t)length, &made, NULL),
                         GRUNDY_OK);
      }
      if (way == 2) assert_true(grundy_rows_start(&rows, order, 0));
      add_rows(&rows, order, way, &random, builder);
      assert_true(grundy_rows_memory(&rows) >= 8 * rows.count + 4 * rows.size);
      assert_int_equal(grundy_builder_finish(builder, NULL, &expected, NULL), GRUNDY_OK);
      assert_int_equal(grundy_rows_sort(&rows, &g, NULL), GRUNDY_OK);
      assert_null(rows.offsets);
      assert_int_equal(grundy_digraph_order(g), order);
      assert_int_equal(grundy_digraph_size(g), grundy_digraph_size(expected));
      for (uint32_t v = 0; v < order; v++) {
        grundy_vertices row = grundy_digraph_followers(g, v);
        assert_int_equal(row.count, grundy_digraph_followers(expected, v).count);
        for (uint64_t i = 0; i < row.count; i++)
          assert_int_equal(row.at[i], grundy_digraph_followers(expected, v).at[i]);
      }
      grundy_rows_free(&rows);
      grundy_builder_free(builder);
      grundy_digraph_free(expected);
      grundy_digraph_free(g);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(offsets_and_the_longest_row_are_the_same_for_any_number_of_threads),
      cmocka_unit_test(rows_that_grow_give_the_digraph_of_their_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
