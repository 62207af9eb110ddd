#include "verify/impl.h"

#include "base/alloc.h"

#define HOLDS "Lemma 2 holds, and every win ends"

/* ---- one vertex and its followers ------------------------------------------------------ */

typedef struct play {
  const checker *c;
  const uint8_t *outcome;
  const uint32_t *remoteness;
  char terminal;
  const uint8_t *ends; /* in place of it; NULL: not said */
} play;

/* [FY86, Lemma 2]: what the outcomes of the followers say. This alone does not determine
 * outcomes: a cycle of two vertices also admits P, N. */
static char by_lemma_2(const play *p, uint32_t u) {
  grundy_vertices row = grundy_view_row(&p->c->view, u);
  if (row.count == 0) return p->ends == NULL || p->ends[u] == 0 ? p->terminal : (char)p->ends[u];
  bool draw = false;
  for (uint64_t i = 0; i < row.count; i++) {
    uint8_t o = p->outcome[row.at[i]];
    if (o == 'P') return 'N';
    draw = draw || o == 'D';
  }
  return draw ? 'D' : 'P';
}

static void check_lemma_2(const void *context, int thread, uint32_t begin, uint32_t end,
                          rules wanted, uint32_t *broken_at) {
  (void)thread;
  const play *p = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++)
    if (p->outcome[u] != by_lemma_2(p, u)) breaks(&wanted, broken_at, RULE_OUTCOME, u);
}

/* [Smi66]: remoteness is even just where the player who has moved wins, and infinite at draws. */
static void check_parity(const void *context, int thread, uint32_t begin, uint32_t end,
                         rules wanted, uint32_t *broken_at) {
  (void)thread;
  const play *p = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    uint32_t r = p->remoteness[u];
    char right = r == GRUNDY_INFINITY ? 'D' : r % 2 == 0 ? 'P' : 'N';
    if (p->outcome[u] != right) breaks(&wanted, broken_at, RULE_OUTCOME, u);
  }
}

/* ---- every win is reached -------------------------------------------------------------- */

/* Where [FY86, Lemma 2] holds, the outcomes are right if every P and N is grounded: a terminal
 * position is; an N with a grounded P among its followers is; a P with only grounded followers
 * is. Then every win ends, and Lemma 2 makes the rest draws. */
typedef struct grounding {
  const uint8_t *outcome;
  uint32_t *waiting; /* followers of a P that are not grounded yet */
  uint8_t *grounded;
  uint32_t *queue;
  uint32_t tail;
} grounding;

static void ground(grounding *w, uint32_t v) {
  w->grounded[v] = 1;
  w->queue[w->tail++] = v;
}

/* False: cancelled. */
static bool ground_all(checker *c, grounding *w) {
  const grundy_view reverse = grundy_view_of(c->reverse);
  for (uint32_t u = 0; u < c->view.order; u++) {
    w->waiting[u] = (uint32_t)grundy_view_row(&c->view, u).count;
    if (w->waiting[u] == 0) ground(w, u);
  }
  for (uint32_t head = 0; head < w->tail; head++) {
    uint32_t v = w->queue[head];
    grundy_vertices predecessors = grundy_view_row(&reverse, v);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t u = predecessors.at[i];
      if (w->grounded[u] || w->outcome[u] == 'D') continue;
      if (w->outcome[u] == 'N' ? w->outcome[v] == 'P' : --w->waiting[u] == 0) ground(w, u);
    }
    if (!grundy_work_step(&c->work, 1 + predecessors.count)) return false;
  }
  return true;
}

/* *stray gets the first vertex that is won but not grounded, or the order of the game. */
static grundy_status find_stray(checker *c, const uint8_t *outcome, uint32_t *stray) {
  uint32_t order = c->view.order;
  grundy_status status = grundy_verify_reverse(c);
  if (status != GRUNDY_OK) return status;
  grounding w = {outcome, grundy_alloc(order, sizeof *w.waiting),
                 grundy_alloc_zero(order, sizeof *w.grounded), grundy_alloc(order, sizeof *w.queue),
                 0};
  if (w.waiting == NULL || w.grounded == NULL || w.queue == NULL)
    status = grundy_fail_memory(c->error);
  else if (!ground_all(c, &w))
    status = grundy_fail_cancelled(c->error);
  for (*stray = 0; status == GRUNDY_OK && *stray < order; ++*stray)
    if (outcome[*stray] != 'D' && !w.grounded[*stray]) break;
  free(w.waiting);
  free(w.grounded);
  free(w.queue);
  return status;
}

/* ---- all together ---------------------------------------------------------------------- */

/* Without help from remoteness. */
static grundy_status check_alone(checker *c, grundy_columns column, const play *p) {
  const char *name = grundy_column_describe(column)->name;
  char scratch[GRUNDY_NAME_SCRATCH];
  grundy_status status = grundy_verify_sweep(c, 1U << RULE_OUTCOME, check_lemma_2, p);
  uint32_t u = c->broken_at[RULE_OUTCOME];
  if (status != GRUNDY_OK) return status;
  if (u < c->view.order)
    return grundy_verify_note(c, column, GRUNDY_WRONG,
                              "%s: Lemma 2 fails: %s is %c, but its followers give %c",
                              name_of(c, u, scratch), name, p->outcome[u], by_lemma_2(p, u));
  status = find_stray(c, p->outcome, &u);
  if (status != GRUNDY_OK) return status;
  if (u < c->view.order)
    return grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %c, but no win from there ends",
                              name_of(c, u, scratch), name, p->outcome[u]);
  return grundy_verify_note(c, column, GRUNDY_RIGHT, HOLDS);
}

/* Where remoteness is right, outcomes are right if they are its parities: all conditions follow
 * from (4a)-(4e), and need not be looked at. */
grundy_status grundy_verify_outcome(checker *c, grundy_columns column, grundy_columns remoteness,
                                    char terminal) {
  const play p = {c, grundy_solution_letters(c->solution, column),
                  grundy_solution_numbers(c->solution, remoteness), terminal,
                  column == GRUNDY_OUTCOME ? grundy_digraph_outcomes(c->g) : NULL};
  if (grundy_verify_verdict(c, remoteness) == GRUNDY_RIGHT) {
    grundy_status status = grundy_verify_sweep(c, 1U << RULE_OUTCOME, check_parity, &p);
    if (status != GRUNDY_OK) return status;
    if (holds(c, RULE_OUTCOME)) return grundy_verify_note(c, column, GRUNDY_RIGHT, HOLDS);
  }
  return check_alone(c, column, &p);
}
