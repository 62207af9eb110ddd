/* The rows of a digraph for inner loops, which access them without a function call per vertex. */

#ifndef GRUNDY_SRC_DIGRAPH_VIEW_H
#define GRUNDY_SRC_DIGRAPH_VIEW_H

#include "base/lower_bound.h"

#include <grundy/digraph.h>

#include <assert.h>

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
  assert(v < view->order);
  return (grundy_vertices){view->targets + view->offsets[v],
                           view->offsets[v + 1] - view->offsets[v]};
}

/* Returns whether the offsets begin with 0 and never decrease. O(V). */
static inline bool grundy_offsets_increase(uint32_t order, const uint64_t *offsets) {
  for (uint32_t v = 0; v < order; v++)
    if (offsets[v] > offsets[v + 1]) return false;
  return offsets[0] == 0;
}

/* Makes offsets of sizes: offsets[v + 1] is the size of row v, and becomes where that row ends;
 * offsets[0] is 0. O(V), by all threads. */
void grundy_offsets_from_sizes(uint32_t order, uint64_t *offsets);

/* Returns the length of the longest row. O(V), by all threads. */
uint64_t grundy_longest_row(const grundy_view *view);

/* Returns the first vertex whose row begins at move `e` or later; `order` if there is none. */
static inline uint32_t grundy_first_row(const uint64_t *offsets, uint32_t order, uint64_t e) {
  return (uint32_t)grundy_lower_bound_wide(offsets, order, e);
}

/* Returns the tail of move `e`: the last vertex whose row begins at `e` or before. */
static inline uint32_t grundy_tail_of(const uint64_t *offsets, uint32_t order, uint64_t e) {
  assert(e < offsets[order]);
  return grundy_first_row(offsets, order, e + 1) - 1;
}

/* Compilers see no effect in a prefetch, and would drop a call of a function that only prefetches,
 * so these two are always inlined. */
#if defined(__GNUC__)
#define GRUNDY_FETCH static inline __attribute__((always_inline))
#else
#define GRUNDY_FETCH static inline
#endif

/* How far a loop over a list of vertices looks ahead: offsets, then rows, then the data of the
 * targets, so that each is in the cache when the next step needs it. */
enum { GRUNDY_AHEAD_OFFSETS = 96, GRUNDY_AHEAD_ROWS = 48, GRUNDY_AHEAD_TARGETS = 6 };

/* Prefetches the rows of the vertices that follow soon after list[i]. */
GRUNDY_FETCH void grundy_view_fetch_rows(const grundy_view *view, const uint32_t *list, uint64_t i,
                                         uint64_t length) {
  if (i + GRUNDY_AHEAD_OFFSETS < length)
    __builtin_prefetch(&view->offsets[list[i + GRUNDY_AHEAD_OFFSETS]]);
  if (i + GRUNDY_AHEAD_ROWS < length)
    __builtin_prefetch(&view->targets[view->offsets[list[i + GRUNDY_AHEAD_ROWS]]]);
}

/* Prefetches the data of the targets of a vertex that follows soon after list[i]: `item` bytes per
 * target, from `state`. Only the first 16 targets of a row are fetched. */
GRUNDY_FETCH void grundy_view_fetch_targets(const grundy_view *view, const uint32_t *list,
                                            uint64_t i, uint64_t length, const void *state,
                                            size_t item) {
  if (i + GRUNDY_AHEAD_TARGETS >= length) return;
  grundy_vertices row = grundy_view_row(view, list[i + GRUNDY_AHEAD_TARGETS]);
  for (uint64_t j = 0; j < row.count && j < 16; j++)
    __builtin_prefetch((const char *)state + item * row.at[j]);
}

/* For a list that is too short to look ahead: prefetches all rows, and then the data of all their
 * targets, so that each step waits for memory once per list and not once per vertex. */
enum { GRUNDY_SHORT_LIST = 64 };

GRUNDY_FETCH void grundy_view_fetch_short(const grundy_view *view, const uint32_t *list,
                                          uint64_t length, const void *state, size_t item) {
  for (uint64_t i = 0; i < length; i++) __builtin_prefetch(&view->offsets[list[i]]);
  for (uint64_t i = 0; i < length; i++) __builtin_prefetch(&view->targets[view->offsets[list[i]]]);
  for (uint64_t i = 0; i < length; i++) {
    grundy_vertices row = grundy_view_row(view, list[i]);
    for (uint64_t j = 0; j < row.count && j < 16; j++)
      __builtin_prefetch((const char *)state + item * row.at[j]);
  }
}

/* Returns the bytes of the arrays that the digraph has in memory, without those of a mapped file
 * and without what rules need to name its positions. */
uint64_t grundy_digraph_memory(const grundy_digraph *g);

#endif
