/* A game with its own players, outcomes or payoffs, as the only component. */

#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

enum { MOST = 14 };

/* A compound of a single game, and the related objects. */
typedef struct table {
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_solved solved;
  grundy_compound *compound;
} table;

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

static void sit_down(table *t, grundy_digraph *g, uint32_t v) {
  t->g = g;
  t->solution = solution_of(g, 0);
  t->solved = grundy_solved_view(g, t->solution);
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &t->compound, NULL));
  expect_ok(grundy_compound_add(t->compound, grundy_component_digraph(&t->solved), v, NULL));
}

static void get_up(table *t) {
  grundy_compound_free(t->compound);
  grundy_solution_free(t->solution);
}

static uint32_t position(const table *t) {
  return (uint32_t)grundy_compound_position(t->compound, 0);
}

static grundy_evaluation evaluation_of(const table *t) {
  grundy_evaluation evaluation;
  expect_ok(grundy_compound_evaluate(t->compound, NULL, &evaluation, NULL));
  return evaluation;
}

/* The evaluation names the winner as the column `outcome` does, and says who moves. */
static grundy_outcome mover_outcome(const table *t, const grundy_evaluation *evaluation) {
  const uint8_t *players = grundy_digraph_players(t->g);
  const grundy_outcome *letters = grundy_solution_letters(t->solution, GRUNDY_COLUMN_OUTCOME);
  uint32_t v = position(t);
  assert_int_equal(evaluation->outcome, letters[v]);
  assert_int_equal(evaluation->player, players == NULL ? 0 : players[v]);
  grundy_outcome outcome = grundy_evaluation_mover_outcome(evaluation);
  if (players == NULL || letters[v] == 'D') assert_int_equal(outcome, letters[v]);
  if (players != NULL && letters[v] != 'D')
    assert_int_equal(outcome, letters[v] == players[v] ? 'N' : 'P');
  return outcome;
}

static void go(const table *t, uint32_t to) {
  grundy_step step = {.from = position(t), .to = to};
  expect_ok(grundy_compound_move(t->compound, &step, 1, NULL));
}

static void go_best(const table *t) {
  grundy_evaluation evaluation;
  grundy_moves *moves;
  expect_ok(grundy_compound_best(t->compound, 1, NULL, &evaluation, &moves, NULL));
  assert_int_equal(grundy_moves_count(moves), 1);
  go(t, (uint32_t)grundy_moves_get(moves, 0).steps[0].to);
  grundy_moves_free(moves);
}

static void go_anywhere(const table *t, grundy_random *random) {
  grundy_vertices row = grundy_digraph_followers(t->g, position(t));
  go(t, row.at[grundy_random_below(random, row.count)]);
}

/* Returns who wins at the end of play by the rules of the game: 'P', 'N' or 'D' for the player who
 * would move. */
static uint8_t end_of(const grundy_digraph *g, uint32_t v) {
  const uint8_t *players = grundy_digraph_players(g), *outcomes = grundy_digraph_outcomes(g);
  uint8_t outcome = outcomes == NULL ? 0 : outcomes[v];
  if (players == NULL) return outcome == 0 ? 'P' : outcome;
  return outcome == 'D' ? 'D' : outcome == players[v] ? 'N' : 'P';
}

/* The best player against a player who moves anywhere: from a won position it wins within the
 * number of moves given by the remoteness, from a draw it never loses. */
static void play_from(grundy_digraph *g, uint32_t start, grundy_random *random) {
  enum { LONG = 200 };
  table t;
  sit_down(&t, g, start);
  grundy_evaluation first = evaluation_of(&t);
  assert_true(first.outcome != GRUNDY_OUTCOME_NONE && first.remoteness != GRUNDY_UNKNOWN &&
              first.value == GRUNDY_UNKNOWN);
  first.outcome = mover_outcome(&t, &first);
  uint64_t made = 0;
  bool best_moves = first.outcome != 'P';
  for (bool mine = best_moves; made < LONG; mine = !mine, made++) {
    if (grundy_digraph_followers(g, position(&t)).count == 0) break;
    grundy_evaluation evaluation = evaluation_of(&t);
    grundy_outcome outcome = mover_outcome(&t, &evaluation);
    if (first.outcome != 'D') assert_int_equal(outcome, mine ? 'N' : 'P');
    if (first.outcome == 'D') assert_true(outcome == 'D' || outcome == (mine ? 'N' : 'P'));
    if (mine)
      go_best(&t);
    else
      go_anywhere(&t, random);
  }
  bool mine = best_moves == (made % 2 == 0);
  if (first.outcome != 'D') {
    assert_true(made <= first.remoteness);
    assert_int_equal(end_of(g, position(&t)), mine ? 'N' : 'P');
  } else if (made < LONG) {
    assert_int_not_equal(end_of(g, position(&t)), mine ? 'P' : 'N');
  }
  get_up(&t);
}

static void play_many(grundy_digraph *(*make)(grundy_random *random)) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    grundy_digraph *g = make(&random);
    for (uint32_t v = 0; v < grundy_digraph_order(g); v++) play_from(g, v, &random);
    grundy_digraph_free(g);
  }
}

static grundy_digraph *make_coloured(grundy_random *random) {
  return random_coloured_game(random, MOST, 3, false);
}

/* A game with an outcome at some terminal position, which therefore has no values. */
static grundy_digraph *make_ended(grundy_random *random) {
  for (;;) {
    grundy_digraph *g = random_ended_game(random, MOST);
    if ((grundy_solve_columns(g, true) & GRUNDY_COLUMN_GRUNDY) == 0) return g;
    grundy_digraph_free(g);
  }
}

static void the_best_player_keeps_the_outcome_of_a_two_coloured_game(void **state) {
  play_many(make_coloured);
}

static void the_best_player_keeps_the_outcome_of_a_game_with_ends(void **state) {
  play_many(make_ended);
}

/* Only the moves of a game with payoffs are known. */
static void a_game_with_payoffs_has_moves_and_no_outcome(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    grundy_digraph *g = random_coloured_game(&random, MOST, 3, true);
    for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
      table t;
      grundy_moves *moves;
      uint64_t count;
      sit_down(&t, g, v);
      grundy_evaluation evaluation = evaluation_of(&t);
      assert_true(evaluation.outcome == GRUNDY_OUTCOME_NONE &&
                  evaluation.remoteness == GRUNDY_UNKNOWN && evaluation.value == GRUNDY_UNKNOWN &&
                  evaluation.distance == GRUNDY_UNKNOWN);
      expect_ok(grundy_compound_move_count(t.compound, &count, NULL));
      expect_ok(grundy_compound_moves(t.compound, 100, &moves, NULL));
      assert_int_equal(count, grundy_digraph_followers(g, v).count);
      assert_int_equal(grundy_moves_count(moves), count);
      grundy_moves_free(moves);
      expect_ok(grundy_compound_best(t.compound, 1, NULL, &evaluation, &moves, NULL));
      assert_int_equal(grundy_moves_count(moves), 0);
      grundy_moves_free(moves);
      get_up(&t);
    }
    grundy_digraph_free(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_best_player_keeps_the_outcome_of_a_two_coloured_game),
      cmocka_unit_test(the_best_player_keeps_the_outcome_of_a_game_with_ends),
      cmocka_unit_test(a_game_with_payoffs_has_moves_and_no_outcome),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
