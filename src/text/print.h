/* Text of many items, such as the rows of a table, formatted by all threads and written in order.
 * The bytes are the same for any number of threads. */

#ifndef GRUNDY_SRC_TEXT_PRINT_H
#define GRUNDY_SRC_TEXT_PRINT_H

#include "base/monitor.h"

#include <stdio.h>

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

/* Returns `status`, or GRUNDY_IO_ERROR if that is GRUNDY_OK and the stream has failed; errno was 0
 * before the first write. Writers do not check their stream: their callers call this. */
grundy_status grundy_stream_status(FILE *out, grundy_status status, grundy_error *error);

/* ---- pieces ---- */

/* Each writes to `to` and returns where the text ends; there is no NUL behind it. */

char *grundy_put_bytes(char *to, const char *bytes, size_t length);
char *grundy_put(char *to, const char *text);

#endif
