/* Makes, copies and compares solutions for tests. */

#ifndef SUPPORT_SOLUTIONS_H
#define SUPPORT_SOLUTIONS_H

#include <grundy/digraph.h>
#include <grundy/solution.h>

/* The columns of GRUNDY_COLUMNS_ALL are the first ones. */
enum { IMPARTIAL_COLUMNS = 10 };

/* Calls grundy_solve_in_memory; a failure ends the test. */
grundy_solution *solution_of(const grundy_digraph *g, grundy_columns columns);

/* Returns a new solution with those of the columns that exist. */
grundy_solution *solution_copy(const grundy_solution *solution, grundy_columns columns);

/* Returns a random set of columns. */
grundy_columns random_columns(grundy_random *random);

/* Returns NULL if the column has the same entries in both, otherwise a sentence that says where
 * not. */
const char *same_column(grundy_columns column, const grundy_solution *expected,
                        const grundy_solution *got);

/* Returns the entries of a column of numbers or letters, to be changed in place. */
uint32_t *numbers_to_change(grundy_solution *solution, grundy_columns column);
uint8_t *letters_to_change(grundy_solution *solution, grundy_columns column);

/* Replaces the set of v in a column of sets. */
void change_set(grundy_solution *solution, grundy_columns column, uint32_t v, grundy_set set);

#endif
