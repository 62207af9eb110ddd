/* What a search knows about the parts that it has met: a table that holds no more than a given
 * amount of memory. When it is full, it first forgets which moves parts have, and then the parts
 * that cost the search least. Entries have numbers, which change when that happens; the search
 * then renames them in its stacks. What the stacks refer to is never forgotten. */

#ifndef GRUNDY_SRC_SEARCH_TABLE_H
#define GRUNDY_SRC_SEARCH_TABLE_H

#include "rules/key_table.h"
#include "rules/positions.h"

/* A target that no value reaches, and the largest bound plus 1. A part of value v has followers of
 * all values below v, so that finding it takes more than v²/2 steps: larger values are out of
 * reach. */
#define GRUNDY_SEARCH_NO_TARGET ((UINT32_C(1) << 22) - 1)

/* The most threads of one search. */
enum { GRUNDY_SEARCH_MAX_THREADS = 8 };

/* A part. Its value is at least `bound`: it has followers of the values 0, …, bound - 1. */
typedef struct grundy_search_node {
  uint64_t row : 56;   /* where its followers begin in `rows`, if it is expanded */
  uint64_t effort : 8; /* about the binary logarithm of the positions expanded for it, plus 1 */
  uint32_t count;      /* words of its row */
  uint32_t bound : 22;
  uint32_t is_exact : 1; /* no follower has the value `bound`; then this is the value */
  uint32_t is_expanded : 1;
  uint32_t frames : 8; /* the threads that have a frame for it, one bit each */
} grundy_search_node;

/* A follower in a row is the number of a part, or a word with this bit and the number of parts,
 * followed by these. */
#define GRUNDY_SEARCH_SUM (UINT32_C(1) << 31)

typedef struct grundy_search_table {
  grundy_positions positions;
  grundy_key_table keys;
  grundy_search_node *nodes;
  uint64_t node_room;
  uint32_t *rows;
  uint64_t row_count, row_room;
  uint64_t forgotten; /* entries so far */
} grundy_search_table;

void grundy_search_table_free(grundy_search_table *t);

/* Finds or adds a part. Fails if memory runs out, or if the monitor of `work` cancels. */
grundy_status grundy_search_table_add(grundy_search_table *t, grundy_position position,
                                      const grundy_work *work, uint32_t *v, grundy_error *error);

/* Returns the bytes that the table uses. */
uint64_t grundy_search_table_memory(const grundy_search_table *t);

/* Forgets the rows of all nodes without frames. */
grundy_status grundy_search_table_drop_rows(grundy_search_table *t, grundy_error *error);

/* Forgets nodes until the table uses at most about `memory` bytes: first those about which nothing
 * is known, then those with the least effort. Keeps nodes with frames and the nodes in their rows,
 * and all others for which keep[v] is true. Rows must have been dropped before. Sets keep[v] for
 * all nodes that stay. */
void grundy_search_table_choose(const grundy_search_table *t, uint64_t memory, bool *keep);

/* Forgets all nodes v with !keep[v] and numbers the others again: renamed[v] is the new number of
 * v. */
void grundy_search_table_compact(grundy_search_table *t, const bool *keep, uint32_t *renamed);

#endif
