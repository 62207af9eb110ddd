/* The allocator of tests in tests/faults: the linker redirects malloc and related functions to
 * __wrap_malloc etc., which such a test defines; __real_malloc is that of the system. */

#ifndef SUPPORT_WRAPPED_H
#define SUPPORT_WRAPPED_H

#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);
void __wrap_free(void *block);

#endif
