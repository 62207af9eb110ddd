/* The mex of the values of followers, for one vertex or for a whole wave by all threads. */

#ifndef GRUNDY_SRC_SOLVE_MEX_H
#define GRUNDY_SRC_SOLVE_MEX_H

#include "base/arena.h"
#include "digraph/view.h"

/* Marks for long rows, per thread: a value is seen if it has the stamp of the current vertex. */
typedef struct grundy_mex {
  int threads;
  uint32_t bound; /* marks per thread */
  uint32_t *seen;
  uint32_t *stamp; /* by thread */
} grundy_mex;

/* Allocates the marks for rows of at most `longest` followers, in a game of `size` moves. */
void grundy_mex_start(grundy_mex *mex, grundy_arena *arena, uint64_t size, uint64_t longest);

/* Returns the mex of the finite values among the followers of u, in one thread. O(degree). */
uint32_t grundy_mex_of(grundy_mex *mex, int thread, const grundy_view *g, uint32_t u,
                       const uint32_t *values);

/* Gives all vertices of the list their mex; none of them may be a follower of another. */
void grundy_mex_of_all(grundy_mex *mex, const grundy_view *g, const uint32_t *list, uint32_t length,
                       uint32_t *values);

#endif
