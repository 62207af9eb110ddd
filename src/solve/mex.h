/* The mex of the values of followers, for one vertex or for a whole wave by all threads. */

#ifndef GRUNDY_SRC_SOLVE_MEX_H
#define GRUNDY_SRC_SOLVE_MEX_H

#include "digraph/view.h"

/* Marks for long rows, of each thread: a value is seen if it has the stamp of the vertex at hand.
 * Zeros are nothing. */
typedef struct grundy_mex {
  int threads;
  uint32_t bound; /* marks of a thread */
  uint32_t *seen;
  uint32_t *stamp; /* of each thread */
} grundy_mex;

/* False if memory runs out; it is to be freed all the same. O(V) for the longest row. */
bool grundy_mex_start(grundy_mex *mex, grundy_view g);
void grundy_mex_free(grundy_mex *mex);

/* The mex of the finite values among the followers of u, by one thread. O(degree). */
uint32_t grundy_mex_of(grundy_mex *mex, int thread, const grundy_view *g, uint32_t u,
                       const uint32_t *values);

/* Gives all vertices of the list their mex; none of them is a follower of another. */
void grundy_mex_of_all(grundy_mex *mex, const grundy_view *g, const uint32_t *list, uint32_t length,
                       uint32_t *values);

#endif
