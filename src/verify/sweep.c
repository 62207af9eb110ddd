#include "verify/impl.h"

/* Moves and vertices between two looks at the monitor. */
enum { ROUND = 1 << 22 };

/* Vertices and moves before v: sweeps are divided by them. */
static uint64_t steps_before(const grundy_view *view, uint64_t v) {
  return view->offsets[v] + v;
}

/* The first vertex, from `low` on, before which there are at least that many steps. */
static uint32_t vertex_at(const grundy_view *view, uint32_t low, uint64_t steps) {
  uint32_t high = view->order;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (steps_before(view, middle) < steps)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* One round over begin … end - 1. Parts are in the order of vertices, so the first part that
 * finds a rule broken has the first vertex. */
static void sweep_round(checker *c, rules wanted, sweep_part *part, const void *context,
                        uint32_t begin, uint32_t end) {
  const grundy_view *view = &c->view;
  uint64_t start = steps_before(view, begin), steps = steps_before(view, end) - start;
  uint32_t found[GRUNDY_MAX_THREADS][RULES];
  int worth = grundy_threads_for(steps), parts = worth < c->threads ? worth : c->threads;
#pragma omp parallel for num_threads(parts) schedule(static, 1)
  for (int i = 0; i < parts; i++) {
    uint32_t from = vertex_at(view, begin, start + grundy_share(steps, i, parts));
    uint32_t to = vertex_at(view, begin, start + grundy_share(steps, i + 1, parts));
    for (int rule = 0; rule < RULES; rule++) found[i][rule] = view->order;
    part(context, i, from, to, wanted, found[i]);
  }
  for (int i = 0; i < parts; i++)
    for (int rule = 0; rule < RULES; rule++)
      if (c->broken_at[rule] > found[i][rule]) c->broken_at[rule] = found[i][rule];
}

grundy_status grundy_verify_sweep(checker *c, rules wanted, sweep_part *part, const void *context) {
  uint32_t begin = 0;
  for (int rule = 0; rule < RULES; rule++)
    if ((wanted >> rule & 1) != 0) c->broken_at[rule] = c->view.order;
  while (begin < c->view.order && wanted != 0) {
    uint64_t start = steps_before(&c->view, begin);
    uint32_t end = vertex_at(&c->view, begin + 1, start + ROUND);
    sweep_round(c, wanted, part, context, begin, end);
    for (int rule = 0; rule < RULES; rule++)
      if (!holds(c, (enum rule)rule)) wanted &= ~(1U << rule);
    if (!grundy_work_step(&c->work, steps_before(&c->view, end) - start))
      return grundy_fail_cancelled(c->error);
    begin = end;
  }
  return GRUNDY_OK;
}

grundy_status grundy_verify_reverse(checker *c) {
  return c->reverse != NULL ? GRUNDY_OK : grundy_digraph_transpose(c->g, &c->reverse, c->error);
}
