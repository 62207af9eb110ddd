#include "support/maps.h"

#include "support/games.h"
#include "support/test.h"

void map_free(map *m) {
  grundy_digraph_free(m->r);
  grundy_digraph_free(m->s);
  free(m->image);
  free(m->d);
}

/* ---- making maps ------------------------------------------------------------------------ */

/* Moves of r while it is built: one byte per pair of vertices. */
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

/* Returns the images of all copies in random order; *order is their number. */
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

/* Lifts every move of s to some of the possible moves, with at least one from every tail. */
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

/* Adds u → v if there is a move v → w such that w has the image of u and a smaller d. */
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
