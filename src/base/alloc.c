#include "base/alloc.h"

#include <string.h>

/* 0 if the product does not fit. */
static size_t bytes_of(uint64_t count, size_t item) {
  size_t bytes;
  if (count == 0) return 1;
  if (__builtin_mul_overflow(count, item, &bytes) || bytes > PTRDIFF_MAX) return 0;
  return bytes;
}

void *grundy_alloc(uint64_t count, size_t item) {
  size_t bytes = bytes_of(count, item);
  return bytes == 0 ? NULL : malloc(bytes);
}

void *grundy_alloc_zero(uint64_t count, size_t item) {
  size_t bytes = bytes_of(count, item);
  return bytes == 0 ? NULL : calloc(bytes, 1);
}

bool grundy_grow(void *array, uint64_t *capacity, uint64_t need, size_t item) {
  if (need <= *capacity) return true;
  uint64_t larger = *capacity < 16 ? 16 : *capacity;
  while (larger < need) larger = larger > UINT64_MAX / 2 ? need : 2 * larger;
  size_t bytes = bytes_of(larger, item);
  /* Copied as bytes: the caller's pointer has a type of its own. */
  void *old;
  memcpy(&old, array, sizeof old);
  void *grown = bytes == 0 ? NULL : realloc(old, bytes);
  if (grown == NULL) return false;
  memcpy(array, &grown, sizeof grown);
  *capacity = larger;
  return true;
}

void *grundy_shrink(void *array, uint64_t count, size_t item) {
  size_t bytes = bytes_of(count, item);
  void *smaller = bytes == 0 ? NULL : realloc(array, bytes);
  return smaller == NULL ? array : smaller;
}
