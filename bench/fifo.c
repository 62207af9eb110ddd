#include "fifo.h"

#include <grundy/value.h>

#include "measure.h"

#include <stdlib.h>

void fifo_remoteness(const grundy_digraph *g, const grundy_digraph *reverse, uint32_t *remoteness) {
  uint32_t order = grundy_digraph_order(g), head = 0, tail = 0;
  uint32_t *left = must_alloc(order, sizeof *left);
  uint32_t *queue = must_alloc(order, sizeof *queue);
  for (uint32_t u = 0; u < order; u++) {
    left[u] = (uint32_t)grundy_digraph_followers(g, u).count;
    remoteness[u] = left[u] == 0 ? 0 : GRUNDY_INFINITY;
    if (left[u] == 0) queue[tail++] = u;
  }
  while (head < tail) {
    uint32_t v = queue[head++];
    bool lost = remoteness[v] % 2 == 0;
    grundy_vertices predecessors = grundy_digraph_followers(reverse, v);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t u = predecessors.at[i];
      if (remoteness[u] != GRUNDY_INFINITY) continue;
      if (!lost && --left[u] > 0) continue;
      remoteness[u] = remoteness[v] + 1;
      queue[tail++] = u;
    }
  }
  free(left);
  free(queue);
}
