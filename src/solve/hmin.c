#include "solve/hmin.h"

#include "digraph/view.h"
#include "solve/kernels.h"

static bool are_small(uint32_t order, const uint32_t *values) {
  for (uint32_t v = 0; v < order; v++)
    if (values[v] != GRUNDY_INFINITY && values[v] >= GRUNDY_HMIN_SMALL) return false;
  return true;
}

grundy_status grundy_hmin_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                const uint32_t *values, const grundy_monitor *monitor,
                                uint32_t *hmin, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  uint64_t size = grundy_digraph_size(g);
  bool small = are_small(order, values);
  grundy_work work = grundy_work_start(monitor, "hmin", 4 * (order + size));
  grundy_status status =
      (small ? grundy_hmin_small : grundy_hmin_large)(g, reverse, values, hmin, &work, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", size);
  return status;
}
