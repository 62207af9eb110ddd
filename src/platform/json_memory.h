/* Notices when Jansson runs out of memory. If the buffer for a string or a number cannot grow,
 * Jansson 2.14 drops a character and continues, so the result may be a wrong value or a syntax
 * error, and errno does not show it, because reading a number resets it:
 *
 *   json_memory_watch();
 *   json_t *root = json_loadb(text, length, 0, &problem);
 *   if (json_memory_ran_out()) ...root may be wrong
 *
 * Jansson has one allocator per process. The first watch puts a function before it, so programs
 * that choose an allocator must do so earlier, as Jansson demands. Each file that includes this
 * header has a watch of its own. */

#ifndef GRUNDY_JSON_MEMORY_H
#define GRUNDY_JSON_MEMORY_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static _Thread_local bool json_memory_failed;
static json_malloc_t json_memory_usual;

static void *json_memory_allocate(size_t size) {
  void *block = json_memory_usual(size);
  if (block == NULL) json_memory_failed = true;
  return block;
}

static void json_memory_begin(void) {
  json_free_t release;
  json_get_alloc_funcs(&json_memory_usual, &release);
  json_set_alloc_funcs(json_memory_allocate, release);
}

/* Notices failures in this thread from now on. */
static inline void json_memory_watch(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, json_memory_begin);
  json_memory_failed = false;
}

/* Returns whether memory ran out in this thread since the last call of json_memory_watch. */
static inline bool json_memory_ran_out(void) {
  return json_memory_failed;
}

#endif
