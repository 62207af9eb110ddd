/* Makes archives from bytes that a fuzzer can change; in real archives, checksums would stop it.
 *
 * Input that begins with PK is an archive. Anything else is a sequence of records: the number of a
 * member, a mode, the length in two bytes, and that many bytes. Bit 0 of the mode compresses the
 * member; the bits above it put a header of some type before the bytes, or leave them unchanged. */

#ifndef FUZZ_FRAMED_H
#define FUZZ_FRAMED_H

#include <stdint.h>
#include <stdio.h>

/* Opens the archive as a stream; close it, then free *archive. NULL if there is none. */
FILE *framed_open(const uint8_t *data, size_t size, const char *const *members, int count,
                  void **archive);

#endif
