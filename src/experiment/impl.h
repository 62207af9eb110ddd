/* What the files of this room share. */

#ifndef GRUNDY_SRC_EXPERIMENT_IMPL_H
#define GRUNDY_SRC_EXPERIMENT_IMPL_H

#include <grundy/experiment.h>
#include <grundy/solution.h>

/* The seed of game i = 0, 1 … of an experiment: it depends on the seed and the order of the model
 * and on i alone. Made with it, a game that stands out can be looked at by itself, and more games
 * only add to those that there were. */
uint64_t grundy_experiment_seed(const grundy_model *model, uint64_t i);

/* Measures a game by its outcomes, values and remoteness; result[m] belongs to the measure m. */
void grundy_measure_solution(const grundy_solution *solution, double result[GRUNDY_MEASURE_COUNT]);

/* Sorts the numbers, of which there is at least one. O(count log count). */
grundy_statistics grundy_statistics_of(double *numbers, uint64_t count);

#endif
