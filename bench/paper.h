/* Algorithm G as in the paper [FY86, §3], for comparison. */

#ifndef GRUNDY_BENCH_PAPER_H
#define GRUNDY_BENCH_PAPER_H

#include <grundy/digraph.h>

/* Computes G, with GRUNDY_INFINITY for ∞. At each level i, every pass goes over the whole digraph:
 * step 2 labels what it can, in rounds, by counting for each vertex the followers that block it.
 * O((V + E) · levels) time, as in the paper. Returns false if it gave up after `seconds` with
 * levels left. */
bool paper_values(const grundy_digraph *g, const grundy_digraph *reverse, double seconds,
                  uint32_t *values);

#endif
