/* Demands that games or solutions are the same; the process ends if they are not. */

#ifndef FUZZ_SAME_H
#define FUZZ_SAME_H

#include <grundy/grundy.h>

/* Demands the same positions in the same order with the same names, moves, players, outcomes and
 * payoffs. If `labels` is true, the labels must be the same; otherwise `b` must have none. */
void demand_same_game(const grundy_digraph *a, const grundy_digraph *b, bool labels);

/* Demands the same columns with the same entries (NaN equals NaN), except for the columns in
 * `except`. */
void demand_same_solution(const grundy_solution *a, const grundy_solution *b,
                          grundy_columns except);

/* Writes the solution in that format, reads it back, and demands that it is the same. */
void demand_solution_survives(const grundy_digraph *g, const grundy_solution *solution,
                              grundy_format format);

#endif
