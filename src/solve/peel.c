#include "solve/peel.h"

/* The wave of label d holds exactly the vertices of terminal distance d: the last follower of u to
 * be peeled has the largest distance, and u gets that plus 1 [Smi66, (2)]. */
bool grundy_peel(grundy_view g, grundy_waves *waves, uint32_t *state, uint32_t *order,
                 uint32_t *count, grundy_mex *mex, uint32_t *values, grundy_work *work) {
  const grundy_endings all = {NULL, GRUNDY_OUTCOME_P};
  grundy_rule rule = grundy_count_down;
  rule.state = state;
  rule.label = GRUNDY_LABELLED;
  uint32_t begin = 0, found, ignored, end = grundy_labels_start(g, &all, state, order, &ignored);
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
