/* The order of a solution, and handing arrays over to it without copying them. */

#ifndef GRUNDY_SRC_SOLUTION_IMPL_H
#define GRUNDY_SRC_SOLUTION_IMPL_H

#include <grundy/solution.h>

/* How many vertices the game of the solution has. */
uint32_t grundy_solution_order(const grundy_solution *solution);

/* Sets, one for every vertex: those of v are numbers[offsets[v]] … numbers[offsets[v+1] - 1];
 * v has none where absent[v] is not 0, and then no numbers. `absent` may be NULL. */
typedef struct grundy_sets {
  uint64_t *offsets;
  uint32_t *numbers;
  uint8_t *absent;
} grundy_sets;

void grundy_sets_free(grundy_sets *sets);

/* The sets of a column, owned by the solution; NULL if it has no such column. */
const grundy_sets *grundy_solution_sets(const grundy_solution *solution, grundy_columns column);

/* The solution takes over the arrays of *sets, which is empty afterwards. */
void grundy_solution_give_sets(grundy_solution *solution, grundy_columns column, grundy_sets *sets);

#endif
