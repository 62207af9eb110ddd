/* Solving a game: all positions of a digraph at once. Cycles and loops are allowed everywhere, as
 * is the empty digraph, and no function recurses. */

#ifndef GRUNDY_SOLVE_H
#define GRUNDY_SOLVE_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to compute the generalized Sprague-Grundy function of games with cycles. All algorithms give
 * the same values; their counterfunctions may differ. The others are for research: the first one
 * chooses well. */
typedef enum grundy_algorithm {
  GRUNDY_ALGORITHM_AUTO = 0, /* chosen by counting work, never by measuring time */
  GRUNDY_ALGORITHM_COUNTING, /* peel, then levels by counting what blocks a position */
  GRUNDY_ALGORITHM_LAZY,     /* peel, then levels with one watched witness per position */
} grundy_algorithm;

/* Where a game is solved. All engines give the same columns, byte for byte. */
typedef enum grundy_engine {
  GRUNDY_ENGINE_AUTO = 0, /* chosen by grundy_solve */
  GRUNDY_ENGINE_MEMORY,   /* grundy_solve_in_memory: the fastest on a CPU */
  GRUNDY_ENGINE_LEAN,     /* in about half the memory: the moves are held in one direction only */
  GRUNDY_ENGINE_SCRATCH,  /* with the moves in a file, and only the states of positions in memory */
  GRUNDY_ENGINE_GPU,      /* on a GPU; columns that it does not compute on the CPU */
} grundy_engine;

/* The name of the file with the moves in the folder `scratch`. */
#define GRUNDY_SCRATCH_FILE "grundy-reverse-rows"

/* What to compute, and how. */
typedef struct grundy_solve_options {
  size_t size;
  grundy_columns columns;        /* 0: grundy_solve_columns(g, false) */
  const grundy_monitor *monitor; /* may be NULL */
  grundy_algorithm algorithm;
  double payoff;       /* for qv: the payoff that A wants to get */
  bool infinite_known; /* in games with payoffs: infinite play has a payoff, */
  double infinite;     /* this much to A */

  /* Only grundy_solve and grundy_solve_plan (engine.h) use the following members. */
  grundy_engine engine;
  const char *scratch; /* a folder for the moves; NULL: none, or for GRUNDY_ENGINE_SCRATCH "." */
  uint32_t device;     /* for GRUNDY_ENGINE_GPU: GRUNDY_GPU_AUTO, or a number of grundy_gpu_list */
  uint64_t memory;     /* bytes for everything, the game included; 0: no limit */
  const char *memory_giver; /* for messages, such as "--memory allows"; NULL: "the limit is" */
} grundy_solve_options;

/* Returns the columns that exist for this game if `all`, and otherwise its default columns. They
 * are GRUNDY_COLUMNS_ALL with those about levels of draws, and _DEFAULT, for a game in normal play;
 * outcome, remoteness and distance for other impartial games; GRUNDY_COLUMNS_COLOURED or _PAYOFF
 * for two-coloured games, where all columns include qv; GRUNDY_COLUMNS_PARTS for parts of
 * positions; and GRUNDY_COLUMNS_TURNS for games with kinds of moves. */
GRUNDY_API grundy_columns grundy_solve_columns(const grundy_digraph *g, bool all);

/* Computes the requested columns in memory, running only the kernels that they need. The solution
 * has exactly these columns, and that of a window also the column window, and belongs to the
 * caller. `options` may be NULL. GRUNDY_UNDEFINED if a column does not exist for this game.
 * GRUNDY_UNABLE if the vertices are parts of positions and their sums grow without bound, with a
 * cycle on which they do. O(V + E), except for grundy, k, counter, hmin and j, which cost
 * O(E · largest value) at worst. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solve_in_memory(const grundy_digraph *g,
                                                                const grundy_solve_options *options,
                                                                grundy_solution **solution,
                                                                grundy_error *error);

/* Finds the move at v of the good strategy for a remoteness or Q [Smi66, §§4, 5]: to the least even
 * number if q[v] is odd, to the largest odd number if q[v] is even, and to infinity if q[v] is
 * infinity; in a tie, to the first. False if v is terminal, if q[v] is not known in a window, or if
 * moves have kinds, where the parity of q does not say who wins. */
GRUNDY_API bool grundy_best_follower(const grundy_digraph *g, const uint32_t *q, uint32_t v,
                                     uint32_t *to);

/* Finds a move for a player who can force payoff[v] at v: to a follower with the same payoff and
 * the fewest moves, the first in a tie. The columns are guarantee and guarantee_moves for A, cap
 * and cap_moves for B. False if v is terminal. */
GRUNDY_API bool grundy_best_payoff_follower(const grundy_digraph *g, const double *payoff,
                                            const uint32_t *moves, uint32_t v, uint32_t *to);

/* ---- classical labellings --------------------------------------------------------------- */

/* How long to look for classical labellings. */
typedef struct grundy_labellings_options {
  size_t size;
  uint64_t most;  /* stop counting after this many in a connected part of the game; 0: 1,000,000 */
  uint64_t steps; /* stop after looking at this many moves; 0: 1,000,000,000 */
  const grundy_monitor *monitor; /* may be NULL */
} grundy_labellings_options;

/* The functions g with g(u) = mex g(F(u)) at every vertex u. */
typedef struct grundy_labellings_report {
  uint64_t count;   /* how many there are; 0: none */
  bool complete;    /* false: there are at least `count` */
  uint32_t none_at; /* if there is none: a vertex of a part that has none; else GRUNDY_INFINITY */
  bool loop;        /* there is none because that vertex has a move to itself */
} grundy_labellings_report;

/* Looks for all classical labellings of a game: functions with g(u) = mex g(F(u)). A game without
 * cycles has exactly one, and the empty game has one; a game with cycles may have none or many, and
 * deciding which is NP-complete. `labels` gets one of them if there is any. The attributes of the
 * game are ignored. `options` may be NULL. GRUNDY_UNABLE if the steps are used up before one is
 * found or there is known to be none. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_labellings(const grundy_digraph *g,
                                                           const grundy_labellings_options *options,
                                                           uint32_t *labels,
                                                           grundy_labellings_report *report,
                                                           grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
