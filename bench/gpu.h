/* Compares solving on a GPU with solving on all CPUs, in the same run. */

#ifndef GRUNDY_BENCH_GPU_H
#define GRUNDY_BENCH_GPU_H

#include "games.h"

/* Measures the games whose names contain `part`, except adversarial ones, on the device that
 * GRUNDY_GPU_AUTO chooses, with all threads. Ends the program if results differ. */
void measure_gpu(const game_size *size, const char *part);

#endif
