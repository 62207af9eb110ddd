/* Streams that decompress what they read. */

#ifndef GRUNDY_SRC_TEXT_GZIP_H
#define GRUNDY_SRC_TEXT_GZIP_H

#include <errno.h>
#include <stdio.h>

/* The errno of a read from such a stream if the file is damaged or cut short. read(2) has no use
 * for it. */
enum { GRUNDY_GZIP_DAMAGED = EILSEQ };

/* Returns a stream with the contents of the gzip file in the rest of `in`, whose members follow
 * each other; NULL if memory runs out. It decompresses block by block, so that it takes the same
 * memory for a file of any size. Closing it closes `in` with `close`; on failure `in` stays open.
 */
FILE *grundy_gzip_open(FILE *in, void (*close)(FILE *in));

#endif
