/* A builder of games whose vertices are numbers makes the same game, however the moves are divided
 * into batches. */

#include "digraph/numeric_builder.h"

#include "support/test.h"

enum { MOST_BATCHES = 3, MOST_PAIRS = 4 };

/* Batches, and how many pairs each has. */
typedef struct example {
  int batches;
  uint64_t counts[MOST_BATCHES];
  grundy_pair pairs[MOST_BATCHES][MOST_PAIRS];
} example;

static grundy_numeric_status add(grundy_numeric_builder *numeric, const example *e,
                                 uint64_t bound) {
  grundy_pair pairs[MOST_BATCHES][MOST_PAIRS];
  grundy_batch batches[MOST_BATCHES] = {0};
  memcpy(pairs, e->pairs, sizeof pairs);
  for (int i = 0; i < e->batches; i++)
    batches[i] = (grundy_batch){.pairs = pairs[i], .count = e->counts[i]};
  return grundy_numeric_builder_add(numeric, batches, e->batches, bound);
}

/* Checks that the game has the moves of the batches, and that its rows increase. */
static void assert_game(grundy_numeric_builder *numeric, const example *e) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_numeric_builder_finish(numeric, NULL, &g, NULL), GRUNDY_OK);
  for (int i = 0; i < e->batches; i++)
    for (uint64_t j = 0; j < e->counts[i]; j++) {
      uint32_t ends[2] = {e->pairs[i][j].tail, e->pairs[i][j].head}, vertices[2];
      int count = ends[1] == GRUNDY_NO_HEAD ? 1 : 2;
      for (int k = 0; k < count; k++) {
        char name[16];
        size_t length = (size_t)snprintf(name, sizeof name, "%lu", (unsigned long)ends[k]);
        assert_true(grundy_digraph_find(g, name, length, &vertices[k]));
      }
      if (count == 2) assert_true(grundy_digraph_has_move(g, vertices[0], vertices[1]));
    }
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    uint64_t begin = grundy_digraph_offsets(g)[v], end = grundy_digraph_offsets(g)[v + 1];
    for (uint64_t j = begin + 1; j < end; j++)
      assert_true(grundy_digraph_targets(g)[j - 1] < grundy_digraph_targets(g)[j]);
  }
  grundy_digraph_free(g);
}

static void batches_in_any_order_make_the_game(void **state) {
  static const example examples[] = {
      /* The next batch begins with a later row, in the same row, with the same move, and earlier in
       * the same row. */
      {3, {2, 1, 1}, {{{0, 1}, {0, 2}}, {{1, 0}}, {{2, 0}}}},
      {3, {2, 1, 1}, {{{0, 1}, {0, 2}}, {{0, 3}}, {{0, 4}}}},
      {2, {2, 2}, {{{0, 1}, {0, 2}}, {{0, 2}, {1, 2}}}},
      {2, {2, 1}, {{{0, 1}, {0, 2}}, {{0, 1}}}},
      {2, {1, 1}, {{{1, 0}}, {{0, 1}}}},
      {2, {2, 1}, {{{0, 2}, {0, 1}}, {{1, 1}}}},
      /* Batches without moves. */
      {3, {1, 1, 1}, {{{0, GRUNDY_NO_HEAD}}, {{1, GRUNDY_NO_HEAD}}, {{2, 0}}}},
      {1, {1}, {{{0, GRUNDY_NO_HEAD}}}},
      /* Numbers out of sequence. */
      {3, {1, 2, 1}, {{{7, 3}}, {{3, 5}, {5, 7}}, {{60, 3}}}},
  };
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    grundy_numeric_builder numeric = {0};
    assert_int_equal(add(&numeric, &examples[i], UINT64_MAX), GRUNDY_NUMERIC_OK);
    assert_game(&numeric, &examples[i]);
  }
}

/* The array of numbers grows to twice its size, but not past the bound, which may be lower. */
static void numbers_may_grow_up_to_the_bound(void **state) {
  static const uint32_t numbers[] = {40, 41, 100};
  grundy_numeric_builder numeric = {0};
  for (int i = 0; i < 3; i++) {
    const example e = {1, {1}, {{{numbers[i], GRUNDY_NO_HEAD}}}};
    assert_int_equal(add(&numeric, &e, 101), GRUNDY_NUMERIC_OK);
    assert_in_range(numeric.vertex_count, numbers[i] + 1, 101);
  }
  const example past = {2, {1, 1}, {{{101, GRUNDY_NO_HEAD}}, {{0, 40}}}};
  assert_int_equal(add(&numeric, &past, 101), GRUNDY_NUMERIC_SPARSE);
  assert_int_equal(numeric.order, 3);
  assert_int_equal(numeric.count, 0);
  const example all = {
      3, {1, 1, 1}, {{{40, GRUNDY_NO_HEAD}}, {{41, GRUNDY_NO_HEAD}}, {{100, GRUNDY_NO_HEAD}}}};
  assert_game(&numeric, &all);
}

/* Nothing of a batch is added if a number of it, or of another one, is past the bound. */
static void all_batches_are_refused_if_one_is_sparse(void **state) {
  static const example e = {3, {2, 1, 1}, {{{0, 1}, {1, 2}}, {{9, 0}}, {{3, 0}}}};
  grundy_numeric_builder numeric = {0};
  assert_int_equal(add(&numeric, &e, 5), GRUNDY_NUMERIC_SPARSE);
  assert_int_equal(numeric.natural, 0);
  assert_int_equal(numeric.order, 0);
  assert_int_equal(numeric.count, 0);
  assert_int_equal(add(&numeric, &e, 10), GRUNDY_NUMERIC_OK);
  assert_game(&numeric, &e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(batches_in_any_order_make_the_game),
      cmocka_unit_test(numbers_may_grow_up_to_the_bound),
      cmocka_unit_test(all_batches_are_refused_if_one_is_sparse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
