/* The least H of Smith's pairs (G, H) [Smi66, (23)] for known G: the idea of both algorithms.
 *
 * Write m(v, y) for the least H among the followers of v of value y. If G(u) is finite, H(u) is the
 * least number greater than
 *   (1) m(u, y) for each y < G(u), and
 *   (2) min(H(v), 1 + m(v, G(u))) for each follower v.
 * Every condition on u is met by a vertex of smaller H, so the vertices are settled by increasing
 * H, time t settling those with H = t. Each vertex counts its unmet conditions; when the last one
 * is met at time t, its H is t + 1. When v is settled at time t with value y, then for each
 * predecessor p condition (2) on the move from p to v is met; and if v is the first follower of p
 * with value y to be settled, the pair (p, y) fires, m(p, y) = t: condition (1) on p for y is met
 * (if y < G(p)), and at time t + 1 condition (2) on the move to p is met for every predecessor q of
 * p with G(q) = y. */

#ifndef GRUNDY_SRC_SOLVE_HMIN_H
#define GRUNDY_SRC_SOLVE_HMIN_H

#include "base/arena.h"
#include "base/monitor.h"
#include "digraph/view.h"

#include <grundy/value.h>

/* Values below this number fit into a set of 32 bits, with the last bit for infinity. */
enum { GRUNDY_HMIN_SMALL = 31 };

/* For games with values below GRUNDY_HMIN_SMALL: the pairs of a vertex are the bits of a word. Does
 * nothing if the arena only counts or has failed. False if cancelled. */
bool grundy_hmin_small(grundy_arena *arena, grundy_view g, grundy_view reverse,
                       const uint32_t *values, uint32_t *hmin, grundy_work *work);

/* The same for all games: pairs have places in a table. */
bool grundy_hmin_large(grundy_arena *arena, grundy_view g, grundy_view reverse,
                       const uint32_t *values, uint32_t *hmin, grundy_work *work);

#endif
