/* Shared objects. */

#include <platform.h>

#include <dlfcn.h>

bool grundy_platform_loads_libraries(void) {
  return true;
}

void *grundy_platform_library_open(const char *path, const char **why) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  *why = library == NULL ? dlerror() : NULL;
  return library;
}

void *grundy_platform_library_find(void *library, const char *symbol) {
  return dlsym(library, symbol);
}

void grundy_platform_library_close(void *library) {
  (void)dlclose(library);
}
