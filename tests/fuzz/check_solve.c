/* Checks solutions against the naive twins of the kernels. */

#include "built.h"
#include "checks.h"
#include "demand.h"
#include "solution/impl.h"
#include "support/naive.h"
#include "support/naive_strategies.h"

#include <math.h>
#include <string.h>

static const uint32_t infinity = GRUNDY_INFINITY;

/* If the column exists, it must have these numbers. */
static void demand_numbers(const grundy_solution *s, grundy_columns column,
                           const uint32_t *expected) {
  const uint32_t *got = grundy_solution_numbers(s, column);
  for (uint32_t v = 0; got != NULL && v < grundy_solution_order(s); v++)
    demand(got[v] == expected[v]);
}

static void demand_set(grundy_set set, uint64_t size, const uint32_t *numbers) {
  demand(!set.absent && set.size == size);
  for (uint64_t i = 0; i < size; i++) demand(set.numbers[i] == numbers[i]);
}

/* ---- impartial games -------------------------------------------------------------------- */

/* Returns the outcome that a value of Q stands for. */
static uint8_t outcome_of(uint32_t q) {
  return q == infinity ? 'D' : q % 2 == 0 ? 'P' : 'N';
}

static void demand_outcomes(const grundy_solution *s, grundy_columns column, const uint32_t *q) {
  const uint8_t *got = grundy_solution_letters(s, column);
  for (uint32_t v = 0; got != NULL && v < grundy_solution_order(s); v++)
    demand(got[v] == outcome_of(q[v]));
}

static void demand_remoteness(const grundy_digraph *g, const grundy_solution *s) {
  uint32_t terminal[BUILT_MOST], q[BUILT_MOST];
  const uint8_t *outcomes = grundy_digraph_outcomes(g);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    uint8_t end = outcomes != NULL ? outcomes[v] : 0;
    terminal[v] = end == 'D' ? infinity : end == 'N';
  }
  naive_q(g, terminal, q);
  demand_numbers(s, GRUNDY_COLUMN_REMOTENESS, q);
  demand_outcomes(s, GRUNDY_COLUMN_OUTCOME, q);
  naive_remoteness(g, 1, q);
  demand_numbers(s, GRUNDY_COLUMN_MISERE_REMOTENESS, q);
  demand_outcomes(s, GRUNDY_COLUMN_MISERE, q);
  naive_distance(g, q);
  demand_numbers(s, GRUNDY_COLUMN_DISTANCE, q);
}

static void demand_sets(const grundy_digraph *g, const grundy_solution *s, const uint32_t *values) {
  uint32_t set[BUILT_MOST];
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    if (grundy_solution_columns(s) & GRUNDY_COLUMN_J)
      demand_set(grundy_solution_set_at(s, GRUNDY_COLUMN_J, v), naive_j(g, values, v, set), set);
    if ((grundy_solution_columns(s) & GRUNDY_COLUMN_K) == 0) continue;
    if (values[v] == infinity)
      demand_set(grundy_solution_set_at(s, GRUNDY_COLUMN_K, v), naive_k(g, values, v, set), set);
    else
      demand(grundy_solution_set_at(s, GRUNDY_COLUMN_K, v).absent);
  }
}

/* Counters of different algorithms differ, but each must satisfy the definition and be
 * monotonic. */
static void demand_counter(const grundy_digraph *g, const grundy_solution *s,
                           const uint32_t *values) {
  const uint32_t *counter = grundy_solution_numbers(s, GRUNDY_COLUMN_COUNTER);
  if (counter == NULL) return;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    demand((counter[v] == infinity) == (values[v] == infinity));
  demand(naive_definition1(g, values, counter) == NULL);
  demand(naive_monotonic(g, values, counter));
}

static void demand_values(const grundy_digraph *g, const grundy_solution *s) {
  uint32_t values[BUILT_MOST], other[BUILT_MOST];
  naive_values(g, values, other);
  demand_numbers(s, GRUNDY_COLUMN_GRUNDY, values);
  demand_sets(g, s, values);
  demand_counter(g, s, values);
  naive_hmin(g, values, other);
  demand_numbers(s, GRUNDY_COLUMN_HMIN, other);
}

/* ---- two-coloured games ----------------------------------------------------------------- */

/* Returns whether A succeeds at the terminal position v. */
typedef bool aim(const grundy_digraph *g, uint32_t v, double payoff);

static bool wins(const grundy_digraph *g, uint32_t v, double payoff) {
  (void)payoff;
  return grundy_digraph_outcomes(g)[v] == 'A';
}

static bool does_not_lose(const grundy_digraph *g, uint32_t v, double payoff) {
  (void)payoff;
  return grundy_digraph_outcomes(g)[v] != 'B';
}

static bool always(const grundy_digraph *g, uint32_t v, double payoff) {
  (void)g, (void)v, (void)payoff;
  return true;
}

static bool never(const grundy_digraph *g, uint32_t v, double payoff) {
  (void)g, (void)v, (void)payoff;
  return false;
}

static bool gets_payoff(const grundy_digraph *g, uint32_t v, double payoff) {
  return grundy_digraph_payoffs(g)[v] >= payoff;
}

static void demand_q(const grundy_digraph *g, const grundy_solution *s, grundy_columns column,
                     aim *succeeds, double payoff) {
  uint32_t terminal[BUILT_MOST] = {0}, q[BUILT_MOST];
  if ((grundy_solution_columns(s) & column) == 0) return;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    if (grundy_digraph_followers(g, v).count == 0)
      terminal[v] = succeeds(g, v, payoff) == (grundy_digraph_players(g)[v] == 'A');
  naive_q(g, terminal, q);
  demand_numbers(s, column, q);
}

/* Returns whether there are few enough pairs of strategies to try all. */
static bool is_tiny(const grundy_digraph *g) {
  uint64_t pairs = 1;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    uint64_t moves = grundy_digraph_followers(g, v).count;
    if (moves > 0) pairs *= moves;
    if (pairs > 100) return false;
  }
  return grundy_digraph_order(g) <= STRATEGIES_MOST;
}

static void demand_levels(const grundy_digraph *g, const grundy_solution *s) {
  const uint8_t *abe = grundy_solution_letters(s, GRUNDY_COLUMN_ABE);
  const uint8_t *barbara = grundy_solution_letters(s, GRUNDY_COLUMN_BARBARA);
  const uint8_t *outcome = grundy_solution_letters(s, GRUNDY_COLUMN_OUTCOME);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    uint8_t a = strategies_level(g, 'A', v), b = strategies_level(g, 'B', v);
    uint8_t best = a == GRUNDY_LEVEL_BOUNDED_WIN ? 'A' : b == GRUNDY_LEVEL_BOUNDED_WIN ? 'B' : 'D';
    demand(abe == NULL || abe[v] == a);
    demand(barbara == NULL || barbara[v] == b);
    demand(outcome == NULL || outcome[v] == best);
  }
}

/* Checks a guarantee or a cap, with its moves, for infinite plays worth `infinite`; if that is
 * infinite, nothing is certain. */
static void demand_payoff(const grundy_digraph *g, const grundy_solution *s, grundy_columns column,
                          grundy_columns moves_column, double infinite) {
  const double *got = grundy_solution_reals(s, column);
  const uint32_t *moves = grundy_solution_numbers(s, moves_column);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    double best = strategies_payoff(g, infinite, v);
    demand(got == NULL || (isinf(best) ? isnan(got[v]) : got[v] == best));
    demand(moves == NULL || strategies_within(g, infinite, v, best, moves[v]));
  }
}

static void demand_payoffs(const grundy_digraph *g, const grundy_solution *s,
                           const grundy_solve_options *options) {
  bool known = options->infinite_known;
  demand_payoff(g, s, GRUNDY_COLUMN_GUARANTEE, GRUNDY_COLUMN_GUARANTEE_MOVES,
                known ? options->infinite : -INFINITY);
  demand_payoff(g, s, GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES,
                known ? options->infinite : INFINITY);
}

static void demand_coloured(const grundy_digraph *g, const grundy_solution *s,
                            const grundy_solve_options *options) {
  const uint8_t *players = grundy_solution_letters(s, GRUNDY_COLUMN_PLAYER);
  demand(players == NULL ||
         memcmp(players, grundy_digraph_players(g), grundy_digraph_order(g)) == 0);
  demand_q(g, s, GRUNDY_COLUMN_Q1, wins, 0);
  demand_q(g, s, GRUNDY_COLUMN_Q0, does_not_lose, 0);
  demand_q(g, s, GRUNDY_COLUMN_QM1, always, 0);
  demand_q(g, s, GRUNDY_COLUMN_Q2, never, 0);
  demand_q(g, s, GRUNDY_COLUMN_QV, gets_payoff, options->payoff);
  if (!is_tiny(g)) return;
  if (grundy_digraph_payoffs(g) != NULL)
    demand_payoffs(g, s, options);
  else
    demand_levels(g, s);
}

/* ---- all games -------------------------------------------------------------------------- */

/* Solving for a column that does not exist for the game must fail. */
static void demand_undefined(bytes *in, const grundy_digraph *g) {
  grundy_columns column = (grundy_columns)1 << bytes_below(in, GRUNDY_COLUMN_COUNT);
  grundy_solution *solution = NULL;
  grundy_error error;
  if ((grundy_solve_columns(g, true) & column) != 0) return;
  demand(grundy_solve_in_memory(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = column),
                                &solution, &error) == GRUNDY_UNDEFINED);
  demand(solution == NULL && error.status == GRUNDY_UNDEFINED && error.message[0] != '\0');
}

void check_solve(bytes *in, const grundy_digraph *g) {
  solve_choice choice = read_choice(in, g);
  grundy_solution *s = solve_game(g, &choice.solve);
  if (grundy_digraph_players(g) != NULL) {
    demand_coloured(g, s, &choice.solve);
  } else {
    demand_remoteness(g, s);
    if ((grundy_solve_columns(g, true) & GRUNDY_COLUMN_GRUNDY) != 0) demand_values(g, s);
  }
  demand_undefined(in, g);
  grundy_solution_free(s);
}
