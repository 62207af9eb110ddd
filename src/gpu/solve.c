#include "gpu/solve.h"

#include "base/saturate.h"

/* To be replaced by the kernels. */
uint64_t grundy_gpu_bytes(uint32_t order, uint64_t size, grundy_columns columns) {
  (void)columns;
  return 32 * (uint64_t)order + (size > UINT64_MAX / 16 ? UINT64_MAX / 2 : 9 * size);
}

bool grundy_gpu_is_worthwhile(const grundy_digraph *g, grundy_columns columns) {
  (void)columns;
  return grundy_digraph_size(g) > 1000000;
}

grundy_status grundy_gpu_solve_on(const grundy_gpu_device *device, const grundy_digraph *g,
                                  const grundy_solve_options *options, grundy_solution **solution,
                                  grundy_error *error) {
  (void)device;
  return grundy_solve(g, options, solution, error);
}

grundy_status grundy_gpu_verify_on(const grundy_gpu_device *device, const grundy_digraph *g,
                                   const grundy_solution *solution,
                                   const grundy_verify_options *options, grundy_report **report,
                                   grundy_error *error) {
  (void)device;
  return grundy_verify(g, solution, options, report, error);
}
