/* A wave of vertices: a list while it is narrow, a bit set when it is wide. Long games have many
 * narrow waves, which must not cost a pass over all vertices; a bit set costs an eighth of a byte
 * per vertex, and a list four bytes. */

#ifndef GRUNDY_SRC_EXTERNAL_VERTEX_SET_H
#define GRUNDY_SRC_EXTERNAL_VERTEX_SET_H

#include "base/arena.h"

typedef struct grundy_vertex_set {
  uint32_t order;
  uint32_t count;
  uint32_t room;  /* of the list */
  bool wide;      /* whether it is a bit set; the bits of a list are 0 */
  bool sorted;    /* whether the list is */
  uint32_t *list; /* different vertices */
  uint64_t *bits;
} grundy_vertex_set;

/* Starts empty; the arena owns the arrays. */
void grundy_vertex_set_start(grundy_vertex_set *set, grundy_arena *arena, uint32_t order);

/* Adds vertices that are not in the set. */
void grundy_vertex_set_add(grundy_vertex_set *set, const uint32_t *vertices, uint64_t count);

/* Removes all vertices. */
void grundy_vertex_set_clear(grundy_vertex_set *set);

/* A place in a set: a vertex of a bit set, or an index of a list. */
typedef uint64_t grundy_set_cursor;

/* Prepares a set for grundy_vertex_set_next. */
void grundy_vertex_set_sort(grundy_vertex_set *set);

/* Returns the next vertex in increasing order; false if there is none. The cursor begins with 0. */
static inline bool grundy_vertex_set_next(const grundy_vertex_set *set, grundy_set_cursor *at,
                                          uint32_t *v) {
  if (!set->wide) {
    if (*at == set->count) return false;
    *v = set->list[(*at)++];
    return true;
  }
  uint64_t word = *at / 64, words = ((uint64_t)set->order + 63) / 64;
  if (word == words) return false;
  uint64_t rest = set->bits[word] >> *at % 64 << *at % 64;
  while (rest == 0) {
    if (++word == words) return false;
    rest = set->bits[word];
  }
  *at = 64 * word + (uint64_t)__builtin_ctzll(rest);
  *v = (uint32_t)(*at)++;
  return true;
}

#endif
