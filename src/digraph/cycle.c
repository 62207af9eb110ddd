#include "digraph/impl.h"

#include "base/arena.h"
#include "digraph/cycle.h"

#include <assert.h>

/* Searches breadth-first from the root, within its strong component, until a move leads back to the
 * root. from[v] is the vertex from which v was reached; the order if v was not reached yet. Returns
 * the last vertex. */
static uint32_t search(const grundy_digraph *g, uint32_t root, const uint32_t *strong,
                       uint32_t *from, uint32_t *queue) {
  uint32_t order = grundy_digraph_order(g), count = 0;
  for (uint32_t v = 0; v < order; v++) from[v] = order;
  from[root] = root;
  queue[count++] = root;
  for (uint32_t i = 0;; i++) {
    assert(i < count); /* a strong component of several vertices has a cycle through each of them */
    if (grundy_digraph_has_move(g, queue[i], root)) return queue[i];
    grundy_vertices followers = grundy_digraph_followers(g, queue[i]);
    for (uint64_t k = 0; k < followers.count; k++) {
      uint32_t w = followers.at[k];
      if (strong[w] != strong[root] || from[w] != order) continue;
      from[w] = queue[i];
      queue[count++] = w;
    }
  }
}

#ifndef NDEBUG
static bool is_cycle(const grundy_digraph *g, const uint32_t *cycle, uint32_t length) {
  for (uint32_t i = 0; i < length; i++)
    if (!grundy_digraph_has_move(g, cycle[i], cycle[(i + 1) % length])) return false;
  return length > 0;
}
#endif
grundy_status grundy_digraph_cycle(const grundy_digraph *g, uint32_t *cycle, uint32_t *length,
                                   grundy_error *error) {
  uint32_t order = grundy_digraph_order(g), ignored, root = 0;
  *length = 0;
  for (uint32_t v = 0; v < order; v++)
    if (grundy_digraph_has_move(g, v, v)) {
      cycle[0] = v;
      *length = 1;
      return GRUNDY_OK;
    }
  grundy_arena arena = {0};
  uint32_t *strong = grundy_arena_array(&arena, order, sizeof *strong);
  uint32_t *from = grundy_arena_zeros(&arena, order, sizeof *from);
  grundy_status status =
      arena.failed ? GRUNDY_OK : grundy_digraph_strong_components(g, strong, &ignored, error);
  if (!arena.failed && status == GRUNDY_OK) {
    /* The first vertex that shares its strong component with another is on a cycle. */
    while (root < order && from[strong[root]]++ == 0) root++;
    if (root < order) {
      uint32_t last = search(g, root, strong, from, cycle), count = 1;
      for (uint32_t v = last; v != root; v = from[v]) count++;
      for (uint32_t i = count, v = last; i-- > 0; v = from[v]) cycle[i] = v;
      assert(is_cycle(g, cycle, count));
      *length = count;
    }
  }
  return grundy_arena_end(&arena, status, error);
}
