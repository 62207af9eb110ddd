/* Terminal classes, two-coloured games and payoffs, against brute force. */

#include <math.h>

#include <grundy/solve.h>
#include <grundy/value.h>

#include "solve/kernels.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/naive_strategies.h"
#include "support/solutions.h"
#include "support/test.h"

enum { MOST = 12 };

static const uint32_t infinity = GRUNDY_INFINITY;

static const uint32_t *numbers(const grundy_solution *s, grundy_columns column) {
  return grundy_solution_numbers(s, column);
}

/* ---- impartial games with outcomes ------------------------------------------------------ */

/* [Smi66, §5]: the doubled game, where (v, A) is v and (v, B) is v + order; A wins at a terminal
 * position if A is the player who wins there. */
static grundy_digraph *doubled(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  const uint8_t *outcomes = grundy_digraph_outcomes(g);
  coloured_game made = coloured_start(2 * order);
  for (uint32_t v = 0; v < 2 * order; v++) {
    uint32_t u = v % order;
    bool a_moves = v < order;
    grundy_vertices row = grundy_digraph_followers(g, u);
    coloured_player(&made, v, a_moves ? 'A' : 'B');
    for (uint64_t i = 0; i < row.count; i++)
      coloured_move(&made, v, row.at[i] + (a_moves ? order : 0));
    if (row.count > 0) continue;
    uint8_t end = outcomes == NULL || outcomes[u] == 0 ? 'P' : outcomes[u];
    coloured_outcome(&made, v, end == 'D' ? 'D' : (end == 'N') == a_moves ? 'A' : 'B');
  }
  return coloured_finish(&made);
}

static const char *folds(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  grundy_digraph *twice = doubled(g);
  grundy_solution *s = solution_of(g, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
  grundy_solution *d = solution_of(twice, GRUNDY_COLUMNS_COLOURED);
  const uint32_t *r = numbers(s, GRUNDY_COLUMN_REMOTENESS);
  const uint8_t *outcome = grundy_solution_letters(s, GRUNDY_COLUMN_OUTCOME);
  const uint32_t *q1 = numbers(d, GRUNDY_COLUMN_Q1), *q0 = numbers(d, GRUNDY_COLUMN_Q0);
  const char *wrong = NULL;
  for (uint32_t v = 0; v < order && wrong == NULL; v++) {
    bool n = q1[v] != infinity && q1[v] % 2 == 1, p = q0[v] != infinity && q0[v] % 2 == 0;
    uint32_t expected = n ? q1[v] : p ? q0[v] : infinity;
    if (outcome[v] != (n ? 'N' : p ? 'P' : 'D')) wrong = because("outcome of %u is wrong", v);
    if (r[v] != expected) wrong = because("remoteness of %u is %u, not %u", v, r[v], expected);
  }
  grundy_solution_free(s);
  grundy_solution_free(d);
  grundy_digraph_free(twice);
  return wrong;
}

static void an_impartial_game_with_drawn_ends_is_its_doubled_game_folded(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(20000); i++) {
    grundy_digraph *g = random_ended_game(&random, MOST);
    const char *wrong = folds(g);
    if (wrong != NULL) fail_msg("game %llu: %s", (unsigned long long)i, wrong);
    grundy_digraph_free(g);
  }
}

static void misere_play_reverses_ends_won_by_the_last_player(void **state) {
  coloured_game made = coloured_start(2);
  coloured_move(&made, 0, 1);
  coloured_outcome(&made, 1, 'P');
  grundy_digraph *g = coloured_finish(&made);
  grundy_solution *s = solution_of(g, GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS);
  assert_int_equal(numbers(s, GRUNDY_COLUMN_MISERE_REMOTENESS)[0], 2);
  assert_int_equal(numbers(s, GRUNDY_COLUMN_MISERE_REMOTENESS)[1], 1);
  assert_int_equal(grundy_solution_letters(s, GRUNDY_COLUMN_MISERE)[1], 'N');
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

static void values_do_not_exist_where_the_last_player_does_not_win(void **state) {
  coloured_game made = coloured_start(2);
  coloured_move(&made, 0, 1);
  coloured_outcome(&made, 1, 'D');
  grundy_digraph *g = coloured_finish(&made);
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, &error), GRUNDY_UNDEFINED);
  assert_string_equal(
      error.message,
      "games in which the last player does not win everywhere have no column grundy; choose "
      "from outcome, remoteness, distance");
  assert_null(solution);
  grundy_digraph_free(g);
}

/* ---- Q by all pairs of strategies ------------------------------------------------------- */

static const char *is_by_strategies(const grundy_digraph *g) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0, GRUNDY_COLUMN_QM1,
                                           GRUNDY_COLUMN_Q2};
  grundy_solution *s = solution_of(g, 0);
  const uint8_t *players = grundy_digraph_players(g);
  const char *wrong = NULL;
  for (int aim = 0; aim < 4 && wrong == NULL; aim++)
    for (uint32_t v = 0; v < grundy_digraph_order(g) && wrong == NULL; v++) {
      uint32_t q = numbers(s, columns[aim])[v], most_a, most_b;
      bool a = strategies_force(g, aim, 'A', v, &most_a);
      bool b = strategies_force(g, aim, 'B', v, &most_b);
      bool odd = q != infinity && q % 2 == 1, even = q != infinity && q % 2 == 0;
      if (a != (players[v] == 'A' ? odd : even) || b != (players[v] == 'B' ? odd : even))
        wrong = because("aim %d at %u: %u is the wrong player's", aim, v, q);
      else if ((a && most_a > q) || (b && most_b > q))
        wrong = because("aim %d at %u: %u moves are not enough", aim, v, q);
    }
  grundy_solution_free(s);
  return wrong;
}

static const char *levels_are_what_strategies_ensure(const grundy_digraph *g) {
  grundy_solution *s = solution_of(g, 0);
  const uint8_t *abe = grundy_solution_letters(s, GRUNDY_COLUMN_ABE);
  const uint8_t *barbara = grundy_solution_letters(s, GRUNDY_COLUMN_BARBARA);
  const uint8_t *outcome = grundy_solution_letters(s, GRUNDY_COLUMN_OUTCOME);
  const char *wrong = NULL;
  for (uint32_t v = 0; v < grundy_digraph_order(g) && wrong == NULL; v++) {
    uint8_t a = strategies_level(g, 'A', v), b = strategies_level(g, 'B', v);
    uint8_t best = a == GRUNDY_LEVEL_BOUNDED_WIN ? 'A' : b == GRUNDY_LEVEL_BOUNDED_WIN ? 'B' : 'D';
    if (abe[v] != a) wrong = because("abe at %u is %c, not %c", v, abe[v], a);
    if (barbara[v] != b) wrong = because("barbara at %u is %c, not %c", v, barbara[v], b);
    if (outcome[v] != best) wrong = because("outcome at %u is %c, not %c", v, outcome[v], best);
  }
  grundy_solution_free(s);
  return wrong;
}

static void on_tiny_coloured_games(const char *(*property)(const grundy_digraph *g), bool payoffs,
                                   uint64_t count) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(count); i++) {
    grundy_digraph *g = random_coloured_game(&random, STRATEGIES_MOST, 3, payoffs);
    const char *wrong = property(g);
    if (wrong != NULL) fail_msg("game %llu: %s", (unsigned long long)i, wrong);
    grundy_digraph_free(g);
  }
}

static void q_is_what_some_strategy_forces_against_all_others(void **state) {
  on_tiny_coloured_games(is_by_strategies, false, 3000);
}

static void levels_are_the_best_that_some_strategy_ensures(void **state) {
  on_tiny_coloured_games(levels_are_what_strategies_ensure, false, 3000);
}

/* If play cannot go on forever [Smi66, Table 1]. */
static void one_player_wins_or_both_draw_in_bounded_time_without_cycles(void **state) {
  coloured_game made = coloured_start(3);
  for (uint32_t v = 0; v < 3; v++) coloured_player(&made, v, v == 0 ? 'A' : 'B');
  coloured_move(&made, 0, 1);
  coloured_move(&made, 0, 2);
  coloured_outcome(&made, 1, 'B');
  coloured_outcome(&made, 2, 'D');
  grundy_digraph *g = coloured_finish(&made);
  grundy_solution *s = solution_of(g, 0);
  assert_int_equal(grundy_solution_columns(s), GRUNDY_COLUMNS_COLOURED);
  assert_int_equal(grundy_solution_letters(s, GRUNDY_COLUMN_OUTCOME)[0], 'D');
  assert_int_equal(grundy_solution_letters(s, GRUNDY_COLUMN_ABE)[0], GRUNDY_LEVEL_BOUNDED_DRAW);
  assert_int_equal(grundy_solution_letters(s, GRUNDY_COLUMN_BARBARA)[0], GRUNDY_LEVEL_BOUNDED_DRAW);
  assert_int_equal(numbers(s, GRUNDY_COLUMN_Q0)[0], 1);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

/* ---- payoffs ---------------------------------------------------------------------------- */

static bool same_payoff(double x, double y) {
  return (isnan(x) && isnan(y)) || x == y;
}

/* Q_v for every v. */
static const char *guarantees_are_the_best_of_all_q(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  const double *payoffs = grundy_digraph_payoffs(g);
  const uint8_t *players = grundy_digraph_players(g);
  grundy_solution *s = solution_of(g, 0);
  const double *guarantee = grundy_solution_reals(s, GRUNDY_COLUMN_GUARANTEE);
  const double *cap = grundy_solution_reals(s, GRUNDY_COLUMN_CAP);
  double best[MOST], least[MOST];
  const char *wrong = NULL;
  for (uint32_t v = 0; v < order; v++) best[v] = least[v] = NAN;
  for (uint32_t t = 0; t < order; t++) {
    if (grundy_digraph_followers(g, t).count > 0) continue;
    grundy_solve_options at_least = {
        .size = sizeof at_least, .columns = GRUNDY_COLUMN_QV, .payoff = payoffs[t]};
    grundy_solve_options above = {
        .size = sizeof above, .columns = GRUNDY_COLUMN_QV, .payoff = payoffs[t] + 0.5};
    grundy_solution *a = NULL, *b = NULL;
    assert_int_equal(grundy_solve_in_memory(g, &at_least, &a, NULL), GRUNDY_OK);
    assert_int_equal(grundy_solve_in_memory(g, &above, &b, NULL), GRUNDY_OK);
    for (uint32_t v = 0; v < order; v++) {
      uint32_t q = numbers(a, GRUNDY_COLUMN_QV)[v], r = numbers(b, GRUNDY_COLUMN_QV)[v];
      bool gets = q != infinity && (q % 2 == 1) == (players[v] == 'A');
      bool holds = r != infinity && (r % 2 == 1) == (players[v] == 'B');
      if (gets && !(best[v] >= payoffs[t])) best[v] = payoffs[t];
      if (holds && !(least[v] <= payoffs[t])) least[v] = payoffs[t];
      if (gets && guarantee[v] == payoffs[t] &&
          numbers(s, GRUNDY_COLUMN_GUARANTEE_MOVES)[v] + 1 < q)
        wrong =
            because("%u is sooner than Q at %u", numbers(s, GRUNDY_COLUMN_GUARANTEE_MOVES)[v], v);
    }
    grundy_solution_free(a);
    grundy_solution_free(b);
  }
  for (uint32_t v = 0; v < order && wrong == NULL; v++) {
    if (!same_payoff(guarantee[v], best[v]))
      wrong = because("guarantee at %u is %g, not %g", v, guarantee[v], best[v]);
    if (!same_payoff(cap[v], least[v]))
      wrong = because("cap at %u is %g, not %g", v, cap[v], least[v]);
  }
  grundy_solution_free(s);
  return wrong;
}

static void guarantees_and_caps_are_the_best_of_q_over_all_payoffs(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(10000); i++) {
    grundy_digraph *g = random_coloured_game(&random, MOST, 4, true);
    const char *wrong = guarantees_are_the_best_of_all_q(g);
    if (wrong != NULL) fail_msg("game %llu: %s", (unsigned long long)i, wrong);
    grundy_digraph_free(g);
  }
}

/* Compared with brute force, with and without a payoff of infinite play. */
static const char *payoffs_are_by_strategies(const grundy_digraph *g) {
  static const double worths[] = {-INFINITY, INFINITY, 0, 1.5, -7};
  grundy_digraph *reverse = game_reverse(g);
  double payoff[STRATEGIES_MOST];
  uint32_t moves[STRATEGIES_MOST];
  const char *wrong = NULL;
  for (size_t i = 0; i < sizeof worths / sizeof *worths && wrong == NULL; i++) {
    assert_int_equal(grundy_payoff_solve(g, reverse, worths[i], NULL, payoff, moves, NULL),
                     GRUNDY_OK);
    for (uint32_t v = 0; v < grundy_digraph_order(g) && wrong == NULL; v++) {
      double expected = strategies_payoff(g, worths[i], v);
      if (!same_payoff(payoff[v], expected))
        wrong = because("payoff at %u, infinite play %g, is %g, not %g", v, worths[i], payoff[v],
                        expected);
      else if (!strategies_within(g, worths[i], v, payoff[v], moves[v]))
        wrong = because("%g cannot be forced from %u within %u moves", payoff[v], v, moves[v]);
    }
  }
  grundy_digraph_free(reverse);
  return wrong;
}

static void payoffs_are_the_best_that_strategies_ensure_within_these_moves(void **state) {
  on_tiny_coloured_games(payoffs_are_by_strategies, true, 3000);
}

static void payoffs_need_players_payoffs_and_a_number_for_infinite_play(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *plain = game_chain(3, 1), *outcomes = random_coloured_game(&random, 3, 2, false),
                 *payoffs = random_coloured_game(&random, 3, 2, true);
  grundy_digraph *games[] = {plain, outcomes, payoffs};
  double payoff[3];
  uint32_t moves[3];
  for (int i = 0; i < 3; i++) {
    grundy_digraph *reverse = game_reverse(games[i]);
    assert_in_range(grundy_digraph_order(games[i]), 1, 3);
    assert_int_equal(grundy_payoff_solve(games[i], reverse, NAN, NULL, payoff, moves, NULL),
                     GRUNDY_BAD_ARGUMENT);
    assert_int_equal(grundy_payoff_solve(games[i], reverse, 0, NULL, payoff, moves, NULL),
                     i == 2 ? GRUNDY_OK : GRUNDY_BAD_ARGUMENT);
    grundy_digraph_free(reverse);
    grundy_digraph_free(games[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_impartial_game_with_drawn_ends_is_its_doubled_game_folded),
      cmocka_unit_test(values_do_not_exist_where_the_last_player_does_not_win),
      cmocka_unit_test(misere_play_reverses_ends_won_by_the_last_player),
      cmocka_unit_test(q_is_what_some_strategy_forces_against_all_others),
      cmocka_unit_test(levels_are_the_best_that_some_strategy_ensures),
      cmocka_unit_test(one_player_wins_or_both_draw_in_bounded_time_without_cycles),
      cmocka_unit_test(guarantees_and_caps_are_the_best_of_q_over_all_payoffs),
      cmocka_unit_test(payoffs_are_the_best_that_strategies_ensure_within_these_moves),
      cmocka_unit_test(payoffs_need_players_payoffs_and_a_number_for_infinite_play),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
