#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "linear/matrix.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Open addressing: a bundle + 1, 0 for a free slot. */
typedef struct table {
  uint32_t *slots;
  uint64_t mask;
} table;

/* Returns the bundle of the functional, or the number of bundles if it is new. */
static uint64_t find(const grundy_linear *game, const grundy_bundles *bundles, const table *t,
                     const uint64_t *functional, uint64_t *slot) {
  size_t bytes = game->stride * sizeof *functional;
  assert(bundles->count <= t->mask / 2); /* there are free slots */
  for (*slot = XXH3_64bits(functional, bytes) & t->mask; t->slots[*slot] != 0;
       *slot = (*slot + 1) & t->mask) {
    uint64_t bundle = t->slots[*slot] - 1;
    if (memcmp(grundy_linear_functional(game, bundles->first[bundle]), functional, bytes) == 0)
      return bundle;
  }
  return bundles->count;
}

/* Fills `first` and bundle_of[move], which stays UINT32_MAX if the move is the identity. Counts the
 * moves of bundle c in starts[c + 1]. */
static void classify(const grundy_linear *game, grundy_bundles *bundles, const table *t,
                     uint32_t *bundle_of) {
  for (uint64_t move = 0; move < game->count; move++) {
    uint64_t slot;
    bundle_of[move] = UINT32_MAX;
    if (!grundy_linear_moves_something(game, move)) continue;
    uint64_t bundle = find(game, bundles, t, grundy_linear_functional(game, move), &slot);
    if (bundle == bundles->count) {
      t->slots[slot] = (uint32_t)bundle + 1;
      bundles->first[bundles->count++] = move;
    }
    bundle_of[move] = (uint32_t)bundle;
    bundles->starts[bundle + 1]++;
  }
}

/* Sorts the moves by bundle, with a counting sort that keeps their order; on entry the starts are
 * counts. */
static void sort_moves(const grundy_linear *game, grundy_bundles *bundles,
                       const uint32_t *bundle_of) {
  uint64_t *starts = bundles->starts;
  for (uint64_t c = 0; c < bundles->count; c++) starts[c + 1] += starts[c];
  for (uint64_t move = game->count; move-- > 0;)
    if (bundle_of[move] != UINT32_MAX) bundles->moves[--starts[bundle_of[move] + 1]] = move;
  for (uint64_t c = 0; c < bundles->count; c++) starts[c] = starts[c + 1];
  assert(starts[0] == 0);
}

#ifndef NDEBUG
static bool bundles_begin_with_first(const grundy_bundles *bundles) {
  for (uint64_t c = 0; c < bundles->count; c++)
    if (bundles->starts[c] >= bundles->starts[c + 1] ||
        bundles->moves[bundles->starts[c]] != bundles->first[c])
      return false;
  return true;
}
#endif
grundy_status grundy_bundles_of(const grundy_linear *game, grundy_arena *arena,
                                grundy_bundles *bundles, grundy_error *error) {
  uint64_t slots = 16;
  while (slots < 2 * game->count) slots *= 2;
  *bundles = (grundy_bundles){
      .first = grundy_arena_array(arena, game->count, sizeof *bundles->first),
      .starts = grundy_arena_zeros(arena, game->count + 1, sizeof *bundles->starts),
      .moves = grundy_arena_array(arena, game->count, sizeof *bundles->moves),
  };
  uint64_t mark = arena->count;
  table t = {grundy_arena_zeros(arena, slots, sizeof *t.slots), slots - 1};
  uint32_t *bundle_of = grundy_arena_array(arena, game->count, sizeof *bundle_of);
  if (arena->failed) return grundy_fail_memory(error);
  classify(game, bundles, &t, bundle_of);
  uint64_t active = 0;
  for (uint64_t c = 0; c < bundles->count; c++) active += bundles->starts[c + 1];
  sort_moves(game, bundles, bundle_of);
  bundles->starts[bundles->count] = active;
  assert(bundles_begin_with_first(bundles));
  grundy_arena_rewind(arena, mark);
  return GRUNDY_OK;
}
