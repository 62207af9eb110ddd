/* What the kernels share. */

#ifndef GRUNDY_SRC_SOLVE_IMPL_H
#define GRUNDY_SRC_SOLVE_IMPL_H

#include <grundy/solve.h>

#include "solution/impl.h"

/* Kahn's peeling: terminal positions first, then whatever has only peeled followers.
 *
 * `order` gets the peeled vertices, *count of them, in the order of increasing terminal
 * distance, so followers come before the vertices that move to them; `distance` gets the
 * terminal distance of those and GRUNDY_INFINITY for the rest [Smi66, (2) and (3)]. Both have
 * one entry a vertex. O(V + E) time, no memory of its own. False: cancelled. */
bool grundy_peel(const grundy_digraph *g, const grundy_digraph *reverse,
                 const grundy_monitor *monitor, uint32_t *distance, uint32_t *order,
                 uint32_t *count);

/* Sorts `count` vertices (0 … count - 1 if `vertices` is NULL) by increasing key, stably, and
 * leaves out those whose key is infinite. `sorted` has room for all of them and is not
 * `vertices`; *sorted_count is how many it got. O(count + largest key) time, O(largest key)
 * space. False: out of memory. */
bool grundy_sort_vertices(const uint32_t *vertices, uint32_t count, const uint32_t *keys,
                          uint32_t *sorted, uint32_t *sorted_count);

/* G and c as grundy_values_solve does, for a game whose peeling is known. */
grundy_status grundy_values_after_peel(const grundy_digraph *g, const grundy_digraph *reverse,
                                       const grundy_monitor *monitor, const uint32_t *distance,
                                       const uint32_t *order, uint32_t count, uint32_t *values,
                                       uint32_t *counter, grundy_error *error);

/* K of every vertex with an infinite value (absent elsewhere), or J of every vertex, from the
 * values. O(V + E). */
grundy_status grundy_sets_of_followers(const grundy_digraph *g, const grundy_digraph *reverse,
                                       const uint32_t *values, grundy_columns k_or_j,
                                       const grundy_monitor *monitor, grundy_sets *sets,
                                       grundy_error *error);

#endif
