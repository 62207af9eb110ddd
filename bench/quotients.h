/* Compares solving through the quotient with solving directly. */

#ifndef GRUNDY_BENCH_QUOTIENTS_H
#define GRUNDY_BENCH_QUOTIENTS_H

#include "games.h"

/* Measures the games whose names contain `part`. */
void measure_quotients(const game_size *size, const char *part);

#endif
