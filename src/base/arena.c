#include "base/arena.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/saturate.h"

#include <assert.h>
#include <string.h>

void grundy_arena_fail(grundy_arena *arena) {
  arena->failed = true;
  if (arena->counting) arena->peak = UINT64_MAX;
}

static void *fail(grundy_arena *arena) {
  grundy_arena_fail(arena);
  return NULL;
}

void grundy_arena_hold(grundy_arena *arena, uint64_t bytes) {
  if (arena->failed || bytes > UINT64_MAX - arena->live) {
    grundy_arena_fail(arena);
  } else {
    arena->live += bytes;
    if (arena->live > arena->peak) arena->peak = arena->live;
  }
}

void grundy_arena_unhold(grundy_arena *arena, uint64_t bytes) {
  assert(arena->failed || bytes <= arena->live); /* only what is held can be released */
  arena->live -= bytes < arena->live ? bytes : arena->live;
}

static grundy_arena_block *entry_at(grundy_arena *arena, uint64_t i) {
  return i < GRUNDY_ARENA_FEW ? &arena->first[i] : &arena->others[i - GRUNDY_ARENA_FEW];
}

/* Returns a new entry, without a block; NULL if memory has run out. */
static grundy_arena_block *add_entry(grundy_arena *arena) {
  if (arena->failed) return NULL;
  if (arena->count == GRUNDY_ARENA_FEW + arena->capacity) {
    uint64_t larger = grundy_grown_capacity(arena->capacity, arena->capacity + 1);
    grundy_arena_block *others = grundy_alloc(larger, sizeof *others);
    if (others == NULL) return fail(arena);
    grundy_arena_hold(arena, (larger - arena->capacity) * sizeof *others);
    if (arena->capacity > 0) memcpy(others, arena->others, arena->capacity * sizeof *others);
    free(arena->others);
    arena->others = others;
    arena->capacity = larger;
  }
  grundy_arena_block *entry = entry_at(arena, arena->count++);
  *entry = (grundy_arena_block){0};
  return entry;
}

static grundy_arena_block *find_entry(grundy_arena *arena, const void *block) {
  uint64_t i = arena->count;
  do {
    assert(i > 0); /* the arena owns the block */
    i--;
  } while (entry_at(arena, i)->at != block);
  return entry_at(arena, i);
}

/* Gives the entry its block, or a token in its place. */
static void *set_block(grundy_arena *arena, grundy_arena_block *entry, void *block, uint64_t count,
                       size_t item) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a token is never accessed
  entry->at = arena->counting ? (void *)(uintptr_t)arena->count : block;
  entry->bytes = grundy_times(count, item);
  grundy_arena_hold(arena, entry->bytes);
  if (entry->at == NULL || entry->bytes == UINT64_MAX) grundy_arena_fail(arena);
  return arena->failed ? NULL : entry->at;
}

void *grundy_arena_array(grundy_arena *arena, uint64_t count, size_t item) {
  grundy_arena_block *entry = add_entry(arena);
  if (entry == NULL) return NULL;
  return set_block(arena, entry, arena->counting ? NULL : grundy_alloc(count, item), count, item);
}

void *grundy_arena_zeros(grundy_arena *arena, uint64_t count, size_t item) {
  grundy_arena_block *entry = add_entry(arena);
  if (entry == NULL) return NULL;
  void *block = arena->counting ? NULL : grundy_alloc_zero(count, item);
  return set_block(arena, entry, block, count, item);
}

void *grundy_arena_adopt(grundy_arena *arena, void *block, uint64_t count, size_t item) {
  grundy_arena_block *entry = add_entry(arena);
  if (entry != NULL) return set_block(arena, entry, block, count, item);
  free(block);
  return NULL;
}

bool grundy_arena_grow(grundy_arena *arena, void *array, uint64_t *capacity, uint64_t need,
                       size_t item) {
  void *at;
  if (arena->failed) return false;
  if (need <= *capacity) return true;
  memcpy(&at, array, sizeof at); /* as bytes, because the caller's pointer has another type */
  grundy_arena_block *entry = at == NULL ? add_entry(arena) : find_entry(arena, at);
  if (entry == NULL) return false;
  uint64_t larger = *capacity;
  if (arena->counting) {
    larger = grundy_grown_capacity(larger, need);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a token is never accessed
    if (at == NULL) entry->at = (void *)(uintptr_t)arena->count;
  } else if (!grundy_grow(&entry->at, &larger, need, item)) {
    grundy_arena_fail(arena);
    return false;
  }
  uint64_t bytes = grundy_times(larger, item);
  grundy_arena_unhold(arena, entry->bytes);
  grundy_arena_hold(arena, bytes);
  entry->bytes = bytes;
  memcpy(array, &entry->at, sizeof entry->at);
  *capacity = larger;
  return !arena->failed;
}

void *grundy_arena_take(grundy_arena *arena, void *block) {
  if (block == NULL) return NULL;
  grundy_arena_block *entry = find_entry(arena, block);
  grundy_arena_unhold(arena, entry->bytes);
  *entry = (grundy_arena_block){0};
  return block;
}

void grundy_arena_release(grundy_arena *arena, void *block) {
  block = grundy_arena_take(arena, block);
  if (!arena->counting) free(block);
}

void grundy_arena_rewind(grundy_arena *arena, uint64_t mark) {
  for (; arena->count > mark; arena->count--) {
    grundy_arena_block *last = entry_at(arena, arena->count - 1);
    grundy_arena_unhold(arena, last->bytes);
    if (!arena->counting) free(last->at);
  }
}

void grundy_arena_free(grundy_arena *arena) {
  grundy_arena_rewind(arena, 0);
  grundy_arena_unhold(arena, arena->capacity * sizeof *arena->others);
  free(arena->others);
  arena->others = NULL;
  arena->capacity = 0;
}

grundy_status grundy_arena_end(grundy_arena *arena, grundy_status status, grundy_error *error) {
  grundy_arena_free(arena);
  return status == GRUNDY_OK && arena->failed ? grundy_fail_memory(error) : status;
}
