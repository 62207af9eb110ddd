/* Libraries that are loaded when they are first needed. Graphviz, libmicrohttpd and libedit bring
 * two dozen other libraries with them, and loading all of them takes longer than solving most
 * games.
 *
 * Each has a header that lists the functions in use, and a source file that defines the table:
 *
 *   #define LIBEDIT_FUNCTIONS(F) F(add_history) F(readline)
 *   LIBRARY_DECLARE(libedit, LIBEDIT_FUNCTIONS)
 *
 *   LIBRARY_DEFINE(libedit, "libedit", LIBEDIT_SONAME, LIBEDIT_FUNCTIONS)
 *
 * After libedit_load(error) has returned GRUNDY_OK, readline is called as
 * libedit.readline(prompt). scripts/cmake/lazy_library.cmake defines LIBEDIT_SONAME. If
 * GRUNDY_LAZY_LIBRARIES is off, libraries are linked as usual, and the tables have the addresses
 * from the start. Files that include this header include <grundy/base.h> before. */

#ifndef GRUNDY_LAZY_LIBRARY_H
#define GRUNDY_LAZY_LIBRARY_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// NOLINTNEXTLINE(bugprone-macro-parentheses): declares the function's pointer under its name
#define LIBRARY_MEMBER(function) __typeof__(&(function)) function;
#define LIBRARY_NAME(function) #function,
#define LIBRARY_ADDRESS(function) .function = (function),

/* Declares the table, one pointer per function, and the function NAME_load. That may be called by
 * any thread and as often as one likes. It fails with GRUNDY_UNABLE; the next call tries again. */
#define LIBRARY_DECLARE(name, FUNCTIONS)                                                           \
  struct name##_functions {                                                                        \
    FUNCTIONS(LIBRARY_MEMBER)                                                                      \
  };                                                                                               \
  extern struct name##_functions name;                                                             \
  GRUNDY_MUST_USE grundy_status name##_load(grundy_error *error);

#ifdef GRUNDY_LAZY_LIBRARIES

#define LIBRARY_DEFINE(name, title, soname, FUNCTIONS)                                             \
  struct name##_functions name;                                                                    \
  grundy_status name##_load(grundy_error *error) {                                                 \
    static const char *const functions[] = {FUNCTIONS(LIBRARY_NAME)};                              \
    static struct library library = {                                                              \
        title, soname, functions, sizeof functions / sizeof *functions, PTHREAD_MUTEX_INITIALIZER, \
        false};                                                                                    \
    _Static_assert(sizeof(name) == sizeof functions, "one pointer per function");                  \
    char why[256];                                                                                 \
    if (library_load(&library, &(name), why, sizeof why)) return GRUNDY_OK;                        \
    if (error == NULL) return GRUNDY_UNABLE;                                                       \
    *error = (grundy_error){.status = GRUNDY_UNABLE};                                              \
    (void)snprintf(error->message, sizeof error->message, "%s", why);                              \
    return GRUNDY_UNABLE;                                                                          \
  }

struct library {
  const char *title, *soname;
  const char *const *functions; /* their names */
  size_t count;
  pthread_mutex_t lock;
  atomic_bool loaded; /* set after the table is complete */
};

static inline bool library_fail(const struct library *library, char *why, size_t size) {
  const char *reason = dlerror();
  (void)snprintf(why, size, "%s could not be loaded: %s", library->title,
                 reason == NULL ? "unknown error" : reason);
  return false;
}

/* Fills the table. The library stays loaded until the process ends. */
static inline bool library_link(const struct library *library, void *table, char *why,
                                size_t size) {
  void *handle = dlopen(library->soname, RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) return library_fail(library, why, size);
  for (size_t i = 0; i < library->count; i++) {
    void *address = dlsym(handle, library->functions[i]);
    if (address == NULL) {
      (void)library_fail(library, why, size);
      (void)dlclose(handle);
      return false;
    }
    memcpy((char *)table + i * sizeof address, &address, sizeof address);
  }
  return true;
}

/* Returns whether the library is loaded; if not, writes why. */
static inline bool library_load(struct library *library, void *table, char *why, size_t size) {
  if (atomic_load_explicit(&library->loaded, memory_order_acquire)) return true;
  (void)pthread_mutex_lock(&library->lock);
  bool loaded = atomic_load_explicit(&library->loaded, memory_order_relaxed);
  if (!loaded) loaded = library_link(library, table, why, size);
  atomic_store_explicit(&library->loaded, loaded, memory_order_release);
  (void)pthread_mutex_unlock(&library->lock);
  return loaded;
}

#else

#define LIBRARY_DEFINE(name, title, soname, FUNCTIONS)                                             \
  struct name##_functions name = {FUNCTIONS(LIBRARY_ADDRESS)};                                     \
  grundy_status name##_load(grundy_error *error) {                                                 \
    (void)error;                                                                                   \
    return GRUNDY_OK;                                                                              \
  }

#endif

#endif
