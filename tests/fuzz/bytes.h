/* The input of a structured target, read from its start; zeros follow its end. */

#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
  const uint8_t *at;
  size_t left;
} bytes;

static inline uint8_t bytes_next(bytes *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->at++;
}

/* Reads a number below `bound`, which is from 1 to 256. */
static inline uint32_t bytes_below(bytes *in, uint32_t bound) {
  return bytes_next(in) % bound;
}

#endif
