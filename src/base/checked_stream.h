/* Binary files that end with a checksum of everything before it: the 64-bit XXH3, little-endian. */

#ifndef GRUNDY_SRC_BASE_CHECKED_STREAM_H
#define GRUNDY_SRC_BASE_CHECKED_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A stream that is being written or read, and the state of its checksum. */
typedef struct grundy_checked_stream {
  FILE *file;
  void *sum;
} grundy_checked_stream;

/* Starts at the beginning of the file, which stays the caller's. False if memory runs out. */
bool grundy_checked_start(grundy_checked_stream *stream, FILE *file);
void grundy_checked_free(grundy_checked_stream *stream);

/* Writes bytes. Errors of the file are detected when it is closed. */
void grundy_checked_write(grundy_checked_stream *stream, const void *bytes, size_t count);

/* Writes a number, little-endian, in at most 8 bytes. */
void grundy_checked_write_number(grundy_checked_stream *stream, uint64_t number, unsigned bytes);

/* Writes the checksum, which is the last thing to be written. */
void grundy_checked_seal(grundy_checked_stream *stream);

/* Reads exactly that many bytes, or a number. False if there are fewer. */
bool grundy_checked_read(grundy_checked_stream *stream, void *bytes, size_t count);
bool grundy_checked_read_number(grundy_checked_stream *stream, unsigned bytes, uint64_t *number);

/* Returns whether the right checksum follows, and then the end of the file. */
bool grundy_checked_verify(grundy_checked_stream *stream);

#endif
