/* The version of the library. */

#include <grundy/base.h>

const char *grundy_version(void) {
  return GRUNDY_VERSION;
}
