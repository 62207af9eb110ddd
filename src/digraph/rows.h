/* Making a digraph row by row, from vertex 0 on, straight into its own arrays: no edge list,
 * no sorting. For rooms that produce rows in order. */

#ifndef GRUNDY_SRC_DIGRAPH_ROWS_H
#define GRUNDY_SRC_DIGRAPH_ROWS_H

#include <grundy/digraph.h>

typedef struct grundy_rows {
  uint32_t order, count; /* vertices in all, and those whose row is there */
  uint64_t *offsets;
  uint32_t *targets;
  uint64_t capacity; /* of targets */
} grundy_rows;

/* No rows yet, and room for `size` moves; there may be more or fewer in the end. False if
 * memory runs out. Rows full of zeros are none, and need not be freed. */
bool grundy_rows_start(grundy_rows *rows, uint32_t order, uint64_t size);

/* Room for `count` numbers behind the rows, good until the next call; NULL if memory runs
 * out. */
uint32_t *grundy_rows_room(grundy_rows *rows, uint64_t count);

/* The first `count` numbers of that room are the row of the next vertex. They are strictly
 * increasing and below the order; this is not checked. */
void grundy_rows_add(grundy_rows *rows, uint64_t count);

/* The digraph takes over the arrays; *rows is empty afterwards. Every vertex must have its
 * row. NULL if memory runs out: *rows is as it was. */
grundy_digraph *grundy_rows_finish(grundy_rows *rows);

void grundy_rows_free(grundy_rows *rows);

#endif
