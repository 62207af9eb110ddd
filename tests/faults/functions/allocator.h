/* An allocator that can fail. The linker redirects malloc and related functions to it. It is for
 * one thread only. */

#ifndef FAULTS_FUNCTIONS_ALLOCATOR_H
#define FAULTS_FUNCTIONS_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

enum { NEVER = -1, ONLY_GROWING = -2 };

/* Allocations until one fails; NEVER: none does. To prepare something, a test sets this to NEVER
 * for a while. ONLY_GROWING: the next call of grundy_grow or grundy_grow_slowly fails that returns
 * to a new place in the code, even if the array has room; so every place fails once, however small
 * the game is. */
extern int allocations_left;
extern bool *has_failed;  /* whether one has failed since allocations_begin, also in a child */
extern size_t live_count; /* blocks allocated and not freed */

/* Sets allocations_left. */
void allocations_begin(int left);

/* Returns whether this is called for the first time from this place in the code: through the same
 * functions. */
bool is_new_place(void);

/* All places are new again. */
void forget_places(void);

#endif
