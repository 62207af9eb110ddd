/* Strongly connected components as a part of longer work. */

#ifndef GRUNDY_SRC_DIGRAPH_COMPONENTS_H
#define GRUNDY_SRC_DIGRAPH_COMPONENTS_H

#include <grundy/digraph.h>

#include "base/monitor.h"

/* grundy_digraph_components, whose vertices and moves are steps of the work. GRUNDY_CANCELLED where
 * that is to stop: then `component` means nothing. */
grundy_status grundy_components_find(const grundy_digraph *g, grundy_work *work,
                                     uint32_t *component, uint32_t *count, grundy_error *error);

#endif
