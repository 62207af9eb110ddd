/* Compares solving from reverse rows, in memory and in a scratch file, with solving in memory. */

#ifndef GRUNDY_BENCH_EXTERNAL_H
#define GRUNDY_BENCH_EXTERNAL_H

#include "games.h"

/* Measures the selected games whose names contain `part`. The scratch file is in the current
 * folder. */
void measure_external(const game_size *size, const char *part);

#endif
