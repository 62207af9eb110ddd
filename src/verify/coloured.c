/* Two-coloured games: Q, what follows from it, and payoffs. */

#include "verify/impl.h"

#include "verify/remoteness.h"

#include <inttypes.h>
#include <math.h>

static bool has(const checker *c, grundy_columns column) {
  return (grundy_solution_columns(c->solution) & column) != 0;
}

static grundy_status note_missing(checker *c, grundy_columns column) {
  return grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "not in the solution");
}

static const char *name_of_column(grundy_columns column) {
  return grundy_column_describe(column)->name;
}

/* ---- Q ---------------------------------------------------------------------------------- */

typedef struct aim {
  const checker *c;
  grundy_columns column;
  const uint8_t *players, *outcomes;
  const double *payoffs;
  const uint32_t *q;
} aim;

/* [Smi66, §§5, 12]: 0 where the player who has moved succeeds, 1 where the other one does. */
static uint32_t at_end(const aim *a, uint32_t v) {
  bool of_a = a->column == GRUNDY_QM1;
  if (a->column == GRUNDY_Q1) of_a = a->outcomes[v] == 'A';
  if (a->column == GRUNDY_Q0) of_a = a->outcomes[v] == 'A' || a->outcomes[v] == 'D';
  if (a->column == GRUNDY_QV) of_a = a->payoffs[v] >= a->c->options.payoff;
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
                         rules wanted, uint32_t *broken_at) {
  (void)thread;
  const aim *a = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++)
    if (a->q[u] != expected_q(a, u)) breaks(&wanted, broken_at, RULE_OUTCOME, u);
}

static grundy_status check_q(checker *c, grundy_columns column) {
  const aim a = {c,
                 column,
                 grundy_digraph_players(c->g),
                 grundy_digraph_outcomes(c->g),
                 grundy_digraph_payoffs(c->g),
                 grundy_solution_numbers(c->solution, column)};
  if (column == GRUNDY_QV && !c->options.payoff_known)
    return grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "needs the payoff that A wants");
  grundy_status status = grundy_verify_sweep(c, 1U << RULE_OUTCOME, check_q_part, &a);
  if (status != GRUNDY_OK) return status;
  uint32_t u = c->broken_at[RULE_OUTCOME];
  if (u == c->view.order)
    return grundy_verify_note(c, column, GRUNDY_RIGHT, "equations (4a) to (4e) hold");
  char scratch[GRUNDY_NAME_SCRATCH], is[NUMBER_TEXT], should[NUMBER_TEXT];
  return grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %s, but its followers give %s",
                            name_of(c, u, scratch), name_of_column(column),
                            grundy_verify_number(a.q[u], is),
                            grundy_verify_number(expected_q(&a, u), should));
}

/* ---- what follows from it --------------------------------------------------------------- */

typedef struct letters {
  const checker *c;
  grundy_columns column;
  const uint8_t *players, *given;
  const uint32_t *win, *draw, *end; /* the Qs of these aims of the player */
} letters;

/* Who succeeds by this Q at v: 'A', 'B', or 0 for nobody. */
static uint8_t winner(const letters *l, const uint32_t *q, uint32_t v) {
  if (q[v] == GRUNDY_INFINITY) return 0;
  bool the_mover = (q[v] & 1) != 0;
  return the_mover == (l->players[v] == 'A') ? 'A' : 'B';
}

/* [Smi66, Table 1], corrected. */
static uint8_t level(const letters *l, uint8_t player, uint32_t v) {
  uint8_t end = winner(l, l->end, v), draw = winner(l, l->draw, v);
  if (winner(l, l->win, v) == player) return GRUNDY_BOUNDED_WIN;
  if (draw == player) return GRUNDY_BOUNDED_DRAW;
  if (draw == 0) return end == player ? GRUNDY_DRAW_OR_BOUNDED_LOSS : GRUNDY_DRAW;
  return end == player ? GRUNDY_BOUNDED_LOSS : GRUNDY_NOTHING;
}

static uint8_t expected_letter(const letters *l, uint32_t v) {
  switch (l->column) {
  case GRUNDY_PLAYER:
    return l->players[v];
  case GRUNDY_ABE:
    return level(l, 'A', v);
  case GRUNDY_BARBARA:
    return level(l, 'B', v);
  default:
    if (winner(l, l->win, v) == 'A') return 'A';
    return winner(l, l->draw, v) == 'B' ? 'B' : 'D';
  }
}

static void check_letters_part(const void *context, int thread, uint32_t begin, uint32_t end,
                               rules wanted, uint32_t *broken_at) {
  (void)thread;
  const letters *l = context;
  for (uint32_t v = begin; v < end && wanted != 0; v++)
    if (l->given[v] != expected_letter(l, v)) breaks(&wanted, broken_at, RULE_OUTCOME, v);
}

/* The Qs that a column follows from. */
static grundy_columns sources(grundy_columns column) {
  if (column == GRUNDY_PLAYER) return 0;
  grundy_columns both = GRUNDY_Q1 | GRUNDY_Q0;
  return both | (column == GRUNDY_ABE ? GRUNDY_QM1 : column == GRUNDY_BARBARA ? GRUNDY_Q2 : 0);
}

static grundy_status check_letters(checker *c, grundy_columns column) {
  for (grundy_columns rest = sources(column); rest != 0; rest &= rest - 1) {
    grundy_columns source = rest & -rest;
    if (!has(c, source))
      return grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "needs %s", name_of_column(source));
    if (grundy_verify_verdict(c, source) != GRUNDY_RIGHT)
      return grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "%s is wrong",
                                name_of_column(source));
  }
  const uint32_t *q1 = grundy_solution_numbers(c->solution, GRUNDY_Q1);
  const uint32_t *q0 = grundy_solution_numbers(c->solution, GRUNDY_Q0);
  bool of_b = column == GRUNDY_BARBARA;
  const letters l = {c,
                     column,
                     grundy_digraph_players(c->g),
                     grundy_solution_letters(c->solution, column),
                     of_b ? q0 : q1,
                     of_b ? q1 : q0,
                     grundy_solution_numbers(c->solution, of_b ? GRUNDY_Q2 : GRUNDY_QM1)};
  grundy_status status = grundy_verify_sweep(c, 1U << RULE_OUTCOME, check_letters_part, &l);
  if (status != GRUNDY_OK) return status;
  uint32_t v = c->broken_at[RULE_OUTCOME];
  if (v == c->view.order)
    return grundy_verify_note(c, column, GRUNDY_RIGHT, "%s",
                              column == GRUNDY_PLAYER    ? "as the game says"
                              : column == GRUNDY_OUTCOME ? "as q1 and q0 say"
                                                         : "as Table 1 says, corrected");
  char scratch[GRUNDY_NAME_SCRATCH];
  if (grundy_column_describe(column)->kind == GRUNDY_LEVELS)
    return grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %s, but Table 1 gives %s",
                              name_of(c, v, scratch), name_of_column(column),
                              grundy_level_name(l.given[v]),
                              grundy_level_name(expected_letter(&l, v)));
  return grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %c; it should be %c",
                            name_of(c, v, scratch), name_of_column(column), l.given[v],
                            expected_letter(&l, v));
}

/* ---- payoffs ---------------------------------------------------------------------------- */

/* A claim of payoffs is right if two rules hold. The payoff of a vertex is the most of its
 * followers' where A moves and the least where B does: so neither can do better by leaving it, if
 * the play ends or is worth what an infinite play is. And where it is more (less) than that,
 * A (B) can make the moves fall with every move, whatever the other does, without giving up any of
 * it: so the play ends. */
typedef struct claim {
  const checker *c;
  const uint8_t *players;
  const double *payoffs, *given;
  const uint32_t *moves;
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

/* Can the player who gains from an end have fewer moves after every move? */
static bool moves_fall(const claim *k, uint32_t u) {
  grundy_vertices row = grundy_view_row(&k->c->view, u);
  double payoff = claimed(k, u);
  if (row.count == 0) return k->moves[u] == 0;
  if (payoff == k->infinite) return k->moves[u] == GRUNDY_INFINITY;
  uint8_t gainer = payoff > k->infinite ? 'A' : 'B';
  bool some = false, all = true;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t v = row.at[i];
    bool kept = gainer == 'A' ? claimed(k, v) >= payoff : claimed(k, v) <= payoff;
    bool good = kept && k->moves[v] < k->moves[u];
    some |= good;
    all &= good;
  }
  return k->moves[u] != GRUNDY_INFINITY && (k->players[u] == gainer ? some : all);
}

/* Is the entry a payoff, which is finite, or NaN where no payoff may be sure? */
static bool is_payoff_or_none(const claim *k, uint32_t v) {
  return isfinite(k->given[v]) || (isnan(k->given[v]) && isinf(k->infinite));
}

/* The rule of payoffs is looked at as that of outcomes, the rule of moves as that of counters. */
static void check_claim_part(const void *context, int thread, uint32_t begin, uint32_t end,
                             rules wanted, uint32_t *broken_at) {
  (void)thread;
  const claim *k = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    if ((wanted >> RULE_OUTCOME & 1) != 0 &&
        (!is_payoff_or_none(k, u) || claimed(k, u) != expected_payoff(k, u)))
      breaks(&wanted, broken_at, RULE_OUTCOME, u);
    if ((wanted >> RULE_COUNTER & 1) != 0 && !moves_fall(k, u))
      breaks(&wanted, broken_at, RULE_COUNTER, u);
  }
}

static grundy_status note_payoff(checker *c, const claim *k, grundy_columns column,
                                 grundy_columns moves) {
  char scratch[GRUNDY_NAME_SCRATCH], number[NUMBER_TEXT];
  uint32_t u = c->broken_at[RULE_OUTCOME], v = c->broken_at[RULE_COUNTER];
  if (u < c->view.order) {
    grundy_status status =
        isinf(k->given[u])
            ? grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %g, which is not a payoff",
                                 name_of(c, u, scratch), name_of_column(column), k->given[u])
            : grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %g, but its followers give %g",
                                 name_of(c, u, scratch), name_of_column(column), k->given[u],
                                 expected_payoff(k, u));
    return status == GRUNDY_OK ? grundy_verify_note(c, moves, GRUNDY_NOT_CHECKED, "%s is wrong",
                                                    name_of_column(column))
                               : status;
  }
  if (v < c->view.order) {
    grundy_status status = grundy_verify_note(
        c, moves, GRUNDY_WRONG, "%s: %s is %s, which does not fall along a play",
        name_of(c, v, scratch), name_of_column(moves), grundy_verify_number(k->moves[v], number));
    return status == GRUNDY_OK ? grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "%s is wrong",
                                                    name_of_column(moves))
                               : status;
  }
  grundy_status status = grundy_verify_note(c, column, GRUNDY_RIGHT,
                                            "the best of the followers, and it can be forced");
  return status == GRUNDY_OK ? grundy_verify_note(c, moves, GRUNDY_RIGHT, "they fall along a play")
                             : status;
}

/* A column of payoffs and that of its moves, each of which needs the other. */
static grundy_status check_payoff(checker *c, grundy_columns column, grundy_columns moves,
                                  double worst) {
  grundy_columns pair[] = {column, moves};
  if (!has(c, column) || !has(c, moves)) {
    grundy_status status = GRUNDY_OK;
    for (int i = 0; i < 2 && status == GRUNDY_OK; i++)
      status = has(c, pair[i]) ? grundy_verify_note(c, pair[i], GRUNDY_NOT_CHECKED, "needs %s",
                                                    name_of_column(pair[1 - i]))
                               : note_missing(c, pair[i]);
    return status;
  }
  const claim k = {c,
                   grundy_digraph_players(c->g),
                   grundy_digraph_payoffs(c->g),
                   grundy_solution_reals(c->solution, column),
                   grundy_solution_numbers(c->solution, moves),
                   c->options.infinite_known ? c->options.infinite : worst};
  grundy_status status =
      grundy_verify_sweep(c, 1U << RULE_OUTCOME | 1U << RULE_COUNTER, check_claim_part, &k);
  return status == GRUNDY_OK ? note_payoff(c, &k, column, moves) : status;
}

/* ---- all -------------------------------------------------------------------------------- */

static grundy_status check_or_note(checker *c, grundy_columns column) {
  if (!has(c, column)) return note_missing(c, column);
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_NUMBERS:
    return check_q(c, column);
  default:
    return check_letters(c, column);
  }
}

grundy_status grundy_verify_coloured(checker *c) {
  static const grundy_columns with_outcomes[] = {GRUNDY_PLAYER, GRUNDY_Q1,      GRUNDY_Q0,
                                                 GRUNDY_QM1,    GRUNDY_Q2,      GRUNDY_OUTCOME,
                                                 GRUNDY_ABE,    GRUNDY_BARBARA, 0};
  static const grundy_columns with_payoffs[] = {GRUNDY_PLAYER, GRUNDY_QV, 0};
  bool payoffs = grundy_digraph_payoffs(c->g) != NULL;
  grundy_status status = GRUNDY_OK;
  for (const grundy_columns *column = payoffs ? with_payoffs : with_outcomes;
       *column != 0 && status == GRUNDY_OK; column++)
    status = check_or_note(c, *column);
  if (!payoffs) return status;
  if (status == GRUNDY_OK)
    status = check_payoff(c, GRUNDY_GUARANTEE, GRUNDY_GUARANTEE_MOVES, -INFINITY);
  if (status == GRUNDY_OK) status = check_payoff(c, GRUNDY_CAP, GRUNDY_CAP_MOVES, INFINITY);
  return status;
}
