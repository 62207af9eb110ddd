/* Grounding: which claims come true within a bounded number of moves. */

#include "verify/impl.h"

#include "base/alloc.h"

#include <assert.h>

typedef struct grounding {
  const ground_rules *by;
  uint32_t *waiting; /* the number of followers that have to be grounded first */
  uint8_t *grounded;
  uint32_t *queue;
  uint32_t tail;
} grounding;

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
  grundy_status status = grundy_verify_reverse(c);
  if (status != GRUNDY_OK) return status;
  grounding w = {by, grundy_alloc(order, sizeof *w.waiting),
                 grundy_alloc_zero(order, sizeof *w.grounded), grundy_alloc(order, sizeof *w.queue),
                 0};
  if (w.waiting == NULL || w.grounded == NULL || w.queue == NULL)
    status = grundy_fail_memory(c->error);
  else if (!spread(c, &w))
    status = grundy_fail_cancelled(c->error);
  for (*stray = 0; status == GRUNDY_OK && *stray < order; ++*stray)
    if (!w.grounded[*stray] && by->needs(by->context, *stray) != GROUND_NOTHING) break;
  free(w.waiting);
  free(w.grounded);
  free(w.queue);
  return status;
}
