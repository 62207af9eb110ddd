/* Terminal distance: the length of the longest play. */

#include "solve/kernels.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

static void solve(const grundy_digraph *g, const grundy_digraph *reverse, uint32_t *distance) {
  assert_int_equal(grundy_distance_solve(g, reverse, NULL, distance, NULL), GRUNDY_OK);
}

static const char *is_smiths(const test_game *game) {
  uint32_t expected[NAIVE_MOST], got[NAIVE_MOST];
  naive_distance(game->g, expected);
  solve(game->g, game->reverse, got);
  return same_numbers("D", grundy_digraph_order(game->g), expected, got);
}

static void distance_is_one_more_than_the_longest_of_the_followers(void **state) {
  on_all_kinds_of_games(is_smiths);
}

/* [Smi66, (7)]. */
static const char *remoteness_is_at_most_distance(const test_game *game) {
  uint32_t distance[NAIVE_MOST], remoteness[NAIVE_MOST];
  solve(game->g, game->reverse, distance);
  assert_int_equal(
      grundy_remoteness_solve(game->g, game->reverse, GRUNDY_NORMAL_PLAY, NULL, remoteness, NULL),
      GRUNDY_OK);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++)
    if (remoteness[u] > distance[u])
      return because("R(%u) = %u is greater than D(%u) = %u", u, remoteness[u], u, distance[u]);
  return NULL;
}

static void remoteness_never_exceeds_distance(void **state) {
  on_every_game(3, remoteness_is_at_most_distance);
  on_random_games(10000, 8, remoteness_is_at_most_distance);
  on_random_games(1000, 200, remoteness_is_at_most_distance);
}

enum { MILLION = 1000000 };

static void a_chain_of_a_million_positions_has_a_play_through_all(void **state) {
  static const uint32_t strides[] = {1, MILLION - 1, 618033};
  for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
    grundy_digraph *g = game_chain(MILLION, strides[i]), *reverse = game_reverse(g);
    uint32_t *distance = new_numbers(MILLION);
    solve(g, reverse, distance);
    for (uint64_t v = 0; v < MILLION; v++) assert_int_equal(distance[v * strides[i] % MILLION], v);
    free(distance);
    grundy_digraph_free(g);
    grundy_digraph_free(reverse);
  }
}

static void play_on_a_cycle_may_be_endless_and_off_it_may_not(void **state) {
  grundy_digraph *g = game_cycle_with_tail(MILLION, MILLION / 2), *reverse = game_reverse(g);
  uint32_t *distance = new_numbers(MILLION);
  solve(g, reverse, distance);
  for (uint32_t v = 0; v < MILLION; v++)
    assert_int_equal(distance[v], v < MILLION / 2 ? v : GRUNDY_INFINITY);
  free(distance);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

static void a_loop_is_an_endless_play(void **state) {
  grundy_digraph *g = game_from_pairs(3, 3, (const uint32_t[][2]){{0, 0}, {0, 1}, {2, 0}});
  grundy_digraph *reverse = game_reverse(g);
  uint32_t distance[3];
  solve(g, reverse, distance);
  assert_int_equal(distance[0], GRUNDY_INFINITY);
  assert_int_equal(distance[1], 0);
  assert_int_equal(distance[2], GRUNDY_INFINITY);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

static void the_empty_game_has_no_distance_to_write(void **state) {
  grundy_digraph *g = game_from_bits(0, 0), *reverse = game_reverse(g);
  uint32_t untouched = 77;
  solve(g, reverse, &untouched);
  assert_int_equal(untouched, 77);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distance_is_one_more_than_the_longest_of_the_followers),
      cmocka_unit_test(remoteness_never_exceeds_distance),
      cmocka_unit_test(a_chain_of_a_million_positions_has_a_play_through_all),
      cmocka_unit_test(play_on_a_cycle_may_be_endless_and_off_it_may_not),
      cmocka_unit_test(a_loop_is_an_endless_play),
      cmocka_unit_test(the_empty_game_has_no_distance_to_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
