#include "verify/impl.h"

#include "base/alloc.h"

/* [FY86, Lemma 2]: what the outcomes of the followers say. This alone does not determine
 * outcomes: a cycle of two vertices also admits P, N. */
static char by_lemma_2(const checker *c, uint32_t u, const uint8_t *outcome, char terminal) {
  grundy_vertices followers = grundy_digraph_followers(c->g, u);
  if (followers.count == 0) return terminal;
  bool draw = false;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint8_t o = outcome[followers.at[i]];
    if (o == 'P') return 'N';
    draw = draw || o == 'D';
  }
  return draw ? 'D' : 'P';
}

/* ---- every win is reached -------------------------------------------------------------- */

/* Where [FY86, Lemma 2] holds, the outcomes are right if every P and N is grounded: a terminal
 * position is; an N with a grounded P among its followers is; a P with only grounded followers
 * is. Then every win ends, and Lemma 2 makes the rest draws. */
typedef struct grounding {
  const uint8_t *outcome;
  uint64_t *waiting; /* followers of a P that are not grounded yet */
  uint8_t *grounded;
  uint32_t *queue;
  uint32_t tail;
} grounding;

static void ground(grounding *w, uint32_t v) {
  w->grounded[v] = 1;
  w->queue[w->tail++] = v;
}

static bool ground_all(checker *c, grounding *w) {
  uint32_t order = grundy_digraph_order(c->g);
  for (uint32_t u = 0; u < order; u++) {
    w->waiting[u] = grundy_digraph_followers(c->g, u).count;
    if (w->waiting[u] == 0) ground(w, u);
  }
  for (uint32_t head = 0; head < w->tail; head++) {
    uint32_t v = w->queue[head];
    grundy_vertices predecessors = grundy_digraph_followers(c->reverse, v);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t u = predecessors.at[i];
      if (w->grounded[u] || w->outcome[u] == 'D') continue;
      if (w->outcome[u] == 'N' ? w->outcome[v] == 'P' : --w->waiting[u] == 0) ground(w, u);
    }
    if (!checked_vertex(c, predecessors.count)) return false;
  }
  return true;
}

/* *stray gets the first vertex that is won but not grounded, or the order of the game. */
static grundy_status find_stray(checker *c, const uint8_t *outcome, uint32_t *stray) {
  uint32_t order = grundy_digraph_order(c->g);
  grundy_status status = GRUNDY_OK;
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

grundy_status grundy_verify_outcome(checker *c, grundy_columns column, char terminal) {
  const uint8_t *outcome = grundy_solution_letters(c->solution, column);
  const char *name = grundy_column_describe(column)->name;
  char scratch[GRUNDY_NAME_SCRATCH];
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    char right = by_lemma_2(c, u, outcome, terminal);
    if (outcome[u] != right)
      return grundy_verify_note(c, column, GRUNDY_WRONG,
                                "%s: Lemma 2 fails: %s is %c, but its followers give %c",
                                name_of(c, u, scratch), name, outcome[u], right);
    if (!checked_vertex(c, grundy_digraph_followers(c->g, u).count))
      return grundy_fail_cancelled(c->error);
  }
  uint32_t stray;
  grundy_status status = find_stray(c, outcome, &stray);
  if (status != GRUNDY_OK) return status;
  if (stray == grundy_digraph_order(c->g))
    return grundy_verify_note(c, column, GRUNDY_RIGHT, "Lemma 2 holds, and every win ends");
  return grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %c, but no win from there ends",
                            name_of(c, stray, scratch), name, outcome[stray]);
}
