/* Saturating arithmetic on sizes: UINT64_MAX stands for every result that does not fit. */

#ifndef GRUNDY_SRC_BASE_SATURATE_H
#define GRUNDY_SRC_BASE_SATURATE_H

#include <stdint.h>

static inline uint64_t grundy_plus(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t grundy_times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

#endif
