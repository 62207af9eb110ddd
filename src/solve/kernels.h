/* The kernels of grundy_solve_in_memory, one by one. */

#ifndef GRUNDY_SRC_SOLVE_KERNELS_H
#define GRUNDY_SRC_SOLVE_KERNELS_H

#include <grundy/solve.h>

/* In all kernels, `reverse` is the transpose of g, made once by the caller for all kernels, and
 * results are written to the caller's arrays with one entry per vertex, which are undefined if the
 * call fails. The work is divided among all threads of grundy_threads_set. */

/* Computes remoteness [Smi66, §4, and §8 for misère play, where terminal positions get 1]: even if
 * the previous player wins, odd if the next player wins, GRUNDY_INFINITY at draws. O(V + E) time,
 * O(V) space. */
GRUNDY_MUST_USE grundy_status grundy_remoteness_solve(const grundy_digraph *g,
                                                      const grundy_digraph *reverse,
                                                      grundy_play play,
                                                      const grundy_monitor *monitor,
                                                      uint32_t *remoteness, grundy_error *error);

/* Computes Q(·; S) [Smi66, §5]: remoteness where ends[v] says who succeeds at the terminal position
 * v: P or 0, the previous player (0); N, the next player (1); D, neither (infinity). Draws do not
 * require doubling the game: what one player can force does not depend on what the other can force.
 * O(V + E) time, O(V) space. */
GRUNDY_MUST_USE grundy_status grundy_q_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                             const grundy_outcome *ends,
                                             const grundy_monitor *monitor, uint32_t *remoteness,
                                             grundy_error *error);

/* Computes what A can get in a game with payoffs if an infinite play is worth `infinite` to A: the
 * most that A can be sure of, which is the least that B can hold A to. With -INFINITY or INFINITY,
 * the player who seeks a guarantee (A or B) must make the play end; if this cannot be forced, that
 * infinity is the result. `moves` becomes a number of moves within which the player who forces the
 * play to end can end it with this payoff, GRUNDY_INFINITY if neither does. One retrograde pass
 * over the payoffs from either end: O(V + E + T log T) for T terminal positions. */
GRUNDY_MUST_USE grundy_status grundy_payoff_solve(const grundy_digraph *g,
                                                  const grundy_digraph *reverse, double infinite,
                                                  const grundy_monitor *monitor, double *payoff,
                                                  uint32_t *moves, grundy_error *error);

/* Returns the outcome of a position with this remoteness, P, N or D [Smi66, §4]. */
static inline grundy_outcome grundy_outcome_of_remoteness(uint32_t remoteness) {
  grundy_outcome forced = remoteness % 2 == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  return remoteness == GRUNDY_INFINITY ? GRUNDY_OUTCOME_D : forced;
}

/* Computes terminal distance [Smi66, §3]: the length of the longest play, GRUNDY_INFINITY if play
 * may go on forever. O(V + E) time, O(V) space. */
GRUNDY_MUST_USE grundy_status grundy_distance_solve(const grundy_digraph *g,
                                                    const grundy_digraph *reverse,
                                                    const grundy_monitor *monitor,
                                                    uint32_t *distance, grundy_error *error);

/* Computes the generalized Sprague–Grundy function with a monotonic counterfunction [FY86, §3].
 * `values` becomes G, with GRUNDY_INFINITY for ∞; `counter` may be NULL, and is GRUNDY_INFINITY
 * where G is infinite. O(V + E) on acyclic games; O(E · largest value) at worst. Chooses as
 * GRUNDY_ALGORITHM_AUTO does. */
GRUNDY_MUST_USE grundy_status grundy_values_solve(const grundy_digraph *g,
                                                  const grundy_digraph *reverse,
                                                  const grundy_monitor *monitor, uint32_t *values,
                                                  uint32_t *counter, grundy_error *error);

/* Computes the least H of a pair (G, H) [Smi66, (23)] for given G. O(V + E) space; O(V + E) time,
 * and O(log E) for a move to a value that is above 30 and exceeds the number of moves of its tail.
 */
GRUNDY_MUST_USE grundy_status grundy_hmin_solve(const grundy_digraph *g,
                                                const grundy_digraph *reverse,
                                                const uint32_t *values,
                                                const grundy_monitor *monitor, uint32_t *hmin,
                                                grundy_error *error);

/* Computes the level of every vertex, infinite at draws that no mistake can end, and its remoteness
 * within the level (docs/theory.md). O(V + E). */
GRUNDY_MUST_USE grundy_status grundy_draws_solve(const grundy_digraph *g,
                                                 const grundy_digraph *reverse,
                                                 const grundy_monitor *monitor, uint32_t *level,
                                                 uint32_t *remoteness, grundy_error *error);

#endif
