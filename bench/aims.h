/* What the kernels should reach, and whether they do. */

#ifndef GRUNDY_BENCH_AIMS_H
#define GRUNDY_BENCH_AIMS_H

#include "rows.h"

typedef enum aim_kind {
  TIMES_LONGER, /* `id` over `other`, at most the bound */
  TIMES_FASTER, /* `other` over `id`, at least the bound */
  SPEED_UP,     /* of `id` with two threads, at least the bound */
  BYTES,        /* a move at the peak, at most the bound */
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

/* What was measured for the aim on that game; 0 if nothing was or the aim is not for it. */
double aim_measured(const aim *a, const row *r);

/* Is `measured` as good as was aimed at? */
bool aim_met(const aim *a, double measured);

/* How `measured` compares with the bound: 1 at the bound, more is worse. */
double aim_distance(const aim *a, double measured);

/* The multiple of the read-once limit that is aimed at; 0 if there is no such aim. */
double aimed_multiple(kernel_id id, const game *played);

#endif
