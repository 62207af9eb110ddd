/* Makes a digraph row by row, from vertex 0 on, directly in its own arrays, without an edge list.
 * For rooms that produce rows in order; how many vertices there will be need not be known. */

#ifndef GRUNDY_SRC_DIGRAPH_ROWS_H
#define GRUNDY_SRC_DIGRAPH_ROWS_H

#include <grundy/digraph.h>

/* Zeroed rows are empty. */
typedef struct grundy_rows {
  uint64_t *offsets; /* of the rows, then the end of the last; NULL before there was room */
  uint32_t *targets;
  uint64_t count; /* complete rows */
  uint64_t size;  /* targets, with those of a row that is not yet complete */
  uint64_t offset_room, target_room;
} grundy_rows;

/* Starts with room for exactly `order` rows and `size` targets. False if memory runs out. */
bool grundy_rows_start(grundy_rows *rows, uint32_t order, uint64_t size);

/* Makes room for more rows and targets, with little to spare: for rows that dominate memory. False
 * if memory runs out. */
bool grundy_rows_reserve(grundy_rows *rows, uint64_t more_rows, uint64_t more_targets);

/* Returns room for `count` numbers after the targets, valid until the next call; NULL if memory
 * runs out. */
uint32_t *grundy_rows_room(grundy_rows *rows, uint64_t count);

/* As above, for those that have made room for all rows. */
uint32_t *grundy_rows_next(const grundy_rows *rows, uint64_t count);

/* Makes the first `count` numbers of that room the row of the next vertex; there must be room for
 * a row. */
void grundy_rows_add(grundy_rows *rows, uint64_t count);

/* Adds a target to the row that is not yet complete. False if memory runs out. */
bool grundy_rows_push(grundy_rows *rows, uint32_t target);

/* Completes that row, which is empty if nothing was added. False if memory runs out. */
bool grundy_rows_end(grundy_rows *rows);

/* Makes the digraph of all rows, which takes ownership of the arrays; *rows is empty afterwards.
 * Targets are below the number of rows, and rows strictly increase; this is not checked. NULL if
 * memory runs out: then *rows is unchanged. */
grundy_digraph *grundy_rows_finish(grundy_rows *rows);

/* As above, for rows that may be unsorted and list a target twice. O(V + E), and O(d log d) for an
 * unsorted row of d targets. */
grundy_status grundy_rows_sort(grundy_rows *rows, grundy_digraph **g, grundy_error *error);

void grundy_rows_free(grundy_rows *rows);

/* Returns how many bytes the arrays take. */
uint64_t grundy_rows_memory(const grundy_rows *rows);

#endif
