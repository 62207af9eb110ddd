/* Archives from bytes that a fuzzer can change: in a real one the checksums are in its way.
 *
 * Input that begins with PK is an archive as it is. Anything else is a row of records: the
 * number of a member, a mode, the length in two bytes, and so many bytes. Bit 0 of the mode
 * compresses the member; the bits above it put a header of a type before the bytes, or leave
 * them as they are. */

#ifndef FUZZ_FRAMED_H
#define FUZZ_FRAMED_H

#include <stdint.h>
#include <stdio.h>

/* The archive as a stream, to be closed and then `*archive` to be freed; NULL if there is
 * none. */
FILE *framed_open(const uint8_t *data, size_t size, const char *const *members, int count,
                  void **archive);

#endif
