/* Address space is reserved without memory behind it, and becomes usable step by step. If there is
 * not enough of it, the bytes move to a larger reservation. Blocks are aligned to large pages, as
 * those of malloc and realloc are not. */

#include "base/region.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include <platform.h>

enum { SMALL_STEP = 1 << 16, LARGE_PAGE = 1 << 21 };

static size_t round_up(size_t bytes, size_t step) {
  return (bytes + step - 1) & ~(step - 1);
}

/* Reserves address space for `bytes` bytes, of which none can be used yet. Large pages are used
 * from the second one on: a small region would take too much of the first. */
static bool reserve(grundy_region *region, size_t bytes) {
  size_t reserved = round_up(bytes, LARGE_PAGE) + LARGE_PAGE;
  void *block = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return false;
  size_t over = (uintptr_t)block % LARGE_PAGE;
  unsigned char *at = (unsigned char *)block + (over == 0 ? 0 : LARGE_PAGE - over);
  size_t left = (size_t)((unsigned char *)block + reserved - at);
  grundy_platform_use_large_pages(at + LARGE_PAGE, left - LARGE_PAGE);
  *region = (grundy_region){.at = at, .block = block, .reserved = reserved};
  return true;
}

/* Moves a region to a larger reservation, page by page, so that it is never in memory twice. The
 * system could move all pages at once only if it had not divided them (before Linux 6.17). */
static bool relocate(grundy_region *region, size_t bytes) {
  grundy_region larger;
  if (!reserve(&larger, bytes)) return false;
  if (region->bytes > 0 && mprotect(larger.at, region->bytes, PROT_READ | PROT_WRITE) != 0) {
    grundy_region_free(&larger);
    return false;
  }
  for (size_t done = 0, part; done < region->bytes; done += part) {
    part = region->bytes - done < LARGE_PAGE ? region->bytes - done : LARGE_PAGE;
    memcpy(larger.at + done, region->at + done, part);
    grundy_platform_discard(region->at + done, part);
  }
  larger.bytes = region->bytes;
  grundy_region_free(region);
  *region = larger;
  return true;
}

bool grundy_region_grow(grundy_region *region, size_t bytes) {
  if (bytes <= region->bytes) return true;
  if (bytes > PTRDIFF_MAX / 4) return false;
  size_t rounded = round_up(bytes, bytes < LARGE_PAGE ? SMALL_STEP : LARGE_PAGE);
  size_t room = region->reserved < LARGE_PAGE ? 0 : region->reserved - LARGE_PAGE;
  if (rounded > room && !relocate(region, 2 * rounded)) return false;
  assert(region->bytes < rounded);
  if (mprotect(region->at + region->bytes, rounded - region->bytes, PROT_READ | PROT_WRITE) != 0)
    return false;
  region->bytes = rounded;
  return true;
}

void grundy_region_free(grundy_region *region) {
  if (region->block != NULL) (void)munmap(region->block, region->reserved);
  *region = (grundy_region){0};
}
