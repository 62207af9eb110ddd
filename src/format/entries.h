/* Names, moves and entries of solutions as the text formats write them. */

#ifndef GRUNDY_SRC_FORMAT_ENTRIES_H
#define GRUNDY_SRC_FORMAT_ENTRIES_H

#include "format/impl.h"
#include "text/print.h"

/* Writes every move as a line `u v`; `base` is added to numbers, and is 0 if there are names. */
grundy_status grundy_print_moves(FILE *out, const grundy_digraph *g, uint32_t base,
                                 grundy_work *work, grundy_error *error);

/* The name of v as it is; `named` is what grundy_digraph_has_names says. */
char *grundy_put_name(char *to, const grundy_digraph *g, bool named, uint32_t v);

/* GRUNDY_UNABLE if a name of the game would be read as something else in a `what`, such as "an edge
 * list"; the message ends with `advice`, which may be empty. */
grundy_status grundy_words_can_name(const grundy_digraph *g, const char *what, const char *advice,
                                    grundy_error *error);

/* ---- rows ---- */

/* The vertices that have rows, as options of writing tell them. */
typedef struct grundy_written_rows {
  const uint32_t *vertices; /* NULL: 0, 1, 2 … */
  const uint32_t *best;     /* of each, a vertex or GRUNDY_INFINITY; NULL: that is not written */
  uint64_t count;
} grundy_written_rows;

grundy_written_rows grundy_written_rows_of(const grundy_digraph *g,
                                           const grundy_write_options *options);

static inline uint32_t grundy_row_vertex(const grundy_written_rows *rows, uint64_t row) {
  return rows->vertices == NULL ? (uint32_t)row : rows->vertices[row];
}

/* Bytes of the name of the best move of a row, at most; 0 if that is not written. */
static inline uint64_t grundy_row_best_room(const grundy_written_rows *rows,
                                            const grundy_digraph *g, uint64_t row) {
  if (rows->best == NULL || rows->best[row] == GRUNDY_INFINITY) return 0;
  return grundy_digraph_name_room(g, rows->best[row]);
}

/* ---- entries ---- */

/* How a format writes what is no number. */
typedef struct grundy_style {
  const char *quote;                /* around letters */
  const char *infinity, *none;      /* none: no counter, no set */
  const char *open, *close, *empty; /* around a set, and in place of an empty one */
} grundy_style;

/* A column whose entries are written, its array at hand. */
typedef struct grundy_written {
  grundy_columns column;
  grundy_column_kind kind;
  const uint8_t *letters;
  const uint32_t *numbers;
  const double *reals;
} grundy_written;

/* Makes these of the columns, in their order but player first, and returns how many there are. */
int grundy_written_of(const grundy_solution *solution, grundy_columns columns,
                      grundy_written written[GRUNDY_COLUMN_COUNT]);

/* The entry of v: numbers of a set are separated by commas. */
char *grundy_put_entry(char *to, const grundy_solution *solution, const grundy_written *column,
                       uint32_t v, const grundy_style *style);

/* Bytes that it may take, at most. */
uint64_t grundy_entry_room(const grundy_solution *solution, const grundy_written *column,
                           uint32_t v);

#endif
