/* Handing down what is said about vertices to a digraph that is made from another. */

#ifndef GRUNDY_SRC_DIGRAPH_INHERIT_H
#define GRUNDY_SRC_DIGRAPH_INHERIT_H

#include <grundy/digraph.h>

#include "base/monitor.h"

/* Vertex i of `heir`, which has no names, gets the name of vertex from[i] of g (of vertex i if
 * `from` is NULL); entries of `from` differ. GRUNDY_BAD_INPUT if two vertices of g have the same
 * name. Counts a step of the work for each. On failure the heir is still to be freed. */
grundy_status grundy_digraph_inherit_names(grundy_digraph *heir, const grundy_digraph *g,
                                           const uint32_t *from, grundy_work *work,
                                           grundy_error *error);

/* Likewise for labels, players and, where vertex i of the heir is terminal, outcomes and payoffs;
 * false if memory runs out. */
bool grundy_digraph_inherit_attributes(grundy_digraph *heir, const grundy_digraph *g,
                                       const uint32_t *from);

#endif
