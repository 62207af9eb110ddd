/* Makes a digraph row by row, from vertex 0 on, directly in its own arrays, without an edge list
 * and without sorting. For rooms that produce rows in order. */

#ifndef GRUNDY_SRC_DIGRAPH_ROWS_H
#define GRUNDY_SRC_DIGRAPH_ROWS_H

#include <grundy/digraph.h>

typedef struct grundy_rows {
  uint32_t order, count; /* all vertices, and those that have their row */
  uint64_t *offsets;
  uint32_t *targets;
  uint64_t capacity; /* of targets */
} grundy_rows;

/* Starts without rows and with room for `size` moves; there may be more or fewer in the end. False
 * if memory runs out. Zeroed rows are empty and need not be freed. */
bool grundy_rows_start(grundy_rows *rows, uint32_t order, uint64_t size);

/* Returns room for `count` numbers after the rows, valid until the next call; NULL if memory runs
 * out. */
uint32_t *grundy_rows_room(grundy_rows *rows, uint64_t count);

/* As above, for those that started with room for all rows. */
uint32_t *grundy_rows_next(const grundy_rows *rows, uint64_t count);

/* Makes the first `count` numbers of that room the row of the next vertex. They must be strictly
 * increasing and below the order; this is not checked. */
void grundy_rows_add(grundy_rows *rows, uint64_t count);

/* Makes the digraph, which takes ownership of the arrays; *rows is empty afterwards. Every vertex
 * must have its row. NULL if memory runs out: then *rows is unchanged. */
grundy_digraph *grundy_rows_finish(grundy_rows *rows);

void grundy_rows_free(grundy_rows *rows);

#endif
