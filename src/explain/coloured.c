/* Explains why a position of a two-coloured game is won by A, by B or by neither, or what it
 * pays. */

#include "explain/impl.h"
#include "solution/columns.h"

#include <math.h>

static uint8_t mover_at(const grundy_explanation *why, uint32_t v) {
  return grundy_digraph_players(why->g)[v];
}

/* ---- outcomes ---------------------------------------------------------------------- */

static const uint32_t *wins_of(const grundy_explanation *why, uint8_t player) {
  return grundy_solution_numbers(why->solution,
                                 player == 'A' ? GRUNDY_COLUMN_Q1 : GRUNDY_COLUMN_Q0);
}

static void explain_level(const grundy_explanation *why, uint32_t v, uint8_t player) {
  bool of_a = player == 'A';
  uint8_t level =
      grundy_solution_letters(why->solution, of_a ? GRUNDY_COLUMN_ABE : GRUNDY_COLUMN_BARBARA)[v];
  grundy_columns bound = grundy_level_bound(level, of_a);
  GRUNDY_EXPLAIN(
      why, GRUNDY_FACT_LEVEL, grundy_with_position("position", v),
      grundy_with_letter("player", player), grundy_with_word("level", grundy_level_name(level)),
      bound == 0 ? grundy_without_number("moves")
                 : grundy_with_number("moves", grundy_solution_numbers(why->solution, bound)[v]));
}

static void explain_outcome(grundy_explanation *why, uint32_t v) {
  uint8_t mover = mover_at(why, v), outcome = why->outcome[v];
  if (grundy_moves_from(why, v).count == 0) {
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_PLAYERS_END, grundy_with_position("position", v),
                   grundy_with_letter("outcome", outcome));
    return;
  }
  if (outcome == GRUNDY_OUTCOME_D) {
    uint32_t to = grundy_follower_with(why, v, GRUNDY_OUTCOME_D);
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_PLAYERS_DRAW, grundy_with_position("position", v),
                   grundy_with_letter("mover", mover),
                   grundy_with_letter("opponent", mover == 'A' ? 'B' : 'A'),
                   grundy_with_position("to", to));
    grundy_add_reason(why, to);
  } else {
    /* Explains a win, of the player to move or of the other one. */
    const uint32_t *q = wins_of(why, outcome);
    grundy_vertices row = grundy_moves_from(why, v);
    uint32_t to = GRUNDY_INFINITY;
    if (mover == outcome) {
      to = v;
      if (q == NULL)
        to = grundy_follower_with(why, v, outcome);
      else
        (void)grundy_best_move_from(why, q, v, &to);
      grundy_add_reason(why, to);
    } else {
      for (uint64_t i = 0; i < row.count && i < GRUNDY_LISTED; i++)
        grundy_add_reason(why, row.at[i]);
    }
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_PLAYERS_WIN, grundy_with_position("position", v),
                   grundy_with_letter("mover", mover), grundy_with_letter("winner", outcome),
                   grundy_with_position("to", to));
    if (q != NULL)
      GRUNDY_EXPLAIN(why, GRUNDY_FACT_FORCED_WIN, grundy_with_letter("winner", outcome),
                     grundy_with_number("moves", q[v]));
  }
  if (grundy_solution_letters(why->solution, GRUNDY_COLUMN_ABE) == NULL) return;
  explain_level(why, v, 'A');
  explain_level(why, v, 'B');
}

/* ---- payoffs ----------------------------------------------------------------------- */

static void explain_sure(grundy_explanation *why, uint32_t v, uint8_t player) {
  bool of_a = player == 'A';
  const double *sure =
      grundy_solution_reals(why->solution, of_a ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP);
  grundy_fact_parameter position = grundy_with_position("position", v);
  grundy_fact_parameter who = grundy_with_letter("player", player);
  if (isnan(sure[v])) {
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_NO_PAYOFF, position, who);
    return;
  }
  const uint32_t *moves = grundy_solution_numbers(
      why->solution, of_a ? GRUNDY_COLUMN_GUARANTEE_MOVES : GRUNDY_COLUMN_CAP_MOVES);
  bool chooses = mover_at(why, v) == player;
  grundy_vertices row = grundy_moves_from(why, v);
  uint32_t to = chooses ? v : GRUNDY_INFINITY; /* as good, in the fewest moves */
  for (uint64_t i = 0; chooses && i < row.count; i++) {
    uint32_t w = row.at[i];
    if (sure[w] == sure[v] && (to == v || moves[w] < moves[to])) to = w;
  }
  GRUNDY_EXPLAIN(why, GRUNDY_FACT_PAYOFF, position, who, grundy_with_real("payoff", sure[v]),
                 grundy_with_position("to", to));
  if (chooses) grundy_add_reason(why, to);
}

void grundy_why_coloured(grundy_explanation *why, uint32_t v) {
  if (grundy_digraph_type(why->g) == GRUNDY_GAME_PAYOFFS) {
    grundy_fact_parameter position = grundy_with_position("position", v);
    if (grundy_moves_from(why, v).count == 0) {
      GRUNDY_EXPLAIN(why, GRUNDY_FACT_PAYOFF_END, position,
                     grundy_with_real("payoff", grundy_digraph_payoffs(why->g)[v]));
      return;
    }
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_MOVER, position, grundy_with_letter("mover", mover_at(why, v)));
    explain_sure(why, v, 'A');
    explain_sure(why, v, 'B');
  } else
    explain_outcome(why, v);
}
