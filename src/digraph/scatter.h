/* Sorting moves by head, for rows of tails, without a miss of the cache for every move.
 *
 * A plain counting sort touches a random place of two large arrays for each move. Here the moves
 * are first put into blocks of up to 2^15 heads, each block being written from its front to its
 * back; then each block, which fits into the cache, is sorted by itself. Both steps keep the order
 * in which moves with the same head came. Threads share the moves in the first step and the blocks
 * in the second. */

#ifndef GRUNDY_SRC_DIGRAPH_SCATTER_H
#define GRUNDY_SRC_DIGRAPH_SCATTER_H

#include "base/monitor.h"

/* Moves between the vertices 0 … order - 1. The tail of move i is tails[i]; if `tails` is NULL, it
 * is the row that i lies in, row u being rows[u] … rows[u + 1] - 1. */
typedef struct grundy_move_arrays {
  uint32_t order;
  uint64_t count;
  const uint32_t *heads;
  const uint32_t *tails;
  const uint64_t *rows;
} grundy_move_arrays;

/* The rows of tails by head, a move as often as it occurs, to `offsets` (order + 1 of them) and
 * `targets`, arrays of the caller. Fails with GRUNDY_OUT_OF_MEMORY or GRUNDY_CANCELLED. O(V + E)
 * time; besides the rows, 2 bytes a move and for each thread a copy of the largest of its blocks,
 * together at most 4 bytes a move. */
grundy_status grundy_scatter(const grundy_move_arrays *moves, uint64_t *offsets, uint32_t *targets,
                             grundy_work *work, grundy_error *error);

/* The bytes that this holds on the way, at most. */
uint64_t grundy_scatter_memory(uint32_t order, uint64_t count);

#endif
