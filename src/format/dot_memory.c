/* Memory for libcgraph, which cannot do without: where there is none left, it gets the last of a
 * reserve, and the reader sees to it that it comes to an end. */

#include "format/dot_memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Enough for what libcgraph does with one word; the reader looks out for words with which it does
 * very much. */
enum { RESERVE = 1 << 20 };

static bool is_reserved(const grundy_dot_memory *memory, const void *block) {
  uintptr_t at = (uintptr_t)block, begin = (uintptr_t)memory->reserve;
  return at >= begin && at < begin + RESERVE;
}

static void *from_reserve(grundy_dot_memory *memory, size_t size) {
  size_t rounded = (size + 15) / 16 * 16;
  if (rounded < size || rounded > RESERVE - memory->used) abort();
  void *block = memory->reserve + memory->used;
  memory->used += rounded;
  memory->failed = true;
  return memset(block, 0, size);
}

static void *memory_open(Agdisc_t *disc) {
  return (char *)disc - offsetof(grundy_dot_memory, disc);
}

static void *memory_alloc(void *state, size_t size) {
  void *block = calloc(size == 0 ? 1 : size, 1);
  return block == NULL ? from_reserve(state, size) : block;
}

static void memory_free(void *state, void *block) {
  if (!is_reserved(state, block)) free(block);
}

static void *memory_resize(void *state, void *old, size_t old_size, size_t size) {
  void *block = memory_alloc(state, size);
  memcpy(block, old, old_size < size ? old_size : size);
  memory_free(state, old);
  return block;
}

bool grundy_dot_memory_start(grundy_dot_memory *memory, Agiodisc_t *io) {
  *memory = (grundy_dot_memory){
      .functions = {memory_open, memory_alloc, memory_resize, memory_free, NULL},
      .disc = {.mem = &memory->functions, .id = &AgIdDisc, .io = io},
  };
  memory->reserve = malloc(RESERVE);
  return memory->reserve != NULL;
}

void grundy_dot_memory_free(grundy_dot_memory *memory) {
  free(memory->reserve);
}
