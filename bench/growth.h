/* How the time per move grows with the number of moves. */

#ifndef GRUNDY_BENCH_GROWTH_H
#define GRUNDY_BENCH_GROWTH_H

#include "games.h"

/* Measures the selected games whose names contain `part` with 10^5, 10^6 … moves: up to 10^6 in
 * size tiny, 10^7 in size small, and 10^8 in larger sizes. */
void measure_growth(const game_size *size, const char *part);

#endif
