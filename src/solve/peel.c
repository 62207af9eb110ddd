#include "solve/peel.h"

GRUNDY_RULE(count_down, uint32_t *, grundy_labels_count_down)

/* The wave of label d holds exactly the vertices of terminal distance d: the last follower of u to
 * be peeled has the largest distance, and u gets that plus 1 [Smi66, (2)]. */
bool grundy_peel(grundy_view g, grundy_waves *waves, uint32_t *state, uint32_t *order,
                 uint32_t *count, grundy_mex *mex, uint32_t *values, grundy_work *work) {
  grundy_rule rule = {.state = state, .item = sizeof *state};
  rule.tell_row = count_down_row;
  rule.tell_bin = count_down_bin;
  rule.label = GRUNDY_LABELLED;
  uint32_t begin = 0, found, end = grundy_labels_start(g, 0, state, order);
  for (; begin < end; begin = end, end += found) {
    rule.label++;
    if (values != NULL) grundy_mex_of_all(mex, &g, order + begin, end - begin, values);
    if (!grundy_waves_tell(waves, &rule, order + begin, end - begin, order + end, &found, work))
      return false;
    /* In a long game the rows of the next wave cannot be fetched any earlier. */
    for (uint32_t i = 0; found <= GRUNDY_SHORT_LIST && i < found; i++)
      __builtin_prefetch(&g.offsets[order[end + i]]);
  }
  *count = end;
  return true;
}
