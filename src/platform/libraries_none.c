/* A build that cannot load shared objects: a static command, or WebAssembly. */

#include <platform.h>

bool grundy_platform_loads_libraries(void) {
  return false;
}

void *grundy_platform_library_open(const char *path, const char **why) {
  (void)path;
  *why = NULL;
  return NULL;
}

void *grundy_platform_library_find(void *library, const char *symbol) {
  (void)library;
  (void)symbol;
  return NULL;
}

void grundy_platform_library_close(void *library) {
  (void)library;
}
