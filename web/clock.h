/* A monotonic clock. */

#ifndef GRUNDY_WEB_CLOCK_H
#define GRUNDY_WEB_CLOCK_H

#include <time.h>

/* Returns the seconds since some fixed moment, a positive number. */
static inline double web_clock(void) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
