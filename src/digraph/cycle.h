/* Cycles of a digraph. */

#ifndef GRUNDY_SRC_DIGRAPH_CYCLE_H
#define GRUNDY_SRC_DIGRAPH_CYCLE_H

#include <grundy/digraph.h>

/* Finds a cycle: every vertex has a move to the next, and the last to the first. It is a loop if
 * the digraph has one, and otherwise a shortest cycle through its first vertex. `cycle` has one
 * entry per vertex; *length is 0 if the digraph is acyclic. O(V + E). */
GRUNDY_MUST_USE grundy_status grundy_digraph_cycle(const grundy_digraph *g, uint32_t *cycle,
                                                   uint32_t *length, grundy_error *error);

#endif
