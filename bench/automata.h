/* Automata of games on vectors: learning, proving and checking. */

#ifndef GRUNDY_BENCH_AUTOMATA_H
#define GRUNDY_BENCH_AUTOMATA_H

#include "games.h"

void measure_automata(const game_size *size, const char *part_of_name);

#endif
