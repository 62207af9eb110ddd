/* How every phase of solving and verifying gets faster with more threads, and how much of it is
 * serial. */

#ifndef GRUNDY_BENCH_SCALING_H
#define GRUNDY_BENCH_SCALING_H

#include "games.h"

/* Prints one table for each selected game with this part in its name, and for each game of the
 * gallery that is explored. If the part is the whole name of a game, only that one is measured,
 * selected or not. */
void measure_scaling(const game_size *size, const char *part_of_name);

#endif
