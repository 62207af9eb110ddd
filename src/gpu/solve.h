/* The kernels: solving and checking games on an open device. */

#ifndef GRUNDY_SRC_GPU_SOLVE_H
#define GRUNDY_SRC_GPU_SOLVE_H

#include "gpu/session.h"

/* The columns that the device computes. */
#define GRUNDY_COLUMNS_GPU                                                                         \
  ((grundy_columns)(GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_MISERE |                                \
                    GRUNDY_COLUMN_MISERE_REMOTENESS))

/* Returns the bytes of memory that the device needs, as grundy_gpu_memory does. */
uint64_t grundy_gpu_bytes(uint32_t order, uint64_t size, grundy_columns columns);

/* Returns whether grundy_gpu_solve_on would be faster than the CPU, by the size of the game. */
bool grundy_gpu_is_worthwhile(const grundy_digraph *g, grundy_columns columns);

/* Solves a game as grundy_solve does, with the columns of GRUNDY_COLUMNS_GPU on the device and
 * all others on the CPU. The options are complete: their columns are not 0. GRUNDY_UNABLE if the
 * game does not fit. */
GRUNDY_MUST_USE grundy_status grundy_gpu_solve_on(const grundy_gpu_device *device,
                                                  const grundy_digraph *g,
                                                  const grundy_solve_options *options,
                                                  grundy_solution **solution, grundy_error *error);

/* The same in a session, which can be used again unless this fails. */
GRUNDY_MUST_USE grundy_status grundy_gpu_solve_in(grundy_gpu_session *s, const grundy_digraph *g,
                                                  const grundy_solve_options *options,
                                                  grundy_solution **solution, grundy_error *error);

/* Checks a solution as grundy_verify does, with the same report. The device finds out whether the
 * solution is right; if it is not, the CPU finds out where. The options are complete. */
GRUNDY_MUST_USE grundy_status grundy_gpu_verify_on(const grundy_gpu_device *device,
                                                   const grundy_digraph *g,
                                                   const grundy_solution *solution,
                                                   const grundy_verify_options *options,
                                                   grundy_report **report, grundy_error *error);

/* The same in a session. */
GRUNDY_MUST_USE grundy_status grundy_gpu_verify_in(grundy_gpu_session *s, const grundy_digraph *g,
                                                   const grundy_solution *solution,
                                                   const grundy_verify_options *options,
                                                   grundy_report **report, grundy_error *error);

#endif
