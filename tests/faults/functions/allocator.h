/* An allocator that can fail. The linker redirects malloc and related functions to it. It is for
 * one thread only. */

#ifndef FAULTS_FUNCTIONS_ALLOCATOR_H
#define FAULTS_FUNCTIONS_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

enum { NEVER = -1 };

/* Allocations until one fails; NEVER: none does. To prepare something, a test sets this to NEVER
 * for a while. */
extern int allocations_left;
extern bool has_failed;
extern size_t live_count; /* blocks allocated and not freed */

#endif
