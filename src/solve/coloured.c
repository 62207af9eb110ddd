/* Two-coloured games: Q for several aims of A, and what each player can be sure of. */

#include "base/alloc.h"
#include "base/error.h"
#include "solve/impl.h"
#include "solve/kernels.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { AIMS = 5 };

static const grundy_columns aims[AIMS] = {GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0, GRUNDY_COLUMN_QM1,
                                          GRUNDY_COLUMN_Q2, GRUNDY_COLUMN_QV};

typedef struct coloured {
  const grundy_digraph *g;
  const grundy_digraph *reverse;
  const grundy_solve_options *options;
  grundy_columns wanted;
  const uint8_t *players;
  grundy_solution *solution;
  grundy_error *error;
  uint32_t *q[AIMS];    /* by aim; NULL if not needed */
  bool own[AIMS];       /* not a column of the solution */
  grundy_outcome *ends; /* at terminal positions: which player succeeds, P or N */
} coloured;

/* ---- Q ---------------------------------------------------------------------------------- */

/* Returns whether A succeeds if play ends at v, a terminal position. */
static bool is_success(const coloured *c, grundy_columns aim, uint32_t v) {
  switch (aim) {
  case GRUNDY_COLUMN_Q1:
    return grundy_digraph_outcomes(c->g)[v] == GRUNDY_OUTCOME_A;
  case GRUNDY_COLUMN_Q0:
    return grundy_digraph_outcomes(c->g)[v] != GRUNDY_OUTCOME_B;
  case GRUNDY_COLUMN_QM1:
    return true;
  case GRUNDY_COLUMN_QV:
    return grundy_digraph_payoffs(c->g)[v] >= c->options->payoff;
  default:
    assert(aim == GRUNDY_COLUMN_Q2);
    return false;
  }
}

/* Computes Q for one aim. Anything but a success of A is a success of B. The previous player is A
 * where B moves. */
static grundy_status solve_aim(coloured *c, int i) {
  uint32_t order = grundy_digraph_order(c->g);
  for (uint32_t v = 0; v < order; v++)
    if (grundy_digraph_followers(c->g, v).count == 0)
      c->ends[v] =
          is_success(c, aims[i], v) == (c->players[v] == 'B') ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  return grundy_q_solve(c->g, c->reverse, c->ends, c->options->monitor, c->q[i], c->error);
}

/* Returns the aims that the wanted columns need. */
static grundy_columns needed_aims(grundy_columns wanted) {
  grundy_columns need = wanted;
  if ((wanted & GRUNDY_COLUMN_OUTCOME) != 0) need |= GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0;
  if ((wanted & GRUNDY_COLUMN_ABE) != 0)
    need |= GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1;
  if ((wanted & GRUNDY_COLUMN_BARBARA) != 0)
    need |= GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q2;
  return need;
}

static grundy_status add_aims(coloured *c) {
  uint32_t order = grundy_digraph_order(c->g);
  grundy_columns need = needed_aims(c->wanted);
  for (int i = 0; i < AIMS; i++) {
    if ((need & aims[i]) == 0) continue;
    grundy_status status = GRUNDY_OK;
    c->own[i] = (c->wanted & aims[i]) == 0;
    if (!c->own[i])
      status = grundy_solution_add_numbers(c->solution, aims[i], &c->q[i], c->error);
    else if ((c->q[i] = grundy_alloc(order, sizeof *c->q[i])) == NULL)
      status = grundy_fail_memory(c->error);
    if (status == GRUNDY_OK) status = solve_aim(c, i);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

/* ---- outcomes and levels ----------------------------------------------------------------- */

/* Returns whether this player can force a success, by this Q: the player to move if it is odd, the
 * other player if it is even. */
static bool forces(const coloured *c, int aim, uint8_t player, uint32_t v) {
  assert(c->q[aim] != NULL); /* see needed_aims */
  uint32_t q = c->q[aim][v];
  return q != GRUNDY_INFINITY && (q % 2 == 1) == (c->players[v] == player);
}

enum { Q1, Q0, QM1, Q2 };

static grundy_outcome outcome_at(const coloured *c, uint32_t v) {
  assert(!forces(c, Q1, 'A', v) || !forces(c, Q0, 'B', v));
  if (forces(c, Q1, 'A', v)) return GRUNDY_OUTCOME_A;
  return forces(c, Q0, 'B', v) ? GRUNDY_OUTCOME_B : GRUNDY_OUTCOME_D;
}

/* Returns the security level of the player at v: [Smi66, Table 1] without its transfinite rows, and
 * with two misprints corrected (docs/errata.md). If the second Q is infinite, the player can avoid
 * losing; in the last row, where the opponent can force a win and the third Q is infinite, the
 * player is sure of nothing. `win`, `draw` and `end` are the Qs for these aims of the player. */
static uint8_t level_at(const coloured *c, uint8_t player, int win, int draw, int end, uint32_t v) {
  if (forces(c, win, player, v)) return GRUNDY_LEVEL_BOUNDED_WIN;
  if (forces(c, draw, player, v)) return GRUNDY_LEVEL_BOUNDED_DRAW;
  bool ends = forces(c, end, player, v);
  if (c->q[draw][v] == GRUNDY_INFINITY)
    return ends ? GRUNDY_LEVEL_DRAW_OR_BOUNDED_LOSS : GRUNDY_LEVEL_DRAW;
  return ends ? GRUNDY_LEVEL_BOUNDED_LOSS : GRUNDY_LEVEL_NOTHING;
}

static uint8_t letter_at(const coloured *c, grundy_columns column, uint32_t v) {
  switch (column) {
  case GRUNDY_COLUMN_PLAYER:
    return c->players[v];
  case GRUNDY_COLUMN_OUTCOME:
    return outcome_at(c, v);
  case GRUNDY_COLUMN_ABE:
    return level_at(c, 'A', Q1, Q0, QM1, v);
  default:
    return level_at(c, 'B', Q0, Q1, Q2, v);
  }
}

static grundy_status add_letters(coloured *c) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_PLAYER, GRUNDY_COLUMN_OUTCOME,
                                           GRUNDY_COLUMN_ABE, GRUNDY_COLUMN_BARBARA};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    uint8_t *letters;
    if ((c->wanted & columns[i]) == 0) continue;
    grundy_status status = grundy_solution_add_letters(c->solution, columns[i], &letters, c->error);
    if (status != GRUNDY_OK) return status;
    for (uint32_t v = 0; v < grundy_digraph_order(c->g); v++)
      letters[v] = letter_at(c, columns[i], v);
  }
  return GRUNDY_OK;
}

/* ---- payoffs ---------------------------------------------------------------------------- */

/* Adds what a player can be sure of. If the worth of an infinite play is not known, it is taken to
 * be the worst for this player. */
static grundy_status add_payoff(coloured *c, grundy_columns column, grundy_columns moves_column,
                                double worst) {
  uint32_t order = grundy_digraph_order(c->g), *moves = NULL, *own_moves = NULL;
  double *payoff = NULL, *own = NULL;
  grundy_status status = GRUNDY_OK;
  if ((c->wanted & (column | moves_column)) == 0) return GRUNDY_OK;
  if ((c->wanted & column) != 0)
    status = grundy_solution_add_reals(c->solution, column, &payoff, c->error);
  else
    payoff = own = grundy_alloc(order, sizeof *own);
  if (status == GRUNDY_OK && (c->wanted & moves_column) != 0)
    status = grundy_solution_add_numbers(c->solution, moves_column, &moves, c->error);
  else
    moves = own_moves = grundy_alloc(order, sizeof *own_moves);
  if (status == GRUNDY_OK && (payoff == NULL || moves == NULL))
    status = grundy_fail_memory(c->error);
  if (status == GRUNDY_OK)
    status = grundy_payoff_solve(c->g, c->reverse,
                                 c->options->infinite_known ? c->options->infinite : worst,
                                 c->options->monitor, payoff, moves, c->error);
  for (uint32_t v = 0; status == GRUNDY_OK && v < order; v++)
    if (isinf(payoff[v])) payoff[v] = NAN;
  free(own);
  free(own_moves);
  return status;
}

/* ---- columns ---------------------------------------------------------------------------- */

grundy_status grundy_solve_coloured(const grundy_digraph *g, const grundy_digraph *reverse,
                                    const grundy_solve_options *options, grundy_columns wanted,
                                    grundy_solution *solution, grundy_error *error) {
  coloured c = {.g = g,
                .reverse = reverse,
                .options = options,
                .wanted = wanted,
                .players = grundy_digraph_players(g),
                .solution = solution,
                .error = error};
  c.ends = grundy_alloc(grundy_digraph_order(g), sizeof *c.ends);
  grundy_status status = c.ends == NULL ? grundy_fail_memory(error) : add_aims(&c);
  if (status == GRUNDY_OK) status = add_letters(&c);
  if (status == GRUNDY_OK)
    status = add_payoff(&c, GRUNDY_COLUMN_GUARANTEE, GRUNDY_COLUMN_GUARANTEE_MOVES, -INFINITY);
  if (status == GRUNDY_OK)
    status = add_payoff(&c, GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES, INFINITY);
  for (int i = 0; i < AIMS; i++)
    if (c.own[i]) free(c.q[i]);
  free(c.ends);
  return status;
}
