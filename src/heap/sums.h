/* Sums of heaps of one game, numbered, and the moves between them. */

#ifndef GRUNDY_SRC_HEAP_SUMS_H
#define GRUNDY_SRC_HEAP_SUMS_H

#include "heap/impl.h"

/* ---- moves of one heap --------------------------------------------------------------------------
 */

/* A move: so many beans are taken, and these heaps are left, smallest first. */
typedef struct grundy_heap_move {
  uint32_t taken, parts;
  uint32_t sizes[GRUNDY_HEAP_PARTS];
} grundy_heap_move;

/* The first move from the heap, and the one after this, by number taken, number of heaps, and
 * sizes. False if there is none. */
bool grundy_heap_first_move(const grundy_heap_code *code, uint32_t heap, grundy_heap_move *move);
bool grundy_heap_next_move(const grundy_heap_code *code, uint32_t heap, grundy_heap_move *move);

/* ---- sums -------------------------------------------------------------------------------------
 */

/* A growing table of sums. A sum is a set of heaps, smallest first, none of which is 0. */
typedef struct grundy_sums grundy_sums;

/* With `live`, heaps without moves are left out of sums. NULL if memory runs out. The code is
 * borrowed. */
grundy_sums *grundy_sums_new(const grundy_heap_code *code, bool live);
void grundy_sums_free(grundy_sums *sums);

uint32_t grundy_sums_count(const grundy_sums *sums);

/* The number of the sum of these heaps, in any order. False if memory runs out. */
bool grundy_sums_place(grundy_sums *sums, const uint32_t *sizes, uint64_t count, uint32_t *sum);

/* The heaps of a sum; they stand until the next one is placed. */
const uint32_t *grundy_sums_sizes(const grundy_sums *sums, uint32_t sum, uint32_t *count);

/* A table never has more sums than this, so that numbers fit; and of heaps so many for each sum
 * that it may have, so that long sums do not fill the memory. */
#define GRUNDY_SUMS_MOST UINT32_C(0xfffffff0)
enum { GRUNDY_SUMS_HEAPS = 64 };

/* The sums that moves lead to, each once, by increasing number; they stand until others are asked
 * for. GRUNDY_UNABLE as soon as the table has more than `most`, which is at most GRUNDY_SUMS_MOST.
 * A heap may have millions of moves: `work` counts them. */
grundy_status grundy_sums_moves(grundy_sums *sums, uint32_t sum, uint64_t most, grundy_work *work,
                                const uint32_t **moves, uint64_t *count, grundy_error *error);

/* Every move makes this smaller: twice the number of beans less the number of heaps. */
uint64_t grundy_sums_weight(const grundy_sums *sums, uint32_t sum);

#endif
