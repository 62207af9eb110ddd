/* Two-coloured games: Q, the columns that follow from Q, and payoffs. */

#include "verify/impl.h"

#include "solution/columns.h"
#include "verify/remoteness.h"

#include <assert.h>
#include <math.h>

static grundy_status note_missing(checker *c, grundy_columns column) {
  return grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "not in the solution");
}

static const char *name_of_column(grundy_columns column) {
  return grundy_column_describe(column)->name;
}

/* ---- Q ---------------------------------------------------------------------------------- */

typedef struct aim {
  const checker *c;
  grundy_columns column;
  const uint8_t *players;
  const grundy_outcome *outcomes;
  const double *payoffs;
  const uint32_t *q;
} aim;

/* Returns the Q of a terminal position [Smi66, §§5, 12]: 0 if the player who has just moved
 * succeeds, 1 if the other player does. */
static uint32_t at_end(const aim *a, uint32_t v) {
  bool of_a = a->column == GRUNDY_COLUMN_QM1;
  if (a->column == GRUNDY_COLUMN_Q1) of_a = a->outcomes[v] == GRUNDY_OUTCOME_A;
  if (a->column == GRUNDY_COLUMN_Q0)
    of_a = a->outcomes[v] == GRUNDY_OUTCOME_A || a->outcomes[v] == GRUNDY_OUTCOME_D;
  if (a->column == GRUNDY_COLUMN_QV) of_a = a->payoffs[v] >= a->c->options.payoff;
  bool a_has_moved = a->players[v] == 'B';
  return of_a == a_has_moved ? 0 : 1;
}

static uint32_t expected_q(const aim *a, uint32_t u) {
  grundy_vertices row = grundy_view_row(&a->c->view, u);
  remoteness_seen seen = remoteness_none();
  for (uint64_t i = 0; i < row.count; i++) remoteness_see(&seen, a->q[row.at[i]]);
  return remoteness_expected(seen, row.count, row.count == 0 ? at_end(a, u) : 0);
}

static void check_q_part(const void *context, int thread, uint32_t begin, uint32_t end,
                         check_set wanted, uint32_t *failed_at) {
  (void)thread;
  const aim *a = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++)
    if (a->q[u] != expected_q(a, u)) fail_check(&wanted, failed_at, CHECK_OUTCOME, u);
}

static grundy_status check_q(checker *c, grundy_columns column) {
  const aim a = {c,
                 column,
                 grundy_digraph_players(c->g),
                 grundy_digraph_outcomes(c->g),
                 grundy_digraph_payoffs(c->g),
                 grundy_solution_numbers(c->solution, column)};
  if (column == GRUNDY_COLUMN_QV && !c->options.payoff_known)
    return grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED,
                              "needs the payoff that A wants");
  grundy_status status = grundy_verify_sweep(c, 1U << CHECK_OUTCOME, check_q_part, &a);
  if (status != GRUNDY_OK) return status;
  uint32_t u = c->failed_at[CHECK_OUTCOME];
  if (u == c->view.order)
    return grundy_verify_note(c, column, GRUNDY_VERDICT_RIGHT, "equations (4a) to (4e) hold");
  char is[NUMBER_TEXT], should[NUMBER_TEXT];
  const violation wrong = {"equations (4a) to (4e)", u,
                           grundy_verify_number(expected_q(&a, u), should),
                           grundy_verify_number(a.q[u], is)};
  return grundy_verify_wrong(c, column, &wrong, "%s is %s, but its followers give %s",
                             name_of_column(column), wrong.found, wrong.expected);
}

/* ---- outcomes and levels ---------------------------------------------------------------- */

typedef struct letters {
  const checker *c;
  grundy_columns column;
  const uint8_t *players, *given;
  const uint32_t *win, *draw, *end; /* Q for these aims of the player */
} letters;

/* Returns who succeeds at v by this Q: 'A', 'B', or 0 for nobody. */
static uint8_t winner(const letters *l, const uint32_t *q, uint32_t v) {
  if (q[v] == GRUNDY_INFINITY) return 0;
  bool the_mover = (q[v] & 1) != 0;
  return the_mover == (l->players[v] == 'A') ? 'A' : 'B';
}

/* Returns the level of [Smi66, Table 1], with two misprints corrected (docs/errata.md). */
static uint8_t level(const letters *l, uint8_t player, uint32_t v) {
  uint8_t end = winner(l, l->end, v), draw = winner(l, l->draw, v);
  if (winner(l, l->win, v) == player) return GRUNDY_LEVEL_BOUNDED_WIN;
  if (draw == player) return GRUNDY_LEVEL_BOUNDED_DRAW;
  if (draw == 0) return end == player ? GRUNDY_LEVEL_DRAW_OR_BOUNDED_LOSS : GRUNDY_LEVEL_DRAW;
  return end == player ? GRUNDY_LEVEL_BOUNDED_LOSS : GRUNDY_LEVEL_NOTHING;
}

static uint8_t expected_letter(const letters *l, uint32_t v) {
  switch (l->column) {
  case GRUNDY_COLUMN_PLAYER:
    return l->players[v];
  case GRUNDY_COLUMN_ABE:
    return level(l, 'A', v);
  case GRUNDY_COLUMN_BARBARA:
    return level(l, 'B', v);
  default:
    if (winner(l, l->win, v) == 'A') return GRUNDY_OUTCOME_A;
    return winner(l, l->draw, v) == 'B' ? GRUNDY_OUTCOME_B : GRUNDY_OUTCOME_D;
  }
}

static void check_letters_part(const void *context, int thread, uint32_t begin, uint32_t end,
                               check_set wanted, uint32_t *failed_at) {
  (void)thread;
  const letters *l = context;
  for (uint32_t v = begin; v < end && wanted != 0; v++)
    if (l->given[v] != expected_letter(l, v)) fail_check(&wanted, failed_at, CHECK_OUTCOME, v);
}

/* Returns the columns of Q that determine a column. */
static grundy_columns sources(grundy_columns column) {
  if (column == GRUNDY_COLUMN_PLAYER) return 0;
  grundy_columns both = GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0;
  return both | (column == GRUNDY_COLUMN_ABE       ? GRUNDY_COLUMN_QM1
                 : column == GRUNDY_COLUMN_BARBARA ? GRUNDY_COLUMN_Q2
                                                   : 0);
}

/* Notes that a letter is wrong. */
static grundy_status note_letter(checker *c, const letters *l, uint32_t v) {
  const char *column = name_of_column(l->column);
  uint8_t given = l->given[v], expected = expected_letter(l, v);
  const char is[] = {(char)given, '\0'}, should[] = {(char)expected, '\0'};
  if (grundy_column_describe(l->column)->kind == GRUNDY_COLUMN_OF_LEVELS)
    return grundy_verify_wrong(
        c, l->column,
        &(violation){"table 1", v, grundy_level_name(expected), grundy_level_name(given)},
        "%s is %s, but Table 1 gives %s", column, grundy_level_name(given),
        grundy_level_name(expected));
  return grundy_verify_wrong(c, l->column, &(violation){"table 1", v, should, is},
                             "%s is %s; it should be %s", column, is, should);
}

static grundy_status check_letters(checker *c, grundy_columns column) {
  for (grundy_columns rest = sources(column); rest != 0; rest &= rest - 1) {
    grundy_columns source = rest & -rest;
    if (column == GRUNDY_COLUMN_OUTCOME && grundy_verify_verdict(c, source) != GRUNDY_VERDICT_RIGHT)
      return grundy_verify_winner(c);
    if (!has(c, source))
      return grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "needs %s",
                                name_of_column(source));
    if (grundy_verify_verdict(c, source) != GRUNDY_VERDICT_RIGHT)
      return grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "%s is wrong",
                                name_of_column(source));
  }
  const uint32_t *q1 = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_Q1);
  const uint32_t *q0 = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_Q0);
  bool of_b = column == GRUNDY_COLUMN_BARBARA;
  const letters l = {
      c,
      column,
      grundy_digraph_players(c->g),
      grundy_solution_letters(c->solution, column),
      of_b ? q0 : q1,
      of_b ? q1 : q0,
      grundy_solution_numbers(c->solution, of_b ? GRUNDY_COLUMN_Q2 : GRUNDY_COLUMN_QM1)};
  grundy_status status = grundy_verify_sweep(c, 1U << CHECK_OUTCOME, check_letters_part, &l);
  if (status != GRUNDY_OK) return status;
  uint32_t v = c->failed_at[CHECK_OUTCOME];
  if (v < c->view.order) return note_letter(c, &l, v);
  return grundy_verify_note(c, column, GRUNDY_VERDICT_RIGHT, "%s",
                            column == GRUNDY_COLUMN_PLAYER    ? "as the game says"
                            : column == GRUNDY_COLUMN_OUTCOME ? "as q1 and q0 say"
                                                              : "as Table 1 says, corrected");
}

/* ---- payoffs ---------------------------------------------------------------------------- */

/* A claim of payoffs is right if two conditions hold. First, the payoff of a vertex is the maximum
 * over its followers if A moves there and the minimum if B moves: so neither player can do better
 * by leaving it, if the play ends or has the worth of an infinite play. Second, if it is more
 * (less) than the worth of an infinite play, A (B) can make the number of moves decrease with every
 * move, whatever the other player does, without giving up any of the payoff: so the play ends.
 * Without a column of moves, decreasing numbers exist exactly if the claim is grounded. */
typedef struct claim {
  const checker *c;
  const uint8_t *players;
  const double *payoffs, *given;
  const uint32_t *moves; /* NULL: not in the solution */
  double infinite;
} claim;

static double claimed(const claim *k, uint32_t v) {
  return isnan(k->given[v]) ? k->infinite : k->given[v];
}

static double expected_payoff(const claim *k, uint32_t u) {
  grundy_vertices row = grundy_view_row(&k->c->view, u);
  if (row.count == 0) return k->payoffs[u];
  double best = claimed(k, row.at[0]);
  for (uint64_t i = 1; i < row.count; i++) {
    double payoff = claimed(k, row.at[i]);
    if (k->players[u] == 'A' ? payoff > best : payoff < best) best = payoff;
  }
  return best;
}

/* Returns the player who gains if play from u ends. */
static uint8_t gainer(const claim *k, uint32_t u) {
  assert(claimed(k, u) != k->infinite); /* otherwise nobody gains */
  return claimed(k, u) > k->infinite ? 'A' : 'B';
}

static ground_need needs(const void *context, uint32_t u) {
  const claim *k = context;
  if (claimed(k, u) == k->infinite) return GROUND_NOTHING;
  return k->players[u] == gainer(k, u) ? GROUND_ONE : GROUND_ALL;
}

/* Returns whether the move to v preserves what is claimed at u for the player who gains. */
static bool keeps(const void *context, uint32_t u, uint32_t v) {
  const claim *k = context;
  return gainer(k, u) == 'A' ? claimed(k, v) >= claimed(k, u) : claimed(k, v) <= claimed(k, u);
}

/* Returns whether the player who gains from an end can have fewer moves left after every move. */
static bool moves_fall(const claim *k, uint32_t u) {
  grundy_vertices row = grundy_view_row(&k->c->view, u);
  ground_need need = needs(k, u);
  if (row.count == 0) return k->moves[u] == 0;
  if (need == GROUND_NOTHING) return k->moves[u] == GRUNDY_INFINITY;
  bool some = false, all = true;
  for (uint64_t i = 0; i < row.count; i++) {
    bool good = keeps(k, u, row.at[i]) && k->moves[row.at[i]] < k->moves[u];
    some |= good;
    all &= good;
  }
  return k->moves[u] != GRUNDY_INFINITY && (need == GROUND_ONE ? some : all);
}

/* Reports the condition on payoffs as CHECK_OUTCOME, and the condition on moves as CHECK_COUNTER.
 * An entry is a payoff, or none where the worth of an infinite play is not known. */
static void check_claim_part(const void *context, int thread, uint32_t begin, uint32_t end,
                             check_set wanted, uint32_t *failed_at) {
  (void)thread;
  const claim *k = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    bool is_payoff = isnan(k->given[u]) ? isinf(k->infinite) : isfinite(k->given[u]);
    if ((wanted >> CHECK_OUTCOME & 1) != 0 &&
        (!is_payoff || claimed(k, u) != expected_payoff(k, u)))
      fail_check(&wanted, failed_at, CHECK_OUTCOME, u);
    if ((wanted >> CHECK_COUNTER & 1) != 0 && !moves_fall(k, u))
      fail_check(&wanted, failed_at, CHECK_COUNTER, u);
  }
}

/* Reports the verdict on payoffs. Decreasing numbers of moves prove that the payoffs can be forced;
 * otherwise grounding proves it. */
static grundy_status note_payoffs(checker *c, const claim *k, grundy_columns column, bool proved) {
  const char *name = name_of_column(column);
  char is[24], should[24];
  uint32_t u = c->failed_at[CHECK_OUTCOME];
  if (u < c->view.order) {
    snprintf(is, sizeof is, "%g", k->given[u]);
    snprintf(should, sizeof should, "%g", expected_payoff(k, u));
    return grundy_verify_wrong(c, column, &(violation){"best follower", u, should, is},
                               "%s is %s, but its followers give %s", name, is, should);
  }
  grundy_status status =
      proved ? GRUNDY_OK : grundy_verify_ground(c, &(ground_rules){k, needs, keeps}, &u);
  if (status != GRUNDY_OK) return status;
  if (u < c->view.order)
    return grundy_verify_wrong(c, column, &(violation){"forced", u, NULL, NULL},
                               "%s is %g, but this cannot be forced", name, k->given[u]);
  return grundy_verify_note(c, column, GRUNDY_VERDICT_RIGHT,
                            "the best of the followers, and it can be forced");
}

static grundy_status note_moves(checker *c, const claim *k, grundy_columns column,
                                grundy_columns moves) {
  char number[NUMBER_TEXT];
  uint32_t u = c->failed_at[CHECK_COUNTER];
  if (grundy_verify_verdict(c, column) != GRUNDY_VERDICT_RIGHT)
    return grundy_verify_note(c, moves, GRUNDY_VERDICT_NOT_CHECKED, "%s is wrong",
                              name_of_column(column));
  if (u == c->view.order)
    return grundy_verify_note(c, moves, GRUNDY_VERDICT_RIGHT, "they fall along a play");
  return grundy_verify_wrong(c, moves, &(violation){"falls along a play", u, NULL, NULL},
                             "%s is %s, which does not fall along a play", name_of_column(moves),
                             grundy_verify_number(k->moves[u], number));
}

/* Checks a column of payoffs and the column of its moves. */
static grundy_status check_payoff(checker *c, grundy_columns column, grundy_columns moves,
                                  double worst) {
  if (!has(c, column)) {
    grundy_status status = note_missing(c, column);
    if (status != GRUNDY_OK) return status;
    if (!has(c, moves)) return note_missing(c, moves);
    return grundy_verify_note(c, moves, GRUNDY_VERDICT_NOT_CHECKED, "needs %s",
                              name_of_column(column));
  }
  const claim k = {c,
                   grundy_digraph_players(c->g),
                   grundy_digraph_payoffs(c->g),
                   grundy_solution_reals(c->solution, column),
                   grundy_solution_numbers(c->solution, moves),
                   c->options.infinite_known ? c->options.infinite : worst};
  check_set wanted = 1U << CHECK_OUTCOME | (has(c, moves) ? 1U << CHECK_COUNTER : 0);
  grundy_status status = grundy_verify_sweep(c, wanted, check_claim_part, &k);
  if (status != GRUNDY_OK) return status;
  status = note_payoffs(c, &k, column, has(c, moves) && holds(c, CHECK_COUNTER));
  if (status != GRUNDY_OK) return status;
  return has(c, moves) ? note_moves(c, &k, column, moves) : note_missing(c, moves);
}

/* ---- columns ---------------------------------------------------------------------------- */

grundy_status grundy_verify_coloured(checker *c) {
  static const grundy_columns with_outcomes[] = {
      GRUNDY_COLUMN_PLAYER, GRUNDY_COLUMN_Q1,      GRUNDY_COLUMN_Q0,
      GRUNDY_COLUMN_QM1,    GRUNDY_COLUMN_Q2,      GRUNDY_COLUMN_OUTCOME,
      GRUNDY_COLUMN_ABE,    GRUNDY_COLUMN_BARBARA, 0};
  static const grundy_columns with_payoffs[] = {GRUNDY_COLUMN_PLAYER, GRUNDY_COLUMN_QV, 0};
  bool payoffs = grundy_digraph_type(c->g) == GRUNDY_GAME_PAYOFFS;
  grundy_status status = GRUNDY_OK;
  for (const grundy_columns *column = payoffs ? with_payoffs : with_outcomes;
       *column != 0 && status == GRUNDY_OK; column++)
    status = !has(c, *column) ? note_missing(c, *column)
             : grundy_column_describe(*column)->kind == GRUNDY_COLUMN_OF_NUMBERS
                 ? check_q(c, *column)
                 : check_letters(c, *column);
  if (!payoffs) return status;
  if (status == GRUNDY_OK)
    status = check_payoff(c, GRUNDY_COLUMN_GUARANTEE, GRUNDY_COLUMN_GUARANTEE_MOVES, -INFINITY);
  if (status == GRUNDY_OK)
    status = check_payoff(c, GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES, INFINITY);
  return status;
}
