#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Open addressing: a class + 1, 0 for a free slot. */
typedef struct table {
  uint32_t *slots;
  uint64_t mask;
} table;

/* The class of the functional among those so far; their number if it is new. */
static uint64_t find(const grundy_linear *game, const grundy_classes *classes, const table *t,
                     const uint64_t *functional, uint64_t *slot) {
  size_t bytes = game->stride * sizeof *functional;
  for (*slot = XXH3_64bits(functional, bytes) & t->mask; t->slots[*slot] != 0;
       *slot = (*slot + 1) & t->mask) {
    uint64_t class = t->slots[*slot] - 1;
    if (memcmp(grundy_linear_functional(game, classes->first[class]), functional, bytes) == 0)
      return class;
  }
  return classes->count;
}

/* Fills `first`, and class_of[move], which stays UINT32_MAX where a move does nothing. Counts the
 * moves of class c in starts[c + 1]. */
static void classify(const grundy_linear *game, grundy_classes *classes, const table *t,
                     uint32_t *class_of) {
  for (uint64_t move = 0; move < game->count; move++) {
    uint64_t slot;
    class_of[move] = UINT32_MAX;
    if (!grundy_linear_moves_something(game, move)) continue;
    uint64_t class = find(game, classes, t, grundy_linear_functional(game, move), &slot);
    if (class == classes->count) {
      t->slots[slot] = (uint32_t) class + 1;
      classes->first[classes->count++] = move;
    }
    class_of[move] = (uint32_t) class;
    classes->starts[class + 1]++;
  }
}

/* A counting sort that keeps the order of moves; the starts are counts before it. */
static void sort_moves(const grundy_linear *game, grundy_classes *classes,
                       const uint32_t *class_of) {
  uint64_t *starts = classes->starts;
  for (uint64_t c = 0; c < classes->count; c++) starts[c + 1] += starts[c];
  for (uint64_t move = game->count; move-- > 0;)
    if (class_of[move] != UINT32_MAX) classes->moves[--starts[class_of[move] + 1]] = move;
  for (uint64_t c = 0; c < classes->count; c++) starts[c] = starts[c + 1];
}

grundy_status grundy_classes_of(const grundy_linear *game, grundy_classes *classes,
                                grundy_error *error) {
  uint64_t slots = 16;
  while (slots < 2 * game->count) slots *= 2;
  table t = {grundy_alloc_zero(slots, sizeof *t.slots), slots - 1};
  uint32_t *class_of = grundy_alloc(game->count, sizeof *class_of);
  *classes = (grundy_classes){
      .first = grundy_alloc(game->count, sizeof *classes->first),
      .starts = grundy_alloc_zero(game->count + 1, sizeof *classes->starts),
      .moves = grundy_alloc(game->count, sizeof *classes->moves),
  };
  bool enough = t.slots != NULL && class_of != NULL && classes->first != NULL &&
                classes->starts != NULL && classes->moves != NULL;
  if (enough) {
    classify(game, classes, &t, class_of);
    uint64_t active = 0;
    for (uint64_t c = 0; c < classes->count; c++) active += classes->starts[c + 1];
    sort_moves(game, classes, class_of);
    classes->starts[classes->count] = active;
  }
  free(t.slots);
  free(class_of);
  return enough ? GRUNDY_OK : grundy_fail_memory(error);
}

void grundy_classes_free(grundy_classes *classes) {
  free(classes->first);
  free(classes->starts);
  free(classes->moves);
}
