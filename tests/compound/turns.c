/* Sums with kinds of moves, against explicit products: outcomes of all states, every recommended
 * turn, and matches played to the end. */

#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "support/kinds.h"
#include "support/naive_turns.h"
#include "support/test.h"

enum { MOST_GAMES = 3 };

/* A sum of solved games, with the outcomes of all of its states. */
typedef struct sum_game {
  naive_sum naive;
  grundy_solution *solutions[MOST_GAMES];
  grundy_solved views[MOST_GAMES];
} sum_game;

static void sum_open(sum_game *sum) {
  naive_sum_solve(&sum->naive);
  for (uint32_t i = 0; i < sum->naive.count; i++) {
    assert_int_equal(grundy_solve_in_memory(sum->naive.games[i], NULL, &sum->solutions[i], NULL),
                     GRUNDY_OK);
    sum->views[i] = grundy_solved_view(sum->naive.games[i], sum->solutions[i]);
  }
}

static void sum_close(sum_game *sum) {
  for (uint32_t i = 0; i < sum->naive.count; i++) grundy_solution_free(sum->solutions[i]);
  naive_sum_free(&sum->naive);
}

static grundy_compound *compound_at(sum_game *sum, const uint32_t *positions) {
  grundy_compound *c = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  for (uint32_t i = 0; i < sum->naive.count; i++)
    assert_int_equal(
        grundy_compound_add(c, grundy_component_digraph(&sum->views[i]), positions[i], NULL),
        GRUNDY_OK);
  assert_int_equal(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, sum->naive.count, NULL), GRUNDY_OK);
  return c;
}

static uint64_t state_count(const sum_game *sum) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < sum->naive.count; i++)
    count *= grundy_digraph_order(sum->naive.games[i]);
  return count;
}

static void find_positions(const sum_game *sum, uint64_t number, uint32_t *positions) {
  for (uint32_t i = sum->naive.count; i-- > 0;) {
    positions[i] = (uint32_t)(number % grundy_digraph_order(sum->naive.games[i]));
    number /= grundy_digraph_order(sum->naive.games[i]);
  }
}

/* Returns the outcome of the compound's state by the product. */
static uint8_t naive_outcome(const sum_game *sum, const grundy_compound *c, uint32_t lock) {
  uint32_t positions[MOST_GAMES];
  for (uint32_t i = 0; i < sum->naive.count; i++)
    positions[i] = (uint32_t)grundy_compound_position(c, i);
  return naive_sum_outcome_locked(&sum->naive, positions, lock);
}

/* Returns whether the length of the longest play is that of the product, or not known. */
static bool distance_is_right(const sum_game *sum, const grundy_compound *c, uint32_t lock,
                              const grundy_evaluation *evaluation) {
  uint32_t positions[MOST_GAMES];
  for (uint32_t i = 0; i < sum->naive.count; i++)
    positions[i] = (uint32_t)grundy_compound_position(c, i);
  uint32_t distance = naive_sum_distance_locked(&sum->naive, positions, lock);
  return evaluation->distance == GRUNDY_UNKNOWN ||
         evaluation->distance == (distance == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : distance);
}

static uint32_t lock_after(const grundy_step *step) {
  return grundy_step_locks(step) ? step->component + 1 : 0;
}

/* ---- outcomes and turns -------------------------------------------------------------------- */

/* Makes all steps of a turn, and checks that the player who began keeps the outcome all along. */
static const char *turn_is_right(const sum_game *sum, grundy_compound *c, grundy_move move,
                                 uint8_t outcome) {
  bool is_mine = true;
  const char *wrong = NULL;
  uint64_t made = 0;
  uint32_t lock = 0;
  for (; made < move.count && wrong == NULL; made++) {
    const grundy_step *step = &move.steps[made];
    if (!is_mine && lock == 0) wrong = because("a turn goes on after the opponent may move");
    if (grundy_compound_move(c, step, 1, NULL) != GRUNDY_OK) {
      wrong = because("a turn has a step that is not a move");
      break;
    }
    lock = lock_after(step);
    if (!grundy_step_keeps_turn(step)) is_mine = !is_mine;
    uint8_t now = naive_outcome(sum, c, lock);
    uint8_t mine = now == 'D' ? 'D' : (now == 'N') == is_mine ? 'N' : 'P';
    if (mine != outcome) wrong = because("a turn from %c leads to %c", outcome, mine);
  }
  grundy_evaluation after;
  if (wrong == NULL &&
      (grundy_compound_evaluate(c, NULL, &after, NULL) != GRUNDY_OK ||
       after.outcome != move.after.outcome || after.outcome != naive_outcome(sum, c, lock)))
    wrong = because("a turn has another outcome at its end");
  if (wrong == NULL && !distance_is_right(sum, c, lock, &after))
    wrong = because("a turn has another distance at its end");
  while (made-- > 0) (void)grundy_compound_take_back(c);
  return wrong;
}

static const char *state_is_right(sum_game *sum, const uint32_t *positions) {
  grundy_compound *c = compound_at(sum, positions);
  uint8_t outcome = naive_outcome(sum, c, 0);
  grundy_evaluation evaluation;
  grundy_moves *moves = NULL;
  uint64_t count = 0;
  const char *wrong = NULL;
  assert_int_equal(grundy_compound_best(c, 8, NULL, &evaluation, &moves, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_move_count(c, &count, NULL), GRUNDY_OK);
  if (evaluation.outcome != outcome)
    wrong = because("the outcome is %c, not %c", outcome, evaluation.outcome);
  if (wrong == NULL && !distance_is_right(sum, c, 0, &evaluation))
    wrong = because("the distance is wrong");
  if (wrong == NULL && count > 0 && grundy_moves_count(moves) == 0)
    wrong = because("there is no best turn");
  for (uint64_t i = 0; i < grundy_moves_count(moves) && wrong == NULL; i++)
    wrong = turn_is_right(sum, c, grundy_moves_get(moves, i), outcome);
  grundy_moves_free(moves);
  grundy_compound_free(c);
  return wrong;
}

/* ---- matches ------------------------------------------------------------------------------- */

/* Plays from an N-position: the player makes only the first step of the best turn, and looks again.
 * The opponent moves at random. */
static const char *match_is_won(sum_game *sum, const uint32_t *positions, grundy_random *random) {
  enum { LONG = 2000 };
  grundy_compound *c = compound_at(sum, positions);
  bool is_mine = true;
  const char *wrong = NULL;
  for (int length = 0; wrong == NULL; length++) {
    grundy_moves *moves = NULL;
    grundy_evaluation evaluation;
    uint64_t count = 0, choice = 0;
    assert_int_equal(grundy_compound_move_count(c, &count, NULL), GRUNDY_OK);
    if (count == 0) {
      if (is_mine) wrong = because("the winner cannot move");
      break;
    }
    if (length == LONG) {
      wrong = because("a won match does not end");
      break;
    }
    assert_int_equal(is_mine ? grundy_compound_best(c, 1, NULL, &evaluation, &moves, NULL)
                             : grundy_compound_moves(c, 100, &moves, NULL),
                     GRUNDY_OK);
    if (!is_mine) choice = grundy_random_below(random, grundy_moves_count(moves));
    if (grundy_moves_count(moves) == 0) {
      wrong = because("the winner has no best turn");
    } else {
      const grundy_step step = grundy_moves_get(moves, choice).steps[0];
      assert_int_equal(grundy_compound_move(c, &step, 1, NULL), GRUNDY_OK);
      if (!grundy_step_keeps_turn(&step)) is_mine = !is_mine;
      assert_int_equal(grundy_compound_evaluate(c, NULL, &evaluation, NULL), GRUNDY_OK);
      if (evaluation.outcome != (is_mine ? 'N' : 'P'))
        wrong = because("the winner gives the win away");
    }
    grundy_moves_free(moves);
  }
  grundy_compound_free(c);
  return wrong;
}

/* ---- sums -------------------------------------------------------------------------------------
 */

static grundy_random random_now(void) {
  static uint64_t count; /* test_game.random begins anew with every game */
  return grundy_random_new(test_seed() + count++);
}

/* Checks all states of a sum, or some of them if there are many, and plays from some that are
 * won. */
static const char *sum_is_right(sum_game *sum, grundy_random *random) {
  enum { MANY = 40 };
  const char *wrong = NULL;
  sum_open(sum);
  uint64_t states = state_count(sum);
  for (uint64_t i = 0; i < (states < MANY ? states : MANY) && wrong == NULL; i++) {
    uint32_t positions[MOST_GAMES];
    find_positions(sum, states <= MANY ? i : grundy_random_below(random, states), positions);
    wrong = state_is_right(sum, positions);
    if (wrong == NULL && naive_sum_outcome(&sum->naive, positions) == 'N' &&
        grundy_random_below(random, 3) == 0)
      wrong = match_is_won(sum, positions, random);
    if (wrong != NULL)
      wrong =
          because("%s, at %u, %u, %u", wrong, positions[0], sum->naive.count > 1 ? positions[1] : 0,
                  sum->naive.count > 2 ? positions[2] : 0);
  }
  sum_close(sum);
  return wrong;
}

/* Adds a small game of any kinds, or an ordinary one. */
static grundy_digraph *random_summand(grundy_random *random) {
  uint32_t order = 1 + (uint32_t)grundy_random_below(random, 4);
  if (grundy_random_below(random, 3) == 0) return game_random(random, order, random_unit(random));
  uint8_t kinds = (uint8_t)(1 + grundy_random_below(random, 15));
  return game_random_kinds(random, order, kinds, random_unit(random) * 2 / order);
}

static const char *sums_with_others(const test_game *game) {
  grundy_random random = random_now();
  sum_game sum = {.naive = {.count = 1 + (uint32_t)grundy_random_below(&random, MOST_GAMES)}};
  sum.naive.games[0] = game->g;
  for (uint32_t i = 1; i < sum.naive.count; i++) sum.naive.games[i] = random_summand(&random);
  const char *wrong = sum_is_right(&sum, &random);
  for (uint32_t i = 1; i < sum.naive.count; i++)
    grundy_digraph_free((grundy_digraph *)sum.naive.games[i]);
  return wrong;
}

static void outcomes_turns_and_matches_are_those_of_products(void **state) {
  on_games_of_kinds(1500, 6000, 5, sums_with_others);
}

/* Heaps of 0 to 3, a loop, and positions above them with moves of all kinds to these and to each
 * other. So most sums are decided by turns in which components rest at nimbers. Unless `chooses`,
 * an entailed player has at most one answer. */
static grundy_digraph *game_above_heaps(grundy_random *random, bool chooses) {
  enum { HEAPS = 4, LOOP = HEAPS, ORDER = 8 };
  static const uint8_t all[] = {GRUNDY_MOVE_ORDINARY, GRUNDY_MOVE_CARRY_ON, GRUNDY_MOVE_LOCAL,
                                GRUNDY_MOVE_ENTAILING};
  uint8_t kinds[ORDER * ORDER] = {0};
  for (uint32_t u = 1; u < HEAPS; u++)
    for (uint32_t v = 0; v < u; v++) kinds[u * ORDER + v] = GRUNDY_MOVE_ORDINARY;
  kinds[LOOP * ORDER + LOOP] = GRUNDY_MOVE_ORDINARY;
  for (uint32_t u = LOOP + 1; u < ORDER; u++)
    for (int moves = 1 + (int)grundy_random_below(random, 3); moves > 0; moves--) {
      uint64_t v = grundy_random_below(random, ORDER), kind = grundy_random_below(random, 4);
      if (!chooses && kind == 3) v %= 2;
      kinds[u * ORDER + v] |= all[kind];
    }
  return game_of_kinds(ORDER, kinds);
}

static void sums_of_games_above_heaps_are_won_by_turns_with_rests(void **state) {
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(400); seed++) {
    grundy_random random = grundy_random_new(seed);
    sum_game sum = {.naive = {.count = 2 + (uint32_t)(seed % 4 == 0)}};
    for (uint32_t i = 0; i < sum.naive.count; i++)
      sum.naive.games[i] =
          i < 2 ? game_above_heaps(&random, seed % 3 == 0) : random_summand(&random);
    const char *wrong = sum_is_right(&sum, &random);
    if (wrong != NULL) fail_msg("GRUNDY_SEED=%llu: %s", (unsigned long long)seed, wrong);
    for (uint32_t i = 0; i < sum.naive.count; i++)
      grundy_digraph_free((grundy_digraph *)sum.naive.games[i]);
  }
}

/* ---- what is refused ---------------------------------------------------------------------------
 */

static grundy_digraph *carry_on_game(void) {
  const uint8_t kinds[] = {0, GRUNDY_MOVE_CARRY_ON, 0, 0};
  return game_of_kinds(2, kinds);
}

static void only_sums_in_normal_play_are_defined(void **state) {
  grundy_digraph *g = carry_on_game();
  sum_game sum = {.naive = {.count = 1, .games = {g}}};
  grundy_compound *c = NULL;
  sum_open(&sum);
  grundy_component game = grundy_component_digraph(&sum.views[0]);
  assert_int_equal(grundy_compound_new(GRUNDY_MISERE_PLAY, &c, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, game, 0, NULL), GRUNDY_UNDEFINED);
  grundy_compound_free(c);
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, game, 0, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, grundy_component_nim(), 2, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_join(c, GRUNDY_CONJUNCTIVE, 2, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_compound_join(c, GRUNDY_SELECTIVE, 2, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL), GRUNDY_OK);
  grundy_compound_free(c);
  sum_close(&sum);
  grundy_digraph_free(g);
}

/* Two components in which an entailed player may choose are searched; beyond the limit nothing is
 * said. */
static void beyond_the_limit_of_a_search_nothing_is_said(void **state) {
  const uint8_t o = GRUNDY_MOVE_ORDINARY, e = GRUNDY_MOVE_ENTAILING;
  const uint8_t kinds[] = {0, e, o, 0, 0, /* u entails v, and moves to the loop */
                           0, 0, 0, o, o, /* v moves to a and b */
                           0, 0, o, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, o, 0};
  grundy_digraph *g = game_of_kinds(5, kinds);
  sum_game sum = {.naive = {.count = 2, .games = {g, g}}};
  grundy_search_options options = {.size = sizeof options, .limit = 6};
  grundy_evaluation evaluation;
  sum_open(&sum);
  grundy_compound *c = compound_at(&sum, (uint32_t[]){0, 0});
  assert_int_equal(grundy_compound_evaluate(c, &options, &evaluation, NULL), GRUNDY_OK);
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_NONE);
  assert_string_equal(grundy_compound_limit_reached(c),
                      "a product to be searched has more than 6 states");
  assert_int_equal(grundy_compound_evaluate(c, NULL, &evaluation, NULL), GRUNDY_OK);
  assert_int_equal(evaluation.outcome, naive_outcome(&sum, c, 0));
  assert_true(evaluation.outcome_origin.positions > 0);
  grundy_compound_free(c);
  sum_close(&sum);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outcomes_turns_and_matches_are_those_of_products),
      cmocka_unit_test(sums_of_games_above_heaps_are_won_by_turns_with_rests),
      cmocka_unit_test(only_sums_in_normal_play_are_defined),
      cmocka_unit_test(beyond_the_limit_of_a_search_nothing_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
