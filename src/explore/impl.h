/* What was explored, for the files of this room. */

#ifndef GRUNDY_SRC_EXPLORE_IMPL_H
#define GRUNDY_SRC_EXPLORE_IMPL_H

#include <grundy/explore.h>

#include "explore/positions.h"

/* Rules with the positions that were found: what names are made of. */
typedef struct grundy_explored {
  grundy_ruled *ruled;
  grundy_positions positions;
} grundy_explored;

/* NULL is allowed. */
void grundy_explored_free(grundy_explored *explored);

/* Lets names of g be made by rules. It takes over `explored`. */
void grundy_explored_name(grundy_digraph *g, grundy_explored *explored);

/* What names of g are made of; NULL if they are not made by rules. */
const grundy_explored *grundy_explored_of(const grundy_digraph *g);

/* Explores what can be reached from the start. `ruled` is taken over, on failure too: it makes the
 * names of the digraph. */
grundy_status grundy_explore(grundy_ruled *ruled, const grundy_open_options *options,
                             grundy_digraph **g, grundy_error *error);

/* What rules say of all positions, one entry a vertex; NULL if they say nothing of the kind. */
typedef struct grundy_rulings {
  uint8_t *players; /* 'A' or 'B' */
  uint8_t *ends;    /* 'P', 'N', 'D', 'A', 'B', '$', or 0 */
} grundy_rulings;

/* Gives g, which was explored, its players, outcomes and payoffs. GRUNDY_BAD_INPUT if they do not
 * go together. It may take the arrays over, and then they are NULL. */
grundy_status grundy_explored_judge(grundy_digraph *g, grundy_rulings *rulings,
                                    grundy_error *error);

#endif
