/* Streams that decompress gzip files. */

#ifndef GRUNDY_SRC_TEXT_GZIP_H
#define GRUNDY_SRC_TEXT_GZIP_H

#include <errno.h>
#include <stdio.h>

/* The errno of a read from such a stream if the file is damaged or truncated. read(2) never sets
 * it. */
enum { GRUNDY_GZIP_DAMAGED = EILSEQ };

/* Returns a stream with the contents of the gzip file in the rest of `in`, which may have several
 * members; NULL and errno on failure. It takes the same memory for files of any size. Closing it
 * closes `in` with `close`; on failure `in` stays open. */
FILE *grundy_gzip_open(FILE *in, void (*close)(FILE *in));

#endif
