#include "paper.h"

#include <grundy/value.h>

#include "measure.h"

#include <stdlib.h>

enum { UNLABELLED = 0, LABELLED, INFINITE };

typedef struct algorithm_g {
  const grundy_digraph *g, *reverse;
  uint32_t *values;
  uint8_t *state;
  uint8_t *hit;      /* has a follower labelled i */
  uint32_t *blocked; /* followers that are neither labelled nor hit */
  uint32_t *queue;
  uint32_t tail;
} algorithm_g;

/* Goes over the whole digraph, and counts what blocks each vertex when the level begins. */
static void start_level(algorithm_g *a) {
  a->tail = 0;
  for (uint32_t u = 0; u < grundy_digraph_order(a->g); u++) {
    grundy_vertices followers = grundy_digraph_followers(a->g, u);
    a->hit[u] = 0;
    a->blocked[u] = 0;
    for (uint64_t i = 0; i < followers.count; i++)
      a->blocked[u] += a->state[followers.at[i]] != LABELLED;
  }
}

static void label(algorithm_g *a, uint32_t u, uint32_t level) {
  a->values[u] = level;
  a->queue[a->tail++] = u;
}

static void unblock_predecessors(algorithm_g *a, uint32_t v, uint32_t level) {
  grundy_vertices predecessors = grundy_digraph_followers(a->reverse, v);
  for (uint64_t i = 0; i < predecessors.count; i++) {
    uint32_t u = predecessors.at[i];
    if (--a->blocked[u] == 0 && a->state[u] == UNLABELLED && !a->hit[u]) label(a, u, level);
  }
}

/* Step 2: labels vertices with i while possible. */
static void label_level(algorithm_g *a, uint32_t level) {
  for (uint32_t u = 0; u < grundy_digraph_order(a->g); u++)
    if (a->blocked[u] == 0 && a->state[u] == UNLABELLED) label(a, u, level);
  for (uint32_t head = 0; head < a->tail; head++) {
    grundy_vertices predecessors = grundy_digraph_followers(a->reverse, a->queue[head]);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t p = predecessors.at[i];
      if (a->state[p] == LABELLED || a->hit[p]) continue;
      a->hit[p] = 1;
      unblock_predecessors(a, p, level);
    }
  }
}

/* Step 3. Returns whether any vertex is left. */
static bool end_level(algorithm_g *a) {
  bool left = false;
  for (uint32_t i = 0; i < a->tail; i++) a->state[a->queue[i]] = LABELLED;
  for (uint32_t u = 0; u < grundy_digraph_order(a->g); u++) {
    if (a->state[u] != UNLABELLED) continue;
    if (a->hit[u])
      left = true;
    else
      a->state[u] = INFINITE;
  }
  return left;
}

bool paper_values(const grundy_digraph *g, const grundy_digraph *reverse, double seconds,
                  uint32_t *values) {
  double start = seconds_now();
  uint32_t order = grundy_digraph_order(g);
  algorithm_g a = {.g = g, .reverse = reverse, .values = values};
  a.state = must_alloc(order, sizeof *a.state);
  a.hit = must_alloc(order, sizeof *a.hit);
  a.blocked = must_alloc(order, sizeof *a.blocked);
  a.queue = must_alloc(order, sizeof *a.queue);
  for (uint32_t u = 0; u < order; u++) values[u] = GRUNDY_INFINITY;
  uint32_t level = 0;
  bool left = true;
  while (left && seconds_now() - start < seconds) {
    start_level(&a);
    label_level(&a, level++);
    left = end_level(&a);
  }
  free(a.state);
  free(a.hit);
  free(a.blocked);
  free(a.queue);
  return !left;
}
