/* Explains why a position of a two-coloured game is won by A, by B or by neither, or what it
 * pays. */

#include <grundy/solve.h>

#include "explain/impl.h"
#include "solution/columns.h"
#include "text/numbers.h"

#include <inttypes.h>
#include <math.h>

static uint8_t mover_at(const grundy_explanation *t, uint32_t v) {
  return grundy_digraph_players(t->g)[v];
}

static uint8_t other_than(uint8_t player) {
  return player == 'A' ? 'B' : 'A';
}

/* ---- outcomes ---------------------------------------------------------------------- */

static void explain_end(const grundy_explanation *t, uint32_t v) {
  grundy_outcome outcome = t->outcome[v];
  grundy_write_text(t, "At %v play is over: ", &v, NULL);
  if (outcome == GRUNDY_OUTCOME_D)
    fputs("it is a draw.\n", t->out);
  else
    fprintf(t->out, "%c wins.\n", outcome);
}

static const uint32_t *wins_of(const grundy_explanation *t, uint8_t player) {
  return grundy_solution_numbers(t->solution, player == 'A' ? GRUNDY_COLUMN_Q1 : GRUNDY_COLUMN_Q0);
}

/* Explains a win, of the player to move or of the other one. */
static void explain_win(grundy_explanation *t, uint32_t v, uint8_t mover, grundy_outcome winner) {
  const uint32_t *q = wins_of(t, winner);
  grundy_vertices row = grundy_moves_from(t, v);
  if (mover == winner) {
    uint32_t to = v;
    if (q == NULL)
      to = grundy_follower_with(t, v, winner);
    else
      (void)grundy_best_move_from(t, q, v, &to);
    grundy_write_text(t, "the move to %v leads to a win for ", &to, NULL);
    grundy_add_reason(t, to);
  } else {
    fputs("every move leads to a win for ", t->out);
    for (uint64_t i = 0; i < row.count && i < GRUNDY_LISTED; i++) grundy_add_reason(t, row.at[i]);
  }
  fprintf(t->out, "%c.\n", winner);
  if (q != NULL)
    fprintf(t->out, "  %c can force it within %" PRIu32 " move%s.\n", winner, q[v],
            q[v] == 1 ? "" : "s");
}

static void explain_draw(grundy_explanation *t, uint32_t v, uint8_t mover) {
  uint32_t to = grundy_follower_with(t, v, GRUNDY_OUTCOME_D);
  fprintf(t->out, "no move leads to a win for %c, and ", mover);
  grundy_write_text(t, "the move to %v avoids a win for ", &to, NULL);
  fprintf(t->out, "%c.\n", other_than(mover));
  grundy_add_reason(t, to);
}

static void explain_level(const grundy_explanation *t, uint32_t v, uint8_t player) {
  bool of_a = player == 'A';
  uint8_t level =
      grundy_solution_letters(t->solution, of_a ? GRUNDY_COLUMN_ABE : GRUNDY_COLUMN_BARBARA)[v];
  grundy_columns bound = grundy_level_bound(level, of_a);
  grundy_write_text(t, "At %v ", &v, NULL);
  fprintf(t->out, "%c can be sure of: %s", player, grundy_level_describe(level)->words);
  uint32_t moves = bound == 0 ? 0 : grundy_solution_numbers(t->solution, bound)[v];
  if (bound != 0) fprintf(t->out, " in at most %" PRIu32 " move%s", moves, moves == 1 ? "" : "s");
  fputs(".\n", t->out);
}

static void explain_outcome(grundy_explanation *t, uint32_t v) {
  uint8_t mover = mover_at(t, v), outcome = t->outcome[v];
  if (grundy_moves_from(t, v).count == 0) {
    explain_end(t, v);
    return;
  }
  grundy_write_text(t, "At %v ", &v, NULL);
  fprintf(t->out, "%c moves, and ", mover);
  if (outcome == GRUNDY_OUTCOME_D) {
    fputs("neither player can force a win: ", t->out);
    explain_draw(t, v, mover);
  } else {
    fprintf(t->out, "%c wins: ", outcome);
    explain_win(t, v, mover, outcome);
  }
  if (grundy_solution_letters(t->solution, GRUNDY_COLUMN_ABE) == NULL) return;
  explain_level(t, v, 'A');
  explain_level(t, v, 'B');
}

/* ---- payoffs ----------------------------------------------------------------------- */

/* Returns a follower from which the player can be sure of the same payoff, in the fewest moves. */
static uint32_t follower_as_good(const grundy_explanation *t, const double *sure,
                                 const uint32_t *moves, uint32_t v) {
  grundy_vertices row = grundy_moves_from(t, v);
  uint32_t best = v;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t w = row.at[i];
    if (sure[w] == sure[v] && (best == v || moves[w] < moves[best])) best = w;
  }
  return best;
}

static void explain_sure(grundy_explanation *t, uint32_t v, uint8_t player) {
  bool of_a = player == 'A';
  const double *sure =
      grundy_solution_reals(t->solution, of_a ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP);
  const char *bound = of_a ? "at least" : "at most";
  fprintf(t->out, "%c can be sure of ", player);
  if (isnan(sure[v])) {
    grundy_write_text(t, "nothing at %v: the other player can keep the play from ending.\n", &v,
                      NULL);
    return;
  }
  char payoff[GRUNDY_REAL_ROOM];
  fprintf(t->out, "a payoff of %s %s", bound, grundy_real_format(sure[v], 17, payoff));
  grundy_write_text(t, " at %v: ", &v, NULL);
  if (mover_at(t, v) != player) {
    fprintf(t->out, "every move leads to %s that.\n", bound);
    return;
  }
  const uint32_t *moves = grundy_solution_numbers(t->solution, of_a ? GRUNDY_COLUMN_GUARANTEE_MOVES
                                                                    : GRUNDY_COLUMN_CAP_MOVES);
  uint32_t to = follower_as_good(t, sure, moves, v);
  grundy_write_text(t, "the move to %v leads to that.\n", &to, NULL);
  grundy_add_reason(t, to);
}

static void explain_payoffs(grundy_explanation *t, uint32_t v) {
  if (grundy_moves_from(t, v).count == 0) {
    grundy_write_text(t, "At %v play is over: A gets ", &v, NULL);
    char payoff[GRUNDY_REAL_ROOM];
    fprintf(t->out, "%s.\n", grundy_real_format(grundy_digraph_payoffs(t->g)[v], 17, payoff));
    return;
  }
  grundy_write_text(t, "At %v ", &v, NULL);
  fprintf(t->out, "%c moves.\n", mover_at(t, v));
  explain_sure(t, v, 'A');
  explain_sure(t, v, 'B');
}

void grundy_why_coloured(grundy_explanation *t, uint32_t v) {
  if (grundy_digraph_payoffs(t->g) != NULL)
    explain_payoffs(t, v);
  else
    explain_outcome(t, v);
}
