/* Continuing what was begun elsewhere: on a device that is slower than the CPU if waves are short.
 * `reverse` has the rows of the transpose in any order. */

#ifndef GRUNDY_SRC_SOLVE_RESUME_H
#define GRUNDY_SRC_SOLVE_RESUME_H

#include "solve/impl.h"
#include "solve/peel.h"

/* Continues grundy_remoteness_solve. `remoteness` has the state of every vertex as in labels.h, and
 * becomes the result. The queue begins with the `length` vertices of this label, which have not
 * updated their predecessors yet, and has room for one more than all vertices. */
GRUNDY_MUST_USE grundy_status grundy_remoteness_resume(grundy_view reverse, uint32_t label,
                                                       uint32_t *queue, uint32_t length,
                                                       const grundy_monitor *monitor,
                                                       uint32_t *remoteness, grundy_error *error);

/* Where to continue peeling. `load` fills state and order as grundy_peel_rest needs them. */
typedef struct grundy_peel_start {
  grundy_peel_wave wave;
  grundy_status (*load)(void *context, uint32_t *state, uint32_t *order, grundy_error *error);
  void *context;
} grundy_peel_start;

/* Continues grundy_values_and_distance. wanted->values, unless NULL, has the values of the vertices
 * peeled before the wave. */
GRUNDY_MUST_USE grundy_status grundy_values_resume(const grundy_digraph *g, grundy_view reverse,
                                                   const grundy_values_wanted *wanted,
                                                   const grundy_peel_start *start,
                                                   const grundy_monitor *monitor,
                                                   grundy_error *error);

#endif
