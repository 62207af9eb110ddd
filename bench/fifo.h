/* Textbook retrograde analysis, for comparison. */

#ifndef GRUNDY_BENCH_FIFO_H
#define GRUNDY_BENCH_FIFO_H

#include <grundy/digraph.h>

/* Computes remoteness in normal play, GRUNDY_INFINITY at draws: one queue, one array that counts
 * the followers not yet known to be N-positions, one position after the other. */
void fifo_remoteness(const grundy_digraph *g, const grundy_digraph *reverse, uint32_t *remoteness);

#endif
