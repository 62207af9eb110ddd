/* Files that were compiled in; cmake/embed.cmake makes tables of them. */

#ifndef GRUNDY_EMBEDDED_H
#define GRUNDY_EMBEDDED_H

#include <stddef.h>

/* A table ends with a file without a name. */
struct embedded_file {
  const char *name;           /* without its folder */
  const unsigned char *bytes; /* a NUL that does not count stands behind them */
  size_t length;
};

#endif
