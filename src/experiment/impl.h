/* Shared by the files of this room. */

#ifndef GRUNDY_SRC_EXPERIMENT_IMPL_H
#define GRUNDY_SRC_EXPERIMENT_IMPL_H

#include <grundy/experiment.h>
#include <grundy/solution.h>

/* Returns the seed of game i = 0, 1 … of an experiment. It depends only on i and on the seed and
 * the order of the model, so an interesting game can be made again on its own, and running more
 * games only adds games. */
uint64_t grundy_experiment_seed(const grundy_model *model, uint64_t i);

/* Measures a game by its outcomes, values and remoteness; result[m] belongs to the measure m. */
void grundy_measure_solution(const grundy_solution *solution, double result[GRUNDY_MEASURE_COUNT]);

/* Sorts the numbers, at least one, and computes their statistics. O(count log count). */
grundy_statistics grundy_statistics_of(double *numbers, uint64_t count);

#endif
