/* The kernels of grundy_solve, one by one. */

#ifndef GRUNDY_SRC_SOLVE_KERNELS_H
#define GRUNDY_SRC_SOLVE_KERNELS_H

#include <grundy/solve.h>

/* In all of them `reverse` is the transpose of g, made by the caller once for all kernels,
 * and results go to arrays of the caller with one entry a vertex, which mean nothing if the call
 * fails. All threads of grundy_threads_set share the work. */

/* Remoteness [Smi66, §4, and §8 for misère play, where terminal positions get 1]: even where
 * the previous player wins, odd where the next player does, GRUNDY_INFINITY at draws.
 * O(V + E) time, O(V) space. */
GRUNDY_MUST_USE grundy_status grundy_remoteness_solve(const grundy_digraph *g,
                                                      const grundy_digraph *reverse,
                                                      grundy_play play,
                                                      const grundy_monitor *monitor,
                                                      uint32_t *remoteness, grundy_error *error);

/* Q(·; S) [Smi66, §5]: remoteness where ends[v] says who succeeds at the terminal position v: P or
 * 0, the previous player (0); N, the next one (1); D, neither (infinity). A draw needs no
 * doubled game: what a player can force depends on nothing but what that player can force.
 * O(V + E) time, O(V) space. */
GRUNDY_MUST_USE grundy_status grundy_q_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                             const grundy_outcome *ends,
                                             const grundy_monitor *monitor, uint32_t *remoteness,
                                             grundy_error *error);

/* Of a game with payoffs, what A can get if an infinite play is worth `infinite` to A: the most
 * that A can be sure of, which is the least that B can hold A to. With -INFINITY or INFINITY
 * the play must end for the one who seeks a guarantee, A or B; where it cannot be forced to,
 * that infinity is the answer. `moves` gets a number of moves in which the player who forces the
 * play to end can have it ended with this payoff, GRUNDY_INFINITY where nobody does.
 * One retrograde pass over the payoffs from either end: O(V + E + T log T), T terminal positions.
 */
GRUNDY_MUST_USE grundy_status grundy_payoff_solve(const grundy_digraph *g,
                                                  const grundy_digraph *reverse, double infinite,
                                                  const grundy_monitor *monitor, double *payoff,
                                                  uint32_t *moves, grundy_error *error);

/* The outcome of a position with that remoteness, P, N or D [Smi66, §4]. */
grundy_outcome grundy_outcome_of_remoteness(uint32_t remoteness);

/* Terminal distance [Smi66, §3]: the length of the longest play, GRUNDY_INFINITY where play
 * may go on for ever. O(V + E) time, O(V) space. */
GRUNDY_MUST_USE grundy_status grundy_distance_solve(const grundy_digraph *g,
                                                    const grundy_digraph *reverse,
                                                    const grundy_monitor *monitor,
                                                    uint32_t *distance, grundy_error *error);

/* The generalized Sprague–Grundy function with a monotonic counterfunction [FY86, §3].
 * `values` gets G, GRUNDY_INFINITY for ∞; `counter` may be NULL, and gets GRUNDY_INFINITY
 * where G is infinite. O(V + E) on games without cycles; O(E · largest value) at worst. Chooses as
 * GRUNDY_ALGORITHM_AUTO does. */
GRUNDY_MUST_USE grundy_status grundy_values_solve(const grundy_digraph *g,
                                                  const grundy_digraph *reverse,
                                                  const grundy_monitor *monitor, uint32_t *values,
                                                  uint32_t *counter, grundy_error *error);

/* The least H of a pair (G, H) [Smi66, (23)], for given G. O(V + E) time and space. */
GRUNDY_MUST_USE grundy_status grundy_hmin_solve(const grundy_digraph *g,
                                                const grundy_digraph *reverse,
                                                const uint32_t *values,
                                                const grundy_monitor *monitor, uint32_t *hmin,
                                                grundy_error *error);

#endif
