/* The order of a solution, and columns of sets without copying. */

#ifndef GRUNDY_SRC_SOLUTION_IMPL_H
#define GRUNDY_SRC_SOLUTION_IMPL_H

#include <grundy/solution.h>

#include "base/mapping.h"

/* Returns how many vertices the game of the solution has. */
uint32_t grundy_solution_order(const grundy_solution *solution);

/* One set per vertex: the set of v is numbers[offsets[v]] … numbers[offsets[v+1] - 1]; v has none
 * if absent[v] is not 0, and then no numbers. `absent` may be NULL. */
typedef struct grundy_sets {
  uint64_t *offsets;
  uint32_t *numbers;
  uint8_t *absent;
  grundy_mapping mapping; /* may hold the numbers */
} grundy_sets;

void grundy_sets_free(grundy_sets *sets);

/* Returns the sets of a column, owned by the solution; NULL if it has no such column. */
const grundy_sets *grundy_solution_sets(const grundy_solution *solution, grundy_columns column);

/* Adds a column of sets. The solution takes ownership of the arrays of *sets, which is empty
 * afterwards. */
void grundy_solution_give_sets(grundy_solution *solution, grundy_columns column, grundy_sets *sets);

#endif
