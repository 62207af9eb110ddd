/* Text of many items, such as the rows of a table, formatted by all threads and written in order.
 * The bytes are the same for any number of threads. */

#ifndef GRUNDY_SRC_FORMAT_PRINT_H
#define GRUNDY_SRC_FORMAT_PRINT_H

#include "format/impl.h"

typedef struct grundy_printer {
  void *context;
  uint64_t items;

  /* Bytes that the text of an item may take, at most. The calling thread asks for every item, in
   * their order. */
  uint64_t (*room)(void *context, uint64_t item);

  /* Writes the text of items begin … end - 1 to `to`, and returns where it ends. Called by several
   * threads at once, so that nothing may be allocated here. */
  char *(*print)(void *context, uint64_t begin, uint64_t end, char *to);

  uint64_t steps; /* of the work, for each item */
} grundy_printer;

/* Writes the text of all items; stops early if the stream fails. If `out` is NULL they are only
 * formatted. */
grundy_status grundy_print(FILE *out, const grundy_printer *printer, grundy_work *work,
                           grundy_error *error);

/* Writes every move as a line `u v`; `base` is added to numbers, and is 0 if there are names. */
grundy_status grundy_print_moves(FILE *out, const grundy_digraph *g, uint32_t base,
                                 grundy_work *work, grundy_error *error);

/* ---- pieces ---- */

/* Each writes to `to` and returns where the text ends; there is no NUL behind it. */

char *grundy_put_bytes(char *to, const char *bytes, size_t length);
char *grundy_put(char *to, const char *text);

/* The name of v as it is; `named` is what grundy_digraph_has_names says. */
char *grundy_put_name(char *to, const grundy_digraph *g, bool named, uint32_t v);

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
