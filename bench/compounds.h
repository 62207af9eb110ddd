/* A sum of many components: what it costs beyond solving its game once. */

#ifndef GRUNDY_BENCH_COMPOUNDS_H
#define GRUNDY_BENCH_COMPOUNDS_H

#include "games.h"

void measure_compounds(const game_size *size, const char *part_of_name);

#endif
