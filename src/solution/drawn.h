/* How play stays in a draw. */

#ifndef GRUNDY_SRC_SOLUTION_DRAWN_H
#define GRUNDY_SRC_SOLUTION_DRAWN_H

#include <grundy/digraph.h>
#include <grundy/solution.h>

/* Play from a draw through draws only: a path, then a cycle. The cycle is empty if play ends. */
typedef struct grundy_drawn_line {
  uint32_t *at;
  uint64_t count, path_count; /* of all positions, and of those before the cycle */
} grundy_drawn_line;

/* Finds how play can stay in the draw v: a shortest cycle through v or, if there is none, what
 * follows if every player takes the first move to a draw. False if memory runs out. Free line->at.
 */
bool grundy_drawn_line_find(const grundy_digraph *g, const grundy_outcome *outcome, uint32_t v,
                            grundy_drawn_line *line);

#endif
