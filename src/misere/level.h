/* The values of heaps 1 … known in a monoid, and what follows from these values alone: the values
 * of the options of every heap. */

#ifndef GRUNDY_SRC_MISERE_LEVEL_H
#define GRUNDY_SRC_MISERE_LEVEL_H

#include "base/hash_table.h"
#include "heap/impl.h"
#include "misere/monoid.h"
#include "misere/run.h"
#include "misere/set.h"

/* The values of all sums of j heaps with s beans, as sets; j is from 2 to GRUNDY_HEAP_PARTS. For
 * codes whose moves leave several heaps. */
typedef struct grundy_split_values {
  uint32_t known; /* for s below this */
  uint64_t *sets[GRUNDY_HEAP_PARTS + 1];
  uint64_t capacities[GRUNDY_HEAP_PARTS + 1];
} grundy_split_values;

/* Heaps with moves of the same kind have the same value and the same set of values of options. Only
 * kinds matter for outcomes. The options of kind i are options[starts[i]] … options[starts[i + 1] -
 * 1], in increasing order. */
typedef struct grundy_heap_kinds {
  uint32_t heaps; /* the kinds are those of heaps 1 … heaps */
  uint32_t *of;   /* of heap h at h - 1; GRUNDY_NO_KIND if it has no moves */
  uint64_t of_capacity;
  uint32_t count;
  uint32_t *values;
  uint64_t value_capacity;
  uint64_t *starts;
  uint64_t start_capacity;
  uint32_t *options;
  uint64_t option_capacity;
  grundy_hash_table table; /* by the set of options */
} grundy_heap_kinds;

#define GRUNDY_NO_KIND UINT32_MAX

typedef struct grundy_closure grundy_closure;

/* A monoid on the sums of heaps 1 … known that recognizes some function f from these sums to P and
 * N. It refines another monoid, the base. */
typedef struct grundy_misere_level {
  grundy_monoid *monoid;
  uint32_t known;
  uint32_t *values; /* of heap h at h; that of heap 0 is the identity */
  uint64_t value_capacity;
  uint32_t *over;          /* the element of the base over which each element lies */
  uint64_t *lost;          /* the elements with f = P */
  uint64_t *won;           /* the elements that a move in other heaps wins */
  grundy_closure *closure; /* proves that f is recognized; NULL if it has not been made */
  grundy_split_values splits;
  grundy_heap_kinds kinds;
} grundy_misere_level;

void grundy_level_free(grundy_misere_level *level);

/* Adds the value of heap known + 1. */
bool grundy_level_push(grundy_misere_run *run, grundy_misere_level *level, uint32_t value);

/* Finds the values of the options of a heap that is at most known + 1: run->set becomes their set,
 * and run->list lists them. *count is 0 only if the heap has no moves. */
bool grundy_level_options(grundy_misere_run *run, grundy_misere_level *level, uint32_t heap,
                          uint32_t *count);

/* Finds a kind with the options in run->set whose value lies over that element of the base;
 * GRUNDY_NO_KIND if there is none. */
uint32_t grundy_level_find_kind(const grundy_misere_run *run, const grundy_misere_level *level,
                                uint32_t over);

/* Adds the kinds of all heaps whose value is known. */
bool grundy_level_find_kinds(grundy_misere_run *run, grundy_misere_level *level);

static inline const uint32_t *grundy_kind_options(const grundy_heap_kinds *kinds, uint32_t kind,
                                                  uint32_t *count) {
  *count = (uint32_t)(kinds->starts[kind + 1] - kinds->starts[kind]);
  return kinds->options + kinds->starts[kind];
}

#endif
