/* Cycles of a digraph. */

#ifndef GRUNDY_SRC_DIGRAPH_CYCLE_H
#define GRUNDY_SRC_DIGRAPH_CYCLE_H

#include <grundy/digraph.h>

/* Some cycle: every vertex of it has a move to the next one, the last one to the first. It is a
 * loop if there is one, and otherwise one of the shortest through its first vertex. `cycle` has one
 * entry a vertex; *length is 0 if the digraph is acyclic. O(V + E). */
GRUNDY_MUST_USE grundy_status grundy_digraph_cycle(const grundy_digraph *g, uint32_t *cycle,
                                                   uint32_t *length, grundy_error *error);

#endif
