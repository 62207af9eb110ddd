/* Whether a GPU is used, and solving a game there. */

#ifndef GRUNDY_SRC_GPU_CHOOSE_H
#define GRUNDY_SRC_GPU_CHOOSE_H

#include <grundy/gpu.h>

/* Decides whether the device with that number is used for a game and its columns. A device that was
 * asked for is used, and must have room for the game: otherwise GRUNDY_UNABLE. GRUNDY_GPU_AUTO is
 * used only if that is faster than the CPU. */
GRUNDY_MUST_USE grundy_status grundy_gpu_choose(const grundy_digraph *g, grundy_columns columns,
                                                uint32_t device, bool *use, grundy_error *error);

/* Solves a game as grundy_solve does, on that device: GRUNDY_GPU_AUTO, or its number in
 * grundy_gpu_list. Outcome, remoteness, misère outcome and remoteness, distance, values, K and
 * counter are computed on the device, all other columns on the CPU. GRUNDY_GPU_AUTO also takes the
 * CPU if no device is a GPU, if the game does not fit into the GPU, or if it is so small that the
 * GPU would be slower. `options` may be NULL. GRUNDY_UNABLE if there is no device, or if the game
 * does not fit into the device with this number; otherwise fails as grundy_solve does. */
GRUNDY_MUST_USE grundy_status grundy_gpu_solve(const grundy_digraph *g, uint32_t device,
                                               const grundy_solve_options *options,
                                               grundy_solution **solution, grundy_error *error);

#endif
