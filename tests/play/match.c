/* Matches: random play against a player who always makes the best move, taking back, repetition,
 * and the worth of positions. */

#include <grundy/play.h>
#include <grundy/solve.h>

#include "support/coloured.h"
#include "support/compounds.h"
#include "support/games.h"
#include "support/test.h"

enum { MATCHES = 600, LONGEST = 120, MOVES = 1000 };

static grundy_match *start(grundy_compound *compound, const grundy_solved *solved, int first) {
  grundy_match_options options =
      GRUNDY_OPTIONS(grundy_match_options, .first = first, .solved = solved);
  grundy_match *match = NULL;
  assert_int_equal(grundy_match_new(compound, &options, &match, NULL), GRUNDY_OK);
  return match;
}

static grundy_match_position now(const grundy_match *match) {
  return grundy_match_position_after(match, grundy_match_length(match));
}

static void move_best(grundy_match *match) {
  grundy_evaluation evaluation;
  grundy_move best;
  assert_int_equal(grundy_match_best(match, &evaluation, &best, NULL), GRUNDY_OK);
  assert_int_equal(grundy_match_move(match, best.steps, best.count, NULL), GRUNDY_OK);
}

static void move_at_random(grundy_match *match, grundy_compound *compound, grundy_random *random) {
  grundy_moves *moves = NULL;
  assert_int_equal(grundy_compound_moves(compound, MOVES, &moves, NULL), GRUNDY_OK);
  grundy_move move =
      grundy_moves_get(moves, grundy_random_below(random, grundy_moves_count(moves)));
  int mover = now(match).turn;
  assert_int_equal(grundy_match_move(match, move.steps, move.count, NULL), GRUNDY_OK);
  grundy_match_position after = now(match);
  assert_int_equal(after.turn, 1 - mover);
  grundy_outcome outcome = grundy_evaluation_mover_outcome(&move.after);
  if (outcome != GRUNDY_OUTCOME_NONE && !grundy_match_has_payoffs(match)) {
    int worth = (outcome == GRUNDY_OUTCOME_N) - (outcome == GRUNDY_OUTCOME_P);
    assert_true(after.worth[after.turn] == worth && after.worth[mover] == -worth);
  }
  grundy_moves_free(moves);
}

/* Player 0 makes the best move, player 1 any move, until play is over or has lasted long. The worth
 * to player 0 never decreases. */
static const char *play_against_random(grundy_match *match, grundy_compound *compound,
                                       grundy_random *random) {
  while (!now(match).is_over && grundy_match_length(match) < LONGEST) {
    double before = now(match).worth[0];
    if (now(match).turn == 0)
      move_best(match);
    else
      move_at_random(match, compound, random);
    if (now(match).worth[0] < before)
      return because("the worth decreased to %g with move %llu", now(match).worth[0],
                     (unsigned long long)grundy_match_length(match));
  }
  return NULL;
}

/* ---- sums and other compounds ------------------------------------------------------------ */

/* The largest number of moves in a match whose winner, player 0, makes the best moves. */
static uint64_t bound_of(grundy_compound *compound, grundy_play play) {
  grundy_evaluation evaluation;
  assert_int_equal(grundy_compound_evaluate(compound, NULL, &evaluation, NULL), GRUNDY_OK);
  assert_true(evaluation.remoteness != GRUNDY_UNKNOWN);
  return evaluation.remoteness - (play == GRUNDY_MISERE_PLAY);
}

static const char *check_match(grundy_compound *compound, grundy_play play, int first,
                               grundy_random *random) {
  grundy_match *match = start(compound, NULL, first);
  double promised = now(match).worth[0];
  uint64_t bound = promised > 0 ? bound_of(compound, play) : LONGEST;
  const char *wrong = play_against_random(match, compound, random);
  if (wrong == NULL && promised > 0 && !now(match).is_over) wrong = "a won match did not end";
  if (wrong == NULL && grundy_match_length(match) > bound) wrong = "the match lasted too long";
  if (wrong == NULL && now(match).is_over && now(match).worth[0] < promised)
    wrong = "the result is worse than what was promised";
  bool loses = (now(match).turn == 0) == (play == GRUNDY_NORMAL_PLAY);
  if (wrong == NULL && now(match).is_over && now(match).worth[0] != (loses ? -1 : 1))
    wrong = "the result is not that of a player who cannot move";
  grundy_match_free(match);
  return wrong;
}

static void check_shape(grundy_operator operation, grundy_play play) {
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(MATCHES); seed++) {
    grundy_random random = grundy_random_new(seed);
    party p = party_new(&random, 2, 5);
    p.inner = p.outer = operation;
    p.split = 1;
    party_solve(&p);
    uint32_t v = (uint32_t)grundy_random_below(&random, grundy_digraph_order(p.product));
    grundy_compound *compound = party_compound(&p, play, v);
    const char *wrong = check_match(compound, play, (int)(seed % 2), &random);
    if (wrong != NULL)
      fail_msg("GRUNDY_SEED=%llu, operator %d, play %d, position %u: %s", (unsigned long long)seed,
               (int)operation, (int)play, v, wrong);
    grundy_compound_free(compound);
    party_free(&p);
  }
}

static void best_moves_win_what_is_won_and_never_lose_a_draw(void **state) {
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_NORMAL_PLAY);
  check_shape(GRUNDY_CONJUNCTIVE, GRUNDY_NORMAL_PLAY);
  check_shape(GRUNDY_SELECTIVE, GRUNDY_NORMAL_PLAY);
}

static void best_moves_win_in_misere_play_too(void **state) {
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_MISERE_PLAY);
  check_shape(GRUNDY_CONJUNCTIVE, GRUNDY_MISERE_PLAY);
  check_shape(GRUNDY_SELECTIVE, GRUNDY_MISERE_PLAY);
}

/* ---- players and payoffs ----------------------------------------------------------------- */

/* In games without payoffs, a position won by A counts 1, and one won by B counts -1. */
static double result_of(const grundy_digraph *g, uint32_t v) {
  const double *payoffs = grundy_digraph_payoffs(g);
  const uint8_t *outcomes = grundy_digraph_outcomes(g);
  if (payoffs != NULL) return payoffs[v];
  uint8_t outcome = outcomes == NULL ? 0 : outcomes[v];
  if (outcome == 0) outcome = grundy_digraph_players(g)[v] == 'A' ? 'B' : 'A';
  return outcome == 'A' ? 1 : outcome == 'B' ? -1 : 0;
}

static const char *check_coloured_match(const grundy_digraph *g, grundy_compound *compound,
                                        const grundy_solved *solved, int first,
                                        grundy_random *random) {
  grundy_match *match = start(compound, solved, first);
  uint32_t v = (uint32_t)grundy_compound_position(compound, 0);
  assert_int_equal(grundy_match_colour(match, first), grundy_digraph_players(g)[v]);
  assert_int_not_equal(grundy_match_colour(match, 0), grundy_match_colour(match, 1));
  assert_int_equal(grundy_match_has_payoffs(match), grundy_digraph_payoffs(g) != NULL);
  const char *wrong = play_against_random(match, compound, random);
  double result = result_of(g, (uint32_t)grundy_compound_position(compound, 0));
  if (grundy_match_colour(match, 0) == 'B') result = 0 - result;
  if (wrong == NULL && now(match).is_over && now(match).worth[0] != result)
    wrong = because("the result is %g, not %g", now(match).worth[0], result);
  grundy_match_free(match);
  return wrong;
}

static void check_coloured(bool payoffs) {
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(MATCHES); seed++) {
    grundy_random random = grundy_random_new(seed);
    grundy_digraph *g = random_coloured_game(&random, 8, 3, payoffs);
    grundy_solution *solution = NULL;
    grundy_compound *compound = NULL;
    assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
    grundy_solved solved = grundy_solved_view(g, solution);
    assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL), GRUNDY_OK);
    uint64_t v = grundy_random_below(&random, grundy_digraph_order(g));
    assert_int_equal(grundy_compound_add(compound, grundy_component_digraph(&solved), v, NULL),
                     GRUNDY_OK);
    const char *wrong = check_coloured_match(g, compound, &solved, (int)(seed % 2), &random);
    if (wrong != NULL) fail_msg("GRUNDY_SEED=%llu: %s", (unsigned long long)seed, wrong);
    grundy_compound_free(compound);
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

static void players_of_two_coloured_games_keep_what_they_can_force(void **state) {
  check_coloured(false);
}

static void players_of_games_with_payoffs_keep_their_guarantees(void **state) {
  check_coloured(true);
}

/* The best moves are found from these columns. */
static void payoffs_without_guarantees_start_no_match(void **state) {
  grundy_random random = grundy_random_new(3);
  grundy_digraph *g = random_coloured_game(&random, 8, 3, true);
  grundy_solution *solution = NULL, *some = NULL;
  grundy_compound *compound = NULL;
  grundy_match *match = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solution_new(grundy_digraph_order(g), &some, NULL), GRUNDY_OK);
  grundy_solved solved = grundy_solved_view(g, solution), partly = grundy_solved_view(g, some);
  grundy_match_options options = GRUNDY_OPTIONS(grundy_match_options, .solved = &partly);
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(compound, grundy_component_digraph(&solved), 0, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_match_new(compound, &options, &match, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message,
                      "a match with payoffs needs the columns guarantee and cap, with moves");
  assert_null(match);
  grundy_compound_free(compound);
  grundy_solution_free(some);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* A match in a game with payoffs whose moves are these. */
static grundy_digraph *payoffs_of(uint32_t to) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < 3; v++) {
    uint32_t added;
    assert_int_equal(grundy_builder_vertex(builder, &"abc"[v], 1, &added, NULL), GRUNDY_OK);
    assert_int_equal(grundy_builder_player(builder, v, v == 0 ? 'A' : 'B', NULL), GRUNDY_OK);
    if (v > 0) assert_int_equal(grundy_builder_payoff(builder, v, v, NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_move(builder, 0, to, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}

/* There is none at the end of play, or if the solution is that of another game. */
static void without_a_move_to_the_guarantee_no_best_move_is_known(void **state) {
  for (int i = 0; i < 3; i++) {
    grundy_digraph *games[2] = {payoffs_of(1), payoffs_of(2)};
    grundy_solution *solutions[2] = {NULL};
    grundy_solved views[2];
    grundy_compound *compound = NULL;
    for (int k = 0; k < 2; k++) {
      assert_int_equal(grundy_solve_in_memory(games[k], NULL, &solutions[k], NULL), GRUNDY_OK);
      views[k] = grundy_solved_view(games[k], solutions[k]);
    }
    assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL), GRUNDY_OK);
    assert_int_equal(
        grundy_compound_add(compound, grundy_component_digraph(&views[0]), i == 2, NULL),
        GRUNDY_OK);
    grundy_match *match = start(compound, &views[i == 1], 0);
    grundy_evaluation evaluation;
    grundy_move best;
    grundy_error error = {0};
    grundy_status status = grundy_match_best(match, &evaluation, &best, &error);
    assert_int_equal(status, i == 0 ? GRUNDY_OK : GRUNDY_UNABLE);
    if (i == 0) assert_int_equal(best.steps[0].to, 1);
    if (i > 0)
      assert_string_equal(
          error.message,
          "the best move is not known: no theorem tells it, and nothing was searched");
    grundy_match_free(match);
    grundy_compound_free(compound);
    for (int k = 0; k < 2; k++) {
      grundy_solution_free(solutions[k]);
      grundy_digraph_free(games[k]);
    }
  }
}

/* ---- going back and forth ---------------------------------------------------------------- */

/* Counts how often the last position occurred an even number of moves ago. */
static uint64_t count_last(const uint32_t *visited, uint64_t length) {
  uint64_t count = 0;
  for (uint64_t i = length; i-- > 0;)
    count += visited[i] == visited[length - 1] && (length - 1 - i) % 2 == 0;
  return count;
}

static void positions_are_counted_and_moves_are_taken_back(void **state) {
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(MATCHES / 5); seed++) {
    grundy_random random = grundy_random_new(seed);
    party p = party_new(&random, 2, 4);
    p.inner = p.outer = GRUNDY_SELECTIVE;
    p.split = 1;
    party_solve(&p);
    grundy_compound *compound = party_compound(&p, GRUNDY_NORMAL_PLAY, 0);
    grundy_match *match = start(compound, NULL, 0);
    uint32_t visited[LONGEST + 1] = {party_vertex(&p, compound)};
    grundy_match_position seen[LONGEST + 1] = {now(match)};
    uint64_t length = 0, count = 0;
    while (!now(match).is_over && length < LONGEST) {
      move_at_random(match, compound, &random);
      visited[++length] = party_vertex(&p, compound);
      seen[length] = now(match);
      assert_int_equal(grundy_match_occurrences(match, &count, NULL), GRUNDY_OK);
      assert_int_equal(count, count_last(visited, length + 1));
    }
    while (length-- > 0) {
      assert_true(grundy_match_undo(match));
      assert_int_equal(grundy_match_length(match), length);
      assert_int_equal(party_vertex(&p, compound), visited[length]);
      assert_int_equal(now(match).turn, seen[length].turn);
      assert_true(now(match).worth[0] == seen[length].worth[0]);
      assert_false(now(match).is_over);
      assert_null(now(match).steps);
    }
    assert_false(grundy_match_undo(match));
    grundy_match_free(match);
    grundy_compound_free(compound);
    party_free(&p);
  }
}

/* ---- errors ------------------------------------------------------------------------------ */

static grundy_compound *nim_heap(uint64_t size) {
  grundy_compound *compound = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(compound, grundy_component_nim(), size, NULL), GRUNDY_OK);
  return compound;
}

static void a_move_against_the_rules_changes_nothing(void **state) {
  grundy_compound *compound = nim_heap(3);
  grundy_match *match = start(compound, NULL, 1);
  grundy_step up = {.component = 0, .from = 3, .to = 5}, down = {.component = 0, .from = 3};
  grundy_error error = {0};
  assert_int_equal(grundy_match_move(match, &up, 1, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_match_length(match), 0);
  assert_int_equal(now(match).turn, 1);
  assert_true(now(match).worth[1] == 1 && now(match).worth[0] == -1);
  assert_int_equal(grundy_match_move(match, &down, 1, &error), GRUNDY_OK);
  assert_true(now(match).is_over);
  assert_int_equal(grundy_match_position_after(match, 0).step_count, 1);
  assert_int_equal(grundy_match_position_after(match, 0).steps[0].to, 0);
  grundy_match_free(match);
  assert_int_equal(grundy_compound_position(compound, 0), 0);
  grundy_compound_free(compound);
}

static void wrong_options_and_unknown_outcomes_start_no_match(void **state) {
  grundy_compound *compound = nim_heap(3);
  grundy_match *match = NULL;
  grundy_match_options unsized = {.first = 1};
  grundy_match_options third = GRUNDY_OPTIONS(grundy_match_options, .first = 2);
  assert_int_equal(grundy_match_new(compound, &unsized, &match, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_match_new(compound, &third, &match, NULL), GRUNDY_BAD_ARGUMENT);
  assert_null(match);
  assert_int_equal(grundy_match_new(compound, NULL, &match, NULL), GRUNDY_OK);
  assert_int_equal(now(match).turn, 0);
  grundy_match_free(match);
  grundy_match_free(NULL);
  grundy_compound_free(compound);
}

static void terminal_positions_have_no_best_move(void **state) {
  grundy_compound *compound = nim_heap(0);
  grundy_match *match = start(compound, NULL, 0);
  grundy_evaluation evaluation;
  grundy_move best;
  assert_true(now(match).is_over);
  assert_int_equal(grundy_match_best(match, &evaluation, &best, NULL), GRUNDY_UNABLE);
  grundy_match_free(match);
  grundy_compound_free(compound);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(best_moves_win_what_is_won_and_never_lose_a_draw),
      cmocka_unit_test(best_moves_win_in_misere_play_too),
      cmocka_unit_test(players_of_two_coloured_games_keep_what_they_can_force),
      cmocka_unit_test(players_of_games_with_payoffs_keep_their_guarantees),
      cmocka_unit_test(payoffs_without_guarantees_start_no_match),
      cmocka_unit_test(without_a_move_to_the_guarantee_no_best_move_is_known),
      cmocka_unit_test(positions_are_counted_and_moves_are_taken_back),
      cmocka_unit_test(a_move_against_the_rules_changes_nothing),
      cmocka_unit_test(wrong_options_and_unknown_outcomes_start_no_match),
      cmocka_unit_test(terminal_positions_have_no_best_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
