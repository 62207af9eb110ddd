/* Strongly connected components as a part of longer work. */

#ifndef GRUNDY_SRC_DIGRAPH_STRONG_COMPONENTS_H
#define GRUNDY_SRC_DIGRAPH_STRONG_COMPONENTS_H

#include <grundy/digraph.h>

#include "base/monitor.h"

/* If all rows have fewer than 2^GRUNDY_STRONG_BITS moves, finding strong components takes 6 bytes
 * per vertex, or 2 for terminal ones; otherwise 2 more. */
enum { GRUNDY_STRONG_BITS = 15 };

/* Does what grundy_digraph_strong_components does, counting vertices and moves as steps of the
 * work. GRUNDY_CANCELLED if the monitor cancels; then `strong` is undefined. */
grundy_status grundy_strong_components_find(const grundy_digraph *g, grundy_work *work,
                                            uint32_t *strong, uint32_t *count, grundy_error *error);

#endif
