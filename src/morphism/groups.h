/* Groups vertices that have equal 64-bit signatures, with all threads. */

#ifndef GRUNDY_SRC_MORPHISM_GROUPS_H
#define GRUNDY_SRC_MORPHISM_GROUPS_H

#include "base/arena.h"

/* Scratch memory for up to `order` vertices: 12 bytes per vertex in addition to `signatures`. */
typedef struct grundy_groups {
  uint64_t *signatures; /* of the vertices below; belongs to the caller, order entries */
  uint32_t *vertices;   /* sorted into buckets by signature */
  uint32_t *slots;      /* two per vertex: hash tables, one per bucket */
  uint64_t *places; /* by thread and bucket: where the next vertex goes; then the bucket's end */
  int threads;
} grundy_groups;

/* Allocates the arrays in the arena. */
void grundy_groups_start(grundy_groups *groups, grundy_arena *arena, uint32_t order,
                         uint64_t *signatures);

/* Groups the vertices of a list (0, 1, 2 … if `list` is NULL) by their signatures. first[v] becomes
 * the first vertex of the list that has the signature of v, and shared[v] whether another vertex
 * has it; either array may be NULL. Returns how many different signatures there are. O(length)
 * time, for signatures that are hashes. */
uint32_t grundy_groups_find(grundy_groups *groups, const uint64_t *signatures, const uint32_t *list,
                            uint32_t length, uint32_t *first, bool *shared);

#endif
