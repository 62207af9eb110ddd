/* Games and solutions that have to be the same; the process ends if they are not. */

#ifndef FUZZ_SAME_H
#define FUZZ_SAME_H

#include <grundy/grundy.h>

/* The same positions in the same order with the same names, moves, players, outcomes and payoffs.
 * If `labels` is true, the labels are the same; otherwise `b` has none. */
void demand_same_game(const grundy_digraph *a, const grundy_digraph *b, bool labels);

/* The same entries in a column that both have. NaN is the same as NaN. */
void demand_same_column(grundy_columns column, const grundy_solution *a, const grundy_solution *b);

/* The same columns with the same entries, except for the columns in `except`. */
void demand_same_solution(const grundy_solution *a, const grundy_solution *b,
                          grundy_columns except);

/* Writes the solution in that format, reads it back, and demands that it is the same. */
void demand_solution_survives(const grundy_digraph *g, const grundy_solution *solution,
                              grundy_format format);

#endif
