/* The reverse rows of a game: the row of v lists the positions with a move to v. They are in memory
 * or in the scratch file, and the engine of waves reads them in increasing order, in batches. */

#ifndef GRUNDY_SRC_EXTERNAL_REVERSE_H
#define GRUNDY_SRC_EXTERNAL_REVERSE_H

#include <grundy/base.h>
#include <grundy/digraph.h>

#include "base/monitor.h"
#include "external/delivery.h"
#include "external/row_index.h"
#include "external/scratch.h"

/* A zeroed struct is empty. */
typedef struct grundy_reverse {
  grundy_row_index index;
  uint32_t *moves;         /* in memory; NULL: only in the file */
  grundy_scratch *scratch; /* NULL: only in memory */
} grundy_reverse;

/* Part of a file to be read at once. */
typedef struct grundy_extent {
  uint64_t first, count; /* moves in the file */
  uint32_t *to;
} grundy_extent;

/* Rows that are read together. */
typedef struct grundy_row_batch {
  uint32_t *buffer; /* for moves from a file; NULL if they are in memory */
  uint64_t used;    /* moves in the buffer */
  grundy_extent *extents;
  uint32_t extent_count;
  grundy_delivery delivery; /* its parts are the rows */
} grundy_row_batch;

enum { GRUNDY_BATCHES = 2 };

/* What it takes to read rows and to deliver updates. While one batch is delivered, the system reads
 * the next one. */
typedef struct grundy_reading {
  uint32_t capacity; /* moves per batch */
  bool from_file;
  grundy_row_batch batches[GRUNDY_BATCHES];
} grundy_reading;

/* The arena owns the arrays. */
void grundy_reading_start(grundy_reading *reading, grundy_arena *arena, uint32_t order,
                          uint32_t capacity, bool from_file, unsigned threads);

/* What a pass over rows does with a batch whose rows are there: the parts of its delivery. Returns
 * false to stop. */
typedef grundy_status grundy_row_batch_function(void *context, grundy_row_batch *batch,
                                                grundy_error *error);

/* Which rows a pass reads, in increasing order, and their words: the vertices of a sorted set, or
 * those that a function chooses, one bit for each of the GRUNDY_INDEX_BLOCK vertices of a block. */
typedef struct grundy_row_choice {
  const grundy_vertex_set *set; /* NULL: see `choose` */
  uint64_t (*choose)(const void *context, uint32_t block);
  const void *context;   /* for `choose` */
  const uint32_t *words; /* by vertex; NULL: the vertices themselves */
} grundy_row_choice;

/* Reads the chosen rows and calls the function for each batch. Counts moves as steps of work. */
GRUNDY_MUST_USE grundy_status grundy_reverse_pass(
    const grundy_reverse *reverse, grundy_reading *reading, const grundy_row_choice *choice,
    grundy_row_batch_function *function, void *context, grundy_work *work, grundy_error *error);

/* Updates all predecessors of the wave, with words[v] for those of v, and adds those that changed
 * to `next`, unless that is NULL. Sorts the wave. Returns by how much the update settled. */
GRUNDY_MUST_USE grundy_status grundy_reverse_propagate(
    const grundy_reverse *reverse, grundy_reading *reading, grundy_vertex_set *wave,
    const uint32_t *words, const grundy_update *update, grundy_vertex_set *next, uint64_t *settled,
    grundy_work *work, grundy_error *error);

void grundy_reverse_free(grundy_reverse *reverse, bool keep);

#endif
