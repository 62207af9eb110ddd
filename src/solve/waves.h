/* Waves: the engine under every retrograde kernel.
 *
 * A wave is a list of vertices that have just got a label. All their predecessors are told, once
 * for every move into the wave, and those that get a label because of it are the next wave. What
 * telling means is a rule of the kernel: a count goes down, or a label is given at once.
 *
 * On a large game nearly every predecessor that is told misses the cache. So a wide wave first
 * sorts what it has to tell into bins, one for each block of vertices whose state fits into the
 * cache, and then empties one bin after the other [BAP17]. Threads share
 * the wave when bins are filled, and the blocks when they are emptied: no vertex is told by two
 * threads, so there are no atomics. A narrow wave is told directly, with prefetches.
 *
 * In which order the vertices of a wave come depends on how it was told; so no result may depend
 * on it. */

#ifndef GRUNDY_SRC_SOLVE_WAVES_H
#define GRUNDY_SRC_SOLVE_WAVES_H

#include "base/monitor.h"
#include "digraph/view.h"

/* What happens to a vertex that is told. The two functions do the same: they tell the vertices
 * one after the other, and write those that got a label to `changed`, which has room for one more
 * than can change; they return how many. Made by GRUNDY_RULE and GRUNDY_RULE_OF; a kernel gives a
 * copy of it its state. */
typedef struct grundy_rule {
  void *state;    /* of every vertex; the kernel's */
  uint32_t label; /* to be given */
  uint64_t (*tell_row)(const struct grundy_rule *rule, const uint32_t *row, uint64_t count,
                       uint32_t *changed);
  uint64_t (*tell_bin)(const struct grundy_rule *rule, uint32_t first, const uint16_t *bin,
                       uint64_t count, uint32_t *changed);
} grundy_rule;

/* Defines the functions of a rule from `tell(state, label, u)`, an inline function that tells u and
 * says whether u got a label; `states` is the type of its first argument. A bin holds
 * vertices as distances from `first`. */
#define GRUNDY_RULE(name, states, tell)                                                            \
  static uint64_t name##_row(const grundy_rule *rule, const uint32_t *row, uint64_t count,         \
                             uint32_t *changed) {                                                  \
    states state = rule->state;                                                                    \
    uint32_t label = rule->label;                                                                  \
    uint64_t found = 0;                                                                            \
    for (uint64_t i = 0; i < count; i++) {                                                         \
      uint32_t u = row[i];                                                                         \
      changed[found] = u;                                                                          \
      found += tell(state, label, u);                                                              \
    }                                                                                              \
    return found;                                                                                  \
  }                                                                                                \
  static uint64_t name##_bin(const grundy_rule *rule, uint32_t first, const uint16_t *bin,         \
                             uint64_t count, uint32_t *changed) {                                  \
    states state = rule->state;                                                                    \
    uint32_t label = rule->label;                                                                  \
    uint64_t found = 0;                                                                            \
    for (uint64_t i = 0; i < count; i++) {                                                         \
      uint32_t u = first + bin[i];                                                                 \
      changed[found] = u;                                                                          \
      found += tell(state, label, u);                                                              \
    }                                                                                              \
    return found;                                                                                  \
  }

/* The rule itself, without a state. */
#define GRUNDY_RULE_OF(name)                                                                       \
  { .tell_row = name##_row, .tell_bin = name##_bin }

typedef struct grundy_bins grundy_bins;

/* Zeros are nothing. */
typedef struct grundy_waves {
  grundy_view reverse;
  size_t item;
  int threads;
  uint32_t bits; /* a block has 2^bits vertices */
  uint32_t blocks;
  grundy_bins *bins; /* one for each thread; NULL where binning is never worth it */
  uint32_t *changed; /* what each thread found; NULL if there is one thread */
} grundy_waves;

/* For rules whose state has `item` bytes a vertex. False if memory runs out; it is to be freed all
 * the same. Holds grundy_waves_memory bytes. */
bool grundy_waves_start(grundy_waves *waves, grundy_view reverse, size_t item);
void grundy_waves_free(grundy_waves *waves);
uint64_t grundy_waves_memory(uint32_t order, uint64_t size, size_t item);

/* Tells all predecessors of the wave. Those that got a label are written behind each other to
 * `next`, which has room for one more than that; *count of them. False: cancelled. */
bool grundy_waves_tell(grundy_waves *waves, const grundy_rule *rule, const uint32_t *wave,
                       uint32_t length, uint32_t *next, uint32_t *count, grundy_work *work);

#endif
