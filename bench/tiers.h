/* Compares solving tier by tier with exploring and solving the stored game. */

#ifndef GRUNDY_BENCH_TIERS_H
#define GRUNDY_BENCH_TIERS_H

#include "games.h"

/* Measures the games whose names contain `part`. Folders of tiers are in the current folder and in
 * memory (/dev/shm), and are removed. */
void measure_tiers(const game_size *size, const char *part);

#endif
