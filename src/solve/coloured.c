/* Two-coloured games: Q for several aims of A, and what each player can be sure of. */

#include "solve/impl.h"
#include "solve/kernels.h"

#include <assert.h>
#include <math.h>

enum { AIMS = 5 };

static const grundy_columns aims[AIMS] = {GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0, GRUNDY_COLUMN_QM1,
                                          GRUNDY_COLUMN_Q2, GRUNDY_COLUMN_QV};

typedef struct coloured {
  const grundy_digraph *g;
  const grundy_digraph *reverse;
  const grundy_solve_options *options;
  const uint8_t *players;
  grundy_solution *solution;
  grundy_error *error;
  grundy_arena arena;   /* of arrays that are not columns of the solution */
  uint32_t *q[AIMS];    /* by aim; NULL if not needed */
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

static grundy_status add_aims(coloured *c, const grundy_plan_step *step) {
  for (int i = 0; i < AIMS; i++) {
    if (((step->yields | step->scratch) & aims[i]) == 0) continue;
    grundy_status status =
        grundy_plan_numbers(step, aims[i], c->solution, &c->arena, &c->q[i], c->error);
    if (status == GRUNDY_OK) status = solve_aim(c, i);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

/* ---- outcomes and levels ----------------------------------------------------------------- */

/* Returns whether this player can force a success, by this Q: the player to move if it is odd, the
 * other player if it is even. */
static bool forces(const coloured *c, int aim, uint8_t player, uint32_t v) {
  assert(c->q[aim] != NULL); /* as planned */
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

static grundy_status add_letters(coloured *c, grundy_columns wanted) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_PLAYER, GRUNDY_COLUMN_OUTCOME,
                                           GRUNDY_COLUMN_ABE, GRUNDY_COLUMN_BARBARA};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    uint8_t *letters;
    if ((wanted & columns[i]) == 0) continue;
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
static grundy_status add_payoff(coloured *c, const grundy_plan_step *step) {
  bool of_a = step->kernel == GRUNDY_KERNEL_GUARANTEE;
  grundy_columns column = of_a ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP;
  grundy_columns moves_column = of_a ? GRUNDY_COLUMN_GUARANTEE_MOVES : GRUNDY_COLUMN_CAP_MOVES;
  double infinite = c->options->infinite_known ? c->options->infinite : of_a ? -INFINITY : INFINITY;
  uint32_t order = grundy_digraph_order(c->g), *moves;
  uint64_t mark = c->arena.count;
  double *payoff = NULL;
  grundy_status status =
      grundy_plan_numbers(step, moves_column, c->solution, &c->arena, &moves, c->error);
  if (status == GRUNDY_OK && (step->yields & column) != 0)
    status = grundy_solution_add_reals(c->solution, column, &payoff, c->error);
  else
    payoff = grundy_arena_array(&c->arena, order, sizeof *payoff);
  if (status == GRUNDY_OK && !c->arena.failed)
    status = grundy_payoff_solve(c->g, c->reverse, infinite, c->options->monitor, payoff, moves,
                                 c->error);
  for (uint32_t v = 0; status == GRUNDY_OK && !c->arena.failed && v < order; v++)
    if (isinf(payoff[v])) payoff[v] = NAN;
  grundy_arena_rewind(&c->arena, mark);
  return status;
}

/* ---- columns ---------------------------------------------------------------------------- */

grundy_status grundy_solve_coloured(const grundy_digraph *g, const grundy_digraph *reverse,
                                    const grundy_solve_options *options,
                                    const grundy_column_plan *plan, grundy_solution *solution,
                                    grundy_error *error) {
  coloured c = {.g = g,
                .reverse = reverse,
                .options = options,
                .players = grundy_digraph_players(g),
                .solution = solution,
                .error = error};
  c.ends = grundy_arena_array(&c.arena, grundy_digraph_order(g), sizeof *c.ends);
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < plan->count && status == GRUNDY_OK && !c.arena.failed; i++) {
    const grundy_plan_step *step = &plan->steps[i];
    status = step->kernel == GRUNDY_KERNEL_AIMS      ? add_aims(&c, step)
             : step->kernel == GRUNDY_KERNEL_LETTERS ? add_letters(&c, step->yields)
                                                     : add_payoff(&c, step);
  }
  return grundy_arena_end(&c.arena, status, error);
}
