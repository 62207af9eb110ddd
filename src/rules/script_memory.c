/* The memory of a script. Lua allocates many small blocks and passes their sizes when it frees
 * them. They are cut from slabs and kept in lists by size, which is faster than the system's
 * allocator. Slabs live as long as the script. */

#include "rules/script.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 16, SLAB = 1 << 16, BYTES_PER_HOOK = 1 << 26 };

static size_t class_of(size_t size) {
  assert(size > 0 && size <= (size_t)GRAIN * GRUNDY_SCRIPT_CLASSES);
  return (size + GRAIN - 1) / GRAIN - 1;
}

static bool is_small(size_t size) {
  return size <= (size_t)GRAIN * GRUNDY_SCRIPT_CLASSES;
}

/* Counts bytes that are no longer held. */
static void release(grundy_script *s, size_t bytes) {
  assert(s->held >= bytes);
  s->held -= bytes;
  atomic_fetch_sub_explicit(&s->original->total, bytes, memory_order_relaxed);
}

/* Counts this many more bytes, if all copies together may hold them. */
static bool reserve(grundy_script *s, size_t more) {
  grundy_script *all = s->original;
  uint64_t before = atomic_fetch_add_explicit(&all->total, more, memory_order_relaxed);
  s->held += more;
  if (all->most == 0 || (before <= all->most && more <= all->most - before)) return true;
  release(s, more);
  return false;
}

static void *allocate(grundy_script *s, size_t bytes) {
  if (!reserve(s, bytes)) return NULL;
  void *block = malloc(bytes);
  if (block == NULL) release(s, bytes);
  return block;
}

static bool add_slab(grundy_script *s) {
  void **slab = allocate(s, SLAB);
  if (slab == NULL) return false;
  *slab = s->slabs;
  s->slabs = slab;
  s->fresh = (char *)slab + GRAIN;
  s->fresh_end = (char *)slab + SLAB;
  return true;
}

static void *take_small(grundy_script *s, size_t size) {
  size_t class = class_of(size), bytes = (class + 1) * GRAIN;
  void **block = s->free_blocks[class];
  if (block != NULL) {
    s->free_blocks[class] = *block;
    return block;
  }
  if ((size_t)(s->fresh_end - s->fresh) < bytes && !add_slab(s)) return NULL;
  assert((size_t)(s->fresh_end - s->fresh) >= bytes);
  block = (void **)s->fresh;
  s->fresh += bytes;
  return block;
}

static void give_small(grundy_script *s, void *block, size_t size) {
  *(void **)block = s->free_blocks[class_of(size)];
  s->free_blocks[class_of(size)] = block;
}

/* Counts bytes of large blocks. One instruction may fill a large block, so the hook comes early
 * after many such bytes. */
static void count_requested(grundy_script *s, size_t size) {
  s->requested += size;
  if (s->requested < BYTES_PER_HOOK || s->lua == NULL || s->hook_due) return;
  s->hook_due = true;
  lua_sethook(s->lua, lua_gethook(s->lua), LUA_MASKCOUNT, 1);
}

static void *take(grundy_script *s, size_t size) {
  if (is_small(size)) return take_small(s, size);
  count_requested(s, size);
  return allocate(s, size);
}

static void give(grundy_script *s, void *block, size_t size) {
  if (block == NULL) return;
  if (is_small(size)) {
    give_small(s, block, size);
    return;
  }
  free(block);
  release(s, size);
}

static void *resize_large(grundy_script *s, void *block, size_t old, size_t size) {
  count_requested(s, size);
  if (size > old && !reserve(s, size - old)) return NULL;
  void *made = realloc(block, size);
  size_t freed = made == NULL ? (size > old ? size - old : 0) : (size < old ? old - size : 0);
  release(s, freed);
  return made;
}

/* A lua_Alloc. Shrinking a block may move it to another list, which may fail: Lua 5.4 then raises a
 * memory error, or keeps the block as it is. */
void *grundy_script_allocate(void *context, void *block, size_t old, size_t size) {
  grundy_script *s = context;
  if (block == NULL) return size == 0 ? NULL : take(s, size);
  if (size == 0) {
    give(s, block, old);
    return NULL;
  }
  if (is_small(old) && is_small(size) && class_of(old) == class_of(size)) return block;
  if (!is_small(old) && !is_small(size)) return resize_large(s, block, old, size);
  void *made = take(s, size);
  if (made == NULL) return NULL;
  memcpy(made, block, old < size ? old : size);
  give(s, block, old);
  return made;
}

#ifndef NDEBUG
static uint64_t bytes_of_slabs(const grundy_script *s) {
  uint64_t bytes = 0;
  for (void **slab = s->slabs; slab != NULL; slab = *slab) bytes += SLAB;
  return bytes;
}
#endif

void grundy_script_free_memory(grundy_script *s) {
  assert(s->held == bytes_of_slabs(s)); /* Lua has freed all large blocks */
  for (void **slab = s->slabs; slab != NULL;) {
    void **next = *slab;
    free(slab);
    slab = next;
  }
  release(s, s->held);
  s->slabs = NULL;
}
