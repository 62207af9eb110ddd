/* The inside of a digraph, for the files of this room. */

#ifndef GRUNDY_SRC_DIGRAPH_IMPL_H
#define GRUNDY_SRC_DIGRAPH_IMPL_H

#include <grundy/digraph.h>

#include "digraph/labels.h"
#include "digraph/names.h"

/* Compressed rows. Invariant: offsets[0] = 0, offsets increase, offsets[order] = size, and
 * every row is strictly increasing and below order. */
struct grundy_digraph {
  uint32_t order;
  uint64_t *offsets;
  uint32_t *targets;
  grundy_names names; /* no names: count is 0 */
  grundy_labels labels;
};

#endif
