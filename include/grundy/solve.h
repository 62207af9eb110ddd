/* Solving a game: every position of a digraph at once. Cycles and loops are allowed
 * everywhere, the empty digraph too, and no function recurses. */

#ifndef GRUNDY_SOLVE_H
#define GRUNDY_SOLVE_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the generalized Sprague-Grundy function is found where there are cycles. All ways give the
 * same values; their counterfunctions may differ. For research: the first one chooses well. */
typedef enum grundy_algorithm {
  GRUNDY_ALGORITHM_AUTO = 0, /* by the work that has been counted, never by time */
  GRUNDY_ALGORITHM_COUNTING, /* peel, then levels by counting what blocks a position */
  GRUNDY_ALGORITHM_LAZY,     /* peel, then levels by watching one thing that blocks it */
} grundy_algorithm;

typedef struct grundy_solve_options {
  size_t size;
  grundy_columns columns;        /* 0 stands for grundy_solve_columns(g, false) */
  const grundy_monitor *monitor; /* NULL: nobody watches */
  grundy_algorithm algorithm;
  double payoff;       /* for qv: what A wants to get */
  bool infinite_known; /* in games with payoffs: is an infinite play worth something, */
  double infinite;     /* and what to A */
} grundy_solve_options;

/* The columns that exist for this game, or those that are computed where none are asked for:
 * GRUNDY_COLUMNS_ALL and _DEFAULT for a game in which the last player wins; outcome, remoteness
 * and distance for other impartial games; GRUNDY_COLUMNS_COLOURED or _PAYOFF, and qv among all, for
 * two-coloured ones. */
GRUNDY_API grundy_columns grundy_solve_columns(const grundy_digraph *g, bool all);

/* Computes the columns asked for, and runs only the kernels that they need. The solution has
 * exactly those columns and belongs to the caller. `options` may be NULL.
 * GRUNDY_UNDEFINED if a column does not exist for this game.
 * O(V + E) except for grundy, k, counter, hmin and j: those cost O(E · largest value) at
 * worst. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solve(const grundy_digraph *g,
                                                      const grundy_solve_options *options,
                                                      grundy_solution **solution,
                                                      grundy_error *error);

/* The bytes that grundy_solve will hold at its peak with these options and the present number of
 * threads, the solution included but not the digraph itself; UINT64_MAX if they are more, or if the
 * size of the options is wrong. It never holds more. It may hold less, where K and J are much
 * smaller than the number of moves, or the game has few cycles. `options` may be NULL. */
GRUNDY_API uint64_t grundy_solve_memory(const grundy_digraph *g,
                                        const grundy_solve_options *options);

/* The move of the good strategy at v for a remoteness or Q [Smi66, §§4, 5]: to the least even
 * number where q[v] is odd, to the largest odd one where it is even, and to infinity where it is
 * that; of several, to the first. False if v is terminal. */
GRUNDY_API bool grundy_best_follower(const grundy_digraph *g, const uint32_t *q, uint32_t v,
                                     uint32_t *to);

/* The move of a player who is sure of payoff[v] at v and stays sure of it: to a follower with the
 * same payoff and the fewest moves, the first of several. The columns are guarantee and
 * guarantee_moves for A, cap and cap_moves for B. False if v is terminal. */
GRUNDY_API bool grundy_best_payoff_follower(const grundy_digraph *g, const double *payoff,
                                            const uint32_t *moves, uint32_t v, uint32_t *to);

#ifdef __cplusplus
}
#endif

#endif
