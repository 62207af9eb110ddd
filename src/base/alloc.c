#include "base/alloc.h"

#include <assert.h>
#include <string.h>

#include <platform.h>

/* Returns the product, or 0 if it does not fit. */
static size_t bytes_of(uint64_t count, size_t item) {
  size_t bytes;
  if (count == 0) return 1;
  if (__builtin_mul_overflow(count, item, &bytes) || bytes > PTRDIFF_MAX) return 0;
  return bytes;
}

/* Asks for large pages, which save TLB misses when the block is read at random. The system may
 * ignore the request. */
static void *with_large_pages(void *block, size_t bytes) {
  const size_t page = (size_t)1 << 21;
  uintptr_t begin = ((uintptr_t)block + page - 1) & ~(uintptr_t)(page - 1);
  uintptr_t end = ((uintptr_t)block + bytes) & ~(uintptr_t)(page - 1);
  if (block != NULL && bytes >= 2 * page) /* there is a whole page */
    grundy_platform_use_large_pages((char *)block + (begin - (uintptr_t)block), end - begin);
  return block;
}

void *grundy_alloc(uint64_t count, size_t item) {
  size_t bytes = bytes_of(count, item);
  return bytes == 0 ? NULL : with_large_pages(malloc(bytes), bytes);
}

void *grundy_alloc_zero(uint64_t count, size_t item) {
  size_t bytes = bytes_of(count, item);
  return bytes == 0 ? NULL : with_large_pages(calloc(bytes, 1), bytes);
}

static bool grow_to(void *array, uint64_t *capacity, uint64_t larger, size_t item) {
  size_t bytes = bytes_of(larger, item);
  /* Copied as bytes, because the caller's pointer has another type. */
  void *old;
  assert(larger > *capacity);
  memcpy(&old, array, sizeof old);
  assert(old != NULL || *capacity == 0);
  void *grown = bytes == 0 ? NULL : realloc(old, bytes);
  if (grown == NULL) return false;
  memcpy(array, &grown, sizeof grown);
  *capacity = larger;
  return true;
}

uint64_t grundy_grown_capacity(uint64_t capacity, uint64_t need) {
  uint64_t larger = capacity < 16 ? 16 : capacity;
  while (larger < need) larger = larger > UINT64_MAX / 2 ? need : 2 * larger;
  return larger;
}

bool grundy_grow(void *array, uint64_t *capacity, uint64_t need, size_t item) {
  if (need <= *capacity) return true;
  return grow_to(array, capacity, grundy_grown_capacity(*capacity, need), item);
}

bool grundy_grow_slowly(void *array, uint64_t *capacity, uint64_t need, size_t item) {
  if (need <= *capacity) return true;
  return need < UINT64_MAX / 2 && grow_to(array, capacity, need + need / 64 + 64, item);
}

void *grundy_shrink(void *array, uint64_t count, size_t item) {
  size_t bytes = bytes_of(count, item);
  void *smaller = bytes == 0 ? NULL : realloc(array, bytes);
  return smaller == NULL ? array : smaller;
}
