/* Does the counter increase with the distance, among vertices of one value? Then condition B of
 * [FY86, Def. 1] follows from A, if all values and distances are finite and the distances are
 * right: a follower v of u with G(v) > G(u) has a follower w with G(w) = G(u), by A. The distances
 * of u, v and w decrease, so c(w) < c(u). On games without cycles, this replaces a search per move
 * by one look at every vertex.
 *
 * The answer is no more than a sufficient condition. It is found in an array by counter: vertices
 * of equal counters must have equal values and distances, and with increasing counters the pair of
 * value and distance must increase in lexicographic order. */

#include "verify/impl.h"

/* The value and the distance of the vertices with some counter. */
typedef struct rung {
  uint32_t value, distance; /* both are GRUNDY_INFINITY if there is no such vertex */
} rung;

/* Counters are divided among the shares. Every share looks at all vertices, and at the rungs of its
 * own counters. */
typedef struct ladder {
  const checker *c;
  rung *rungs; /* by counter */
  int parts;
  struct {
    rung first, last; /* of the rungs that are there */
    bool increases;
  } share[GRUNDY_MAX_THREADS];
} ladder;

static bool is_there(rung r) {
  return r.value != GRUNDY_INFINITY;
}

static bool is_below(rung a, rung b) {
  return a.value != b.value ? a.value < b.value : a.distance < b.distance;
}

/* Fills rungs[begin … end - 1]. Returns whether all counters are below the order, and vertices of
 * equal counters have equal values and distances. */
static bool fill_rungs(const ladder *l, uint32_t begin, uint32_t end) {
  const vertex_claims *claims = l->c->claims;
  for (uint32_t i = begin; i < end; i++) l->rungs[i] = (rung){GRUNDY_INFINITY, GRUNDY_INFINITY};
  for (uint32_t v = 0; v < l->c->view.order; v++) {
    uint32_t number = claims[v].number;
    if (number >= l->c->view.order) return false;
    if (number < begin || number >= end) continue;
    rung *r = &l->rungs[number];
    if (!is_there(*r))
      *r = (rung){claims[v].value, claims[v].distance};
    else if (r->value != claims[v].value || r->distance != claims[v].distance)
      return false;
  }
  return true;
}

static void climb_share(void *context, int part) {
  ladder *l = context;
  uint32_t begin = (uint32_t)grundy_share(l->c->view.order, part, l->parts);
  uint32_t end = (uint32_t)grundy_share(l->c->view.order, part + 1, l->parts);
  rung first = {GRUNDY_INFINITY, GRUNDY_INFINITY}, last = first;
  bool increases = fill_rungs(l, begin, end);
  for (uint32_t i = begin; i < end && increases; i++) {
    if (!is_there(l->rungs[i])) continue;
    if (is_there(last))
      increases = is_below(last, l->rungs[i]);
    else
      first = l->rungs[i];
    last = l->rungs[i];
  }
  l->share[part].first = first;
  l->share[part].last = last;
  l->share[part].increases = increases;
}

grundy_status grundy_verify_order(checker *c) {
  uint32_t order = c->view.order;
  ladder l = {.c = c, .parts = grundy_threads_for(order)};
  uint64_t mark = c->arena.count;
  c->by_distance = false;
  l.rungs = grundy_arena_array(&c->arena, order, sizeof *l.rungs);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  grundy_parallel(l.parts, climb_share, &l);
  rung last = {GRUNDY_INFINITY, GRUNDY_INFINITY};
  bool increases = true;
  for (int part = 0; part < l.parts && increases; part++) {
    increases = l.share[part].increases;
    if (!is_there(l.share[part].first)) continue;
    if (is_there(last)) increases &= is_below(last, l.share[part].first);
    last = l.share[part].last;
  }
  c->by_distance = increases;
  grundy_arena_rewind(&c->arena, mark);
  return GRUNDY_OK;
}
