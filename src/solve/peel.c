/* Kahn's peeling on waves, with the mex of every wave. */

#include "solve/peel.h"

#include <assert.h>

#ifndef NDEBUG
/* Returns whether every label is one more than the largest among the followers, and every other
 * vertex counts its followers without a label, at least one. O(V + E). */
static bool is_peeled(const grundy_view *g, const uint32_t *state) {
  for (uint32_t u = 0; u < g->order; u++) {
    grundy_vertices row = grundy_view_row(g, u);
    uint32_t waiting = 0, label = GRUNDY_LABELLED;
    for (uint64_t i = 0; i < row.count; i++) {
      uint32_t of_follower = state[row.at[i]];
      bool peeled = (of_follower & GRUNDY_LABELLED) != 0;
      waiting += !peeled;
      if (peeled && of_follower >= label) label = of_follower + 1;
    }
    if (state[u] != (waiting > 0 ? waiting : label)) return false;
  }
  return true;
}
#endif
/* The wave of label d holds exactly the vertices of terminal distance d: the last follower of u to
 * be peeled has the largest distance, and u gets that plus 1 [Smi66, (2)]. */
bool grundy_peel_rest(grundy_view g, grundy_waves *waves, uint32_t *state, uint32_t *order,
                      grundy_peel_wave wave, uint32_t *count, grundy_mex *mex, uint32_t *values,
                      grundy_work *work) {
  grundy_wave_update update = grundy_count_down;
  update.state = state;
  update.label = GRUNDY_LABELLED | wave.distance;
  uint32_t begin = wave.begin, end = wave.end, found;
  for (; begin < end; begin = end, end += found) {
    assert(end <= g.order);
    assert(grundy_wave_has_label(state, update.label, order + begin, end - begin));
    update.label++;
    if (values != NULL) grundy_mex_of_all(mex, &g, order + begin, end - begin, values);
    if (!grundy_waves_propagate(waves, &update, order + begin, end - begin, order + end, &found,
                                work))
      return false;
    /* In a long game this is the earliest moment to prefetch the rows of the next wave. */
    for (uint32_t i = 0; found <= GRUNDY_SHORT_LIST && i < found; i++)
      __builtin_prefetch(&g.offsets[order[end + i]]);
  }
  assert(is_peeled(&g, state));
  *count = end;
  return true;
}

bool grundy_peel(grundy_view g, grundy_waves *waves, uint32_t *state, uint32_t *order,
                 uint32_t *count, grundy_mex *mex, uint32_t *values, grundy_work *work) {
  const grundy_endings all = {NULL, GRUNDY_OUTCOME_P};
  uint32_t ignored;
  grundy_peel_wave first = {.end = grundy_labels_start(g, &all, state, order, &ignored)};
  return grundy_peel_rest(g, waves, state, order, first, count, mex, values, work);
}
