/* Remoteness and outcome, in normal and misère play. */

#include "solve/kernels.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

static void solve(const grundy_digraph *g, const grundy_digraph *reverse, grundy_play play,
                  uint32_t *remoteness) {
  assert_int_equal(grundy_remoteness_solve(g, reverse, play, NULL, remoteness, NULL), GRUNDY_OK);
}

/* ---- against the definitions --------------------------------------------------------- */

static const char *is_smiths(const test_game *game) {
  uint32_t expected[NAIVE_MOST], got[NAIVE_MOST], order = grundy_digraph_order(game->g);
  naive_remoteness(game->g, 0, expected);
  solve(game->g, game->reverse, GRUNDY_NORMAL_PLAY, got);
  return same_numbers("R", order, expected, got);
}

static void remoteness_satisfies_the_conditions_of_smith(void **state) {
  on_all_kinds_of_games(is_smiths);
}

static const char *misere_is_smiths(const test_game *game) {
  uint32_t expected[NAIVE_MOST], got[NAIVE_MOST], order = grundy_digraph_order(game->g);
  naive_remoteness(game->g, 1, expected);
  solve(game->g, game->reverse, GRUNDY_MISERE_PLAY, got);
  return same_numbers("R'", order, expected, got);
}

static void misere_remoteness_is_1_at_sinks_and_grows_as_in_normal_play(void **state) {
  on_all_kinds_of_games(misere_is_smiths);
}

/* Returns g with a new vertex, and a move from every sink to it: the modified game of [Smi66,
 * §5]. */
static grundy_digraph *with_a_move_at_sinks(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  uint64_t size = grundy_digraph_size(g), count = 0;
  uint32_t(*pairs)[2] = malloc((size + order + 1) * sizeof *pairs);
  assert_non_null(pairs);
  for (uint32_t u = 0; u < order; u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    if (followers.count == 0) pairs[count][0] = u, pairs[count++][1] = order;
    for (uint64_t i = 0; i < followers.count; i++)
      pairs[count][0] = u, pairs[count++][1] = followers.at[i];
  }
  grundy_digraph *longer = game_from_pairs(order + 1, count, (const uint32_t(*)[2])pairs);
  free(pairs);
  return longer;
}

static const char *misere_is_normal_play_of_the_longer_game(const test_game *game) {
  uint32_t normal[NAIVE_MOST + 1], misere[NAIVE_MOST];
  grundy_digraph *longer = with_a_move_at_sinks(game->g), *reverse = game_reverse(longer);
  solve(longer, reverse, GRUNDY_NORMAL_PLAY, normal);
  solve(game->g, game->reverse, GRUNDY_MISERE_PLAY, misere);
  grundy_digraph_free(longer);
  grundy_digraph_free(reverse);
  return same_numbers("R'", grundy_digraph_order(game->g), normal, misere);
}

static void misere_play_is_normal_play_with_a_last_move_added_at_sinks(void **state) {
  on_every_game(3, misere_is_normal_play_of_the_longer_game);
  on_random_games(10000, 12, misere_is_normal_play_of_the_longer_game);
}

static const char *outcome_is_parity(const test_game *game) {
  uint8_t outcome[NAIVE_MOST];
  uint32_t remoteness[NAIVE_MOST];
  naive_outcome(game->g, outcome);
  solve(game->g, game->reverse, GRUNDY_NORMAL_PLAY, remoteness);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++)
    if (grundy_outcome_of_remoteness(remoteness[u]) != outcome[u])
      return because("%u is %c, which contradicts remoteness %u", u, outcome[u], remoteness[u]);
  return NULL;
}

static void outcome_is_the_parity_of_remoteness(void **state) {
  assert_int_equal(grundy_outcome_of_remoteness(0), 'P');
  assert_int_equal(grundy_outcome_of_remoteness(7), 'N');
  assert_int_equal(grundy_outcome_of_remoteness(GRUNDY_INFINITY - 1), 'P');
  assert_int_equal(grundy_outcome_of_remoteness(GRUNDY_INFINITY), 'D');
  on_all_kinds_of_games(outcome_is_parity);
}

/* ---- long games ---------------------------------------------------------------------- */

enum { MILLION = 1000000 };

/* v → v - 1: R = v, and R' = v + 1. */
static void check_chain(uint32_t order, uint32_t stride) {
  grundy_digraph *g = game_chain(order, stride), *reverse = game_reverse(g);
  uint32_t *normal = new_numbers(order), *misere = new_numbers(order);
  solve(g, reverse, GRUNDY_NORMAL_PLAY, normal);
  solve(g, reverse, GRUNDY_MISERE_PLAY, misere);
  for (uint64_t v = 0; v < order; v++) {
    assert_int_equal(normal[v * stride % order], v);
    assert_int_equal(misere[v * stride % order], v + 1);
  }
  free(normal);
  free(misere);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

static void a_chain_of_a_million_positions_is_as_remote_as_it_is_long(void **state) {
  check_chain(MILLION, 1);
  check_chain(MILLION, MILLION - 1);
  check_chain(MILLION, 618033);
}

/* The exit from the cycle is tail - 1. If it is won by the previous player the whole cycle is
 * decided vertex by vertex, otherwise it is drawn; misère play has the other parity. */
static void check_cycle(uint32_t order, uint32_t tail) {
  grundy_digraph *g = game_cycle_with_tail(order, tail), *reverse = game_reverse(g);
  uint32_t *normal = new_numbers(order), *misere = new_numbers(order);
  solve(g, reverse, GRUNDY_NORMAL_PLAY, normal);
  solve(g, reverse, GRUNDY_MISERE_PLAY, misere);
  for (uint32_t v = 0; v < order; v++) {
    assert_int_equal(normal[v], v < tail || tail % 2 == 1 ? v : GRUNDY_INFINITY);
    assert_int_equal(misere[v], v < tail || tail % 2 == 0 ? v + 1 : GRUNDY_INFINITY);
  }
  free(normal);
  free(misere);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

static void a_cycle_is_decided_when_its_exit_is_won_by_the_previous_player(void **state) {
  on_cycles_with_tails(check_cycle);
}

static void the_empty_game_has_no_remoteness_to_write(void **state) {
  grundy_digraph *g = game_from_bits(0, 0), *reverse = game_reverse(g);
  uint32_t untouched = 77;
  solve(g, reverse, GRUNDY_NORMAL_PLAY, &untouched);
  solve(g, reverse, GRUNDY_MISERE_PLAY, &untouched);
  assert_int_equal(untouched, 77);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(remoteness_satisfies_the_conditions_of_smith),
      cmocka_unit_test(misere_remoteness_is_1_at_sinks_and_grows_as_in_normal_play),
      cmocka_unit_test(misere_play_is_normal_play_with_a_last_move_added_at_sinks),
      cmocka_unit_test(outcome_is_the_parity_of_remoteness),
      cmocka_unit_test(a_chain_of_a_million_positions_is_as_remote_as_it_is_long),
      cmocka_unit_test(a_cycle_is_decided_when_its_exit_is_won_by_the_previous_player),
      cmocka_unit_test(the_empty_game_has_no_remoteness_to_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
