/* Copies names and attributes to a digraph that is derived from another. */

#ifndef GRUNDY_SRC_DIGRAPH_INHERIT_H
#define GRUNDY_SRC_DIGRAPH_INHERIT_H

#include <grundy/digraph.h>

#include "base/monitor.h"

/* Gives vertex i of `heir`, which has no names, the name of vertex from[i] of g (of vertex i if
 * `from` is NULL); the entries of `from` are distinct. GRUNDY_BAD_INPUT if two vertices of g have
 * the same name. Counts one step of the work per vertex. On failure the heir must still be
 * freed. */
grundy_status grundy_digraph_inherit_names(grundy_digraph *heir, const grundy_digraph *g,
                                           const uint32_t *from, grundy_work *work,
                                           grundy_error *error);

/* Does the same for labels, players and, if vertex i of the heir is terminal, outcomes and payoffs;
 * false if memory runs out. */
bool grundy_digraph_inherit_attributes(grundy_digraph *heir, const grundy_digraph *g,
                                       const uint32_t *from);

#endif
