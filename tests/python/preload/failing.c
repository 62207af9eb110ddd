/* Makes one allocation of the process fail: the nth one after failing_start(n). Preloaded by
 * tests/python/allocations.sh. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

void failing_start(long n);
bool failing_stop(void);

static long left; /* allocations until one fails; 0: none will */
static bool failed;

void failing_start(long n) {
  failed = false;
  left = n;
}

/* Returns whether an allocation failed since failing_start. */
bool failing_stop(void) {
  left = 0;
  return failed;
}

static bool fails(void) {
  if (left == 0 || --left > 0) return false;
  failed = true;
  errno = ENOMEM;
  return true;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

void *malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  return fails() ? NULL : __libc_realloc(block, size);
}
