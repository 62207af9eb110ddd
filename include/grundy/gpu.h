/* Solving a game on a GPU, through OpenCL. The results have the same bytes as those of grundy_solve
 * and grundy_verify. In a build without this part, all functions fail with GRUNDY_UNABLE. */

#ifndef GRUNDY_GPU_H
#define GRUNDY_GPU_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/verify.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The device that suits the game best, which may be the CPU. */
enum { GRUNDY_GPU_AUTO = 0 };

/* A device that OpenCL offers. Texts that are too long are truncated. */
typedef struct grundy_gpu_info {
  char name[128];
  char platform[128]; /* who provides it, for instance "NVIDIA CUDA" */
  char driver[128];   /* the version of the driver */
  uint64_t memory;    /* in bytes */
  uint64_t usable;    /* the bytes of it that a game may use; the driver needs the rest */
  uint32_t units;     /* compute units */
  bool is_gpu;        /* false: the CPU, or something else that runs kernels */
} grundy_gpu_info;

/* Lists all devices, in the order of OpenCL; the first has the number 1. The array is freed with
 * free(). GRUNDY_UNABLE if OpenCL is not installed or offers no device: the message says what is
 * missing. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_gpu_list(grundy_gpu_info **devices, size_t *count,
                                                         grundy_error *error);

/* Returns how many bytes of memory a device needs to solve a game with this many positions and
 * moves for these columns (0: GRUNDY_COLUMNS_DEFAULT); UINT64_MAX if it does not fit into 64
 * bits. */
GRUNDY_API uint64_t grundy_gpu_memory(uint32_t order, uint64_t size, grundy_columns columns);

/* Checks a solution as grundy_verify does, on a device as above. The report is the same. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_gpu_verify(
    const grundy_digraph *g, const grundy_solution *solution, uint32_t device,
    const grundy_verify_options *options, grundy_report **report, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
