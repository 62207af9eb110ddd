/* Waves: the engine of every retrograde kernel.
 *
 * A wave is a list of vertices that have just got a label. All their predecessors are updated, once
 * for every move into the wave, and those that get a label are the next wave. Each kernel defines
 * its update: decrement a count, or label the vertex at once.
 *
 * On a large game nearly every update misses the cache. So a wide wave first sorts its updates into
 * bins, one for each block of vertices whose state fits into the cache, and then empties one bin
 * after the other [BAP17]. Threads divide the wave among them when bins are filled, and the blocks
 * when they are emptied: no vertex is updated by two threads, so updates need no atomics. A narrow
 * wave updates its predecessors directly, with prefetches, in one thread.
 *
 * The order of vertices inside a wave depends on how it was propagated, so no result may depend on
 * that order. */

#ifndef GRUNDY_SRC_SOLVE_WAVES_H
#define GRUNDY_SRC_SOLVE_WAVES_H

#include "base/arena.h"
#include "base/monitor.h"
#include "digraph/view.h"

/* Propagates only some moves of a wave: the move at place e of the reverse digraph, into v, if the
 * bit with the number keys[e], which is below 32, is set in kept[stride * v]. */
typedef struct grundy_wave_filter {
  const uint8_t *keys;
  const uint32_t *kept;
  uint32_t stride;
} grundy_wave_filter;

/* An update of vertices. The two functions do the same: they update the vertices one after the
 * other, write those that got a label to `changed`, which has room for one more than can change,
 * and return how many there are. Made by GRUNDY_WAVE_UPDATE and GRUNDY_WAVE_UPDATE_OF; a kernel
 * sets the state in a copy. */
typedef struct grundy_wave_update {
  void *state;                      /* of every vertex; owned by the kernel */
  size_t item;                      /* its bytes per vertex; 0: what the waves were started for */
  uint32_t label;                   /* the new label */
  const grundy_wave_filter *filter; /* NULL: all moves are propagated */
  uint64_t (*update_row)(const struct grundy_wave_update *update, const uint32_t *row,
                         uint64_t count, uint32_t *changed);
  uint64_t (*update_bin)(const struct grundy_wave_update *update, uint32_t first,
                         const uint16_t *bin, uint64_t count, uint32_t *changed);
} grundy_wave_update;

enum { GRUNDY_AHEAD_BIN = 16 };

/* Defines the functions of an update from `update_one(state, label, u)`, an inline function that
 * updates u and returns whether u got a label; `states` is the type of its first argument. A bin
 * holds vertices as offsets from `first`; if it has few of them, their states are not in the cache
 * yet. */
#define GRUNDY_WAVE_UPDATE(name, states, update_one)                                               \
  static uint64_t name##_row(const grundy_wave_update *update, const uint32_t *row,                \
                             uint64_t count, uint32_t *changed) {                                  \
    states state = update->state;                                                                  \
    uint32_t label = update->label;                                                                \
    uint64_t found = 0;                                                                            \
    for (uint64_t i = 0; i < count; i++) {                                                         \
      uint32_t u = row[i];                                                                         \
      changed[found] = u;                                                                          \
      found += update_one(state, label, u);                                                        \
    }                                                                                              \
    return found;                                                                                  \
  }                                                                                                \
  static uint64_t name##_bin(const grundy_wave_update *update, uint32_t first,                     \
                             const uint16_t *bin, uint64_t count, uint32_t *changed) {             \
    states state = update->state;                                                                  \
    uint32_t label = update->label;                                                                \
    uint64_t found = 0;                                                                            \
    for (uint64_t i = 0; i < count; i++) {                                                         \
      if (i + GRUNDY_AHEAD_BIN < count)                                                            \
        __builtin_prefetch(&state[first + bin[i + GRUNDY_AHEAD_BIN]], 1);                          \
      uint32_t u = first + bin[i];                                                                 \
      changed[found] = u;                                                                          \
      found += update_one(state, label, u);                                                        \
    }                                                                                              \
    return found;                                                                                  \
  }

/* The update itself, without a state. */
#define GRUNDY_WAVE_UPDATE_OF(name)                                                                \
  { .update_row = name##_row, .update_bin = name##_bin }

typedef struct grundy_bins grundy_bins;

typedef struct grundy_waves {
  grundy_view reverse;
  size_t item;
  int threads;
  uint32_t bits; /* a block has 2^bits vertices */
  uint32_t blocks;
  uint32_t groups;   /* of blocks, which are emptied by one thread each */
  grundy_bins *bins; /* by thread; NULL if binning is never worthwhile */
  uint32_t *found;   /* by group: how many vertices were found; then where they go */
  uint32_t *changed; /* the vertices found in each group; NULL if there is one thread */
} grundy_waves;

/* Starts waves for updates whose state has `item` bytes per vertex; the arena owns their arrays. */
void grundy_waves_start(grundy_waves *waves, grundy_arena *arena, grundy_view reverse, size_t item);

/* Allocates a queue of waves, with room for one more than all vertices; NULL if memory runs out. */
uint32_t *grundy_queue_alloc(grundy_arena *arena, uint32_t order);

/* Sorts the vertices found in a block of `size` vertices from `first` on, through a bit set that is
 * empty before and afterwards, so that the rows of the next wave are read in the order in which
 * they are stored. */
void grundy_waves_sort(uint64_t *bits, uint32_t first, uint32_t size, uint32_t *found,
                       uint64_t count);

/* Updates all predecessors of the wave. Writes the *count vertices that got a label to `next`,
 * which has room for one more than that. False if cancelled. */
bool grundy_waves_propagate(grundy_waves *waves, const grundy_wave_update *update,
                            const uint32_t *wave, uint32_t length, uint32_t *next, uint32_t *count,
                            grundy_work *work);

#endif
