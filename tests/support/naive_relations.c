#include "support/naive_relations.h"

#include <stdlib.h>
#include <string.h>

bool naive_moves_into(const grundy_digraph *g, const uint32_t *class_of, uint32_t v, uint32_t c) {
  grundy_vertices row = grundy_digraph_followers(g, v);
  for (uint64_t i = 0; i < row.count; i++)
    if (class_of[row.at[i]] == c) return true;
  return false;
}

static bool same_ends(const grundy_digraph *g, uint32_t u, uint32_t v) {
  const uint8_t *players = grundy_digraph_players(g), *outcomes = grundy_digraph_outcomes(g);
  const double *payoffs = grundy_digraph_payoffs(g);
  bool u_ends = grundy_digraph_followers(g, u).count == 0;
  bool v_ends = grundy_digraph_followers(g, v).count == 0;
  if (players != NULL && players[u] != players[v]) return false;
  if (!u_ends && !v_ends) return true;
  if (u_ends != v_ends) return false;
  uint8_t unsaid = players == NULL ? 'P' : 0;
  uint8_t of_u = outcomes == NULL || outcomes[u] == 0 ? unsaid : outcomes[u];
  uint8_t of_v = outcomes == NULL || outcomes[v] == 0 ? unsaid : outcomes[v];
  return of_u == of_v && (payoffs == NULL || payoffs[u] == payoffs[v]);
}

/* The conditions for normal play depend on moves only. */
static bool is_normal(const grundy_digraph *g) {
  const uint8_t *outcomes = grundy_digraph_outcomes(g);
  for (uint32_t v = 0; outcomes != NULL && v < grundy_digraph_order(g); v++)
    if (outcomes[v] != 0 && outcomes[v] != 'P') return false;
  return grundy_digraph_players(g) == NULL;
}

static grundy_violation violation(const grundy_digraph *g, const uint32_t *class_of,
                                  bool reversible) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t s = 0; s < order; s++) {
    for (uint32_t t = 0; !is_normal(g) && t < order; t++)
      if (class_of[s] == class_of[t] && !same_ends(g, s, t))
        return (grundy_violation){.found = true, .at_ends = true, .first = s, .second = t};
    grundy_vertices row = grundy_digraph_followers(g, s);
    for (uint64_t i = 0; i < row.count; i++)
      for (uint32_t t = 0; t < order; t++) {
        if (class_of[s] != class_of[t]) continue;
        if (naive_moves_into(g, class_of, t, class_of[row.at[i]])) continue;
        if (reversible && naive_moves_into(g, class_of, row.at[i], class_of[s])) continue;
        return (grundy_violation){.found = true, .first = s, .second = t, .move = row.at[i]};
      }
  }
  return (grundy_violation){0};
}

grundy_violation naive_compatible(const grundy_digraph *g, const uint32_t *class_of) {
  return violation(g, class_of, false);
}

grundy_violation naive_semicompatible(const grundy_digraph *g, const uint32_t *class_of) {
  return violation(g, class_of, true);
}

/* Returns whether u and v differ in how they end or in the classes of their followers. */
static bool alike(const grundy_digraph *g, const uint32_t *class_of, uint32_t u, uint32_t v) {
  grundy_vertices of_u = grundy_digraph_followers(g, u), of_v = grundy_digraph_followers(g, v);
  if (class_of[u] != class_of[v] || !same_ends(g, u, v)) return false;
  for (uint64_t i = 0; i < of_u.count; i++)
    if (!naive_moves_into(g, class_of, v, class_of[of_u.at[i]])) return false;
  for (uint64_t i = 0; i < of_v.count; i++)
    if (!naive_moves_into(g, class_of, u, class_of[of_v.at[i]])) return false;
  return true;
}

uint32_t naive_coarsest(const grundy_digraph *g, uint32_t *class_of) {
  uint32_t order = grundy_digraph_order(g), count = order > 0, before;
  uint32_t *next = calloc((size_t)order + 1, sizeof *next);
  if (next == NULL) abort();
  memset(class_of, 0, order * sizeof *class_of);
  do {
    before = count;
    count = 0;
    for (uint32_t v = 0; v < order; v++) {
      uint32_t u = 0;
      while (u < v && !alike(g, class_of, u, v)) u++;
      next[v] = u == v ? count++ : next[u];
    }
    memcpy(class_of, next, order * sizeof *class_of);
  } while (count != before);
  free(next);
  return count;
}
