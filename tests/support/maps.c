#include "support/maps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/games.h"

void map_free(map *m) {
  grundy_digraph_free(m->r);
  grundy_digraph_free(m->s);
  free(m->image);
  free(m->d);
}

/* ---- making maps ------------------------------------------------------------------------ */

/* Moves of r while it is made: one byte for each pair of vertices. */
typedef struct matrix {
  uint32_t order;
  uint8_t *has;
} matrix;

static uint8_t *at(matrix moves, uint32_t u, uint32_t v) {
  return &moves.has[(size_t)u * moves.order + v];
}

static matrix matrix_new(uint32_t order) {
  matrix moves = {order, calloc((size_t)order * order + 1, 1)};
  if (moves.has == NULL) fail_msg("out of memory");
  return moves;
}

static grundy_digraph *game_of(matrix moves) {
  grundy_digraph *g = NULL;
  uint64_t most = (uint64_t)moves.order * moves.order, count = 0;
  uint32_t *tails = malloc((most + 1) * sizeof *tails), *heads = malloc((most + 1) * sizeof *heads);
  if (tails == NULL || heads == NULL) fail_msg("out of memory");
  for (uint32_t u = 0; u < moves.order; u++)
    for (uint32_t v = 0; v < moves.order; v++)
      if (*at(moves, u, v)) {
        tails[count] = u;
        heads[count++] = v;
      }
  if (grundy_digraph_new(moves.order, count, tails, heads, &g, NULL) != GRUNDY_OK)
    fail_msg("out of memory");
  free(tails);
  free(heads);
  return g;
}

static matrix matrix_of(const grundy_digraph *g) {
  matrix moves = matrix_new(grundy_digraph_order(g));
  for (uint32_t u = 0; u < moves.order; u++) {
    grundy_vertices row = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < row.count; i++) *at(moves, u, row.at[i]) = 1;
  }
  return moves;
}

static uint32_t below(grundy_random *random, uint32_t bound) {
  return (uint32_t)grundy_random_below(random, bound);
}

/* The images of all copies in a random order; their number goes to *order. */
static uint32_t *lift_vertices(grundy_random *random, uint32_t images, uint32_t copies,
                               uint32_t *order) {
  uint32_t *image = new_numbers(images * copies);
  *order = 0;
  for (uint32_t x = 0; x < images; x++)
    for (uint32_t i = 1 + below(random, copies); i > 0; i--) image[(*order)++] = x;
  for (uint32_t i = *order; i > 1; i--) {
    uint32_t j = below(random, i), x = image[i - 1];
    image[i - 1] = image[j];
    image[j] = x;
  }
  return image;
}

/* Every move of s is lifted to some of the possible moves, and from every tail to one at least. */
static void lift_moves(grundy_random *random, const map *m, matrix moves) {
  for (uint32_t u = 0; u < moves.order; u++) {
    grundy_vertices row = grundy_digraph_followers(m->s, m->image[u]);
    for (uint64_t i = 0; i < row.count; i++) {
      uint32_t chosen = moves.order, seen = 0;
      for (uint32_t v = 0; v < moves.order; v++) {
        if (m->image[v] != row.at[i]) continue;
        if (below(random, ++seen) == 0) chosen = v;
        if (below(random, 3) == 0) *at(moves, u, v) = 1;
      }
      *at(moves, u, chosen) = 1;
    }
  }
}

/* Adds u → v where v → w is there, w has the image of u and a smaller d. */
static void add_reversible(grundy_random *random, const map *m, matrix moves, uint32_t extra) {
  for (uint32_t tries = 0; tries < 30 * extra && moves.order > 0; tries++) {
    uint32_t u = below(random, moves.order), v = below(random, moves.order);
    for (uint32_t w = 0; w < moves.order; w++)
      if (*at(moves, v, w) && m->image[w] == m->image[u] && m->d[w] < m->d[u]) *at(moves, u, v) = 1;
  }
}

map map_lift(grundy_random *random, const grundy_digraph *s, uint32_t copies, uint32_t extra) {
  uint32_t order;
  matrix of_s = matrix_of(s);
  map m = {.s = game_of(of_s),
           .image = lift_vertices(random, grundy_digraph_order(s), copies, &order)};
  m.d = new_numbers(order);
  for (uint32_t u = 0; u < order; u++) m.d[u] = below(random, order);
  matrix moves = matrix_new(order);
  lift_moves(random, &m, moves);
  add_reversible(random, &m, moves, extra);
  m.r = game_of(moves);
  free(of_s.has);
  free(moves.has);
  return m;
}

void map_mutate(grundy_random *random, map *m) {
  uint32_t order = grundy_digraph_order(m->r), u = below(random, order);
  switch (below(random, 3)) {
  case 0:
    m->image[u] = below(random, grundy_digraph_order(m->s));
    return;
  case 1:
    m->d[u] = below(random, order + 1);
    return;
  default: {
    matrix moves = matrix_of(m->r);
    *at(moves, u, below(random, order)) ^= 1;
    grundy_digraph_free(m->r);
    m->r = game_of(moves);
    free(moves.has);
  }
  }
}

/* ---- straight from the definitions ------------------------------------------------------ */

static bool has(const grundy_digraph *g, uint32_t u, uint32_t v) {
  return grundy_digraph_has_move(g, u, v);
}

/* (1) at w: some follower of u is sent to it. */
static bool covers(const map *m, uint32_t u, uint32_t w) {
  for (uint32_t v = 0; v < grundy_digraph_order(m->r); v++)
    if (has(m->r, u, v) && m->image[v] == w) return true;
  return false;
}

/* Is there a w in F(v) with the image of u, and with d(w) < d(u) if there is a d? */
static bool replies(const map *m, const uint32_t *d, uint32_t u, uint32_t v) {
  for (uint32_t w = 0; w < grundy_digraph_order(m->r); w++)
    if (has(m->r, v, w) && m->image[w] == m->image[u] && (d == NULL || d[w] < d[u])) return true;
  return false;
}

bool naive_violates(const map *m, grundy_map_kind kind, const uint32_t *d, grundy_map_violation x) {
  bool lost = x.condition != GRUNDY_MAP_NOT_COVERED && x.condition != GRUNDY_MAP_NO_PREIMAGE &&
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
  case GRUNDY_MAP_HOLDS:
    break;
  }
  return false;
}

/* Does some condition of the kind fail at u? */
static bool fails_at(const map *m, grundy_map_kind kind, const uint32_t *d, uint32_t u) {
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

/* What d(u) has to be at least, given those of the others. */
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
