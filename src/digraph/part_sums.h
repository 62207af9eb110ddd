/* Moves that lead to sums. The vertices of such a digraph are parts of positions: a move from one
 * leads to a single part, which is a move of the digraph as usual, or to a sum of other parts,
 * which is kept here. */

#ifndef GRUNDY_SRC_DIGRAPH_PART_SUMS_H
#define GRUNDY_SRC_DIGRAPH_PART_SUMS_H

#include <grundy/digraph.h>

#include "base/monitor.h"

#include <assert.h>

/* The moves from v to sums are the sums rows[v] … rows[v + 1] - 1, and sum s consists of
 * parts[starts[s]] … parts[starts[s + 1] - 1], in increasing order, each as often as it occurs. A
 * sum has no part, and then no moves, or at least two, all of which have moves. */
typedef struct grundy_part_sums {
  uint64_t *rows; /* NULL: the digraph has no sums */
  uint64_t *starts;
  uint32_t *parts;
} grundy_part_sums;

void grundy_part_sums_free(grundy_part_sums *sums);

/* Gives the digraph its sums, and takes ownership of the arrays: *sums becomes empty. */
void grundy_digraph_give_part_sums(grundy_digraph *g, grundy_part_sums *sums);

/* Returns the sums of the digraph; rows is NULL if it has none. */
const grundy_part_sums *grundy_digraph_part_sums(const grundy_digraph *g);

/* Returns the parts of a sum. */
static inline grundy_vertices grundy_part_sums_get(const grundy_part_sums *sums, uint64_t s) {
  assert(sums->starts[s] <= sums->starts[s + 1]);
  return (grundy_vertices){sums->parts + sums->starts[s], sums->starts[s + 1] - sums->starts[s]};
}

/* Returns the number of moves from v. */
static inline uint64_t grundy_part_sums_degree(const grundy_digraph *g, uint32_t v) {
  const grundy_part_sums *sums = grundy_digraph_part_sums(g);
  return grundy_digraph_followers(g, v).count + sums->rows[v + 1] - sums->rows[v];
}

/* Returns whether the sums are as described above. O(V + E). */
bool grundy_part_sums_fit(const grundy_digraph *g, const grundy_part_sums *sums);

/* The strongly connected components of the parts: p leads to q if a move from p leads to q or to a
 * sum with q. */
typedef struct grundy_strong_parts {
  uint32_t *of;     /* of every part; a move never leads to a larger number */
  uint32_t *parts;  /* all parts, in the order of their strong components */
  uint64_t *starts; /* of the strong components in `parts`, one more than there are */
  uint32_t count;
} grundy_strong_parts;

void grundy_strong_parts_free(grundy_strong_parts *strong);

/* Finds the strong components. GRUNDY_UNABLE if a move within a strong component leads to a sum:
 * then play can repeat that move, and sums grow without bound. The message has the cycle. O(V + E).
 */
grundy_status grundy_strong_parts_find(const grundy_digraph *g, grundy_work *work,
                                       grundy_strong_parts *strong, grundy_error *error);

#endif
