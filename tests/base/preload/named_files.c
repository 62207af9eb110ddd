/* open() on a file system without unnamed files, while the variable GRUNDY_TEST_NAMED_FILES is set.
 * Linked with tests/base/base.c, and preloaded by tests/cli. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int open(const char *path, int flags, ...) {
  unsigned mode = 0;
  va_list rest;
  va_start(rest, flags);
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) mode = va_arg(rest, unsigned);
  va_end(rest);
  if ((flags & O_TMPFILE) == O_TMPFILE && getenv("GRUNDY_TEST_NAMED_FILES") != NULL) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
