#include "solve/sweep.h"

#include <grundy/value.h>

#include <assert.h>

static bool leads_down(const grundy_view *g, uint32_t u) {
  return g->offsets[u] == g->offsets[u + 1] || g->targets[g->offsets[u + 1] - 1] < u;
}

static bool leads_up(const grundy_view *g, uint32_t u) {
  return g->offsets[u] == g->offsets[u + 1] || g->targets[g->offsets[u]] > u;
}

grundy_sweep_direction grundy_sweep_of(grundy_view g) {
  uint32_t down = 0, up = 0;
  while (down < g.order && leads_down(&g, down)) down++;
  if (down == g.order) return GRUNDY_SWEEP_UP;
  while (up < g.order && leads_up(&g, up)) up++;
  return up == g.order ? GRUNDY_SWEEP_DOWN : GRUNDY_NO_SWEEP;
}

/* Returns the vertex that is settled as number i. */
static inline uint32_t vertex_at(const grundy_view *g, grundy_sweep_direction direction,
                                 uint32_t i) {
  uint32_t u = direction == GRUNDY_SWEEP_UP ? i : g->order - 1 - i;
  assert(direction == GRUNDY_SWEEP_UP ? leads_down(g, u) : leads_up(g, u));
  return u;
}

/* The remoteness of a terminal position: (4a), and [Smi66, §5]. */
static uint32_t remoteness_at_end(grundy_outcome ending) {
  return ending == GRUNDY_OUTCOME_D ? GRUNDY_INFINITY : ending == GRUNDY_OUTCOME_N;
}

/* (4b), (4c), (4e): one more than the least even label, or if there is none, than the largest odd
 * one. Infinity, which comes only from drawn terminal positions, is odd and the largest. */
static uint32_t remoteness_of(grundy_vertices row, const uint32_t *remoteness) {
  uint32_t least_even = GRUNDY_INFINITY, largest_odd = 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t label = remoteness[row.at[i]];
    if (label % 2 == 0)
      least_even = label < least_even ? label : least_even;
    else
      largest_odd = label > largest_odd ? label : largest_odd;
  }
  uint32_t label = least_even != GRUNDY_INFINITY ? least_even : largest_odd;
  return label == GRUNDY_INFINITY ? label : label + 1;
}

bool grundy_sweep_remoteness(grundy_view g, grundy_sweep_direction direction,
                             const grundy_endings *endings, uint32_t *remoteness,
                             grundy_work *work) {
  for (uint32_t i = 0; i < g.order; i++) {
    uint32_t u = vertex_at(&g, direction, i);
    grundy_vertices row = grundy_view_row(&g, u);
    remoteness[u] = row.count == 0 ? remoteness_at_end(grundy_ending(endings, u))
                                   : remoteness_of(row, remoteness);
    if (!grundy_work_step(work, 1 + row.count)) return false;
  }
  return true;
}

/* (2). */
bool grundy_sweep_distance(grundy_view g, grundy_sweep_direction direction, uint32_t *distance,
                           grundy_work *work) {
  for (uint32_t i = 0; i < g.order; i++) {
    uint32_t u = vertex_at(&g, direction, i), longest = 0;
    grundy_vertices row = grundy_view_row(&g, u);
    for (uint64_t j = 0; j < row.count; j++) {
      uint32_t plays = distance[row.at[j]] + 1;
      assert(plays < g.order); /* no play repeats a position */
      longest = plays > longest ? plays : longest;
    }
    distance[u] = longest;
    if (!grundy_work_step(work, 1 + row.count)) return false;
  }
  return true;
}

bool grundy_sweep_values(grundy_view g, grundy_sweep_direction direction, grundy_mex *mex,
                         uint32_t *values, grundy_work *work) {
  for (uint32_t i = 0; i < g.order; i++) {
    uint32_t u = vertex_at(&g, direction, i);
    values[u] = grundy_mex_of(mex, 0, &g, u, values);
    if (!grundy_work_step(work, 1 + g.offsets[u + 1] - g.offsets[u])) return false;
  }
  return true;
}
