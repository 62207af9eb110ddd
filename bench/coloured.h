/* Two-coloured games and payoffs, as multiples of the read-once limit. */

#ifndef GRUNDY_BENCH_COLOURED_H
#define GRUNDY_BENCH_COLOURED_H

#include "games.h"

/* Prints what Q, levels and payoffs cost on random two-coloured games. */
void measure_coloured(const game_size *size, const char *part_of_name);

#endif
