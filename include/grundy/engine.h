/* Solving a game in the way that suits it: in memory, in less memory, with the moves on disk, or on
 * a GPU. All front ends solve with these functions, so the same options give the same engine.
 *
 * A game in a file is opened with grundy_game_open (game.h), which maps uncompressed .npz files
 * instead of reading them: that is how games larger than memory are solved. grundy_solution_write
 * (format.h) or, for rules, grundy_tablebase_write (explore.h) writes the solution to a file. */

#ifndef GRUNDY_ENGINE_H
#define GRUNDY_ENGINE_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a game will be solved. */
typedef struct grundy_engine_plan {
  grundy_engine engine; /* never GRUNDY_ENGINE_AUTO */
  const char *name;     /* of the engine: "memory", "lean", "scratch" or "gpu" */
  uint64_t memory;      /* that the engine needs, in bytes; see below */
  unsigned threads;     /* with which it stays within options->memory */
  char reason[160];     /* why this engine was chosen */

  /* What each engine needs, so that this limit suffices: the memory for the game, the solution, the
   * work with one thread, and 3 MiB for the program. 0: the engine does not have the columns, or
   * does not work for this game. `memory` is one of these figures, or for a GPU what the device
   * needs. */
  uint64_t in_memory;
  uint64_t lean;
  uint64_t scratch;
} grundy_engine_plan;

/* Chooses the engine. With GRUNDY_ENGINE_AUTO it is
 *   - GRUNDY_ENGINE_SCRATCH if there is a scratch folder;
 *   - or else GRUNDY_ENGINE_MEMORY if that fits into options->memory, if need be with fewer
 * threads;
 *   - or else GRUNDY_ENGINE_LEAN if that fits and has the columns.
 * GRUNDY_ENGINE_GPU with GRUNDY_GPU_AUTO becomes one of the latter two if no GPU is faster. Any
 * other engine is taken as it is. `options` may be NULL. GRUNDY_UNABLE, with the memory that is
 * needed, if nothing fits, if the engine does not have the columns, or if there is no such device;
 * GRUNDY_UNDEFINED if the engine does not work for windows or parts of positions. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solve_plan(const grundy_digraph *g,
                                                           const grundy_solve_options *options,
                                                           grundy_engine_plan *plan,
                                                           grundy_error *error);

/* Solves a game with the engine that grundy_solve_plan chooses. The solution has exactly the
 * requested columns, and that of a window also the column window, and belongs to the caller.
 * `options` may be NULL. Fails as grundy_solve_plan, or as the function of the engine does. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solve(const grundy_digraph *g,
                                                      const grundy_solve_options *options,
                                                      grundy_solution **solution,
                                                      grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
