#include "morphism/ends.h"

#include "base/alloc.h"
#include "base/lower_bound.h"
#include "base/order.h"
#include "digraph/view.h"

#include <assert.h>

grundy_end grundy_end_of(const grundy_digraph *g, uint32_t v) {
  const uint8_t *players = grundy_digraph_players(g);
  const grundy_outcome *outcomes = grundy_digraph_outcomes(g);
  const double *payoffs = grundy_digraph_payoffs(g);
  grundy_end end = {.player = players == NULL ? 0 : players[v]};
  if (grundy_digraph_followers(g, v).count > 0) return end;
  end.result = outcomes == NULL || outcomes[v] == 0 ? GRUNDY_OUTCOME_P : outcomes[v];
  if (payoffs != NULL) {
    end.result = '$';
    end.payoff = payoffs[v];
  }
  return end;
}

bool grundy_ends_matter(const grundy_digraph *g) {
  const grundy_outcome *outcomes = grundy_digraph_outcomes(g);
  if (grundy_digraph_players(g) != NULL) return true;
  for (uint32_t v = 0; outcomes != NULL && v < grundy_digraph_order(g); v++)
    if (outcomes[v] == GRUNDY_OUTCOME_N || outcomes[v] == GRUNDY_OUTCOME_D) return true;
  return false;
}

/* Returns the distinct payoffs of terminal positions in increasing order, to be freed by the
 * caller; NULL if memory runs out. */
static double *sorted_payoffs(const grundy_view *g, const double *payoffs, uint32_t *count) {
  uint32_t terminal = 0, different = 0;
  for (uint32_t v = 0; v < g->order; v++) terminal += g->offsets[v] == g->offsets[v + 1];
  double *sorted = grundy_alloc(terminal, sizeof *sorted);
  if (sorted == NULL) return NULL;
  terminal = 0;
  for (uint32_t v = 0; v < g->order; v++)
    if (g->offsets[v] == g->offsets[v + 1]) sorted[terminal++] = payoffs[v];
  grundy_sort_reals(sorted, terminal);
  for (uint32_t i = 0; i < terminal; i++)
    if (different == 0 || sorted[different - 1] != sorted[i]) sorted[different++] = sorted[i];
  *count = different;
  return sorted;
}

static uint32_t rank_of(double payoff, const double *sorted, uint32_t count) {
  uint64_t rank = 0;
  GRUNDY_LOWER_BOUND(rank, count, i, sorted[i] < payoff)
  assert(rank < count && sorted[rank] == payoff);
  return (uint32_t)rank;
}

/* Returns the number of a result that is not a payoff; the first is that of positions with
 * moves. */
static uint32_t number_of(uint8_t result) {
  static const grundy_outcome results[] = {GRUNDY_OUTCOME_NONE, GRUNDY_OUTCOME_P, GRUNDY_OUTCOME_N,
                                           GRUNDY_OUTCOME_D,    GRUNDY_OUTCOME_A, GRUNDY_OUTCOME_B};
  uint32_t i = 0;
  while (results[i] != result) i++;
  assert(i < sizeof results);
  return i;
}

bool grundy_ends_number(const grundy_digraph *g, uint32_t *keys) {
  grundy_view view = grundy_view_of(g);
  const double *payoffs = grundy_digraph_payoffs(g);
  uint32_t count = 0;
  double *sorted = payoffs == NULL ? NULL : sorted_payoffs(&view, payoffs, &count);
  if (payoffs != NULL && sorted == NULL) return false;
  for (uint32_t v = 0; v < view.order; v++) {
    grundy_end end = grundy_end_of(g, v);
    uint32_t result =
        end.result == '$' ? 1 + rank_of(end.payoff, sorted, count) : number_of(end.result);
    keys[v] = 2 * result + (end.player == 'B');
  }
  free(sorted);
  return true;
}
