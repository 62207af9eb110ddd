/* Text of many items, such as the rows of a table, formatted by all threads and written in order.
 * The bytes are the same for any number of threads. */

#ifndef GRUNDY_SRC_TEXT_PRINT_H
#define GRUNDY_SRC_TEXT_PRINT_H

#include <grundy/text.h>

#include "base/monitor.h"

#include <stdio.h>

typedef struct grundy_printer {
  void *context;
  uint64_t items;

  /* Returns the most bytes that the text of an item may take. The calling thread calls this for
   * every item, in order. */
  uint64_t (*room)(void *context, uint64_t item);

  /* Writes the text of items begin … end - 1 to `to`, and returns where it ends. Several threads
   * call this at once, so it must not allocate. */
  char *(*print)(void *context, uint64_t begin, uint64_t end, char *to);

  uint64_t steps; /* of the work, per item */
} grundy_printer;

/* Writes the text of all items; stops early if the stream fails. If `out` is NULL the items are
 * only formatted. */
grundy_status grundy_print(FILE *out, const grundy_printer *printer, grundy_work *work,
                           grundy_error *error);

/* Returns `status`; if that is GRUNDY_OK and the stream has failed, fails as grundy_fail_writing
 * does. errno must have been 0 before the first write. Writers do not check their stream; their
 * callers call this instead. */
grundy_status grundy_stream_status(FILE *out, grundy_status status, grundy_error *error);

/* ---- pieces ---- */

/* Each function writes to `to`, without a NUL, and returns where the text ends. */

char *grundy_put_bytes(char *to, const char *bytes, size_t length);
char *grundy_put(char *to, const char *text);

#endif
