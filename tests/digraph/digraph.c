/* Digraphs as compressed rows. */

#include <grundy/digraph.h>

#include "digraph/suggest.h"
#include "support/games.h"
#include "support/test.h"

/* ---- rows ---------------------------------------------------------------------------- */

static const char *rows_are_increasing(const test_game *game) {
  const grundy_digraph *g = game->g;
  const uint64_t *offsets = grundy_digraph_offsets(g);
  const uint32_t *targets = grundy_digraph_targets(g);
  uint32_t order = grundy_digraph_order(g);
  if (offsets[0] != 0 || offsets[order] != grundy_digraph_size(g))
    return because("the rows do not begin at 0 and end at the size");
  for (uint32_t u = 0; u < order; u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    if (followers.count != offsets[u + 1] - offsets[u] || followers.at != targets + offsets[u])
      return because("followers of %u are not its row", u);
    for (uint64_t i = 0; i < followers.count; i++) {
      if (followers.at[i] >= order) return because("a follower of %u is not a vertex", u);
      if (i > 0 && followers.at[i - 1] >= followers.at[i])
        return because("the row of %u is not strictly increasing", u);
    }
  }
  return NULL;
}

static void rows_are_strictly_increasing(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, rows_are_increasing);
  on_random_games(5000, 8, rows_are_increasing);
  on_random_games(500, 200, rows_are_increasing);
}

static void moves_are_the_bits_of_the_pattern(void **state) {
  for (uint64_t bits = 0; bits < game_pattern_count(3); bits++) {
    grundy_digraph *g = game_from_bits(3, bits);
    uint64_t size = 0;
    for (uint32_t u = 0; u < 3; u++)
      for (uint32_t v = 0; v < 3; v++) {
        bool move = bits >> (3 * u + v) & 1;
        assert_int_equal(grundy_digraph_has_move(g, u, v), move);
        size += move;
      }
    assert_int_equal(grundy_digraph_size(g), size);
    grundy_digraph_free(g);
  }
}

static void a_move_listed_twice_is_one_move_and_a_loop_is_kept(void **state) {
  static const uint32_t pairs[][2] = {{2, 1}, {0, 2}, {2, 1}, {1, 1}, {2, 0}, {1, 1}, {2, 1}};
  grundy_digraph *g = game_from_pairs(3, sizeof pairs / sizeof *pairs, pairs);
  assert_int_equal(grundy_digraph_order(g), 3);
  assert_int_equal(grundy_digraph_size(g), 4);
  assert_memory_equal(grundy_digraph_offsets(g), ((const uint64_t[]){0, 1, 2, 4}),
                      4 * sizeof(uint64_t));
  assert_memory_equal(grundy_digraph_targets(g), ((const uint32_t[]){2, 1, 0, 1}),
                      4 * sizeof(uint32_t));
  assert_true(grundy_digraph_has_move(g, 1, 1));
  assert_false(grundy_digraph_has_move(g, 1, 2));
  grundy_digraph_free(g);
}

/* ---- the transpose ------------------------------------------------------------------- */

static bool same(const grundy_digraph *a, const grundy_digraph *b) {
  uint32_t order = grundy_digraph_order(a);
  if (grundy_digraph_order(b) != order || grundy_digraph_size(a) != grundy_digraph_size(b))
    return false;
  if (memcmp(grundy_digraph_offsets(a), grundy_digraph_offsets(b),
             ((size_t)order + 1) * sizeof(uint64_t)) != 0)
    return false;
  for (uint64_t i = 0; i < grundy_digraph_size(a); i++)
    if (grundy_digraph_targets(a)[i] != grundy_digraph_targets(b)[i]) return false;
  return true;
}

static const char *transpose_turns_moves_round(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (grundy_digraph_has_move(game->g, u, v) != grundy_digraph_has_move(game->reverse, v, u))
        return because("the move from %u to %u is not reversed", u, v);
  grundy_digraph *twice = game_reverse(game->reverse);
  bool equal = same(game->g, twice);
  grundy_digraph_free(twice);
  return equal ? NULL : because("transposing twice gives another digraph");
}

static void transposing_twice_changes_nothing(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, transpose_turns_moves_round);
  on_random_games(5000, 8, transpose_turns_moves_round);
  on_random_games(300, 200, transpose_turns_moves_round);
}

static void the_transpose_of_a_long_chain_is_the_chain_upwards(void **state) {
  grundy_digraph *g = game_chain(1000000, 1), *reverse = game_reverse(g);
  assert_int_equal(grundy_digraph_size(reverse), 999999);
  for (uint32_t v = 0; v + 1 < 1000000; v++) {
    grundy_vertices up = grundy_digraph_followers(reverse, v);
    assert_true(up.count == 1 && up.at[0] == v + 1);
  }
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

/* ---- names --------------------------------------------------------------------------- */

static bool find(const grundy_digraph *g, const char *name, uint32_t *v) {
  return grundy_digraph_find(g, name, strlen(name), v);
}

static void a_vertex_without_a_name_is_named_by_its_number(void **state) {
  grundy_digraph *g = game_chain(1000, 1);
  char scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t v = 77;
  assert_string_equal(grundy_digraph_name(g, 0, scratch), "0");
  assert_string_equal(grundy_digraph_name(g, 999, scratch), "999");
  assert_true(find(g, "0", &v));
  assert_int_equal(v, 0);
  assert_true(find(g, "999", &v));
  assert_int_equal(v, 999);
  assert_true(grundy_digraph_find(g, "123456", 2, &v));
  assert_int_equal(v, 12);
  grundy_digraph_free(g);
}

static void a_number_is_found_only_as_it_is_written(void **state) {
  static const char *const strangers[] = {"",
                                          "01",
                                          "007",
                                          "00",
                                          "+1",
                                          "-1",
                                          " 1",
                                          "1 ",
                                          "0x1",
                                          "1.0",
                                          "a",
                                          "1a",
                                          "１",
                                          "1000",
                                          "9999",
                                          "1e2",
                                          "4294967297",
                                          "4294967295",
                                          "18446744073709551617",
                                          "99999999999999999999999999"};
  grundy_digraph *g = game_chain(1000, 1);
  for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
    uint32_t v = 77;
    if (find(g, strangers[i], &v)) fail_msg("'%s' is found as %u", strangers[i], v);
  }
  grundy_digraph_free(g);
}

/* ---- bad arguments ------------------------------------------------------------------- */

static void ends_must_be_vertices(void **state) {
  static const uint32_t in[] = {0, 1}, out[] = {1, 2};
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_digraph_new(2, 2, in, out, &g, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(error.status, GRUNDY_BAD_ARGUMENT);
  assert_true(error.message[0] != '\0');
  assert_int_equal(grundy_digraph_new(2, 2, out, in, &g, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_digraph_new(0, 1, in, in, &g, NULL), GRUNDY_BAD_ARGUMENT);
  assert_null(g);
}

static void a_game_past_the_largest_order_is_refused(void **state) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_digraph_new(GRUNDY_DIGRAPH_MAX_ORDER + 1, 0, NULL, NULL, &g, &error),
                   GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  assert_string_equal(error.message,
                      "the game has too many positions; expected at most 2147483647");
  assert_null(g);
}

/* Only the first 100,000 positions of a large game are candidates. */
static void positions_are_suggested_quickly(void **state) {
  grundy_digraph *g = game_chain(100001, 1);
  static const char *const names[][2] = {{"99999x", "did you mean '99999'?"},
                                         {"100000x", "'100000'"}};
  for (int i = 0; i < 2; i++) {
    grundy_error error = {.message = "no position"};
    grundy_error_suggest_position(&error, g, names[i][0], strlen(names[i][0]));
    assert_int_equal(strstr(error.message, names[i][1]) != NULL, i == 0);
  }
  grundy_error_suggest_position(NULL, g, "x", 1);
  grundy_digraph_free(g);
}

/* The rows of a random game, loops and cycles included, are used where they are. */
static void borrowed_rows_are_used_in_place(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_sparse(&random, 1000, 0.1, 5), *same = NULL;
  const uint64_t *offsets = grundy_digraph_offsets(g);
  const uint32_t *targets = grundy_digraph_targets(g);
  assert_int_equal(grundy_digraph_borrow(1000, offsets, targets, &same, NULL), GRUNDY_OK);
  assert_ptr_equal(grundy_digraph_offsets(same), offsets);
  assert_ptr_equal(grundy_digraph_targets(same), targets);
  assert_int_equal(grundy_digraph_order(same), 1000);
  grundy_digraph_free(same); /* and stay with their owner */
  assert_int_equal(offsets[1000], grundy_digraph_size(g));
  grundy_digraph_free(g);
}

static void borrowed_rows_must_be_strictly_increasing(void **state) {
  static const uint64_t two[] = {0, 2, 2}, late[] = {1, 2, 2}, falling[] = {0, 2, 1};
  static const uint32_t good[] = {0, 1}, twice[] = {1, 1}, unsorted[] = {1, 0}, outside[] = {0, 2};
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_digraph_borrow(2, two, twice, &g, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "every row must be strictly increasing, with targets below 2");
  assert_int_equal(grundy_digraph_borrow(2, two, unsorted, &g, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_digraph_borrow(2, two, outside, &g, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_digraph_borrow(2, late, good, &g, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "offsets must begin with 0 and not decrease");
  assert_int_equal(grundy_digraph_borrow(2, falling, good, &g, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_digraph_borrow(UINT32_MAX, two, good, &g, NULL), GRUNDY_UNABLE);
  assert_null(g);
}

static void the_empty_game_has_neither_vertices_nor_moves(void **state) {
  grundy_digraph *g = NULL;
  uint32_t v;
  assert_int_equal(grundy_digraph_new(0, 0, NULL, NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), 0);
  assert_int_equal(grundy_digraph_size(g), 0);
  assert_int_equal(grundy_digraph_offsets(g)[0], 0);
  assert_false(find(g, "0", &v));
  grundy_digraph_free(g);
  grundy_digraph_free(NULL);
}

/* More vertices than one block of the sort by head, and an order that is not a multiple of it. */
static void large_digraphs_are_transposed_correctly(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_sparse(&random, 100001, 0.1, 5), *reverse = game_reverse(g);
  assert_int_equal(grundy_digraph_size(reverse), grundy_digraph_size(g));
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < followers.count; i++)
      assert_true(grundy_digraph_has_move(reverse, followers.at[i], u));
    grundy_vertices predecessors = grundy_digraph_followers(reverse, u);
    for (uint64_t i = 1; i < predecessors.count; i++)
      assert_true(predecessors.at[i - 1] < predecessors.at[i]);
  }
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_strictly_increasing),
      cmocka_unit_test(moves_are_the_bits_of_the_pattern),
      cmocka_unit_test(a_move_listed_twice_is_one_move_and_a_loop_is_kept),
      cmocka_unit_test(transposing_twice_changes_nothing),
      cmocka_unit_test(the_transpose_of_a_long_chain_is_the_chain_upwards),
      cmocka_unit_test(a_vertex_without_a_name_is_named_by_its_number),
      cmocka_unit_test(a_number_is_found_only_as_it_is_written),
      cmocka_unit_test(ends_must_be_vertices),
      cmocka_unit_test(a_game_past_the_largest_order_is_refused),
      cmocka_unit_test(positions_are_suggested_quickly),
      cmocka_unit_test(borrowed_rows_are_used_in_place),
      cmocka_unit_test(borrowed_rows_must_be_strictly_increasing),
      cmocka_unit_test(the_empty_game_has_neither_vertices_nor_moves),
      cmocka_unit_test(large_digraphs_are_transposed_correctly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
