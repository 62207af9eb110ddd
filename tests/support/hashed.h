/* A game with pseudo-random moves, computed by a hash. It is used by the rules in
 * tests/explore/modules/hashed.c and by the naive search that they are compared with. */

#ifndef GRUNDY_TESTS_HASHED_H
#define GRUNDY_TESTS_HASHED_H

#include <stdbool.h>
#include <stdint.h>

/* Positions are x < order, stored in `bytes` bytes. */
typedef struct hashed_game {
  uint32_t seed, order, bytes, degree;
  bool folded;   /* x and order - 1 - x are the same position, by symmetry */
  bool ends;     /* some positions are terminal even if they have moves */
  bool coloured; /* A moves at even positions, B at odd ones */
} hashed_game;

static inline uint32_t hashed_mix(uint32_t a, uint32_t b, uint32_t c) {
  uint64_t h = (uint64_t)a * 0x9e3779b97f4a7c15u + (uint64_t)b * 0xc2b2ae3d27d4eb4fu + c;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9u;
  h ^= h >> 32;
  return (uint32_t)(h * 0x94d049bb133111ebu >> 32);
}

static inline uint32_t hashed_canon(const hashed_game *g, uint32_t x) {
  return g->folded && x > g->order - 1 - x ? g->order - 1 - x : x;
}

static inline uint32_t hashed_degree(const hashed_game *g, uint32_t x) {
  return hashed_mix(g->seed, hashed_canon(g, x), 77) % (g->degree + 1);
}

/* Returns move i from x; at a symmetric position, the symmetric move. */
static inline uint32_t hashed_move(const hashed_game *g, uint32_t x, uint32_t i) {
  uint32_t c = hashed_canon(g, x), y = hashed_mix(g->seed, c, i) % g->order;
  if (g->coloured && (y ^ c) % 2 == 0) y = y == 0 ? 1 : y - 1;
  return c == x ? y : g->order - 1 - y;
}

/* Returns 0 if play goes on. */
static inline int hashed_end(const hashed_game *g, uint32_t x) {
  uint32_t h = hashed_mix(g->seed + 1, hashed_canon(g, x), 5) % 12;
  if (!g->ends || h > 2) return 0;
  return g->coloured ? "ABD"[h] : "PND"[h];
}

#endif
