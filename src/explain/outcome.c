/* Explains why a position of an impartial game is P, N or D, and why it has its remoteness. */

#include <grundy/solve.h>

#include "explain/impl.h"

#include <inttypes.h>

/* ---- outcome ----------------------------------------------------------------------- */

static void explain_end(const grundy_explanation *t, uint32_t v) {
  if (grundy_explains_misere(t)) {
    grundy_write_text(
        t, "%v is an N-position%p: it has no moves, and a player who cannot move wins.\n", &v,
        NULL);
    return;
  }
  if (t->values != NULL) {
    grundy_write_text(
        t, "%v is a P-position: it has no moves, and a player who cannot move loses.\n", &v, NULL);
    return;
  }
  switch (t->outcome[v]) {
  case GRUNDY_OUTCOME_P:
    grundy_write_text(t, "%v is a P-position: play is over, and the player who moved last wins.\n",
                      &v, NULL);
    break;
  case GRUNDY_OUTCOME_N:
    grundy_write_text(
        t, "%v is an N-position: play is over, and the player who moved last loses.\n", &v, NULL);
    break;
  default:
    grundy_write_text(t, "%v is a draw: play is over.\n", &v, NULL);
  }
}

uint32_t grundy_follower_with(const grundy_explanation *t, uint32_t v, grundy_outcome outcome) {
  grundy_vertices row = grundy_moves_from(t, v);
  for (uint64_t i = 0; i < row.count; i++)
    if (t->outcome[row.at[i]] == outcome) return row.at[i];
  return v;
}

/* Returns the move of the good strategy: from N to P, from D to D. Without remoteness it is the
 * first such move. */
static uint32_t good_move(const grundy_explanation *t, uint32_t v) {
  static const grundy_outcome good[] = {[GRUNDY_OUTCOME_P] = GRUNDY_OUTCOME_N,
                                        [GRUNDY_OUTCOME_N] = GRUNDY_OUTCOME_P,
                                        [GRUNDY_OUTCOME_D] = GRUNDY_OUTCOME_D};
  uint32_t to = v;
  if (t->remoteness != NULL) {
    (void)grundy_best_move_from(t, t->remoteness, v, &to);
    return to;
  }
  return grundy_follower_with(t, v, good[t->outcome[v]]);
}

/* Explains each move from a P-position with its answer. A reply may be missing: play may end at an
 * N-position. */
static void explain_answers(grundy_explanation *t, uint32_t v) {
  grundy_vertices row = grundy_moves_from(t, v);
  for (uint64_t i = 0; i < row.count && i < GRUNDY_LISTED; i++) {
    uint32_t after = row.at[i];
    if (grundy_moves_from(t, after).count == 0) {
      grundy_write_text(t, "  The move to %v ends the play, and the player who makes it loses.\n",
                        &after, NULL);
      grundy_add_reason(t, after);
      continue;
    }
    uint32_t reply = good_move(t, after);
    grundy_write_text(t, "  The move to %v is answered by %v -> %v, which leads to a P-position.\n",
                      (uint32_t[]){after, after, reply}, NULL);
    grundy_add_reason(t, reply);
  }
  grundy_write_others(t, row.count < GRUNDY_LISTED ? 0 : row.count - GRUNDY_LISTED,
                      "answered in the same way");
}

void grundy_why_outcome(grundy_explanation *t, uint32_t v) {
  if (grundy_moves_from(t, v).count == 0) {
    explain_end(t, v);
    return;
  }
  uint32_t to = good_move(t, v);
  switch (t->outcome[v]) {
  case GRUNDY_OUTCOME_N:
    grundy_write_text(t, "%v is an N-position%p: the move to %v leads to a P-position.\n",
                      (uint32_t[]){v, to}, NULL);
    grundy_add_reason(t, to);
    break;
  case GRUNDY_OUTCOME_P:
    grundy_write_text(t, "%v is a P-position%p: every move leads to an N-position.\n", &v, NULL);
    explain_answers(t, v);
    break;
  default:
    grundy_write_text(
        t, "%v is a draw%p: no move leads to a P-position, and the move to %v leads to a draw.\n",
        (uint32_t[]){v, to}, NULL);
    grundy_add_reason(t, to);
  }
}

/* ---- remoteness -------------------------------------------------------------------- */

/* Writes a line of best play: the winner hurries, and the loser delays. */
static void explain_line(const grundy_explanation *t, uint32_t v) {
  enum { LONGEST = 40 };
  uint32_t at = v, moves = 0;
  fputs("  Best play: ", t->out);
  grundy_write_name(t, v);
  for (; grundy_moves_from(t, at).count > 0 && moves < LONGEST; moves++) {
    at = good_move(t, at);
    fputs(" -> ", t->out);
    grundy_write_name(t, at);
  }
  if (grundy_moves_from(t, at).count > 0)
    fputs(" and so on", t->out);
  else
    fprintf(t->out, ", %" PRIu32 " move%s", moves, moves == 1 ? "" : "s");
  fputs(".\n", t->out);
}

void grundy_why_remoteness(const grundy_explanation *t, uint32_t v) {
  uint32_t r = t->remoteness[v], to = good_move(t, v);
  if (r == GRUNDY_INFINITY) {
    grundy_write_text(t, "%v has infinite %mremoteness: neither player can force a win.\n", &v,
                      NULL);
    return;
  }
  if (grundy_moves_from(t, v).count == 0) {
    grundy_write_text(t, "%v has %mremoteness %u: play is over.\n", &v, &r);
    return;
  }
  uint32_t vertices[] = {v, to}, numbers[] = {r, t->remoteness[to]};
  grundy_write_text(
      t,
      r % 2 == 1 ? "%v has %mremoteness %u: the fastest win is the move to %v, which has the "
                   "least even remoteness, %u.\n"
                 : "%v has %mremoteness %u: every move leads to a position of odd remoteness, "
                   "and the longest resistance is %v, with remoteness %u.\n",
      vertices, numbers);
  explain_line(t, v);
}
