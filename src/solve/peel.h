/* Kahn's peeling: terminal positions first, then every vertex that has only peeled followers. */

#ifndef GRUNDY_SRC_SOLVE_PEEL_H
#define GRUNDY_SRC_SOLVE_PEEL_H

#include "solve/labels.h"
#include "solve/mex.h"
#include "solve/waves.h"

/* Peels g. `order` becomes the *count peeled vertices by increasing terminal distance, so followers
 * come before the vertices that move to them; it has room for one more than all vertices. `state`
 * becomes the terminal distance of peeled vertices as a label, and for each other vertex the number
 * of its followers that are not peeled. `values`, unless NULL, becomes the mex of the peeled
 * vertices, for which all followers are known. O(V + E). False if cancelled. */
bool grundy_peel(grundy_view g, grundy_waves *waves, uint32_t *state, uint32_t *order,
                 uint32_t *count, grundy_mex *mex, uint32_t *values, grundy_work *work);

/* A wave of peeling: order[begin … end - 1] have this terminal distance, and no move to them was
 * counted yet. */
typedef struct grundy_peel_wave {
  uint32_t begin, end, distance;
} grundy_peel_wave;

/* Continues with a wave; the vertices before it in `order` are peeled, and have their values. */
bool grundy_peel_rest(grundy_view g, grundy_waves *waves, uint32_t *state, uint32_t *order,
                      grundy_peel_wave wave, uint32_t *count, grundy_mex *mex, uint32_t *values,
                      grundy_work *work);

#endif
