/* Groups the moves of a linear game by their functionals. */

#include "linear/impl.h"

#include "base/error.h"
#include "base/hash_table.h"
#include "linear/matrix.h"

#include <assert.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* A functional that is looked up. */
typedef struct sought {
  const grundy_linear *game;
  const grundy_bundles *bundles;
  const uint64_t *functional;
} sought;

static bool is_sought(const void *context, uint32_t bundle) {
  const sought *s = context;
  const uint64_t *other = grundy_linear_functional(s->game, s->bundles->first[bundle]);
  return memcmp(other, s->functional, s->game->stride * sizeof *other) == 0;
}

/* Fills `first` and bundle_of[move], which stays UINT32_MAX if the move is the identity. Counts the
 * moves of bundle c in starts[c + 1]. */
static void classify(const grundy_linear *game, grundy_bundles *bundles, grundy_hash_table *table,
                     uint32_t *bundle_of) {
  for (uint64_t move = 0; move < game->count; move++) {
    bundle_of[move] = UINT32_MAX;
    if (!grundy_linear_moves_something(game, move)) continue;
    sought s = {game, bundles, grundy_linear_functional(game, move)};
    uint32_t tag = (uint32_t)(XXH3_64bits(s.functional, game->stride * sizeof *s.functional) >> 32);
    uint64_t *slot = grundy_hash_table_find(table, tag, is_sought, &s);
    if (*slot == 0) {
      grundy_hash_table_put(table, slot, tag, (uint32_t)bundles->count);
      bundles->first[bundles->count++] = move;
    }
    bundle_of[move] = (uint32_t)*slot - 1;
    bundles->starts[(uint32_t)*slot]++;
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
  grundy_hash_table table = {0};
  *bundles = (grundy_bundles){
      .first = grundy_arena_array(arena, game->count, sizeof *bundles->first),
      .starts = grundy_arena_zeros(arena, game->count + 1, sizeof *bundles->starts),
      .moves = grundy_arena_array(arena, game->count, sizeof *bundles->moves),
  };
  uint32_t *bundle_of = grundy_arena_array(arena, game->count, sizeof *bundle_of);
  if (arena->failed || !grundy_hash_table_reserve(&table, game->count))
    return grundy_fail_memory(error);
  classify(game, bundles, &table, bundle_of);
  grundy_hash_table_free(&table);
  uint64_t active = 0;
  for (uint64_t c = 0; c < bundles->count; c++) active += bundles->starts[c + 1];
  sort_moves(game, bundles, bundle_of);
  bundles->starts[bundles->count] = active;
  assert(bundles_begin_with_first(bundles));
  grundy_arena_release(arena, bundle_of);
  return GRUNDY_OK;
}
