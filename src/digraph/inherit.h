/* Handing down what is said about vertices to a digraph that is made from another. */

#ifndef GRUNDY_SRC_DIGRAPH_INHERIT_H
#define GRUNDY_SRC_DIGRAPH_INHERIT_H

#include <grundy/digraph.h>

/* Vertex i of `heir`, which has no names, labels, players and ends, gets those of vertex from[i] of
 * g; the ends only where it is terminal. The vertices from[i] are different. On failure the heir is
 * still to be freed. O(V of the heir), and the length of the texts. */
grundy_status grundy_digraph_inherit(grundy_digraph *heir, const grundy_digraph *g,
                                     const uint32_t *from, grundy_error *error);

#endif
