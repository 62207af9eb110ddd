/* The claims in the headers of the games in C. The benchmark checks those that take long. */

#include <grundy/game.h>

#include "support/solutions.h"
#include "support/test.h"

typedef struct expected {
  const char *game;
  uint32_t order;
  uint64_t size, p, n, d;
  uint32_t remoteness; /* of the start */
} expected;

static void assert_solves(const expected *e) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open(e->game, NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), e->order);
  assert_int_equal(grundy_digraph_size(g), e->size);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
  grundy_summary summary = grundy_solution_summary(solution);
  assert_int_equal(summary.p, e->p);
  assert_int_equal(summary.n, e->n);
  assert_int_equal(summary.d, e->d);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS)[0], e->remoteness);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void the_first_player_wins_small_quixo(void **state) {
  assert_solves(&(expected){"quixo:2", 6, 10, 3, 3, 0, 3});
  assert_solves(&(expected){"quixo:3", 2219, 14027, 834, 1385, 0, 7});
}

static void fair_shares_are_all_partitions_and_mostly_draws(void **state) {
  assert_solves(&(expected){"fair-shares:1", 1, 0, 1, 0, 0, 0});
  assert_solves(&(expected){"fair-shares:6", 11, 25, 4, 7, 0, 1});
  assert_solves(&(expected){"fair-shares:6,1", 15, 41, 5, 10, 0, 1});
  assert_solves(&(expected){"fair-shares", 42, 168, 12, 30, 0, 1});
  assert_solves(&(expected){"fair-shares:30", 5604, 69566, 5, 78, 5521, 1});
}

/* The line of o wins, because x moves; but a player who makes a line of x loses. */
static void a_line_for_the_opponent_loses_even_with_an_own_one(void **state) {
  grundy_digraph *g = NULL;
  uint32_t v = 0;
  assert_int_equal(grundy_game_open("quixo:3", NULL, &g, NULL), GRUNDY_OK);
  const uint8_t *ends = grundy_digraph_outcomes(g);
  assert_true(grundy_digraph_find(g, "ooo/x../x..", 11, &v));
  assert_int_equal(ends[v], 'P');
  assert_true(grundy_digraph_find(g, "ooo/xxx/...", 11, &v));
  assert_int_equal(ends[v], 'N');
  assert_false(grundy_digraph_find(g, "ooo/xxx", 7, &v));
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_first_player_wins_small_quixo),
      cmocka_unit_test(fair_shares_are_all_partitions_and_mostly_draws),
      cmocka_unit_test(a_line_for_the_opponent_loses_even_with_an_own_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
