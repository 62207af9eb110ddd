/* Writes names, moves and entries of solutions for the text formats. */

#ifndef GRUNDY_SRC_FORMAT_ENTRIES_H
#define GRUNDY_SRC_FORMAT_ENTRIES_H

#include "format/impl.h"
#include "text/print.h"

/* Writes every move as a line `u v`; `base` is added to numbers, and must be 0 if there are
 * names. */
grundy_status grundy_print_moves(FILE *out, const grundy_digraph *g, uint32_t base,
                                 grundy_work *work, grundy_error *error);

/* Writes the name of v as a word, quoted if it would be misread otherwise; `named` is the result of
 * grundy_digraph_has_names. */
char *grundy_put_name(char *to, const grundy_digraph *g, bool named, uint32_t v);

/* Returns an upper bound on the bytes that grundy_put_name writes. */
static inline uint64_t grundy_word_room(const grundy_digraph *g, uint32_t v) {
  enum { QUOTES = 2 };
  return 2 * grundy_digraph_name_room(g, v) + QUOTES; /* every letter may be escaped */
}

/* Returns GRUNDY_UNABLE if a reader of `what`, such as "an edge list", would misread the name of
 * some vertex; the message ends with `advice`, which may be empty. */
grundy_status grundy_words_can_name(const grundy_digraph *g, const char *what, const char *advice,
                                    grundy_error *error);

/* ---- rows ---- */

/* The vertices that have rows, as given by the write options. */
typedef struct grundy_written_rows {
  const uint32_t *vertices; /* NULL: 0, 1, 2 … */
  const uint32_t *best;     /* per row, a vertex or GRUNDY_INFINITY; NULL: not written */
  uint64_t count;
} grundy_written_rows;

grundy_written_rows grundy_written_rows_of(const grundy_digraph *g,
                                           const grundy_write_options *options);

static inline uint32_t grundy_row_vertex(const grundy_written_rows *rows, uint64_t row) {
  return rows->vertices == NULL ? (uint32_t)row : rows->vertices[row];
}

/* Returns an upper bound on the bytes of the best move of a row; 0 if best moves are not
 * written. */
static inline uint64_t grundy_row_best_room(const grundy_written_rows *rows,
                                            const grundy_digraph *g, uint64_t row) {
  if (rows->best == NULL || rows->best[row] == GRUNDY_INFINITY) return 0;
  return grundy_digraph_name_room(g, rows->best[row]);
}

/* ---- entries ---- */

/* How a format writes entries that are not numbers. */
typedef struct grundy_style {
  const char *quote;                /* around letters */
  const char *infinity, *none;      /* none: no counter, or the set does not exist */
  const char *open, *close, *empty; /* around a set; `empty` replaces an empty one */
  const char *unknown;              /* an unknown number of a window */
  const char *at_most, *end_bound;  /* around an upper bound */
  const char *formula;              /* around infinity, bounds and sets; NULL: nothing */
} grundy_style;

/* A column to write, with its array. */
typedef struct grundy_written {
  grundy_columns column;
  grundy_column_kind kind;
  const uint8_t *letters;
  const uint32_t *numbers;
  const double *reals;
  bool window; /* numbers may be unknown, or upper bounds */
} grundy_written;

/* Fills `written` with these columns, in their order but player first, and returns their number. */
int grundy_written_of(const grundy_solution *solution, grundy_columns columns,
                      grundy_written written[GRUNDY_COLUMN_COUNT]);

/* Writes the entry of v; numbers of a set are separated by commas. */
char *grundy_put_entry(char *to, const grundy_solution *solution, const grundy_written *column,
                       uint32_t v, const grundy_style *style);

/* Writes infinity and the set K of v, as one formula if the style has these. */
char *grundy_put_infinite(char *to, const grundy_solution *solution, const grundy_written *k,
                          uint32_t v, const grundy_style *style);

/* Returns an upper bound on the bytes of the entry, without those around formulas. */
uint64_t grundy_entry_room(const grundy_solution *solution, const grundy_written *column,
                           uint32_t v);

#endif
