/* An arena owns the blocks that a function allocates, so that one call frees them all, and one test
 * at the end finds out whether memory ran out:
 *
 *   grundy_arena arena = {0};
 *   grundy_status status = GRUNDY_OK;
 *   uint32_t *queue = grundy_arena_array(&arena, order, sizeof *queue);
 *   uint8_t *seen = grundy_arena_zeros(&arena, order, sizeof *seen);
 *   if (!arena.failed) status = work(queue, seen, error);
 *   if (status == GRUNDY_OK) *result = grundy_arena_take(&arena, queue);
 *   return grundy_arena_end(&arena, status, error);
 *
 * A failure sticks: after it, every request gives NULL, and grundy_arena_end returns
 * GRUNDY_OUT_OF_MEMORY. So a function may ask for everything first, and test `failed` once before
 * it uses any of it.
 *
 * Every block is an allocation of its own, by grundy_alloc: it can be taken out and freed with
 * free(), and it can be released early to lower the peak.
 *
 * An arena that begins as {.counting = true} allocates nothing: the same calls count how many bytes
 * the work would hold, and `peak` is an estimate. Blocks are then tokens that must not be accessed,
 * so code that runs in both modes first tests grundy_arena_usable, and replaces sizes that follow
 * from results by bounds. If a size does not fit into 64 bits, the count fails.
 *
 * An arena is zeroed at first, and may be moved. It is not for several threads at once. */

#ifndef GRUNDY_SRC_BASE_ARENA_H
#define GRUNDY_SRC_BASE_ARENA_H

#include <grundy/base.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct grundy_arena_block {
  void *at;       /* NULL: released or taken */
  uint64_t bytes; /* 0 if the block has been released or taken */
} grundy_arena_block;

enum { GRUNDY_ARENA_FEW = 12 };

typedef struct grundy_arena {
  bool counting; /* nothing is allocated */
  bool failed;
  uint64_t live, peak; /* bytes, with the table; the peak of a failed count is UINT64_MAX */
  uint64_t count;      /* of entries in both tables */
  uint64_t capacity;   /* of `others` */
  grundy_arena_block *others;
  grundy_arena_block first[GRUNDY_ARENA_FEW]; /* so that few blocks need no table */
} grundy_arena;

/* Returns whether blocks can be accessed: nothing is only counted, and memory has not run out. */
static inline bool grundy_arena_usable(const grundy_arena *arena) {
  return !arena->counting && !arena->failed;
}

/* A block of `count` items; NULL if memory runs out. */
void *grundy_arena_array(grundy_arena *arena, uint64_t count, size_t item);
void *grundy_arena_zeros(grundy_arena *arena, uint64_t count, size_t item);

/* Grows an array of the arena, or NULL, as grundy_grow does. */
bool grundy_arena_grow(grundy_arena *arena, void *array, uint64_t *capacity, uint64_t need,
                       size_t item);

/* Frees a block before the others. `block` may be NULL. Looks through the later blocks. */
void grundy_arena_release(grundy_arena *arena, void *block);

/* Takes a block out of the arena and returns it: the caller frees it with free(). */
void *grundy_arena_take(grundy_arena *arena, void *block);

/* Owns a block that another function allocated; NULL means that memory ran out there. Returns it.
 */
void *grundy_arena_adopt(grundy_arena *arena, void *block, uint64_t count, size_t item);

/* Lets the arena fail, because memory ran out elsewhere. */
void grundy_arena_fail(grundy_arena *arena);

/* Counts bytes that someone else allocates and frees, such as those of a digraph. */
void grundy_arena_hold(grundy_arena *arena, uint64_t bytes);
void grundy_arena_unhold(grundy_arena *arena, uint64_t bytes);

/* Frees the blocks that were allocated since `mark`, an earlier value of arena->count, and forgets
 * their entries; a loop that released them one by one would let the table grow. */
void grundy_arena_rewind(grundy_arena *arena, uint64_t mark);

/* Frees all blocks. The arena is then as new, but remembers its peak and whether it failed. */
void grundy_arena_free(grundy_arena *arena);

/* Frees all blocks. Returns `status`; if that is GRUNDY_OK but memory ran out, fails with
 * GRUNDY_OUT_OF_MEMORY. */
GRUNDY_MUST_USE grundy_status grundy_arena_end(grundy_arena *arena, grundy_status status,
                                               grundy_error *error);

#endif
