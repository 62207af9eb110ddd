/* Kahn's peeling: terminal positions first, then whatever has only peeled followers. */

#ifndef GRUNDY_SRC_SOLVE_PEEL_H
#define GRUNDY_SRC_SOLVE_PEEL_H

#include "solve/labels.h"
#include "solve/mex.h"
#include "solve/waves.h"

/* `order` gets the peeled vertices, *count of them, in the order of increasing terminal distance,
 * so followers come before the vertices that move to them; it has room for one more than all
 * vertices. `state` gets the terminal distance of those as a label, and of the others how many of
 * their followers are not peeled. `values`, unless NULL, gets the mex of the peeled vertices, for
 * which all followers are known. O(V + E). False: cancelled. */
bool grundy_peel(grundy_view g, grundy_waves *waves, uint32_t *state, uint32_t *order,
                 uint32_t *count, grundy_mex *mex, uint32_t *values, grundy_work *work);

#endif
