/* Opening and reading files and streams. */

#ifndef GRUNDY_SRC_TEXT_INPUT_H
#define GRUNDY_SRC_TEXT_INPUT_H

#include "base/error.h"
#include "base/monitor.h"

#include <stdio.h>

/* Returns the name of the input for messages: "standard input" for "-". */
const char *grundy_input_name(const char *path);

/* Opens `path`, or standard input if it is "-". If the file is compressed with gzip, the stream has
 * the decompressed contents. GRUNDY_BAD_INPUT if the file cannot be opened, is a directory, or as
 * grundy_input_decompress fails. */
grundy_status grundy_input_open(const char *path, FILE **in, grundy_error *error);
void grundy_input_close(FILE *in);

/* Considers the files in the folder of `path`, which does not exist. */
void grundy_suggest_file(grundy_suggestion *best, const char *path);

/* The input of a reader. */
typedef struct grundy_input {
  FILE *in;
  const char *name; /* for errors */
  const grundy_monitor *monitor;
  bool is_opened; /* it must be closed */
} grundy_input;

/* Opens `path` like grundy_input_open, or uses the stream of the options, which may be NULL. */
grundy_status grundy_input_start(const char *path, const grundy_read_options *options,
                                 grundy_input *input, grundy_error *error);
void grundy_input_end(grundy_input *input);

/* Replaces the stream with one that decompresses it if its first bytes are those of gzip.
 * GRUNDY_BAD_INPUT if it is compressed in another way, or if it is not compressed although its name
 * ends with .gz: a gzip file that was cut to 0 or 1 bytes is not a game. Also fails if reading
 * fails. */
grundy_status grundy_input_decompress(FILE **in, const char *name, grundy_error *error);

/* Fails because reading failed with this errno. GRUNDY_BAD_INPUT for a directory, which standard
 * input may also be, and for a damaged gzip file. */
grundy_status grundy_fail_reading(const char *name, int reason, grundy_error *error);

/* Returns the length of a byte order mark at the start of a text: 3 or 0. */
size_t grundy_byte_order_mark(const char *text, size_t length);

/* Reads the whole file at the path, as grundy_input_slurp does. */
grundy_status grundy_input_read(const char *path, grundy_work *work, char **text, size_t *length,
                                grundy_error *error);

/* Reads the rest of the stream into a new array of *length bytes followed by a NUL. A byte is one
 * step of the work. */
grundy_status grundy_input_slurp(FILE *in, const char *name, grundy_work *work, char **text,
                                 size_t *length, grundy_error *error);

#endif
