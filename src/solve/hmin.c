#include "solve/hmin.h"

#include "solve/impl.h"
#include "solve/kernels.h"

static bool are_small(uint32_t order, const uint32_t *values) {
  for (uint32_t v = 0; v < order; v++)
    if (values[v] != GRUNDY_INFINITY && values[v] >= GRUNDY_HMIN_SMALL) return false;
  return true;
}

grundy_status grundy_hmin_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                const uint32_t *values, const grundy_monitor *monitor,
                                uint32_t *hmin, grundy_error *error) {
  grundy_view view = grundy_view_of(g);
  grundy_arena arena = {0};
  grundy_work work = grundy_work_start(monitor, "hmin", 4 * (view.order + view.size));
  bool small = are_small(view.order, values);
  bool done = (small ? grundy_hmin_small : grundy_hmin_large)(&arena, view, grundy_view_of(reverse),
                                                              values, hmin, &work);
  grundy_status status =
      arena.failed ? GRUNDY_OK : grundy_work_end(&work, done, "", view.size, error);
  return grundy_arena_end(&arena, status, error);
}

/* A value is at most the number of moves of its vertex. */
void grundy_hmin_count(grundy_arena *arena, const grundy_sizes *sizes) {
  uint64_t mark = arena->count;
  (void)grundy_hmin_small(arena, sizes->g, sizes->g, NULL, NULL, NULL);
  grundy_arena_rewind(arena, mark);
  if (sizes->longest_row < GRUNDY_HMIN_SMALL) return;
  (void)grundy_arena_array(arena, sizes->largest_value + 2, sizeof(uint32_t)); /* sorting */
  (void)grundy_hmin_large(arena, sizes->g, sizes->g, NULL, NULL, NULL);
  grundy_arena_rewind(arena, mark);
}
