/* Decides whether a device solves a game, and runs its kernels. */

#include <grundy/gpu.h>

#include "base/error.h"
#include "base/options.h"
#include "digraph/kinds.h"
#include "gpu/choose.h"
#include "gpu/device.h"
#include "gpu/solve.h"

uint64_t grundy_gpu_memory(uint32_t order, uint64_t size, grundy_columns columns) {
  return grundy_gpu_bytes(order, size, columns == 0 ? GRUNDY_COLUMNS_DEFAULT : columns);
}

/* Finds the device with that number and decides whether to use it. */
static grundy_status choose(const grundy_digraph *g, grundy_columns columns, uint32_t number,
                            grundy_gpu_device *device, bool *use, grundy_error *error) {
  grundy_status status = grundy_digraph_require_ordinary(g, "devices", error);
  if (status == GRUNDY_OK) status = grundy_gpu_device_find(number, device, error);
  if (status != GRUNDY_OK) return status;
  const grundy_gpu_info *info = &device->info;
  uint64_t need = grundy_gpu_bytes(grundy_digraph_order(g), grundy_digraph_size(g), columns);
  bool fits = need <= info->usable;
  *use =
      fits && (number != GRUNDY_GPU_AUTO || (info->is_gpu && grundy_gpu_is_worthwhile(g, columns)));
  if (fits || number == GRUNDY_GPU_AUTO) return GRUNDY_OK;
  const double gib = 1024.0 * 1024.0 * 1024.0;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
                             "the game needs %.1f GiB of memory on device %lu (%s), which offers "
                             "%.1f GiB",
                             (double)need / gib, (unsigned long)number, info->name,
                             (double)info->usable / gib);
}

grundy_status grundy_gpu_choose(const grundy_digraph *g, grundy_columns columns, uint32_t device,
                                bool *use, grundy_error *error) {
  grundy_gpu_device chosen = {0};
  return choose(g, columns, device, &chosen, use, error);
}

grundy_status grundy_gpu_solve(const grundy_digraph *g, uint32_t device,
                               const grundy_solve_options *options, grundy_solution **solution,
                               grundy_error *error) {
  grundy_solve_options copy;
  grundy_gpu_device chosen = {0};
  bool use = false;
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  if (status != GRUNDY_OK) return status;
  if (copy.columns == 0) copy.columns = grundy_solve_columns(g, false);
  status = choose(g, copy.columns, device, &chosen, &use, error);
  if (status != GRUNDY_OK) return status;
  if (!use) return grundy_solve_in_memory(g, &copy, solution, error);
  status = grundy_gpu_device_start(&chosen, error);
  if (status == GRUNDY_OK) status = grundy_gpu_solve_on(&chosen, g, &copy, solution, error);
  grundy_gpu_device_close(&chosen);
  return status;
}

grundy_status grundy_gpu_verify(const grundy_digraph *g, const grundy_solution *solution,
                                uint32_t device, const grundy_verify_options *options,
                                grundy_report **report, grundy_error *error) {
  grundy_verify_options copy;
  grundy_gpu_device chosen = {0};
  bool use = false;
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  if (status == GRUNDY_OK)
    status = choose(g, grundy_solution_columns(solution), device, &chosen, &use, error);
  if (status != GRUNDY_OK) return status;
  if (!use) return grundy_verify(g, solution, &copy, report, error);
  status = grundy_gpu_device_start(&chosen, error);
  if (status == GRUNDY_OK)
    status = grundy_gpu_verify_on(&chosen, g, solution, &copy, report, error);
  grundy_gpu_device_close(&chosen);
  return status;
}
