/* SHA-256 [FIPS 180-4]. */

#ifndef GRUNDY_SRC_BASE_SHA256_H
#define GRUNDY_SRC_BASE_SHA256_H

#include <stddef.h>

enum { GRUNDY_SHA256_TEXT = 65 }; /* 64 hexadecimal digits and a NUL */

/* Writes the checksum of the bytes in hexadecimal digits. */
void grundy_sha256(const void *bytes, size_t length, char text[GRUNDY_SHA256_TEXT]);

#endif
