/* One batch of exploring: the moves from some positions, and the new positions that they lead to,
 * found and numbered by all threads. */

#ifndef GRUNDY_SRC_EXPLORE_BATCH_H
#define GRUNDY_SRC_EXPLORE_BATCH_H

#include "digraph/rows.h"
#include "explore/impl.h"
#include "rules/key_table.h"

typedef struct grundy_move_batch_share grundy_move_batch_share;

/* Buffers that batches use one after the other, and what they add to. */
typedef struct grundy_move_batch {
  grundy_ruleset *ruleset;
  grundy_positions *positions;
  grundy_key_table *table; /* of the positions */
  grundy_rows *rows;
  grundy_rule_attributes *attributes; /* with room for the answers about all positions */
  uint64_t limit, move_limit;

  grundy_move_batch_share *shares;
  int threads;     /* most shares of any batch */
  int callers;     /* most shares now, because they call the rules */
  int share_count; /* of this batch */

  /* Move m of share s has the sequence number s * stride + m in this batch. */
  uint64_t stride; /* a multiple of 64 */
  uint64_t known;  /* positions before this batch */
  /* Until new positions are numbered, a target has the sequence number of the first move to it,
   * plus this, which is larger than all numbers. */
  uint64_t provisional;
  uint64_t *first; /* one bit per sequence number: the first move to a new position */
  uint32_t *ranks; /* of new positions before the moves of each word of `first` */
  uint64_t word_room;
} grundy_move_batch;

/* Makes the shares, with room for `rows` positions each. False if memory runs out. */
bool grundy_move_batch_start(grundy_move_batch *batch, uint32_t rows);

void grundy_move_batch_free(grundy_move_batch *batch);

/* Adds the rows of the positions from `begin` to `end`, and the new positions among their targets,
 * in the order of moves: numbers do not depend on the number of threads. The same holds for errors:
 * of rules that fail and limits that are exceeded, the first in the order of positions counts.
 * After a failure everything can only be freed. */
grundy_status grundy_move_batch_expand(grundy_move_batch *batch, uint32_t begin, uint32_t end,
                                       const grundy_work *work, grundy_error *error);

/* Returns how many bytes the buffers take. */
uint64_t grundy_move_batch_memory(const grundy_move_batch *batch);

#endif
