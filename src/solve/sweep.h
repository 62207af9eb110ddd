/* Games whose positions are numbered so that every move leads to a smaller number, or every move to
 * a larger one, as in heaps and boards. One pass in that order settles every vertex after its
 * followers, without the reverse digraph. O(V + E). */

#ifndef GRUNDY_SRC_SOLVE_SWEEP_H
#define GRUNDY_SRC_SOLVE_SWEEP_H

#include <grundy/solve.h>

#include "base/monitor.h"
#include "solve/labels.h"
#include "solve/mex.h"

typedef enum grundy_sweep_direction {
  GRUNDY_NO_SWEEP = 0,
  GRUNDY_SWEEP_UP,   /* moves lead down: settle 0, 1, 2 … */
  GRUNDY_SWEEP_DOWN, /* moves lead up */
} grundy_sweep_direction;

/* Returns the direction, if there is one. O(V), and less if there is none: rows are sorted, so only
 * two moves of each are examined. */
grundy_sweep_direction grundy_sweep_of(grundy_view g);

/* Each function fills its array; false if cancelled. */
bool grundy_sweep_remoteness(grundy_view g, grundy_sweep_direction direction,
                             const grundy_endings *endings, uint32_t *remoteness,
                             grundy_work *work);
bool grundy_sweep_distance(grundy_view g, grundy_sweep_direction direction, uint32_t *distance,
                           grundy_work *work);
bool grundy_sweep_values(grundy_view g, grundy_sweep_direction direction, grundy_mex *mex,
                         uint32_t *values, grundy_work *work);

#endif
