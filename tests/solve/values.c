/* The generalized Sprague–Grundy function and its counterfunction. Counters are not unique: they
 * are checked against their definition, never compared. */

#include "solve/kernels.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

static void solve(const grundy_digraph *g, const grundy_digraph *reverse, uint32_t *values,
                  uint32_t *counter) {
  assert_int_equal(grundy_values_solve(g, reverse, NULL, values, counter, NULL), GRUNDY_OK);
}

/* ---- against the definitions --------------------------------------------------------- */

static const char *is_algorithm_g(const test_game *game) {
  uint32_t expected[NAIVE_MOST], ignored[NAIVE_MOST], got[NAIVE_MOST];
  naive_values(game->g, expected, ignored);
  solve(game->g, game->reverse, got, NULL);
  return same_numbers("G", grundy_digraph_order(game->g), expected, got);
}

static void values_are_those_of_algorithm_g(void **state) {
  on_all_kinds_of_games(is_algorithm_g);
}

static const char *counter_fits(const grundy_digraph *g, const uint32_t *values,
                                const uint32_t *counter) {
  const char *failing = naive_definition1(g, values, counter);
  if (failing != NULL) return because("condition %s of [FY86, Def. 1] fails", failing);
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++)
    if ((values[u] == GRUNDY_INFINITY) != (counter[u] == GRUNDY_INFINITY))
      return because("%u has a counter without a finite value, or a finite value without a counter",
                     u);
  return NULL;
}

static const char *has_a_monotonic_counterfunction(const test_game *game) {
  uint32_t values[NAIVE_MOST], counter[NAIVE_MOST];
  solve(game->g, game->reverse, values, counter);
  if (!naive_monotonic(game->g, values, counter)) return because("the counter is not monotonic");
  return counter_fits(game->g, values, counter);
}

static void values_and_counter_satisfy_definition_1_monotonically(void **state) {
  on_all_kinds_of_games(has_a_monotonic_counterfunction);
}

static const char *is_definition3(const test_game *game) {
  uint32_t expected[4], got[4];
  if (naive_definition3(game->g, expected) != 1) return because("Definition 3 is not unique");
  solve(game->g, game->reverse, got, NULL);
  return same_numbers("G", grundy_digraph_order(game->g), expected, got);
}

static void values_have_the_most_infinities_of_all_functions_with_a_and_c(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, is_definition3);
  on_some_games(4, 5000, is_definition3);
}

static const char *outcome_follows_from_value(const test_game *game) {
  uint8_t outcome[NAIVE_MOST];
  uint32_t values[NAIVE_MOST];
  naive_outcome(game->g, outcome);
  solve(game->g, game->reverse, values, NULL);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++) {
    uint8_t expected = 'N';
    if (values[u] == 0) expected = 'P';
    if (values[u] == GRUNDY_INFINITY && !naive_reaches(game->g, values, u, 0)) expected = 'D';
    if (expected != outcome[u])
      return because("%u is %c and [FY86, Thm. 4] says %c", u, outcome[u], expected);
  }
  return NULL;
}

static void values_determine_the_outcome_by_theorem_4(void **state) {
  on_all_kinds_of_games(outcome_follows_from_value);
}

static const char *loops_are_infinite(const test_game *game) {
  uint32_t values[NAIVE_MOST];
  solve(game->g, game->reverse, values, NULL);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++)
    if (grundy_digraph_has_move(game->g, u, u) && values[u] != GRUNDY_INFINITY)
      return because("%u has a loop and the value %u", u, values[u]);
  return NULL;
}

static void a_loop_forces_infinity(void **state) {
  on_every_game(3, loops_are_infinite);
  on_random_games(10000, 8, loops_are_infinite);
}

/* ---- games with many values ---------------------------------------------------------- */

/* Definition 1 determines G [FY86, Thm. 2], so it is a complete test where the naive twin would
 * take too long. */
static const char *satisfies_definition1(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  uint32_t *values = new_numbers(order), *counter = new_numbers(order);
  solve(game->g, game->reverse, values, counter);
  const char *wrong = counter_fits(game->g, values, counter);
  free(values);
  free(counter);
  return wrong;
}

static void rook_boards_with_cycles_satisfy_definition_1(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(12); i++) {
    uint32_t side = 5 + (uint32_t)grundy_random_below(&random, 30);
    grundy_digraph *g = game_board(&random, side, (uint32_t)i * side / 4);
    on_game(g, satisfies_definition1);
    grundy_digraph_free(g);
  }
}

static void dense_games_satisfy_definition_1(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(10); i++) {
    double density = 0.02 + 0.3 * random_unit(&random);
    grundy_digraph *cyclic = game_random(&random, 400, density);
    grundy_digraph *acyclic = game_acyclic(&random, 400, density);
    on_game(cyclic, satisfies_definition1);
    on_game(acyclic, satisfies_definition1);
    grundy_digraph_free(cyclic);
    grundy_digraph_free(acyclic);
  }
}

static void sparse_games_of_many_positions_satisfy_definition_1(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint32_t degree = 1; degree <= 8; degree++) {
    grundy_digraph *g = game_sparse(&random, 20000, 0.1, degree);
    on_game(g, satisfies_definition1);
    grundy_digraph_free(g);
  }
}

/* ---- long games ---------------------------------------------------------------------- */

enum { MILLION = 1000000 };

static void a_chain_of_a_million_positions_alternates(void **state) {
  static const uint32_t strides[] = {1, MILLION - 1, 618033};
  uint32_t *values = new_numbers(MILLION), *counter = new_numbers(MILLION);
  for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
    grundy_digraph *g = game_chain(MILLION, strides[i]), *reverse = game_reverse(g);
    solve(g, reverse, values, counter);
    for (uint64_t v = 0; v < MILLION; v++)
      assert_int_equal(values[v * strides[i] % MILLION], v % 2);
    assert_null(counter_fits(g, values, counter));
    grundy_digraph_free(g);
    grundy_digraph_free(reverse);
  }
  free(values);
  free(counter);
}

/* The vertex `tail` closes the cycle. If its exit is a 0 the cycle alternates, with a 2 where an
 * odd cycle meets itself; if the exit is a 1 no player ever has to take it. */
static uint32_t value_on_cycle(uint32_t order, uint32_t tail, uint32_t v) {
  if (v >= tail && tail % 2 == 0) return GRUNDY_INFINITY;
  if (v == tail && (order - tail) % 2 == 1) return 2;
  return v % 2;
}

static void check_cycle(uint32_t order, uint32_t tail) {
  grundy_digraph *g = game_cycle_with_tail(order, tail), *reverse = game_reverse(g);
  uint32_t *values = new_numbers(order), *counter = new_numbers(order);
  solve(g, reverse, values, counter);
  for (uint32_t v = 0; v < order; v++) assert_int_equal(values[v], value_on_cycle(order, tail, v));
  assert_null(counter_fits(g, values, counter));
  free(values);
  free(counter);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

static void a_cycle_has_finite_values_when_its_exit_is_a_zero(void **state) {
  on_cycles_with_tails(check_cycle);
}

static void the_empty_game_has_no_values_to_write(void **state) {
  grundy_digraph *g = game_from_bits(0, 0), *reverse = game_reverse(g);
  uint32_t untouched[2] = {77, 78};
  solve(g, reverse, &untouched[0], &untouched[1]);
  assert_int_equal(untouched[0], 77);
  assert_int_equal(untouched[1], 78);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_those_of_algorithm_g),
      cmocka_unit_test(values_and_counter_satisfy_definition_1_monotonically),
      cmocka_unit_test(values_have_the_most_infinities_of_all_functions_with_a_and_c),
      cmocka_unit_test(values_determine_the_outcome_by_theorem_4),
      cmocka_unit_test(a_loop_forces_infinity),
      cmocka_unit_test(rook_boards_with_cycles_satisfy_definition_1),
      cmocka_unit_test(dense_games_satisfy_definition_1),
      cmocka_unit_test(sparse_games_of_many_positions_satisfy_definition_1),
      cmocka_unit_test(a_chain_of_a_million_positions_alternates),
      cmocka_unit_test(a_cycle_has_finite_values_when_its_exit_is_a_zero),
      cmocka_unit_test(the_empty_game_has_no_values_to_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
