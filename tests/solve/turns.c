/* Values of games with kinds of moves, against sums with heaps as explicit products. */

#include <grundy/solve.h>

#include "support/kinds.h"
#include "support/naive_turns.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

enum { MOST = 6 };

/* Returns a game of Nim with one heap: position j is the heap of j. */
static grundy_digraph *new_heap(uint32_t size) {
  uint8_t kinds[(MOST + 3) * (MOST + 3)] = {0};
  for (uint32_t a = 0; a <= size; a++)
    for (uint32_t b = 0; b < a; b++) kinds[a * (size + 1) + b] = GRUNDY_MOVE_ORDINARY;
  return game_of_kinds(size + 1, kinds);
}

/* Returns the n with u + *n a P-position; infinity if there is none. */
static uint32_t naive_nimber(const naive_sum *with_heap, uint32_t u, uint32_t largest) {
  for (uint32_t n = 0; n <= largest; n++)
    if (naive_sum_outcome(with_heap, (uint32_t[]){u, n}) == 'P') return n;
  return GRUNDY_INFINITY;
}

/* Returns the nimbers of these positions, as bits. */
static uint32_t nimbers_of(uint32_t positions, const uint32_t *values) {
  uint32_t found = 0;
  for (; positions != 0; positions &= positions - 1) {
    uint32_t value = values[__builtin_ctz(positions)];
    if (value != GRUNDY_INFINITY) found |= 1U << value;
  }
  return found;
}

/* Returns whether the set has exactly these numbers, and infinity if `wins`. */
static bool is_set(grundy_set set, uint32_t numbers, bool wins) {
  uint64_t size = (uint64_t)__builtin_popcount(numbers) + wins;
  for (uint32_t i = 0; i < 32; i++)
    if ((numbers >> i & 1) != 0 && !grundy_set_has(set, i)) return false;
  return !set.absent && set.size == size && grundy_set_has(set, GRUNDY_INFINITY) == wins;
}

static const char *sets_are_right(const grundy_digraph *g, const grundy_solution *solution,
                                  const uint32_t *values, uint32_t u, bool is_moon) {
  grundy_set k = grundy_solution_set_at(solution, GRUNDY_COLUMN_K, u);
  grundy_set c = grundy_solution_set_at(solution, GRUNDY_COLUMN_C, u);
  naive_turn turn = naive_turn_from(g, u);
  if (values[u] != GRUNDY_INFINITY || (turn.has_choice && !is_moon))
    return k.absent && c.absent ? NULL : because("%u has a set", u);
  if (is_moon)
    return is_set(k, 0, false) && is_set(c, 0, true) ? NULL : because("%u is not a moon", u);
  if (turn.wins && !turn.has_choice) return because("%u wins at once, but is not a moon", u);
  if (!is_set(k, nimbers_of(turn.exits, values), false)) return because("k of %u", u);
  return is_set(c, nimbers_of(turn.rests, values), false) ? NULL : because("c of %u", u);
}

/* Compares remoteness and distance, counted in moves and in turns. */
static const char *counts_are_right(const grundy_digraph *g, const grundy_solution *solution) {
  static const struct {
    grundy_columns column;
    bool in_turns;
    void (*naive)(const grundy_digraph *g, bool in_turns, uint32_t *right);
  } columns[] = {{GRUNDY_COLUMN_REMOTENESS, false, naive_remoteness_of_kinds},
                 {GRUNDY_COLUMN_TURN_REMOTENESS, true, naive_remoteness_of_kinds},
                 {GRUNDY_COLUMN_DISTANCE, false, naive_distance_of_kinds},
                 {GRUNDY_COLUMN_TURN_DISTANCE, true, naive_distance_of_kinds}};
  const uint8_t *outcome = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  const uint32_t *turns = grundy_solution_numbers(solution, GRUNDY_COLUMN_TURN_REMOTENESS);
  uint32_t order = grundy_digraph_order(g), right[NAIVE_TURN_MOST];
  const char *wrong = NULL;
  for (size_t i = 0; i < sizeof columns / sizeof *columns && wrong == NULL; i++) {
    columns[i].naive(g, columns[i].in_turns, right);
    wrong = same_numbers(grundy_column_describe(columns[i].column)->name, order, right,
                         grundy_solution_numbers(solution, columns[i].column));
  }
  naive_remoteness_of_turns(g, right);
  if (wrong == NULL) wrong = same_numbers("remoteness of the game of turns", order, right, turns);
  for (uint32_t u = 0; u < order && wrong == NULL; u++)
    if (outcome[u] != (turns[u] == GRUNDY_INFINITY ? 'D' : turns[u] % 2 == 0 ? 'P' : 'N'))
      wrong = because("the parity of %u turns does not say who wins from %u", turns[u], u);
  return wrong;
}

static const char *columns_are_right(const test_game *game) {
  const uint32_t order = grundy_digraph_order(game->g), largest = order;
  const uint8_t loop = GRUNDY_MOVE_ORDINARY;
  grundy_digraph *heap = new_heap(largest), *endless = game_of_kinds(1, &loop);
  naive_sum with_heap = {.count = 2, .games = {game->g, heap}};
  naive_sum with_loop = {.count = 2, .games = {game->g, endless}};
  naive_sum_solve(&with_heap);
  naive_sum_solve(&with_loop);
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_TURNS);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  const uint8_t *outcome = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  const char *wrong = NULL;
  for (uint32_t u = 0; u < order && wrong == NULL; u++) {
    uint32_t right = naive_nimber(&with_heap, u, largest);
    bool is_moon = naive_sum_outcome(&with_loop, (uint32_t[]){u, 0}) == 'N';
    if (values[u] != right) wrong = because("G(%u) is %u, not %u", u, right, values[u]);
    if (outcome[u] != naive_sum_outcome(&with_heap, (uint32_t[]){u, 0}))
      wrong = because("the outcome of %u is not %c", u, outcome[u]);
    if ((counter[u] == GRUNDY_INFINITY) != (right == GRUNDY_INFINITY))
      wrong = because("the counter of %u", u);
    for (uint32_t v = 0; v < order; v++)
      if (values[u] < values[v] && counter[u] >= counter[v]) wrong = because("c is not monotonic");
    if (wrong == NULL) wrong = sets_are_right(game->g, solution, values, u, is_moon);
  }
  if (wrong == NULL) wrong = counts_are_right(game->g, solution);
  grundy_solution_free(solution);
  naive_sum_free(&with_heap);
  naive_sum_free(&with_loop);
  grundy_digraph_free(heap);
  grundy_digraph_free(endless);
  return wrong;
}

static void columns_are_those_of_the_definitions(void **state) {
  on_games_of_kinds(ALL_PATTERNS, 30000, MOST, columns_are_right);
}

/* ---- counts ----------------------------------------------------------------------------- */

/* At A the player can win in one turn of four moves, or in three turns of one move each. */
static void fewest_moves_may_take_more_turns(void **state) {
  enum { END, NEXT, LOST, D, C, B, A, ORDER };
  uint8_t kinds[ORDER * ORDER] = {0};
  kinds[A * ORDER + B] = kinds[B * ORDER + C] = kinds[C * ORDER + D] = GRUNDY_MOVE_CARRY_ON;
  kinds[D * ORDER + END] = kinds[A * ORDER + LOST] = GRUNDY_MOVE_ORDINARY;
  kinds[LOST * ORDER + NEXT] = kinds[NEXT * ORDER + END] = GRUNDY_MOVE_ORDINARY;
  grundy_digraph *g = game_of_kinds(ORDER, kinds);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_TURNS);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS)[A], 3);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_TURN_REMOTENESS)[A], 1);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE)[A], 4);
  assert_int_equal(grundy_solution_numbers(solution, GRUNDY_COLUMN_TURN_DISTANCE)[A], 3);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- sums ------------------------------------------------------------------------------- */

/* A component of a sum, as the theorem of docs/carry-on.md sees it: nimbers as bits. */
typedef struct summand {
  uint32_t k, c;
  bool is_nimber, wins;
} summand;

enum { SMALL = 3, SUMMANDS = 3 };

static summand summand_at(const grundy_digraph *g, const uint32_t *values, uint32_t u) {
  naive_turn turn = naive_turn_from(g, u);
  return (summand){nimbers_of(turn.exits, values), nimbers_of(turn.rests, values),
                   values[u] != GRUNDY_INFINITY, turn.wins};
}

/* Returns {a ⊕ b}, as bits. */
static uint32_t xor_sets(uint32_t a, uint32_t b) {
  uint32_t sums = 0;
  for (uint32_t i = 0; i < 8; i++)
    for (uint32_t j = 0; j < 8; j++)
      if ((a >> i & b >> j & 1) != 0) sums |= 1U << (i ^ j);
  return sums;
}

/* Returns who wins by adding the values of the library. */
static uint8_t outcome_by_addition(grundy_value a, grundy_value b, grundy_value c) {
  uint32_t first[64], second[512];
  return grundy_value_outcome(grundy_value_add(grundy_value_add(a, b, first), c, second));
}

/* The theorem: a turn leads to nim-sum 0 if 0 is in K of the sum. */
static uint8_t outcome_of_sum(const summand *of) {
  summand total = {.c = 1, .is_nimber = true};
  for (int i = 0; i < SUMMANDS; i++)
    total = (summand){xor_sets(total.k, of[i].c) | xor_sets(total.c, of[i].k),
                      xor_sets(total.c, of[i].c), total.is_nimber && of[i].is_nimber,
                      total.wins || of[i].wins};
  if (total.wins || (total.k & 1) != 0) return 'N';
  return total.is_nimber && total.c == 1 ? 'P' : 'D';
}

static bool is_open(const grundy_digraph *g) {
  bool found = false;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) found |= naive_turn_from(g, u).has_choice;
  return found;
}

/* Adds two copies of the game and another random one. */
static const char *sums_follow_the_theorem(const test_game *game) {
  static uint64_t count; /* game->random begins anew with every game */
  grundy_random random = grundy_random_new(test_seed() + count++);
  uint8_t kinds = (uint8_t)(1 + grundy_random_below(&random, 15));
  grundy_digraph *other = game_random_kinds(&random, SMALL, kinds, random_unit(&random) * 0.7);
  const char *wrong = NULL;
  if (!is_open(game->g) && !is_open(other)) {
    naive_sum sum = {.count = SUMMANDS, .games = {game->g, game->g, other}};
    grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_TURNS);
    grundy_solution *of_other = solution_of(other, grundy_solve_columns(other, false));
    const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
    const uint32_t *others = grundy_solution_numbers(of_other, GRUNDY_COLUMN_GRUNDY);
    uint32_t order = grundy_digraph_order(game->g);
    naive_sum_solve(&sum);
    for (uint32_t i = 0; i < order * order * SMALL && wrong == NULL; i++) {
      uint32_t u = i / SMALL / order, v = i / SMALL % order, w = i % SMALL;
      summand of[] = {summand_at(game->g, values, u), summand_at(game->g, values, v),
                      summand_at(other, others, w)};
      if (outcome_of_sum(of) != naive_sum_outcome(&sum, (uint32_t[]){u, v, w}))
        wrong = because("%u + %u + %u of another game is not %c", u, v, w, outcome_of_sum(of));
      if (outcome_of_sum(of) != outcome_by_addition(grundy_solution_value(solution, u),
                                                    grundy_solution_value(solution, v),
                                                    grundy_solution_value(of_other, w)))
        wrong = because("the values of %u, %u and %u add up to another outcome", u, v, w);
    }
    naive_sum_free(&sum);
    grundy_solution_free(solution);
    grundy_solution_free(of_other);
  }
  grundy_digraph_free(other);
  return wrong;
}

static void sums_have_the_outcomes_of_the_theorem(void **state) {
  on_games_of_kinds(2000, 6000, SMALL, sums_follow_the_theorem);
}

/* ---- columns ---------------------------------------------------------------------------- */

static const char *every_column_alone(const test_game *game) {
  grundy_solution *all = solution_of(game->g, GRUNDY_COLUMNS_TURNS);
  const char *wrong = NULL;
  for (grundy_columns rest = GRUNDY_COLUMNS_TURNS; rest != 0 && wrong == NULL; rest &= rest - 1) {
    grundy_solution *one = solution_of(game->g, rest & -rest);
    wrong = same_column(rest & -rest, all, one);
    grundy_solution_free(one);
  }
  grundy_solution_free(all);
  return wrong;
}

static void columns_do_not_depend_on_others(void **state) {
  on_games_of_kinds(1000, 4000, MOST, every_column_alone);
}

static void columns_that_do_not_exist_are_refused(void **state) {
  const uint8_t kinds[] = {0, GRUNDY_MOVE_CARRY_ON, 0, 0};
  grundy_digraph *g = game_of_kinds(2, kinds);
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_MISERE};
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, &error), GRUNDY_UNDEFINED);
  assert_string_equal(error.message,
                      "games with carry-on or entailing moves have no column misere; choose from "
                      "outcome, grundy, k, remoteness, distance, counter, c, "
                      "turn_remoteness, turn_distance");
  grundy_digraph_free(g);
}

static void cancelling_ends_the_solver(void **state) {
  const uint8_t kinds[] = {0, GRUNDY_MOVE_CARRY_ON, 0, 0};
  grundy_digraph *g = game_of_kinds(2, kinds);
  grundy_solve_options options = {.size = sizeof options, .monitor = &test_cancelling};
  grundy_solution *solution = NULL;
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_CANCELLED);
  grundy_digraph_free(g);
}

/* A chain of carry-on moves that no recursion would survive: all positions have the value 0. */
static void long_turns_need_no_stack(void **state) {
  enum { ORDER = 300000 };
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < ORDER; v++) {
    char name[16];
    uint32_t vertex;
    int length = snprintf(name, sizeof name, "%u", v);
    assert_int_equal(grundy_builder_vertex(builder, name, (size_t)length, &vertex, NULL),
                     GRUNDY_OK);
    if (v > 0)
      assert_int_equal(grundy_builder_move_of_kinds(builder, v, v - 1, GRUNDY_MOVE_CARRY_ON, NULL),
                       GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_TURNS);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v < ORDER; v++) assert_int_equal(values[v], 0);
  assert_true(verifies(g, solution));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Remoteness tells a best follower only if every move changes the player, and if it is known. */
static void no_best_follower_is_known_for_moves_of_kinds_or_unknown_remoteness(void **state) {
  const uint8_t kinds[] = {0, GRUNDY_MOVE_CARRY_ON, 0, 0},
                ordinary[] = {0, GRUNDY_MOVE_ORDINARY, 0, 0};
  grundy_digraph *turns = game_of_kinds(2, kinds), *plain = game_of_kinds(2, ordinary);
  const uint32_t remoteness[] = {1, 0}, unknown[] = {GRUNDY_NUMBER_UNKNOWN, 0};
  uint32_t to = 77;
  assert_false(grundy_best_follower(turns, remoteness, 0, &to));
  assert_false(grundy_best_follower(plain, unknown, 0, &to));
  assert_int_equal(to, 77);
  assert_true(grundy_best_follower(plain, remoteness, 0, &to));
  assert_int_equal(to, 1);
  grundy_digraph_free(turns);
  grundy_digraph_free(plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_best_follower_is_known_for_moves_of_kinds_or_unknown_remoteness),
      cmocka_unit_test(columns_are_those_of_the_definitions),
      cmocka_unit_test(fewest_moves_may_take_more_turns),
      cmocka_unit_test(sums_have_the_outcomes_of_the_theorem),
      cmocka_unit_test(columns_do_not_depend_on_others),
      cmocka_unit_test(columns_that_do_not_exist_are_refused),
      cmocka_unit_test(cancelling_ends_the_solver),
      cmocka_unit_test(long_turns_need_no_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
