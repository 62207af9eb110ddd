/* Sorts moves by head, for rows of tails, without a cache miss per move.
 *
 * A plain counting sort touches a random place of two large arrays for each move. Here the moves
 * are first put into blocks of up to 2^15 heads, each block being written from front to back; then
 * each block, which fits into the cache, is sorted by itself. Both steps are stable: they keep the
 * order of moves with the same head. Threads divide the moves among them in the first step and the
 * blocks in the second. */

#ifndef GRUNDY_SRC_DIGRAPH_SORT_BY_HEAD_H
#define GRUNDY_SRC_DIGRAPH_SORT_BY_HEAD_H

#include "base/monitor.h"

/* Moves between the vertices 0 … order - 1. The tail of move i is tails[i]; if `tails` is NULL, it
 * is the row that contains i, where row u is rows[u] … rows[u + 1] - 1. */
typedef struct grundy_move_arrays {
  uint32_t order;
  uint64_t count;
  const uint32_t *heads;
  const uint32_t *tails;
  const uint64_t *rows;
} grundy_move_arrays;

/* Writes the rows of tails by head, each move as often as it occurs, to the caller's arrays
 * `offsets` (with order + 1 entries) and `targets`. Fails with GRUNDY_OUT_OF_MEMORY or
 * GRUNDY_CANCELLED. O(V + E) time; in addition to the rows, it takes 2 bytes per move and for each
 * thread a copy of its largest block, together at most 4 bytes per move. */
grundy_status grundy_sort_by_head(const grundy_move_arrays *moves, uint64_t *offsets,
                                  uint32_t *targets, grundy_work *work, grundy_error *error);

/* Returns an upper bound on the bytes that grundy_sort_by_head holds temporarily. */
uint64_t grundy_sort_by_head_memory(uint32_t order, uint64_t count);

/* Returns a closer bound for these moves, from the size of the largest block. O(E). */
uint64_t grundy_sort_by_head_memory_for(const grundy_move_arrays *moves);

#endif
