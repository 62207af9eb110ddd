/* Sweeps over all vertices with several threads. */

#include "verify/impl.h"

#include "base/lower_bound.h"

#include <assert.h>

/* The number of moves and vertices between two calls of the monitor. */
enum { ROUND = 1 << 22 };

/* Returns the number of vertices and moves before v, by which sweeps are divided. */
static uint64_t steps_before(const grundy_view *view, uint64_t v) {
  return view->offsets[v] + v;
}

/* Returns the first vertex, from `first` on, with at least this many steps before it. */
static uint32_t vertex_at(const grundy_view *view, uint64_t first, uint64_t steps) {
  GRUNDY_LOWER_BOUND(first, view->order, v, steps_before(view, v) < steps)
  return (uint32_t)first;
}

/* One round over some vertices, divided among the threads. */
typedef struct sweep_round {
  const checker *c;
  check_set wanted;
  sweep_part *part;
  const void *context;
  uint32_t begin;
  uint64_t start, steps; /* steps before the first vertex, and of all vertices */
  int parts;
  /* By part and check: the first vertex that fails it. */
  uint32_t found[GRUNDY_MAX_THREADS][CHECK_COUNT];
} sweep_round;

static void sweep_share(void *context, int i) {
  sweep_round *r = context;
  const grundy_view *view = &r->c->view;
  uint32_t from = vertex_at(view, r->begin, r->start + grundy_share(r->steps, i, r->parts));
  uint32_t to = vertex_at(view, r->begin, r->start + grundy_share(r->steps, i + 1, r->parts));
  assert(from >= r->begin && from <= to && to <= view->order);
  for (int check = 0; check < CHECK_COUNT; check++) r->found[i][check] = view->order;
  r->part(r->context, i, from, to, r->wanted, r->found[i]);
}

/* Parts are in the order of vertices, so the first part in which a check fails has the first vertex
 * that fails it. */
grundy_status grundy_verify_sweep(checker *c, check_set wanted, sweep_part *part,
                                  const void *context) {
  sweep_round r = {.c = c, .wanted = wanted, .part = part, .context = context};
  for (int check = 0; check < CHECK_COUNT; check++)
    if ((wanted >> check & 1) != 0) c->failed_at[check] = c->view.order;
  while (r.begin < c->view.order && r.wanted != 0) {
    uint32_t end = vertex_at(&c->view, r.begin + 1, steps_before(&c->view, r.begin) + ROUND);
    r.start = steps_before(&c->view, r.begin);
    r.steps = steps_before(&c->view, end) - r.start;
    r.parts = grundy_threads_for(r.steps);
    if (r.parts > c->threads) r.parts = c->threads;
    assert(r.begin < end && r.parts >= 1);
    grundy_parallel(r.parts, sweep_share, &r);
    for (int i = 0; i < r.parts; i++)
      for (int check = 0; check < CHECK_COUNT; check++)
        if (c->failed_at[check] > r.found[i][check]) c->failed_at[check] = r.found[i][check];
    for (int check = 0; check < CHECK_COUNT; check++)
      if (!holds(c, (enum check_id)check)) r.wanted &= ~(1U << check);
    if (!grundy_work_step(&c->work, r.steps)) return grundy_fail_cancelled(c->error);
    r.begin = end;
  }
  return GRUNDY_OK;
}

grundy_status grundy_verify_reverse(checker *c) {
  if (c->reverse != NULL) return GRUNDY_OK;
  return grundy_digraph_transpose(c->g, GRUNDY_MONITORED(c->work.monitor), &c->reverse, c->error);
}
