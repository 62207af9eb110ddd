/* Whether a GPU is used. */

#ifndef GRUNDY_SRC_GPU_CHOOSE_H
#define GRUNDY_SRC_GPU_CHOOSE_H

#include <grundy/gpu.h>

/* Decides whether the device with that number is used for a game and its columns. A device that was
 * asked for is used, and must have room for the game: otherwise GRUNDY_UNABLE. GRUNDY_GPU_AUTO is
 * used only if that is faster than the CPU. */
GRUNDY_MUST_USE grundy_status grundy_gpu_choose(const grundy_digraph *g, grundy_columns columns,
                                                uint32_t device, bool *use, grundy_error *error);

#endif
