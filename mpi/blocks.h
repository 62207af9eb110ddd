/* How positions are divided among ranks: into blocks of equal size, small enough for a cache, of
 * which each rank owns a run. */

#ifndef GRUNDY_MPI_BLOCKS_H
#define GRUNDY_MPI_BLOCKS_H

#include "team.h"

typedef struct blocks {
  uint32_t order; /* all positions */
  uint32_t bits;  /* a block has 2^bits positions, at most 2^16 */
  uint32_t count;
  int *rank_of; /* by block */
  /* Of this rank: */
  uint32_t first_block, own_blocks;
  uint32_t first, own; /* positions */
  /* Of arrays in files, which have an entry for every position: the entry of the first own
   * position, and all entries. They differ from `first` and `order` where blocks are not full, and
   * where an entry has two positions. */
  uint64_t entry, entries;
} blocks;

/* Divides the positions, of which every entry has one or two; the latter belong to the same block.
 * Collective. */
grundy_status blocks_start(blocks *b, const team *t, uint32_t entries, uint32_t per_entry,
                           grundy_error *error);

/* As blocks_start, with as many positions as every rank has by now. The blocks of a rank are full
 * except for its last one. Collective. */
grundy_status blocks_start_with(blocks *b, const team *t, uint32_t own, grundy_error *error);
void blocks_free(blocks *b);

static inline int blocks_owner(const blocks *b, uint32_t position) {
  return b->rank_of[position >> b->bits];
}

#endif
