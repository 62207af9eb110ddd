#include "faults/functions/allocator.h"

#include "base/alloc.h"
#include "support/wrapped.h"

#include <errno.h>
#include <execinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_LIVE = 4096 };

int allocations_left = NEVER;
bool *has_failed;
size_t live_count;
static void *live[MAX_LIVE];

void allocations_begin(int left) {
  if (has_failed == NULL)
    has_failed =
        mmap(NULL, sizeof *has_failed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (has_failed == MAP_FAILED) abort();
  *has_failed = false;
  allocations_left = left;
}

static bool must_fail(void) {
  if (allocations_left < 0) return false;
  if (allocations_left > 0) {
    allocations_left--;
    return false;
  }
  *has_failed = true;
  errno = ENOMEM; /* as malloc does */
  return true;
}

static void *remember(void *block) {
  if (block == NULL) return NULL;
  if (live_count == MAX_LIVE) abort();
  return live[live_count++] = block;
}

/* Blocks of the C library, for example from realpath, are not known here. */
static void forget(const void *block) {
  for (size_t i = 0; i < live_count; i++)
    if (live[i] == block) {
      live[i] = live[--live_count];
      return;
    }
}

/* Blocks of 1 GiB and more are refused, so that scripts can run out of memory. */
void *__wrap_malloc(size_t size) {
  const size_t most = ((size_t)1 << 30) - 1;
  return must_fail() || size > most ? NULL : remember(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
  return must_fail() ? NULL : remember(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size) {
  if (must_fail()) return NULL;
  forget(old);
  return remember(__real_realloc(old, size));
}

char *__wrap_strdup(const char *text) {
  char *copy = __wrap_malloc(strlen(text) + 1);
  return copy == NULL ? NULL : strcpy(copy, text);
}

char *__wrap_strndup(const char *text, size_t most) {
  size_t length = strnlen(text, most);
  char *copy = __wrap_malloc(length + 1);
  if (copy == NULL) return NULL;
  copy[length] = '\0';
  return memcpy(copy, text, length);
}

void __wrap_free(void *block) {
  forget(block);
  __real_free(block);
}

/* ---- places ------------------------------------------------------------------------------ */

/* A place in the code, as the return addresses of a few functions that call each other. */
enum { DEPTH = 8, MAX_PLACES = 4096 };
typedef struct place {
  void *callers[DEPTH];
} place;

static place places[MAX_PLACES]; /* that were visited */
static size_t place_count;

void forget_places(void) {
  place_count = 0;
}

bool is_new_place(void) {
  enum { OWN = 2 }; /* is_new_place and the function that calls it */
  void *callers[OWN + DEPTH] = {0};
  (void)backtrace(callers, OWN + DEPTH);
  for (size_t i = 0; i < place_count; i++)
    if (memcmp(&places[i], callers + OWN, sizeof *places) == 0) return false;
  if (place_count == MAX_PLACES) abort();
  memcpy(&places[place_count++], callers + OWN, sizeof *places);
  return true;
}

/* ---- arrays that grow -------------------------------------------------------------------- */

bool __real_grundy_grow(void *array, uint64_t *capacity, uint64_t need, size_t item);
bool __real_grundy_grow_slowly(void *array, uint64_t *capacity, uint64_t need, size_t item);
bool __wrap_grundy_grow(void *array, uint64_t *capacity, uint64_t need, size_t item);
bool __wrap_grundy_grow_slowly(void *array, uint64_t *capacity, uint64_t need, size_t item);

static bool fails_to_grow(void) {
  if (allocations_left != ONLY_GROWING || *has_failed) return false;
  return *has_failed = is_new_place();
}

bool __wrap_grundy_grow(void *array, uint64_t *capacity, uint64_t need, size_t item) {
  return !fails_to_grow() && __real_grundy_grow(array, capacity, need, item);
}

bool __wrap_grundy_grow_slowly(void *array, uint64_t *capacity, uint64_t need, size_t item) {
  return !fails_to_grow() && __real_grundy_grow_slowly(array, capacity, need, item);
}
