#include "verify/impl.h"

grundy_status grundy_verify_sets(checker *c, grundy_columns k_or_j) {
  bool k = k_or_j == GRUNDY_COLUMN_K;
  uint32_t u = c->failed_at[k ? CHECK_K : CHECK_J];
  if (u == c->view.order)
    return grundy_verify_note(c, k_or_j, GRUNDY_VERDICT_RIGHT, "recomputed from grundy");
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY);
  return grundy_verify_wrong(c, k_or_j, &(violation){"recomputed", u, NULL, NULL}, "%s",
                             !k ? "j is not the set of the values of its followers"
                             : values[u] != GRUNDY_INFINITY
                                 ? "k is given, but its value is finite"
                                 : "k is not the set of the finite values of its followers");
}
