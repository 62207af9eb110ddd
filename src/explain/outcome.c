/* Explains why a position of an impartial game is P, N or D, and why it has its remoteness. */

#include "explain/impl.h"

/* ---- outcome ----------------------------------------------------------------------- */

uint32_t grundy_follower_with(const grundy_explanation *why, uint32_t v, grundy_outcome outcome) {
  grundy_vertices row = grundy_moves_from(why, v);
  for (uint64_t i = 0; i < row.count; i++)
    if (why->outcome[row.at[i]] == outcome) return row.at[i];
  return v;
}

/* Returns the move of the good strategy: from N to P, from D to D. Without remoteness it is the
 * first such move. */
static uint32_t good_move(const grundy_explanation *why, uint32_t v) {
  static const grundy_outcome good[] = {[GRUNDY_OUTCOME_P] = GRUNDY_OUTCOME_N,
                                        [GRUNDY_OUTCOME_N] = GRUNDY_OUTCOME_P,
                                        [GRUNDY_OUTCOME_D] = GRUNDY_OUTCOME_D};
  uint32_t to = v;
  if (why->remoteness != NULL) {
    (void)grundy_best_move_from(why, why->remoteness, v, &to);
    return to;
  }
  return grundy_follower_with(why, v, good[why->outcome[v]]);
}

void grundy_why_outcome(grundy_explanation *why, uint32_t v) {
  grundy_fact_parameter position = grundy_with_position("position", v),
                        play = grundy_with_play(why);
  if (grundy_moves_from(why, v).count == 0) {
    if (grundy_explains_misere(why) || why->values != NULL)
      GRUNDY_EXPLAIN(why, GRUNDY_FACT_TERMINAL, position, play);
    else
      GRUNDY_EXPLAIN(why, GRUNDY_FACT_END, position,
                     grundy_with_letter("outcome", why->outcome[v]));
    return;
  }
  if (why->outcome[v] == GRUNDY_OUTCOME_P) {
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_P_POSITION, position, play);
    /* Explains each move from a P-position with its answer. A reply may be missing: play may
     * end at an N-position. */
    grundy_vertices row = grundy_moves_from(why, v);
    for (uint64_t i = 0; i < row.count && i < GRUNDY_LISTED; i++) {
      uint32_t after = row.at[i];
      if (grundy_moves_from(why, after).count == 0) {
        GRUNDY_EXPLAIN(why, GRUNDY_FACT_LOSING_END, grundy_with_position("to", after));
        grundy_add_reason(why, after);
        continue;
      }
      uint32_t reply = good_move(why, after);
      GRUNDY_EXPLAIN(why, GRUNDY_FACT_ANSWER, grundy_with_position("to", after),
                     grundy_with_position("reply", reply));
      grundy_add_reason(why, reply);
    }
    grundy_explain_others(why, GRUNDY_FACT_MORE_ANSWERS,
                          row.count < GRUNDY_LISTED ? 0 : row.count - GRUNDY_LISTED);
    return;
  }
  uint32_t to = good_move(why, v);
  GRUNDY_EXPLAIN(why,
                 why->outcome[v] == GRUNDY_OUTCOME_N ? GRUNDY_FACT_N_POSITION : GRUNDY_FACT_DRAW,
                 position, play, grundy_with_position("to", to));
  grundy_add_reason(why, to);
}

/* ---- remoteness -------------------------------------------------------------------- */

void grundy_why_remoteness(const grundy_explanation *why, uint32_t v) {
  uint32_t r = why->remoteness[v], to = good_move(why, v);
  grundy_fact_parameter position = grundy_with_position("position", v),
                        play = grundy_with_play(why);
  if (r == GRUNDY_INFINITY) {
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_INFINITE_REMOTENESS, position, play);
    return;
  }
  if (grundy_moves_from(why, v).count == 0) {
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_END_REMOTENESS, position, play,
                   grundy_with_number("remoteness", r));
    return;
  }
  GRUNDY_EXPLAIN(why, r % 2 == 1 ? GRUNDY_FACT_FASTEST_WIN : GRUNDY_FACT_LONGEST_RESISTANCE,
                 position, play, grundy_with_number("remoteness", r),
                 grundy_with_position("to", to),
                 grundy_with_number("to_remoteness", why->remoteness[to]));
  /* A line of best play: the winner hurries, and the loser delays. */
  enum { LONGEST = 40 };
  grundy_fact_item line[LONGEST + 1] = {{.vertex = v}};
  uint32_t at = v, moves = 0;
  while (grundy_moves_from(why, at).count > 0 && moves < LONGEST) {
    at = good_move(why, at);
    line[++moves].vertex = at;
  }
  bool is_over = grundy_moves_from(why, at).count == 0;
  GRUNDY_EXPLAIN(why, GRUNDY_FACT_BEST_PLAY,
                 grundy_with_items("line", GRUNDY_FACT_TYPE_POSITIONS, line, moves + 1),
                 is_over ? grundy_with_number("moves", moves) : grundy_without_number("moves"));
}
