/* Large blocks of zeros that grow, for tables that are read at random: they use large pages, and
 * keep them when they grow. */

#ifndef GRUNDY_SRC_BASE_REGION_H
#define GRUNDY_SRC_BASE_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed region is empty and need not be freed. */
typedef struct grundy_region {
  unsigned char *at; /* aligned to cache lines and to large pages */
  size_t bytes;      /* that can be used */
  void *block;       /* the address space that is reserved for it */
  size_t reserved;
} grundy_region;

/* Grows the region to at least `bytes` bytes, which may move it; new bytes are 0. A small region
 * grows by small pages, a large one by large pages. False if memory runs out: then the region is
 * unchanged. */
bool grundy_region_grow(grundy_region *region, size_t bytes);

void grundy_region_free(grundy_region *region);

#endif
