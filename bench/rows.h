/* What was measured on one game. */

#ifndef GRUNDY_BENCH_ROWS_H
#define GRUNDY_BENCH_ROWS_H

#include "kernels.h"

/* Thread counts that are compared: 1, 2, 4 … and the largest allowed. */
enum { MAX_SCALES = 10 };

/* Peak memory of a solution, both digraphs and the solution included; 0: not known. */
typedef struct footprint {
  double default_columns; /* bytes a move */
  double values_alone;    /* of selected games */
  double promised;        /* by grundy_solve_memory_bound for the default columns */
} footprint;

typedef struct row {
  const game *played;
  uint64_t order, moves;
  timing taken[KERNEL_COUNT];
  timing scaled[MAX_SCALES][KERNEL_COUNT]; /* of selected games, by thread count */
  footprint memory;
} row;

/* The i-th thread count out of those up to `most`; 0 past the last one. */
unsigned scale(unsigned i, unsigned most);

/* How many times longer `id` took than `other`; 0 if one of them was not measured. */
double times_longer(const row *r, kernel_id id, kernel_id other);

/* How many times faster with the i-th thread count than with one; 0 if not measured. */
double speed_up(const row *r, unsigned i, kernel_id id);

#endif
