/* Outcomes: [FY86, Lemma 2], and that every win ends; or the parity of a right remoteness. */

#include "verify/impl.h"

#include "base/alloc.h"

#define HOLDS "Lemma 2 holds, and every win ends"

/* ---- one vertex and its followers ------------------------------------------------------ */

typedef struct play {
  const checker *c;
  const grundy_outcome *outcome;
  const uint32_t *remoteness;
  grundy_outcome terminal;
  const grundy_outcome *ends; /* by terminal position, in place of `terminal`; NULL: none */
  const uint8_t *players;     /* of a two-coloured game; NULL in an impartial one */
} play;

enum { NOT_AN_OUTCOME = '?' };

/* Returns the outcome as N or P in a two-coloured game, too: N if the player who wins is to move.
 * NOT_AN_OUTCOME if the entry is not an outcome. */
static grundy_outcome relative(const play *p, uint32_t v, grundy_outcome outcome) {
  if (p->players == NULL || outcome == GRUNDY_OUTCOME_D) return outcome;
  if (outcome != GRUNDY_OUTCOME_A && outcome != GRUNDY_OUTCOME_B) return NOT_AN_OUTCOME;
  return outcome == p->players[v] ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P;
}

static grundy_outcome outcome_of(const play *p, uint32_t v) {
  return relative(p, v, p->outcome[v]);
}

/* Returns the outcome that follows from the outcomes of the followers [FY86, Lemma 2]. This alone
 * does not determine outcomes: a cycle of two vertices also admits P, N. */
static grundy_outcome by_lemma_2(const play *p, uint32_t u) {
  grundy_vertices row = grundy_view_row(&p->c->view, u);
  if (row.count == 0)
    return p->ends == NULL || p->ends[u] == 0 ? p->terminal : relative(p, u, p->ends[u]);
  bool draw = false;
  for (uint64_t i = 0; i < row.count; i++) {
    grundy_outcome o = outcome_of(p, row.at[i]);
    if (o == GRUNDY_OUTCOME_P) return GRUNDY_OUTCOME_N;
    draw = draw || o == GRUNDY_OUTCOME_D;
  }
  return draw ? GRUNDY_OUTCOME_D : GRUNDY_OUTCOME_P;
}

static void check_lemma_2(const void *context, int thread, uint32_t begin, uint32_t end,
                          check_set wanted, uint32_t *failed_at) {
  (void)thread;
  const play *p = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++)
    if (outcome_of(p, u) != by_lemma_2(p, u)) fail_check(&wanted, failed_at, CHECK_OUTCOME, u);
}

/* Checks that remoteness is even exactly where the player who has just moved wins, and infinite at
 * draws [Smi66]. */
static void check_parity(const void *context, int thread, uint32_t begin, uint32_t end,
                         check_set wanted, uint32_t *failed_at) {
  (void)thread;
  const play *p = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    uint32_t r = p->remoteness[u];
    grundy_outcome right = r == GRUNDY_INFINITY ? GRUNDY_OUTCOME_D
                           : r % 2 == 0         ? GRUNDY_OUTCOME_P
                                                : GRUNDY_OUTCOME_N;
    if (p->outcome[u] != right) fail_check(&wanted, failed_at, CHECK_OUTCOME, u);
  }
}

/* ---- every win ends -------------------------------------------------------------------- */

/* If [FY86, Lemma 2] holds, the outcomes are right if every P and N is grounded: a terminal
 * position is; an N with a grounded P among its followers is; a P with only grounded followers is.
 * Then every win ends, and Lemma 2 makes the rest draws. */
static ground_need needs(const void *context, uint32_t u) {
  grundy_outcome outcome = outcome_of(context, u);
  return outcome == GRUNDY_OUTCOME_D   ? GROUND_NOTHING
         : outcome == GRUNDY_OUTCOME_N ? GROUND_ONE
                                       : GROUND_ALL;
}

static bool helps(const void *context, uint32_t u, uint32_t v) {
  return outcome_of(context, u) == GRUNDY_OUTCOME_P || outcome_of(context, v) == GRUNDY_OUTCOME_P;
}

/* ---- the column ------------------------------------------------------------------------ */

/* Reports that Lemma 2 fails at u, and a follower that contradicts the outcome of u by itself if
 * there is one: a P-position has only followers N, and a D-position has no follower P. */
static grundy_status note_lemma_2(checker *c, grundy_columns column, const play *p, uint32_t u) {
  grundy_vertices row = grundy_view_row(&c->view, u);
  grundy_outcome claimed = outcome_of(p, u), right = by_lemma_2(p, u);
  uint32_t other = GRUNDY_INFINITY;
  for (uint64_t i = 0; i < row.count && claimed != GRUNDY_OUTCOME_N && other == GRUNDY_INFINITY;
       i++) {
    grundy_outcome there = outcome_of(p, row.at[i]);
    if (there == GRUNDY_OUTCOME_P || (claimed == GRUNDY_OUTCOME_P && there != GRUNDY_OUTCOME_N))
      other = row.at[i];
  }
  if (p->players != NULL && right != GRUNDY_OUTCOME_D) /* the inverse of `relative` */
    right =
        (right == GRUNDY_OUTCOME_N) == (p->players[u] == 'A') ? GRUNDY_OUTCOME_A : GRUNDY_OUTCOME_B;
  char at[SUSPECTS_TEXT];
  const char is[] = {(char)p->outcome[u], '\0'}, should[] = {(char)right, '\0'};
  return grundy_verify_wrong(c, column, &(violation){"lemma 2", u, should, is},
                             "Lemma 2 fails: %s is %s, but its followers give %s%s",
                             grundy_column_describe(column)->name, is, should,
                             grundy_verify_suspects(c, u, other, at));
}

/* Checks outcomes without help from remoteness. */
static grundy_status check_alone(checker *c, grundy_columns column, const play *p) {
  grundy_status status = grundy_verify_sweep(c, 1U << CHECK_OUTCOME, check_lemma_2, p);
  uint32_t u = c->failed_at[CHECK_OUTCOME];
  if (status != GRUNDY_OK) return status;
  if (u < c->view.order) return note_lemma_2(c, column, p, u);
  status = grundy_verify_ground(c, &(ground_rules){p, needs, helps}, &u);
  if (status != GRUNDY_OK) return status;
  if (u < c->view.order)
    return grundy_verify_wrong(c, column, &(violation){"win ends", u, NULL, NULL},
                               "%s is %c, but no win from there ends",
                               grundy_column_describe(column)->name, p->outcome[u]);
  return grundy_verify_note(c, column, GRUNDY_VERDICT_RIGHT, HOLDS);
}

/* If remoteness is right, outcomes are right exactly if they match its parity: all conditions
 * follow from (4a)-(4e), and need not be checked. */
grundy_status grundy_verify_outcome(checker *c, grundy_columns column, grundy_columns remoteness,
                                    grundy_outcome terminal) {
  const play p = {c,
                  grundy_solution_letters(c->solution, column),
                  grundy_solution_numbers(c->solution, remoteness),
                  terminal,
                  column == GRUNDY_COLUMN_OUTCOME ? grundy_digraph_outcomes(c->g) : NULL,
                  NULL};
  if (grundy_verify_verdict(c, remoteness) == GRUNDY_VERDICT_RIGHT) {
    grundy_status status = grundy_verify_sweep(c, 1U << CHECK_OUTCOME, check_parity, &p);
    if (status != GRUNDY_OK) return status;
    if (holds(c, CHECK_OUTCOME)) return grundy_verify_note(c, column, GRUNDY_VERDICT_RIGHT, HOLDS);
  }
  return check_alone(c, column, &p);
}

grundy_status grundy_verify_winner(checker *c) {
  const play p = {.c = c,
                  .outcome = grundy_solution_letters(c->solution, GRUNDY_COLUMN_OUTCOME),
                  .ends = grundy_digraph_outcomes(c->g),
                  .players = grundy_digraph_players(c->g)};
  return check_alone(c, GRUNDY_COLUMN_OUTCOME, &p);
}
