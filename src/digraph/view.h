/* The rows of a digraph where inner loops can see them: no call for every vertex. */

#ifndef GRUNDY_SRC_DIGRAPH_VIEW_H
#define GRUNDY_SRC_DIGRAPH_VIEW_H

#include <grundy/digraph.h>

/* Borrowed from a digraph. The row of v is targets[offsets[v]] … targets[offsets[v + 1] - 1]. */
typedef struct grundy_view {
  uint32_t order;
  uint64_t size;
  const uint64_t *offsets;
  const uint32_t *targets;
} grundy_view;

static inline grundy_view grundy_view_of(const grundy_digraph *g) {
  return (grundy_view){grundy_digraph_order(g), grundy_digraph_size(g), grundy_digraph_offsets(g),
                       grundy_digraph_targets(g)};
}

static inline grundy_vertices grundy_view_row(const grundy_view *view, uint32_t v) {
  return (grundy_vertices){view->targets + view->offsets[v],
                           view->offsets[v + 1] - view->offsets[v]};
}

#endif
