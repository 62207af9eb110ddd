/* Files compiled into the program, in tables that scripts/cmake/embed.cmake generates. */

#ifndef GRUNDY_EMBEDDED_H
#define GRUNDY_EMBEDDED_H

#include <stddef.h>

/* A table ends with an entry without a name. */
struct embedded_file {
  const char *name;           /* without its folder */
  const unsigned char *bytes; /* followed by a NUL, which does not count */
  size_t length;
};

#endif
