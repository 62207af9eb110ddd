/* Well-known games, and which moves a code allows. */

#ifndef GRUNDY_SRC_HEAP_CODE_H
#define GRUNDY_SRC_HEAP_CODE_H

#include <grundy/heap.h>

/* A well-known game: its name, its code, and how it is played. */
typedef struct grundy_heap_name {
  const char *name, *code, *rules;
} grundy_heap_name;

/* Returns NULL past the last. */
const grundy_heap_name *grundy_heap_names(size_t index);

/* Returns whether the word is the name of a heap game. */
bool grundy_heap_is_named(const char *text, size_t length);

/* Returns whether a move may take that many beans from a heap of size `heap` and leave `parts`
 * heaps of these sizes, none of which is 0. `parts` may be 0. */
bool grundy_heap_allows(const grundy_heap_code *code, uint32_t heap, const uint32_t *sizes,
                        uint32_t parts);

/* Returns whether the game is Nim: a move may leave any smaller heap, and nothing else. */
bool grundy_heap_is_nim(const grundy_heap_code *code);

#endif
