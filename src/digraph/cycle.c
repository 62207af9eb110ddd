#include "digraph/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/cycle.h"

#include <assert.h>

/* Returns a vertex on a cycle other than a loop: the first one that shares its component with
 * another; the order if there is none. `seen` has one zero per component. */
static uint32_t vertex_on_cycle(uint32_t order, const uint32_t *component, uint32_t *seen) {
  for (uint32_t v = 0; v < order; v++)
    if (seen[component[v]]++ > 0) return v;
  return order;
}

/* Searches breadth-first from the root, within its component, until a move leads back to the root.
 * from[v] is the vertex from which v was reached; the order if v was not reached yet. Returns the
 * last vertex. */
static uint32_t search(const grundy_digraph *g, uint32_t root, const uint32_t *component,
                       uint32_t *from, uint32_t *queue) {
  uint32_t order = grundy_digraph_order(g), count = 0;
  for (uint32_t v = 0; v < order; v++) from[v] = order;
  from[root] = root;
  queue[count++] = root;
  for (uint32_t i = 0;; i++) {
    assert(i < count); /* a component of several vertices has a cycle through each of them */
    if (grundy_digraph_has_move(g, queue[i], root)) return queue[i];
    grundy_vertices followers = grundy_digraph_followers(g, queue[i]);
    for (uint64_t k = 0; k < followers.count; k++) {
      uint32_t w = followers.at[k];
      if (component[w] != component[root] || from[w] != order) continue;
      from[w] = queue[i];
      queue[count++] = w;
    }
  }
}

static bool find_loop(const grundy_digraph *g, uint32_t *loop) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    if (grundy_digraph_has_move(g, v, v)) {
      *loop = v;
      return true;
    }
  return false;
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
  uint32_t order = grundy_digraph_order(g), components, root;
  *length = 0;
  if (find_loop(g, &cycle[0])) {
    *length = 1;
    return GRUNDY_OK;
  }
  uint32_t *component = grundy_alloc(order, sizeof *component);
  uint32_t *from = grundy_alloc_zero(order, sizeof *from);
  grundy_status status = GRUNDY_OK;
  if (component == NULL || from == NULL) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = grundy_digraph_components(g, component, &components, error);
  if (status == GRUNDY_OK && (root = vertex_on_cycle(order, component, from)) < order) {
    uint32_t last = search(g, root, component, from, cycle), count = 1;
    for (uint32_t v = last; v != root; v = from[v]) count++;
    for (uint32_t i = count, v = last; i-- > 0; v = from[v]) cycle[i] = v;
    assert(is_cycle(g, cycle, count));
    *length = count;
  }
  free(component);
  free(from);
  return status;
}
