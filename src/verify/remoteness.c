#include "verify/remoteness.h"

#include "verify/impl.h"

/* Returns which equation applies to a vertex with such followers. */
static const char *equation(remoteness_seen seen, uint64_t followers) {
  if (followers == 0) return "4a";
  if (seen.least_even != GRUNDY_INFINITY) return "4b";
  return seen.largest_odd == GRUNDY_INFINITY ? "4e" : "4c";
}

grundy_status grundy_verify_remoteness(checker *c, grundy_columns column) {
  bool misere = column == GRUNDY_COLUMN_MISERE_REMOTENESS;
  const uint32_t *remoteness = grundy_solution_numbers(c->solution, column);
  uint32_t u = c->failed_at[misere ? CHECK_MISERE_REMOTENESS : CHECK_REMOTENESS];
  if (u == c->view.order)
    return grundy_verify_note(c, column, GRUNDY_VERDICT_RIGHT, "equations (4a) to (4e) hold");
  const grundy_outcome *ends = misere ? NULL : grundy_digraph_outcomes(c->g);
  uint32_t terminal = ends != NULL ? remoteness_at_end(ends[u]) : misere;
  remoteness_seen seen = remoteness_none();
  grundy_vertices row = grundy_view_row(&c->view, u);
  for (uint64_t i = 0; i < row.count; i++) remoteness_see(&seen, remoteness[row.at[i]]);
  char scratch[GRUNDY_NAME_MAX_BYTES], is[NUMBER_TEXT], should[NUMBER_TEXT];
  return grundy_verify_note(
      c, column, GRUNDY_VERDICT_WRONG,
      "%s: equation (%s) fails: %s is %s, but its followers give %s", name_of(c, u, scratch),
      equation(seen, row.count), grundy_column_describe(column)->name,
      grundy_verify_number(remoteness[u], is),
      grundy_verify_number(remoteness_expected(seen, row.count, terminal), should));
}
