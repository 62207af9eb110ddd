/* Walks through the sums that can be reached from a sum, depth first and without recursion, so that
 * something can be found out about each from its moves. */

#ifndef GRUNDY_SRC_HEAP_WALK_H
#define GRUNDY_SRC_HEAP_WALK_H

#include "base/monitor.h"
#include "heap/sums.h"

/* What is to be found out. `fact` is the size of a fact in bytes; a fact is settled if its first
 * byte is not 0. */
typedef struct grundy_sum_facts {
  size_t fact;

  /* Optional. Called for every move to a settled sum. May settle the fact early, and then the other
   * moves are not examined. */
  void (*learn)(void *fact, const void *of_follower);

  /* Settles the fact of a sum all of whose moves lead to settled sums. facts[i * fact] is that of
   * sum i. False if that is not possible. */
  bool (*settle)(void *fact, const unsigned char *facts, const uint32_t *moves, uint64_t count);

  /* The message if a fact cannot be settled; NULL if that does not happen. */
  const char *failure;
} grundy_sum_facts;

typedef struct grundy_walk grundy_walk;

/* Starts with no facts. At most `limit` sums are placed. NULL if memory runs out. The code and the
 * description are borrowed. */
grundy_walk *grundy_walk_new(const grundy_heap_code *code, const grundy_sum_facts *about,
                             uint64_t limit, const grundy_monitor *monitor);
void grundy_walk_free(grundy_walk *walk);

/* Finds the fact of the sum of these heaps, valid until the next call. GRUNDY_UNABLE past the
 * limit, or if a fact cannot be settled. */
grundy_status grundy_walk_find(grundy_walk *walk, const uint32_t *sizes, uint64_t count,
                               const void **fact, grundy_error *error);

/* Returns how many sums have been placed so far. */
uint32_t grundy_walk_count(const grundy_walk *walk);

/* Reports the end of the work. */
void grundy_walk_finish(const grundy_walk *walk);

#endif
