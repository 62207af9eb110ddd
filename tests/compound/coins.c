/* Smith's dollars and cents: D and R as ordinals, and replies that depend on other components. */

#include <grundy/compound.h>
#include <grundy/game.h>

#include "game/components/components.h"
#include "support/games.h"
#include "support/test.h"

static uint64_t money(uint64_t dollars, uint64_t cents) {
  return dollars * GRUNDY_OMEGA + cents;
}

static grundy_evaluation evaluation_of(bool is_free, uint64_t position, grundy_play play) {
  grundy_evaluation evaluation = {0};
  grundy_component game = grundy_component_coins(is_free);
  assert_int_equal(game.kind->evaluate(game.data, position, play, &evaluation, NULL), GRUNDY_OK);
  return evaluation;
}

static uint64_t remoteness_of(bool is_free, uint64_t position, int play) {
  return evaluation_of(is_free, position, (grundy_play)play).remoteness;
}

/* D and R by their definitions, over all moves, or over the first ones of infinitely many: then D
 * is the least limit above, R likewise if all of them are odd, and R' is 1 + an even one. */
static void assert_follows_definitions(bool is_free, uint64_t position) {
  grundy_component game = grundy_component_coins(is_free);
  grundy_evaluation now = evaluation_of(is_free, position, GRUNDY_NORMAL_PLAY);
  uint64_t moves;
  assert_int_equal(game.kind->count_moves(game.data, position, &moves, NULL), GRUNDY_OK);
  if (moves == 0) {
    assert_int_equal(now.distance, 0);
    assert_int_equal(remoteness_of(is_free, position, 0), 0);
    assert_int_equal(remoteness_of(is_free, position, 1), 1);
    return;
  }
  bool infinite = moves == UINT64_MAX;
  uint64_t largest = 0, even[2] = {GRUNDY_INFINITY64, GRUNDY_INFINITY64}, odd[2] = {0, 0};
  for (uint64_t i = 0; i < (infinite ? 100 : moves); i++) {
    uint64_t to;
    bool allowed = false;
    assert_int_equal(game.kind->get_move(game.data, position, i, &to, NULL), GRUNDY_OK);
    assert_int_equal(game.kind->is_move(game.data, position, to, &allowed, NULL), GRUNDY_OK);
    assert_true(allowed);
    grundy_evaluation after = evaluation_of(is_free, to, GRUNDY_NORMAL_PLAY);
    assert_true(after.distance < now.distance);
    assert_true(after.value != now.value);
    if (after.distance > largest) largest = after.distance;
    for (int play = 0; play < 2; play++) {
      uint64_t r = remoteness_of(is_free, to, play);
      if (r % 2 == 0 && r < even[play]) even[play] = r;
      if (r % 2 == 1 && r > odd[play]) odd[play] = r;
    }
  }
  uint64_t limit = (largest / GRUNDY_OMEGA + 1) * GRUNDY_OMEGA;
  assert_int_equal(now.distance, infinite ? limit : largest + 1);
  for (int play = 0; play < 2; play++) {
    bool wins = even[play] != GRUNDY_INFINITY64;
    uint64_t above = infinite ? (odd[play] / GRUNDY_OMEGA + 1) * GRUNDY_OMEGA : odd[play] + 1;
    assert_int_equal(remoteness_of(is_free, position, play), wins ? even[play] + 1 : above);
  }
}

static void distance_and_remoteness_follow_their_definitions(void **state) {
  for (uint64_t dollars = 0; dollars < 5; dollars++)
    for (uint64_t cents = 0; cents < 130; cents++) {
      assert_follows_definitions(false, money(dollars, cents));
      assert_follows_definitions(true, money(dollars, cents));
    }
  assert_int_equal(remoteness_of(false, money(3, 7), GRUNDY_NORMAL_PLAY), 307);
  assert_int_equal(remoteness_of(true, money(3, 7), GRUNDY_NORMAL_PLAY), 3 * GRUNDY_OMEGA + 7);
}

static grundy_compound *compound_of(grundy_play play, grundy_operator kind, uint32_t count,
                                    const uint64_t *positions) {
  grundy_compound *c;
  assert_int_equal(grundy_compound_new(play, &c, NULL), GRUNDY_OK);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(grundy_compound_add(c, grundy_component_coins(true), positions[i], NULL),
                     GRUNDY_OK);
  assert_int_equal(grundy_compound_join(c, kind, count, NULL), GRUNDY_OK);
  return c;
}

static grundy_evaluation make_best_move(grundy_compound *c) {
  grundy_search_options never = {.size = sizeof never, .never = true};
  grundy_evaluation evaluation;
  grundy_moves *moves;
  assert_int_equal(grundy_compound_best(c, 1, &never, &evaluation, &moves, NULL), GRUNDY_OK);
  assert_true(evaluation.outcome != GRUNDY_OUTCOME_NONE);
  assert_int_equal(grundy_moves_count(moves), 1);
  grundy_move move = grundy_moves_get(moves, 0);
  assert_int_equal(grundy_compound_move(c, move.steps, move.count, NULL), GRUNDY_OK);
  grundy_moves_free(moves);
  return evaluation;
}

/* [Smi66, §11]: from ($1.01, $1.02) Abe moves to ($1.00, $1.01), Barbara to (2m+1, $1.00), and
 * Abe's reply 2n+1 must be more than 2m. */
static void the_reply_in_one_heap_depends_on_the_other_one(void **state) {
  for (uint64_t m = 0; m < 2000; m += 1 + m / 3) {
    const uint64_t start[] = {money(1, 1), money(1, 2)};
    grundy_compound *c = compound_of(GRUNDY_NORMAL_PLAY, GRUNDY_CONJUNCTIVE, 2, start);
    grundy_evaluation evaluation = make_best_move(c);
    assert_int_equal(evaluation.outcome, 'N');
    assert_int_equal(evaluation.remoteness, GRUNDY_OMEGA + 1);
    assert_int_equal(grundy_compound_position(c, 0), money(1, 0));
    assert_int_equal(grundy_compound_position(c, 1), money(1, 1));
    const grundy_step barbara[] = {{0, money(1, 0), money(0, 2 * m + 1), 0},
                                   {1, money(1, 1), money(1, 0), 0}};
    assert_int_equal(grundy_compound_move(c, barbara, 2, NULL), GRUNDY_OK);
    evaluation = make_best_move(c);
    assert_int_equal(evaluation.remoteness, 2 * m + 1);
    assert_int_equal(grundy_compound_position(c, 0), money(0, 2 * m));
    uint64_t answer = grundy_compound_position(c, 1);
    assert_true(answer > 2 * m && answer % 2 == 1);
    grundy_compound_free(c);
  }
}

/* Makes any move of the loser; of infinitely many, one of the first hundred. False: there is
 * none. */
static bool make_any_move(grundy_compound *c, grundy_random *random) {
  grundy_moves *moves;
  assert_int_equal(grundy_compound_moves(c, 5000, &moves, NULL), GRUNDY_OK);
  uint64_t count = grundy_moves_count(moves);
  if (count > 0) {
    grundy_move move = grundy_moves_get(moves, grundy_random_below(random, count));
    assert_int_equal(grundy_compound_move(c, move.steps, move.count, NULL), GRUNDY_OK);
  }
  grundy_moves_free(moves);
  return count > 0;
}

static void winner_wins(grundy_random *random, grundy_play play, grundy_operator kind) {
  uint64_t positions[3];
  uint32_t count = 1 + (uint32_t)grundy_random_below(random, 3);
  for (uint32_t i = 0; i < count; i++)
    positions[i] = money(grundy_random_below(random, 3), grundy_random_below(random, 6));
  grundy_compound *c = compound_of(play, kind, count, positions);
  grundy_evaluation evaluation;
  grundy_search_options never = {.size = sizeof never, .never = true};
  assert_int_equal(grundy_compound_evaluate(c, &never, &evaluation, NULL), GRUNDY_OK);
  bool mine = evaluation.outcome != GRUNDY_OUTCOME_NONE && evaluation.outcome == 'N';
  uint64_t left = 0;
  while (evaluation.outcome != GRUNDY_OUTCOME_NONE) {
    assert_int_equal(grundy_compound_move_count(c, &left, NULL), GRUNDY_OK);
    if (left == 0) break;
    if (mine)
      (void)make_best_move(c);
    else
      assert_true(make_any_move(c, random));
    mine = !mine;
  }
  /* In normal play a player who cannot move loses. */
  if (evaluation.outcome != GRUNDY_OUTCOME_NONE) assert_int_equal(mine, play == GRUNDY_MISERE_PLAY);
  grundy_compound_free(c);
}

static void best_replies_win_against_any_play(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    winner_wins(&random, GRUNDY_NORMAL_PLAY, GRUNDY_CONJUNCTIVE);
    winner_wins(&random, GRUNDY_MISERE_PLAY, GRUNDY_CONJUNCTIVE);
    winner_wins(&random, GRUNDY_NORMAL_PLAY, GRUNDY_SELECTIVE);
    winner_wins(&random, GRUNDY_NORMAL_PLAY, GRUNDY_DISJUNCTIVE);
  }
}

static void remoteness_adds_naturally_in_a_selective_compound(void **state) {
  const uint64_t positions[] = {money(2, 0), money(1, 3)};
  grundy_compound *c = compound_of(GRUNDY_NORMAL_PLAY, GRUNDY_SELECTIVE, 2, positions);
  grundy_evaluation evaluation;
  assert_int_equal(grundy_compound_evaluate(c, NULL, &evaluation, NULL), GRUNDY_OK);
  assert_int_equal(evaluation.remoteness, 3 * GRUNDY_OMEGA + 3);
  assert_int_equal(evaluation.distance, 3 * GRUNDY_OMEGA + 3);
  grundy_compound_free(c);
}

/* Returns whether one of the first moves leads there; all changes of a dollar into fewer than 200
 * cents are among them. */
static bool is_listed(grundy_component game, uint64_t from, uint64_t to) {
  uint64_t moves, after;
  assert_int_equal(game.kind->count_moves(game.data, from, &moves, NULL), GRUNDY_OK);
  for (uint64_t i = 0; i < moves && i < 100; i++) {
    assert_int_equal(game.kind->get_move(game.data, from, i, &after, NULL), GRUNDY_OK);
    if (after == to) return true;
  }
  return false;
}

static void moves_are_those_that_are_listed(void **state) {
  static const uint64_t cents[] = {0, 1, 2, 3, 98, 99, 100, 101};
  enum { CENTS = sizeof cents / sizeof *cents, HEAPS = 3 * CENTS };
  for (int is_free = 0; is_free < 2; is_free++)
    for (size_t i = 0; i < HEAPS; i++)
      for (size_t j = 0; j < HEAPS; j++) {
        grundy_component game = grundy_component_coins(is_free);
        uint64_t from = money(i / CENTS, cents[i % CENTS]), to = money(j / CENTS, cents[j % CENTS]);
        bool is_move = false;
        assert_int_equal(game.kind->is_move(game.data, from, to, &is_move, NULL), GRUNDY_OK);
        assert_int_equal(is_move, is_listed(game, from, to));
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distance_and_remoteness_follow_their_definitions),
      cmocka_unit_test(the_reply_in_one_heap_depends_on_the_other_one),
      cmocka_unit_test(best_replies_win_against_any_play),
      cmocka_unit_test(remoteness_adds_naturally_in_a_selective_compound),
      cmocka_unit_test(moves_are_those_that_are_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
