/* Performance goals of the kernels, and whether they are met. */

#ifndef GRUNDY_BENCH_AIMS_H
#define GRUNDY_BENCH_AIMS_H

#include "rows.h"

typedef enum aim_kind {
  TIMES_LONGER, /* `id` over `other`, at most the bound */
  TIMES_FASTER, /* `other` over `id`, at least the bound */
  SPEED_UP,     /* of `id` with two threads, at least the bound */
  BYTES,        /* bytes per move at the peak, at most the bound */
} aim_kind;

typedef struct aim {
  const char *text;
  aim_kind kind;
  double bound;
  kernel_id id, other;
  unsigned families;
  double degree; /* of the model; 0: any */
} aim;

enum { AIM_COUNT = 17 };
extern const aim aims[AIM_COUNT];

/* Returns what was measured for the aim on that game; 0 if nothing was, or if the aim does not
 * apply. */
double aim_measured(const aim *a, const game_row *r);

/* Returns whether `measured` meets the aim. */
bool aim_met(const aim *a, double measured);

/* Returns how `measured` compares with the bound: 1 at the bound, more is worse. */
double aim_distance(const aim *a, double measured);

/* Returns the multiple of the read-once limit that is the aim; 0 if there is none. */
double aimed_multiple(kernel_id id, const game *played);

#endif
