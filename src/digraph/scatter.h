/* Sorting moves by head, for rows of tails, without a miss of the cache for every move.
 *
 * A plain counting sort touches a random place of two large arrays for each move. Here the moves
 * are first put into blocks of 2^15 heads, each block being written from its front to its back;
 * then each block, which fits into the cache, is sorted by itself. Both steps keep the order in
 * which moves with the same head were put.
 *
 * Use: start, count every move, begin, put every move in the same order, finish. O(V + E) time;
 * besides the rows, 2 bytes a move and a copy of the largest block. */

#ifndef GRUNDY_SRC_DIGRAPH_SCATTER_H
#define GRUNDY_SRC_DIGRAPH_SCATTER_H

#include <stdbool.h>
#include <stdint.h>

enum { GRUNDY_SCATTER_BITS = 15 };

typedef struct grundy_scatter {
  uint32_t order;
  uint32_t blocks;
  uint64_t *cursor;  /* by block: how many moves it has; then, where its next move goes */
  uint16_t *low;     /* by move, as they were put: the head's place in its block */
  uint64_t *offsets; /* the rows: order + 1 entries, all 0 until finish */
  uint32_t *tails;
} grundy_scatter;

/* `offsets` and `tails`, with room for `size` moves, are the caller's and get the rows. False if
 * memory runs out. */
bool grundy_scatter_start(grundy_scatter *s, uint32_t order, uint64_t size, uint64_t *offsets,
                          uint32_t *tails);

static inline void grundy_scatter_count(grundy_scatter *s, uint32_t head) {
  s->cursor[head >> GRUNDY_SCATTER_BITS]++;
}

void grundy_scatter_begin(grundy_scatter *s);

static inline void grundy_scatter_put(grundy_scatter *s, uint32_t head, uint32_t tail) {
  uint64_t at = s->cursor[head >> GRUNDY_SCATTER_BITS]++;
  s->tails[at] = tail;
  s->low[at] = (uint16_t)(head & ((1U << GRUNDY_SCATTER_BITS) - 1));
}

/* Sorts the blocks. False if memory runs out. */
bool grundy_scatter_finish(grundy_scatter *s);

/* Frees what start made; the rows stay. Zeros are nothing. */
void grundy_scatter_free(grundy_scatter *s);

#endif
