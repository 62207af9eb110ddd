/* Misère quotients: compared with searching a sum, and how the time grows with the order. */

#ifndef GRUNDY_BENCH_MISERE_H
#define GRUNDY_BENCH_MISERE_H

#include "games.h"

void measure_misere(const game_size *size, const char *part_of_name);

#endif
