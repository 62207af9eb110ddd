/* What was measured on one game. */

#ifndef GRUNDY_BENCH_ROWS_H
#define GRUNDY_BENCH_ROWS_H

#include "kernels.h"

/* Thread counts to compare: 1, 2, 4 … and the largest allowed. */
enum { MAX_SCALES = 10 };

/* Peak memory of solving, including both digraphs and the solution; 0: unknown. */
typedef struct footprint {
  double default_columns; /* bytes per move */
  double values_alone;    /* for selected games */
  double promised;        /* grundy_solve_memory for the default columns, and the digraph */
} footprint;

typedef struct game_row {
  const game *played;
  uint64_t order, moves;
  timing taken[KERNEL_COUNT];
  timing scaled[MAX_SCALES][KERNEL_COUNT]; /* for selected games, by thread count */
  footprint memory;
} game_row;

/* Returns the i-th thread count of those up to `most`; 0 past the last one. */
unsigned scale(unsigned i, unsigned most);

/* Returns how many times longer `id` took than `other`; 0 if one of them was not measured. */
double times_longer(const game_row *r, kernel_id id, kernel_id other);

/* Returns the speed-up of the i-th thread count over one thread; 0 if not measured. */
double speed_up(const game_row *r, unsigned i, kernel_id id);

#endif
