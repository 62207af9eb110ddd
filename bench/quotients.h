/* Solving through the quotient beside solving: on which games it pays. */

#ifndef GRUNDY_BENCH_QUOTIENTS_H
#define GRUNDY_BENCH_QUOTIENTS_H

#include "games.h"

/* `part` is a part of the names of the games to be measured. */
void measure_quotients(const game_size *size, const char *part);

#endif
