/* Replaces region.c on systems without virtual memory: a region is a block of the heap, and moves
 * when it grows. It doubles while it is small, so that it moves rarely, and grows by an eighth when
 * it is large, so that little is left unused. */

#include "base/region.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64, SMALL_STEP = 1 << 16, LARGE = 1 << 26 };

/* Returns how many bytes a region of `bytes` bytes that needs `need` gets: a multiple of the step.
 */
static size_t size_for(size_t bytes, size_t need) {
  size_t ahead = bytes < LARGE ? 2 * bytes : bytes + bytes / 8;
  size_t wanted = ahead > need ? ahead : need;
  return (wanted + SMALL_STEP - 1) & ~((size_t)SMALL_STEP - 1);
}

bool grundy_region_grow(grundy_region *region, size_t bytes) {
  if (bytes <= region->bytes) return true;
  if (bytes > PTRDIFF_MAX - PTRDIFF_MAX / 4) return false;
  size_t larger = size_for(region->bytes, bytes);
  unsigned char *at = aligned_alloc(CACHE_LINE, larger);
  if (at == NULL) return false;
  if (region->bytes > 0) memcpy(at, region->at, region->bytes);
  memset(at + region->bytes, 0, larger - region->bytes);
  grundy_region_free(region);
  *region = (grundy_region){.at = at, .bytes = larger, .block = at, .reserved = larger};
  return true;
}

void grundy_region_free(grundy_region *region) {
  free(region->block);
  *region = (grundy_region){0};
}
