/* Heap games: the engines compared with the definition, and long runs in values per second. */

#ifndef GRUNDY_BENCH_HEAPS_H
#define GRUNDY_BENCH_HEAPS_H

#include "games.h"

void measure_heaps(const game_size *size, const char *part_of_name);

#endif
