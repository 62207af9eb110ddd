#include "support/naive_maps.h"

#include <string.h>

static bool has(const grundy_digraph *g, uint32_t u, uint32_t v) {
  return grundy_digraph_has_move(g, u, v);
}

/* Condition (1) at w: some follower of u is mapped to it. */
static bool covers(const map *m, uint32_t u, uint32_t w) {
  for (uint32_t v = 0; v < grundy_digraph_order(m->r); v++)
    if (has(m->r, u, v) && m->image[v] == w) return true;
  return false;
}

/* Returns whether some w in F(v) has the image of u and, if there is a d, d(w) < d(u). */
static bool replies(const map *m, const uint32_t *d, uint32_t u, uint32_t v) {
  for (uint32_t w = 0; w < grundy_digraph_order(m->r); w++)
    if (has(m->r, v, w) && m->image[w] == m->image[u] && (d == NULL || d[w] < d[u])) return true;
  return false;
}

/* Returns whether different players move at u and above it. */
static bool has_other_player(const map *m, uint32_t u) {
  const uint8_t *of_r = grundy_digraph_players(m->r), *of_s = grundy_digraph_players(m->s);
  return (of_r == NULL ? 0 : of_r[u]) != (of_s == NULL ? 0 : of_s[m->image[u]]);
}

/* Returns how play ends at a terminal position: the previous player wins by default. */
static uint8_t end_of(const grundy_digraph *g, uint32_t u) {
  const grundy_outcome *outcomes = grundy_digraph_outcomes(g);
  return outcomes == NULL || outcomes[u] == 0 ? 'P' : outcomes[u];
}

/* Returns whether u and its image are terminal, and play ends there in different ways. */
static bool has_other_end(const map *m, uint32_t u) {
  const double *of_r = grundy_digraph_payoffs(m->r), *of_s = grundy_digraph_payoffs(m->s);
  uint32_t above = m->image[u];
  if (grundy_digraph_followers(m->r, u).count > 0) return false;
  if (grundy_digraph_followers(m->s, above).count > 0) return false;
  if (of_r != NULL && of_s != NULL) return of_r[u] != of_s[above];
  return of_r != NULL || of_s != NULL || end_of(m->r, u) != end_of(m->s, above);
}

bool naive_violates(const map *m, grundy_map_kind kind, const uint32_t *d, grundy_map_violation x) {
  bool lost = x.condition != GRUNDY_MAP_NOT_COVERED && x.condition != GRUNDY_MAP_NO_PREIMAGE &&
              x.condition != GRUNDY_MAP_OTHER_PLAYER && x.condition != GRUNDY_MAP_OTHER_END &&
              has(m->r, x.u, x.v) && !has(m->s, m->image[x.u], m->image[x.v]);
  bool reply = (x.condition == GRUNDY_MAP_NOT_LESS || x.condition == GRUNDY_MAP_NO_D) &&
               has(m->r, x.v, x.w) && m->image[x.w] == m->image[x.u];
  switch (x.condition) {
  case GRUNDY_MAP_NOT_COVERED:
    return kind != GRUNDY_SURJECTIVE && has(m->s, m->image[x.u], x.w) && !covers(m, x.u, x.w);
  case GRUNDY_MAP_LOST_MOVE:
    return kind == GRUNDY_HOMOMORPHISM && lost;
  case GRUNDY_MAP_UNRELATED:
    return kind == GRUNDY_D_MORPHISM && lost && x.u != x.v &&
           !has(m->s, m->image[x.v], m->image[x.u]);
  case GRUNDY_MAP_NO_REPLY:
    return kind == GRUNDY_THEOREM7 && lost && !replies(m, NULL, x.u, x.v);
  case GRUNDY_MAP_NOT_LESS:
  case GRUNDY_MAP_NO_D:
    return kind == GRUNDY_THEOREM7 && lost && reply && !replies(m, d, x.u, x.v);
  case GRUNDY_MAP_NO_PREIMAGE:
    for (uint32_t u = 0; u < grundy_digraph_order(m->r); u++)
      if (m->image[u] == x.w) return false;
    return kind == GRUNDY_SURJECTIVE;
  case GRUNDY_MAP_OTHER_PLAYER:
    return kind != GRUNDY_SURJECTIVE && has_other_player(m, x.u);
  case GRUNDY_MAP_OTHER_END:
    return kind != GRUNDY_SURJECTIVE && !has_other_player(m, x.u) && has_other_end(m, x.u);
  case GRUNDY_MAP_HOLDS:
    break;
  }
  return false;
}

/* Returns whether some condition of the kind fails at u. */
static bool fails_at(const map *m, grundy_map_kind kind, const uint32_t *d, uint32_t u) {
  if (has_other_player(m, u) || has_other_end(m, u)) return true;
  for (uint32_t w = 0; w < grundy_digraph_order(m->s); w++)
    if (has(m->s, m->image[u], w) && !covers(m, u, w)) return true;
  for (uint32_t v = 0; v < grundy_digraph_order(m->r); v++) {
    uint32_t a = m->image[u], b = m->image[v];
    if (!has(m->r, u, v) || has(m->s, a, b)) continue;
    if (kind == GRUNDY_HOMOMORPHISM) return true;
    if (kind == GRUNDY_D_MORPHISM && v != u && !has(m->s, b, a)) return true;
    if (kind == GRUNDY_THEOREM7 && !replies(m, d, u, v)) return true;
  }
  return false;
}

uint32_t naive_first_violation(const map *m, grundy_map_kind kind, const uint32_t *d) {
  uint32_t at_vertex = 0, order = grundy_digraph_order(kind == GRUNDY_SURJECTIVE ? m->s : m->r);
  for (; at_vertex < order; at_vertex++) {
    grundy_map_violation missed = {.condition = GRUNDY_MAP_NO_PREIMAGE, .w = at_vertex};
    if (kind == GRUNDY_SURJECTIVE ? naive_violates(m, kind, NULL, missed)
                                  : fails_at(m, kind, d, at_vertex))
      break;
  }
  return at_vertex;
}

/* Returns the lower bound for d(u), given the others. */
static uint32_t needed_d(const map *m, const uint32_t *d, uint32_t u) {
  uint32_t order = grundy_digraph_order(m->r), needed = 0;
  for (uint32_t v = 0; v < order; v++) {
    if (!has(m->r, u, v) || has(m->s, m->image[u], m->image[v])) continue;
    uint32_t least = GRUNDY_INFINITY;
    for (uint32_t w = 0; w < order; w++)
      if (has(m->r, v, w) && m->image[w] == m->image[u] && d[w] < least) least = d[w];
    if (least >= order) return GRUNDY_INFINITY;
    if (least + 1 > needed) needed = least + 1;
  }
  return needed;
}

void naive_least_d(const map *m, uint32_t *d) {
  uint32_t order = grundy_digraph_order(m->r);
  bool changed = true;
  memset(d, 0, order * sizeof *d);
  while (changed) {
    changed = false;
    for (uint32_t u = 0; u < order; u++) {
      uint32_t needed = needed_d(m, d, u);
      changed = changed || needed != d[u];
      d[u] = needed;
    }
  }
}
