/* Heap games: the engines beside the definition, and long runs in values a second. */

#ifndef GRUNDY_BENCH_HEAPS_H
#define GRUNDY_BENCH_HEAPS_H

#include "games.h"

void measure_heaps(const game_size *size, const char *part_of_name);

#endif
