/* Heap games: the engines beside the definition, and long runs in values a second. */

#ifndef GRUNDY_BENCH_HEAPS_H
#define GRUNDY_BENCH_HEAPS_H

void measure_heaps(void);

#endif
