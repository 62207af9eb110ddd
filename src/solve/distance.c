#include "solve/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"

/* While a vertex waits, distance[u] holds how many of its followers are not peeled, counted
 * down from infinity so that it cannot be taken for a distance: a waiting vertex is one with
 * distance[u] above every possible distance.
 *
 * Invariant: distances in `order` never fall, so the last follower of u to be peeled has the
 * largest distance, and u gets that plus 1 (2). */
bool grundy_peel(const grundy_digraph *g, const grundy_digraph *reverse,
                 const grundy_monitor *monitor, uint32_t *distance, uint32_t *order,
                 uint32_t *count) {
  uint32_t vertices = grundy_digraph_order(g), head = 0, tail = 0;
  for (uint32_t u = 0; u < vertices; u++) {
    distance[u] = GRUNDY_INFINITY - (uint32_t)grundy_digraph_followers(g, u).count;
    if (distance[u] == GRUNDY_INFINITY) {
      distance[u] = 0;
      order[tail++] = u;
    }
  }

  grundy_work work =
      grundy_work_start(monitor, "terminal distance", vertices + grundy_digraph_size(g));
  while (head < tail) {
    uint32_t v = order[head++];
    grundy_vertices predecessors = grundy_digraph_followers(reverse, v);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t u = predecessors.at[i];
      if (++distance[u] < GRUNDY_INFINITY) continue;
      distance[u] = distance[v] + 1;
      order[tail++] = u;
    }
    if (!grundy_work_step(&work, 1 + predecessors.count)) return false;
  }

  for (uint32_t u = 0; u < vertices; u++)
    if (distance[u] > GRUNDY_MAX_ORDER) distance[u] = GRUNDY_INFINITY;
  *count = tail;
  return true;
}

grundy_status grundy_distance_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                    const grundy_monitor *monitor, uint32_t *distance,
                                    grundy_error *error) {
  uint32_t count;
  uint32_t *order = grundy_alloc(grundy_digraph_order(g), sizeof *order);
  if (order == NULL) return grundy_fail_memory(error);
  bool done = grundy_peel(g, reverse, monitor, distance, order, &count);
  free(order);
  return done ? GRUNDY_OK : grundy_fail_cancelled(error);
}
