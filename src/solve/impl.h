/* Shared by the kernels. */

#ifndef GRUNDY_SRC_SOLVE_IMPL_H
#define GRUNDY_SRC_SOLVE_IMPL_H

#include <grundy/solve.h>

#include "base/arena.h"
#include "digraph/view.h"
#include "solution/impl.h"
#include "solve/plan.h"

/* The columns that need the generalized Sprague-Grundy function. */
#define GRUNDY_FROM_VALUES                                                                         \
  (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_HMIN |           \
   GRUNDY_COLUMN_J)

/* The columns about levels of draws. */
#define GRUNDY_FROM_DRAWS (GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS)

/* Fails with GRUNDY_BAD_ARGUMENT if a column is unknown, and with GRUNDY_UNDEFINED if one does not
 * exist for this game. */
grundy_status grundy_solve_check_columns(const grundy_digraph *g, grundy_columns wanted,
                                         grundy_error *error);

/* Adds or replaces the missing columns; the other columns of the solution are right, and used where
 * they help. The columns exist for this game, and all options are set. After a failure the missing
 * columns are undefined. */
grundy_status grundy_solve_missing(const grundy_digraph *g, const grundy_solve_options *options,
                                   grundy_columns missing, grundy_solution *solution,
                                   grundy_error *error);

/* Adds outcomes, which the parity of remoteness determines. */
grundy_status grundy_solve_outcome(grundy_solution *solution, grundy_columns column,
                                   const uint32_t *remoteness, grundy_error *error);

/* Where each key begins in a sorted list: start[key] for all keys up to the largest, followed by
 * the end of the list. The caller of the sort frees it. */
typedef struct grundy_starts {
  uint32_t *start;
  uint32_t largest;
} grundy_starts;

/* Sorts `count` vertices (0 … count - 1 if `vertices` is NULL) by increasing key, stably, leaving
 * out those whose key is infinite. `sorted` has room for all of them and is not `vertices`;
 * *sorted_count is the number of sorted vertices. `starts` may be NULL; the caller frees its array.
 * O(count + largest key) time, O(largest key) space. False if memory runs out. */
bool grundy_sort_vertices(const uint32_t *vertices, uint32_t count, const uint32_t *keys,
                          uint32_t *sorted, uint32_t *sorted_count, grundy_starts *starts);

/* ---- memory ------------------------------------------------------------------------------ */

/* What the memory of kernels depends on. If only the size of a game is known, the rest are
 * bounds. */
typedef struct grundy_sizes {
  grundy_view g; /* its arrays, or those of its transpose, are not accessed */
  uint64_t longest_row;
  uint32_t with_moves;    /* vertices that are not terminal */
  uint64_t largest_value; /* that is finite */
  uint64_t numbers_of_k;  /* in all sets K together */
  bool swept;             /* settled in one pass, without the reverse digraph */
} grundy_sizes;

/* Each function counts what a kernel holds besides its arguments, with the code that allocates it.
 * What follows from results is counted at its largest. */
void grundy_remoteness_count(grundy_arena *arena, const grundy_sizes *sizes);
void grundy_hmin_count(grundy_arena *arena, const grundy_sizes *sizes);
void grundy_draws_count(grundy_arena *arena, const grundy_sizes *sizes);
void grundy_payoff_count(grundy_arena *arena, const grundy_sizes *sizes);

/* Counts what grundy_sets_of_followers holds; the sets remain. */
void grundy_sets_count(grundy_arena *arena, const grundy_sizes *sizes, grundy_columns k_or_j);

/* ---- values ------------------------------------------------------------------------------ */

/* The results of grundy_distance_solve and grundy_values_solve, computed together; each array may
 * be NULL, but `counter` needs `values`. `reverse` may be NULL if the game can be swept. */
typedef struct grundy_values_wanted {
  uint32_t *distance, *values, *counter;
  grundy_algorithm algorithm;
} grundy_values_wanted;

grundy_status grundy_values_and_distance(const grundy_digraph *g, const grundy_digraph *reverse,
                                         const grundy_values_wanted *wanted,
                                         const grundy_monitor *monitor, grundy_error *error);

/* Counts what grundy_values_and_distance holds; the results that are not NULL are wanted. */
void grundy_values_count(grundy_arena *arena, const grundy_sizes *sizes,
                         const grundy_values_wanted *wanted);

/* Returns how many vertices and moves counting levels may examine before lazy levels take over. */
uint64_t grundy_levels_budget(uint32_t order, uint64_t size);

/* Computes K of every vertex with an infinite value (absent elsewhere), or J of every vertex, from
 * the values. O(V + E), and O(d log d) for a vertex with d numbers that are far apart. */
grundy_status grundy_sets_of_followers(const grundy_digraph *g, const uint32_t *values,
                                       grundy_columns k_or_j, const grundy_monitor *monitor,
                                       grundy_sets *sets, grundy_error *error);

/* Computes the columns of a two-coloured game; `reverse` may be NULL if the plan does not need it.
 */
grundy_status grundy_solve_coloured(const grundy_digraph *g, const grundy_digraph *reverse,
                                    const grundy_solve_options *options,
                                    const grundy_column_plan *plan, grundy_solution *solution,
                                    grundy_error *error);

/* Computes columns of parts of positions, among GRUNDY_COLUMNS_PARTS. GRUNDY_UNABLE if sums grow
 * without bound, with the cycle. */
grundy_status grundy_solve_parts(const grundy_digraph *g, const grundy_solve_options *options,
                                 grundy_columns wanted, grundy_solution *solution,
                                 grundy_error *error);

/* Returns an upper bound on the bytes that grundy_solve_parts holds. */
uint64_t grundy_solve_parts_memory(const grundy_digraph *g);

/* Computes columns of a game with kinds of moves, among GRUNDY_COLUMNS_TURNS. */
grundy_status grundy_solve_turns(const grundy_digraph *g, const grundy_solve_options *options,
                                 grundy_columns wanted, grundy_solution *solution,
                                 grundy_error *error);

/* Returns an estimate of the bytes that grundy_solve_turns holds, with one number per move in the
 * sets K and C. */
uint64_t grundy_solve_turns_memory(const grundy_digraph *g);

/* Returns an upper bound on the bytes that grundy_solve_in_memory holds for any digraph with this
 * many vertices and moves; UINT64_MAX if it does not fit. `columns` 0 means GRUNDY_COLUMNS_DEFAULT.
 */
uint64_t grundy_solve_memory_bound(uint32_t order, uint64_t size, grundy_columns columns);

#endif
