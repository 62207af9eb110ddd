/* Files and streams that are read. */

#ifndef GRUNDY_SRC_TEXT_INPUT_H
#define GRUNDY_SRC_TEXT_INPUT_H

#include "base/error.h"
#include "base/monitor.h"

#include <stdio.h>

/* "standard input" for "-". */
const char *grundy_input_name(const char *path);

/* Opens `path`, "-" being standard input. GRUNDY_BAD_INPUT if it cannot be opened, is a directory
 * or is compressed. */
grundy_status grundy_input_open(const char *path, FILE **in, grundy_error *error);
void grundy_input_close(FILE *in);

/* What a reader reads. */
typedef struct grundy_input {
  FILE *in;
  const char *name; /* for errors */
  const grundy_monitor *monitor;
  bool is_opened; /* and has to be closed */
} grundy_input;

/* Opens `path` in this way, or takes the stream of the options, which may be NULL. */
grundy_status grundy_input_start(const char *path, const grundy_read_options *options,
                                 grundy_input *input, grundy_error *error);
void grundy_input_end(grundy_input *input);

/* GRUNDY_BAD_INPUT if the stream, at whose start we are, is compressed; otherwise it is at its
 * start again. Also fails if reading does. */
grundy_status grundy_refuse_compressed(FILE *in, const char *name, grundy_error *error);

/* Reading failed for that reason, an errno: standard input may be a directory, too. */
grundy_status grundy_fail_reading(const char *name, int reason, grundy_error *error);

/* The length of a byte order mark at the start of a text: 3 or 0. */
size_t grundy_byte_order_mark(const char *text, size_t length);

/* The whole rest of the stream, a NUL behind it, as a new array of *length bytes. A byte is a
 * step of the work. */
grundy_status grundy_input_slurp(FILE *in, const char *name, grundy_work *work, char **text,
                                 size_t *length, grundy_error *error);

#endif
