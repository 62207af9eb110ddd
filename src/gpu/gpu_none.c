/* In builds without OpenCL: no device. */

#include <grundy/gpu.h>

#include "base/error.h"
#include "base/options.h"
#include "gpu/choose.h"

static grundy_status fail_missing(grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE,
                     "this build of grundy cannot use GPUs; build it with the OpenCL headers "
                     "installed (Debian: opencl-headers)");
}

grundy_status grundy_gpu_list(grundy_gpu_info **devices, size_t *count, grundy_error *error) {
  (void)devices, (void)count;
  return fail_missing(error);
}

uint64_t grundy_gpu_memory(uint32_t order, uint64_t size, grundy_columns columns) {
  (void)order, (void)size, (void)columns;
  return UINT64_MAX;
}

grundy_status grundy_gpu_choose(const grundy_digraph *g, grundy_columns columns, uint32_t device,
                                bool *use, grundy_error *error) {
  (void)g, (void)columns, (void)device, (void)use;
  return fail_missing(error);
}

grundy_status grundy_gpu_solve(const grundy_digraph *g, uint32_t device,
                               const grundy_solve_options *options, grundy_solution **solution,
                               grundy_error *error) {
  grundy_solve_options copy;
  (void)g, (void)device, (void)solution;
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  return status == GRUNDY_OK ? fail_missing(error) : status;
}

grundy_status grundy_gpu_verify(const grundy_digraph *g, const grundy_solution *solution,
                                uint32_t device, const grundy_verify_options *options,
                                grundy_report **report, grundy_error *error) {
  grundy_verify_options copy;
  (void)g, (void)solution, (void)device, (void)report;
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  return status == GRUNDY_OK ? fail_missing(error) : status;
}
