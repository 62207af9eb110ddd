/* Grounding: which claims come true within a bounded number of moves. */

#include "verify/impl.h"

#include <assert.h>

typedef struct grounding {
  const ground_rules *by;
  uint32_t *waiting; /* the number of followers that have to be grounded first */
  uint8_t *grounded;
  uint32_t *queue;
  uint32_t tail;
} grounding;

static void allocate(grounding *w, checker *c) {
  w->waiting = grundy_arena_array(&c->arena, c->view.order, sizeof *w->waiting);
  w->grounded = grundy_arena_zeros(&c->arena, c->view.order, sizeof *w->grounded);
  w->queue = grundy_arena_array(&c->arena, c->view.order, sizeof *w->queue);
}

void grundy_verify_ground_count(checker *c) {
  grounding w;
  uint64_t mark = c->arena.count;
  allocate(&w, c);
  grundy_arena_rewind(&c->arena, mark);
}

static void ground(grounding *w, uint32_t v) {
  assert(!w->grounded[v]);
  w->grounded[v] = 1;
  w->queue[w->tail++] = v;
}

/* Grounds all vertices that can be grounded. False if cancelled. */
static bool spread(checker *c, grounding *w) {
  const grundy_view reverse = grundy_view_of(c->reverse);
  const ground_rules *by = w->by;
  for (uint32_t u = 0; u < c->view.order; u++) {
    uint64_t followers = grundy_view_row(&c->view, u).count;
    w->waiting[u] = by->needs(by->context, u) == GROUND_ONE ? 1 : (uint32_t)followers;
    if (followers == 0) ground(w, u);
  }
  for (uint32_t head = 0; head < w->tail; head++) {
    uint32_t v = w->queue[head];
    grundy_vertices predecessors = grundy_view_row(&reverse, v);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t u = predecessors.at[i];
      if (w->grounded[u] || by->needs(by->context, u) == GROUND_NOTHING) continue;
      assert(w->waiting[u] > 0);
      if (by->helps(by->context, u, v) && --w->waiting[u] == 0) ground(w, u);
    }
    if (!grundy_work_step(&c->work, 1 + predecessors.count)) return false;
  }
  return true;
}

grundy_status grundy_verify_ground(checker *c, const ground_rules *by, uint32_t *stray) {
  uint32_t order = c->view.order;
  uint64_t mark = c->arena.count;
  grounding w = {.by = by};
  grundy_status status = grundy_verify_reverse(c);
  if (status != GRUNDY_OK) return status;
  allocate(&w, c);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  if (!spread(c, &w)) status = grundy_fail_cancelled(c->error);
  for (*stray = 0; status == GRUNDY_OK && *stray < order; ++*stray)
    if (!w.grounded[*stray] && by->needs(by->context, *stray) != GROUND_NOTHING) break;
  grundy_arena_rewind(&c->arena, mark);
  return status;
}
