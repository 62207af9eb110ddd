/* Sums of heaps of one game, numbered, and the moves between them. */

#ifndef GRUNDY_SRC_HEAP_SUMS_H
#define GRUNDY_SRC_HEAP_SUMS_H

#include "heap/impl.h"

/* ---- moves of one heap ------------------------------------------------------------------ */

/* A move: how many beans it takes, and the heaps that it leaves, smallest first. */
typedef struct grundy_heap_move {
  uint32_t taken, parts;
  uint32_t sizes[GRUNDY_HEAP_PARTS];
} grundy_heap_move;

/* Finds the first move from the heap, or the one after this, ordered by number taken, number of
 * heaps and sizes. False if there is none. */
bool grundy_heap_first_move(const grundy_heap_code *code, uint32_t heap, grundy_heap_move *move);
bool grundy_heap_next_move(const grundy_heap_code *code, uint32_t heap, grundy_heap_move *move);

/* ---- sums ------------------------------------------------------------------------------- */

/* A growing table of sums. A sum is a multiset of heaps, smallest first, none of which is 0. */
typedef struct grundy_sums grundy_sums;

/* If `live` is true, heaps without moves are left out of sums. NULL if memory runs out. The code is
 * borrowed. */
grundy_sums *grundy_sums_new(const grundy_heap_code *code, bool live);
void grundy_sums_free(grundy_sums *sums);

uint32_t grundy_sums_count(const grundy_sums *sums);

/* Finds or adds the sum of these heaps, in any order. False if memory runs out. */
bool grundy_sums_place(grundy_sums *sums, const uint32_t *sizes, uint64_t count, uint32_t *sum);

/* Returns the heaps of a sum; valid until the next sum is placed. */
const uint32_t *grundy_sums_sizes(const grundy_sums *sums, uint32_t sum, uint32_t *count);

/* The maximum number of sums in a table, so that numbers fit. The total number of heaps is limited
 * in proportion, so that long sums do not fill the memory. */
#define GRUNDY_SUMS_MOST UINT32_C(0xfffffff0)
enum { GRUNDY_SUMS_HEAPS = 64 };

/* Lists the sums that moves lead to, without duplicates, by increasing number; the list is valid
 * until the next call. GRUNDY_UNABLE as soon as the table has more than `most` sums, which is at
 * most GRUNDY_SUMS_MOST. A heap may have millions of moves: `work` counts them. */
grundy_status grundy_sums_moves(grundy_sums *sums, uint32_t sum, uint64_t most, grundy_work *work,
                                const uint32_t **moves, uint64_t *count, grundy_error *error);

/* Returns a number that every move decreases: twice the number of beans minus the number of
 * heaps. */
uint64_t grundy_sums_weight(const grundy_sums *sums, uint32_t sum);

#endif
