/* The verifier on wrong solutions of two-coloured games, of games with payoffs, and of impartial
 * games whose terminal positions have outcomes. Correctness is decided by brute force over all
 * pairs of strategies and by the definitions, never by the verifier or the solver. */

#include <math.h>

#include <grundy/solve.h>
#include <grundy/value.h>
#include <grundy/verify.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/naive_strategies.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

static const uint32_t infinity = GRUNDY_INFINITY;

/* A game with the parameters of its solutions. */
typedef struct setting {
  const grundy_digraph *g;
  bool infinite_known;
  double infinite; /* payoff of infinite play, if known */
  double payoff;   /* aim of A, for qv */
} setting;

static bool accepts(const setting *s, const grundy_solution *solution) {
  grundy_verify_options options = {.size = sizeof options,
                                   .payoff_known = true,
                                   .payoff = s->payoff,
                                   .infinite_known = s->infinite_known,
                                   .infinite = s->infinite};
  grundy_report *report = NULL;
  assert_int_equal(grundy_verify(s->g, solution, &options, &report, NULL), GRUNDY_OK);
  bool right = grundy_report_right(report);
  for (size_t i = 0; right && i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    if ((finding.column & grundy_solution_columns(solution)) != 0)
      assert_int_equal(finding.verdict, GRUNDY_VERDICT_RIGHT);
  }
  grundy_report_free(report);
  return right;
}

static grundy_solution *solve(const setting *s) {
  grundy_solution *solution = NULL;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = grundy_solve_columns(s->g, true),
                                  .payoff = s->payoff,
                                  .infinite_known = s->infinite_known,
                                  .infinite = s->infinite};
  assert_int_equal(grundy_solve_in_memory(s->g, &options, &solution, NULL), GRUNDY_OK);
  return solution;
}

static double *reals_to_change(grundy_solution *solution, grundy_columns column) {
  return (double *)(uintptr_t)grundy_solution_reals(solution, column);
}

/* ---- correct solutions ------------------------------------------------------------------ */

/* Returns whether A succeeds at the terminal position v. */
static bool is_success(const setting *s, grundy_columns column, uint32_t v) {
  const uint8_t *outcomes = grundy_digraph_outcomes(s->g);
  switch (column) {
  case GRUNDY_COLUMN_Q1:
    return outcomes[v] == 'A';
  case GRUNDY_COLUMN_Q0:
    return outcomes[v] != 'B';
  case GRUNDY_COLUMN_QM1:
    return true;
  case GRUNDY_COLUMN_Q2:
    return false;
  default:
    return grundy_digraph_payoffs(s->g)[v] >= s->payoff;
  }
}

static uint32_t naive_end(const setting *s, grundy_columns column, uint32_t v) {
  if (grundy_digraph_players(s->g) == NULL) {
    uint8_t outcome = grundy_digraph_outcomes(s->g)[v];
    return outcome == 'D' ? infinity : outcome == 'N' ? 1 : 0;
  }
  uint8_t winner = is_success(s, column, v) ? 'A' : 'B';
  return winner == grundy_digraph_players(s->g)[v] ? 1 : 0;
}

static void find_q(const setting *s, grundy_columns column, uint32_t *q) {
  uint32_t ends[STRATEGIES_MOST] = {0};
  for (uint32_t v = 0; v < grundy_digraph_order(s->g); v++)
    if (grundy_digraph_followers(s->g, v).count == 0) ends[v] = naive_end(s, column, v);
  naive_q(s->g, ends, q);
}

static uint8_t naive_impartial_outcome(const setting *s, uint32_t v) {
  uint32_t r[STRATEGIES_MOST];
  find_q(s, GRUNDY_COLUMN_REMOTENESS, r);
  return r[v] == infinity ? 'D' : r[v] % 2 == 0 ? 'P' : 'N';
}

static uint8_t naive_letter(const setting *s, grundy_columns column, uint32_t v) {
  if (grundy_digraph_players(s->g) == NULL) return naive_impartial_outcome(s, v);
  if (column == GRUNDY_COLUMN_PLAYER) return grundy_digraph_players(s->g)[v];
  uint8_t a = strategies_level(s->g, 'A', v), b = strategies_level(s->g, 'B', v);
  if (column == GRUNDY_COLUMN_ABE) return a;
  if (column == GRUNDY_COLUMN_BARBARA) return b;
  return a == GRUNDY_LEVEL_BOUNDED_WIN ? 'A' : b == GRUNDY_LEVEL_BOUNDED_WIN ? 'B' : 'D';
}

static double worth_of_infinite(const setting *s, grundy_columns column) {
  if (s->infinite_known) return s->infinite;
  return column == GRUNDY_COLUMN_GUARANTEE ? -INFINITY : INFINITY;
}

static double naive_real(const setting *s, grundy_columns column, uint32_t v) {
  double payoff = strategies_payoff(s->g, worth_of_infinite(s, column), v);
  return isinf(payoff) ? NAN : payoff;
}

static bool is_same_real(double x, double y) {
  return (isnan(x) && isnan(y)) || x == y;
}

/* The definition of guarantee_moves and cap_moves at v, if the payoffs are correct: the player who
 * gains by ending can reach a smaller number with each own move without giving up any of the
 * payoff, and the other player cannot avoid it. */
static bool naive_falls(const setting *s, grundy_columns column, const double *payoff,
                        const uint32_t *moves, uint32_t v) {
  double infinite = worth_of_infinite(s, column), own = isnan(payoff[v]) ? infinite : payoff[v];
  grundy_vertices row = grundy_digraph_followers(s->g, v);
  if (row.count == 0) return moves[v] == 0;
  if (own == infinite) return moves[v] == infinity;
  if (moves[v] == infinity) return false;
  uint64_t good = 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t w = row.at[i];
    double there = isnan(payoff[w]) ? infinite : payoff[w];
    bool kept = own > infinite ? there >= own : there <= own;
    good += kept && moves[w] < moves[v];
  }
  bool chooses = grundy_digraph_players(s->g)[v] == (own > infinite ? 'A' : 'B');
  return chooses ? good > 0 : good == row.count;
}

static bool all_fall(const setting *s, grundy_columns column, const grundy_solution *solution) {
  const double *payoff = grundy_solution_reals(solution, column);
  const uint32_t *moves = grundy_solution_numbers(solution, column == GRUNDY_COLUMN_GUARANTEE
                                                                ? GRUNDY_COLUMN_GUARANTEE_MOVES
                                                                : GRUNDY_COLUMN_CAP_MOVES);
  for (uint32_t v = 0; v < grundy_digraph_order(s->g); v++)
    if (!naive_falls(s, column, payoff, moves, v)) return false;
  return true;
}

/* Returns whether the solution is correct in all of its columns. Games of at most STRATEGIES_MOST
 * positions. */
static bool is_right_column(const setting *s, const grundy_solution *solution,
                            grundy_columns column) {
  uint32_t order = grundy_digraph_order(s->g), q[STRATEGIES_MOST];
  grundy_column_kind kind = grundy_column_describe(column)->kind;
  if (column == GRUNDY_COLUMN_GUARANTEE_MOVES)
    return all_fall(s, GRUNDY_COLUMN_GUARANTEE, solution);
  if (column == GRUNDY_COLUMN_CAP_MOVES) return all_fall(s, GRUNDY_COLUMN_CAP, solution);
  if (column == GRUNDY_COLUMN_DISTANCE)
    naive_distance(s->g, q);
  else if (kind == GRUNDY_COLUMN_OF_NUMBERS)
    find_q(s, column, q);
  for (uint32_t v = 0; v < order; v++) {
    if (kind == GRUNDY_COLUMN_OF_NUMBERS && grundy_solution_numbers(solution, column)[v] != q[v])
      return false;
    if ((kind == GRUNDY_COLUMN_OF_LETTERS || kind == GRUNDY_COLUMN_OF_LEVELS) &&
        grundy_solution_letters(solution, column)[v] != naive_letter(s, column, v))
      return false;
    if (kind == GRUNDY_COLUMN_OF_REALS &&
        !is_same_real(grundy_solution_reals(solution, column)[v], naive_real(s, column, v)))
      return false;
  }
  return true;
}

/* A correct number of moves is sufficient, by brute force. */
static void check_moves_are_enough(const setting *s, const grundy_solution *solution,
                                   grundy_columns column, grundy_columns moves_column) {
  double infinite = worth_of_infinite(s, column);
  for (uint32_t v = 0; v < grundy_digraph_order(s->g); v++) {
    double payoff = grundy_solution_reals(solution, column)[v];
    uint32_t moves = grundy_solution_numbers(solution, moves_column)[v];
    if (!strategies_within(s->g, infinite, v, isnan(payoff) ? infinite : payoff, moves))
      fail_msg("%g cannot be forced from %u in %u moves", payoff, v, moves);
  }
}

static bool is_right(const setting *s, const grundy_solution *solution) {
  grundy_columns columns = grundy_solution_columns(solution);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    if ((columns >> i & 1) != 0 && !is_right_column(s, solution, (grundy_columns)1 << i))
      return false;
  return true;
}

/* ---- every change of one entry ---------------------------------------------------------- */

/* Applies mutation `number` to entry v of a column. False: there are no more. */
typedef bool change(const setting *s, grundy_solution *solution, grundy_columns column, uint32_t v,
                    int number);

static bool change_letter(const setting *s, grundy_solution *solution, grundy_columns column,
                          uint32_t v, int number) {
  static const char letters[] = "ABDPNWRMLOX";
  (void)s;
  letters_to_change(solution, column)[v] = (uint8_t)letters[number];
  return letters[number] != '\0';
}

static bool change_number(const setting *s, grundy_solution *solution, grundy_columns column,
                          uint32_t v, int number) {
  uint32_t *entry = &numbers_to_change(solution, column)[v];
  const uint32_t others[] = {
      *entry + 1, *entry - 1, *entry + 2,   *entry - 2,   0,        1,
      2,          3,          infinity - 1, infinity - 2, infinity, grundy_digraph_order(s->g)};
  if ((size_t)number == sizeof others / sizeof *others) return false;
  *entry = others[number];
  return true;
}

static bool change_real(const setting *s, grundy_solution *solution, grundy_columns column,
                        uint32_t v, int number) {
  const double others[] = {-2, -1, 0, 1, 2, 0.5, -3, NAN, INFINITY, -INFINITY, s->infinite};
  if ((size_t)number == sizeof others / sizeof *others) return false;
  reals_to_change(solution, column)[v] = others[number];
  return true;
}

static change *change_of(grundy_columns column) {
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_NUMBERS:
    return change_number;
  case GRUNDY_COLUMN_OF_REALS:
    return change_real;
  default:
    return change_letter;
  }
}

/* The number of mutations that give a wrong solution, and of those that give another correct
 * one. */
typedef struct tally {
  uint64_t wrong, right;
} tally;

static const char *check_changes(const setting *s, const grundy_solution *solution,
                                 grundy_columns column, uint32_t v, tally *t) {
  for (int number = 0;; number++) {
    grundy_solution *changed = solution_copy(solution, grundy_solution_columns(solution));
    bool more = change_of(column)(s, changed, column, v, number);
    bool right = more && is_right_column(s, changed, column) &&
                 same_column(column, solution, changed) != NULL;
    bool same = more && same_column(column, solution, changed) == NULL;
    bool accepted = more && accepts(s, changed);
    grundy_solution_free(changed);
    if (!more) return NULL;
    if (same) continue;
    t->right += right;
    t->wrong += !right;
    if (accepted != right)
      return because("%s of %u, change %d: it is %s, but the verifier %s it",
                     grundy_column_describe(column)->name, v, number, right ? "right" : "wrong",
                     accepted ? "accepts" : "rejects");
  }
}

/* Returns how many games to try: at least as many as have changes of every kind. */
static uint64_t games_to_try(uint64_t usual) {
  enum { LEAST = 20 };
  uint64_t scaled = test_scaled(usual);
  return scaled < LEAST ? LEAST : scaled;
}

static const char *check_every_change(const setting *s, tally *t) {
  grundy_solution *solution = solve(s);
  const char *wrong = NULL;
  if (!is_right(s, solution)) wrong = because("the solver's solution is wrong");
  if (wrong == NULL && !accepts(s, solution)) wrong = because("a correct solution is rejected");
  if (wrong == NULL && grundy_digraph_payoffs(s->g) != NULL) {
    check_moves_are_enough(s, solution, GRUNDY_COLUMN_GUARANTEE, GRUNDY_COLUMN_GUARANTEE_MOVES);
    check_moves_are_enough(s, solution, GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES);
  }
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    for (uint32_t v = 0; wrong == NULL && v < grundy_digraph_order(s->g); v++)
      if ((grundy_solution_columns(solution) >> i & 1) != 0)
        wrong = check_changes(s, solution, (grundy_columns)1 << i, v, t);
  grundy_solution_free(solution);
  return wrong;
}

static tally check_random_games(uint64_t count, bool payoffs, bool infinite_known) {
  grundy_random random = grundy_random_new(test_seed());
  tally t = {0};
  for (uint64_t i = 0; i < games_to_try(count); i++) {
    grundy_digraph *g = random_coloured_game(&random, STRATEGIES_MOST, 3, payoffs);
    const setting s = {g, infinite_known, (double)grundy_random_below(&random, 9) / 2 - 2,
                       (double)grundy_random_below(&random, 5) - 2};
    const char *wrong = check_every_change(&s, &t);
    if (wrong != NULL) fail_msg("game %llu: %s", (unsigned long long)i, wrong);
    grundy_digraph_free(g);
  }
  return t;
}

static void every_wrong_entry_of_a_two_coloured_game_is_found(void **state) {
  tally t = check_random_games(200, false, false);
  assert_true(t.wrong > 0);
  assert_int_equal(t.right, 0); /* every column is unique */
}

static void every_wrong_entry_of_a_game_with_payoffs_is_found(void **state) {
  tally t = check_random_games(200, true, false);
  assert_true(t.wrong > 0);
  assert_true(t.right > 0); /* numbers of moves are not */
}

static void every_wrong_entry_is_found_where_infinite_plays_have_a_worth(void **state) {
  tally t = check_random_games(200, true, true);
  assert_true(t.wrong > 0);
  assert_true(t.right > 0);
}

static void every_wrong_entry_is_found_where_terminal_positions_have_outcomes(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  tally t = {0};
  for (uint64_t i = 0; i < games_to_try(400); i++) {
    grundy_digraph *g = random_ended_game(&random, STRATEGIES_MOST);
    const setting s = {.g = g};
    bool classical = grundy_digraph_type(g) == GRUNDY_GAME_NORMAL;
    const char *wrong = classical ? NULL : check_every_change(&s, &t);
    if (wrong != NULL) fail_msg("game %llu: %s", (unsigned long long)i, wrong);
    grundy_digraph_free(g);
  }
  assert_true(t.wrong > 0);
  assert_int_equal(t.right, 0);
}

/* In larger games brute force takes too long, but all columns except moves are unique. */
static void wrong_entries_of_larger_games_are_found(void **state) {
  const grundy_columns not_unique = GRUNDY_COLUMN_GUARANTEE_MOVES | GRUNDY_COLUMN_CAP_MOVES;
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(60); i++) {
    grundy_digraph *g = random_coloured_game(&random, 60, 4, i % 2 == 0);
    const setting s = {g, i % 4 == 0, 0.5, 1};
    grundy_solution *solution = solve(&s);
    grundy_columns columns = grundy_solution_columns(solution) & ~not_unique;
    assert_true(accepts(&s, solution));
    for (; columns != 0; columns &= columns - 1) {
      grundy_columns column = columns & -columns;
      uint32_t v = (uint32_t)grundy_random_below(&random, grundy_digraph_order(g));
      for (int number = 0;; number++) {
        grundy_solution *changed = solution_copy(solution, grundy_solution_columns(solution));
        bool more = change_of(column)(&s, changed, column, v, number);
        if (more && accepts(&s, changed) != (same_column(column, solution, changed) == NULL))
          fail_msg("game %llu: change %d of %s at %u is accepted", (unsigned long long)i, number,
                   grundy_column_describe(column)->name, v);
        grundy_solution_free(changed);
        if (!more) break;
      }
    }
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

/* ---- only correct claims pass ----------------------------------------------------------- */

/* A solution that consists of `columns`, with letters, numbers and reals to be chosen. */
static grundy_solution *with_columns(const setting *s, grundy_columns columns) {
  grundy_solution *all = solve(s), *some = solution_copy(all, columns);
  grundy_solution_free(all);
  return some;
}

static void expect_verdict(const setting *s, const grundy_solution *solution) {
  bool right = is_right(s, solution);
  if (accepts(s, solution) != right)
    fail_msg("%s, but the verifier says otherwise", right ? "right" : "wrong");
}

static uint32_t power(uint32_t base, uint32_t exponent) {
  uint32_t result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

static void only_numbers_of_the_definition_pass_as_q(void **state) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0, GRUNDY_COLUMN_QM1,
                                           GRUNDY_COLUMN_Q2};
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(60); i++) {
    grundy_digraph *g = random_coloured_game(&random, 3, 2, false);
    const setting s = {.g = g};
    uint32_t order = grundy_digraph_order(g), kinds = order + 4;
    for (int aim = 0; aim < 4; aim++) {
      grundy_solution *solution = with_columns(&s, columns[aim]);
      uint32_t *q = numbers_to_change(solution, columns[aim]);
      for (uint32_t f = 0; f < power(kinds, order); f++) {
        for (uint32_t v = 0, x = f; v < order; v++, x /= kinds) q[v] = x % kinds - 1;
        expect_verdict(&s, solution);
      }
      grundy_solution_free(solution);
    }
    grundy_digraph_free(g);
  }
}

/* Without the columns that they follow from: on a cycle of two positions A, A is consistent. */
static void only_letters_of_the_definition_pass_as_outcome(void **state) {
  static const char letters[] = "ABDX";
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    grundy_digraph *g = random_coloured_game(&random, 4, 3, false);
    const setting s = {.g = g};
    uint32_t order = grundy_digraph_order(g);
    grundy_solution *solution = with_columns(&s, GRUNDY_COLUMN_OUTCOME);
    uint8_t *outcome = letters_to_change(solution, GRUNDY_COLUMN_OUTCOME);
    for (uint32_t f = 0; f < power(4, order); f++) {
      for (uint32_t v = 0, x = f; v < order; v++, x /= 4) outcome[v] = (uint8_t)letters[x % 4];
      expect_verdict(&s, solution);
    }
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

/* Tries all payoffs with all numbers of moves or, if `moves` is 0, without that column. */
static void try_all_payoffs(const setting *s, grundy_columns column, grundy_columns moves) {
  static const double payoffs[] = {-2, 0, 1, NAN};
  const uint32_t reals = sizeof payoffs / sizeof *payoffs, numbers = moves == 0 ? 1 : 5;
  uint32_t order = grundy_digraph_order(s->g), kinds = reals * numbers;
  grundy_solution *solution = with_columns(s, column | moves);
  double *payoff = reals_to_change(solution, column);
  uint32_t *number = moves == 0 ? NULL : numbers_to_change(solution, moves);
  for (uint32_t f = 0; f < power(kinds, order); f++) {
    for (uint32_t v = 0, x = f; v < order; v++, x /= kinds) {
      payoff[v] = payoffs[x % kinds % reals];
      if (moves != 0) number[v] = x % kinds / reals - 1;
    }
    expect_verdict(s, solution);
  }
  grundy_solution_free(solution);
}

/* Two positions with moves to each other, and perhaps ends; also payoffs that occur in no play. */
static grundy_digraph *cycle_with_ends(grundy_random *random) {
  coloured_game game = coloured_start(3);
  for (uint32_t v = 0; v < 3; v++) coloured_player(&game, v, v == 0 ? 'A' : 'B');
  coloured_move(&game, 0, 1);
  coloured_move(&game, 1, 0);
  if (grundy_random_below(random, 2) == 0) coloured_move(&game, 0, 2);
  coloured_payoff(&game, 2, (double)grundy_random_below(random, 3) - 1);
  return coloured_finish(&game);
}

static void only_payoffs_and_moves_of_the_definition_pass(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(24); i++) {
    grundy_digraph *g =
        i % 3 == 0 ? cycle_with_ends(&random) : random_coloured_game(&random, 3, 2, true);
    const setting s = {g, i % 2 == 0, (double)grundy_random_below(&random, 4) - 2, 0};
    try_all_payoffs(&s, GRUNDY_COLUMN_GUARANTEE, GRUNDY_COLUMN_GUARANTEE_MOVES);
    try_all_payoffs(&s, GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES);
    grundy_digraph_free(g);
  }
}

static void payoffs_without_moves_pass_only_if_they_can_be_forced(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(600); i++) {
    grundy_digraph *g =
        i % 3 == 0 ? cycle_with_ends(&random) : random_coloured_game(&random, 4, 3, true);
    const setting s = {g, i % 2 == 0, (double)grundy_random_below(&random, 4) - 2, 0};
    try_all_payoffs(&s, GRUNDY_COLUMN_GUARANTEE, 0);
    try_all_payoffs(&s, GRUNDY_COLUMN_CAP, 0);
    grundy_digraph_free(g);
  }
}

/* ---- single cases ----------------------------------------------------------------------- */

/* A and B move to each other forever: nobody wins, although A, A is consistent. */
static void an_endless_win_is_not_a_win(void **state) {
  coloured_game game = coloured_start(2);
  for (uint32_t v = 0; v < 2; v++) coloured_player(&game, v, v == 0 ? 'A' : 'B');
  coloured_move(&game, 0, 1);
  coloured_move(&game, 1, 0);
  grundy_digraph *g = coloured_finish(&game);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMN_OUTCOME);
  letters_to_change(solution, GRUNDY_COLUMN_OUTCOME)[0] = 'A';
  letters_to_change(solution, GRUNDY_COLUMN_OUTCOME)[1] = 'A';
  grundy_report *report = report_on(g, solution);
  assert_string_equal(finding_on(report, GRUNDY_COLUMN_OUTCOME).text,
                      "0: outcome is A, but no win from there ends");
  grundy_report_free(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_wrong_entry_of_a_two_coloured_game_is_found),
      cmocka_unit_test(every_wrong_entry_of_a_game_with_payoffs_is_found),
      cmocka_unit_test(every_wrong_entry_is_found_where_infinite_plays_have_a_worth),
      cmocka_unit_test(every_wrong_entry_is_found_where_terminal_positions_have_outcomes),
      cmocka_unit_test(wrong_entries_of_larger_games_are_found),
      cmocka_unit_test(only_numbers_of_the_definition_pass_as_q),
      cmocka_unit_test(only_letters_of_the_definition_pass_as_outcome),
      cmocka_unit_test(only_payoffs_and_moves_of_the_definition_pass),
      cmocka_unit_test(payoffs_without_moves_pass_only_if_they_can_be_forced),
      cmocka_unit_test(an_endless_win_is_not_a_win),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
