/* Games on vectors: the engine, the definition, and storing the moves. */

#ifndef GRUNDY_BENCH_VECTORS_H
#define GRUNDY_BENCH_VECTORS_H

#include "games.h"

void measure_vectors(const game_size *size, const char *part_of_name);

#endif
