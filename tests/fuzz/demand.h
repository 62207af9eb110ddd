/* Assertions of fuzz targets: if one fails, the process prints it and ends. */

#ifndef FUZZ_DEMAND_H
#define FUZZ_DEMAND_H

#include <stdio.h>
#include <stdlib.h>

#define demand(holds) ((holds) ? (void)0 : demand_failed(#holds, __FILE__, __LINE__))

static inline void demand_failed(const char *what, const char *file, int line) {
  fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, what);
  abort();
}

#endif
