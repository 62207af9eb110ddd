#include "verify/remoteness.h"

#include "verify/impl.h"

/* Returns a follower that contradicts the remoteness of u by itself; GRUNDY_INFINITY if only all of
 * them together do: u claims to be lost or drawn although a move wins, to be won later than by that
 * move, or to be lost although a move does not lose, or loses later. */
static uint32_t contradiction(const checker *c, uint32_t u, const uint32_t *remoteness,
                              remoteness_seen seen) {
  uint32_t claimed = remoteness[u];
  bool won = claimed % 2 == 1 && claimed != GRUNDY_INFINITY;
  if (seen.least_even != GRUNDY_INFINITY)
    return won && claimed <= seen.least_even
               ? GRUNDY_INFINITY
               : grundy_verify_follower(c, u, remoteness, seen.least_even);
  if (claimed % 2 == 1 || seen.largest_odd < claimed) return GRUNDY_INFINITY;
  return grundy_verify_follower(c, u, remoteness, seen.largest_odd);
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
  char is[NUMBER_TEXT], should[NUMBER_TEXT], at[SUSPECTS_TEXT];
  const char *equation = row.count == 0                        ? "equation (4a)"
                         : seen.least_even != GRUNDY_INFINITY  ? "equation (4b)"
                         : seen.largest_odd == GRUNDY_INFINITY ? "equation (4e)"
                                                               : "equation (4c)";
  const violation wrong = {
      equation, u, grundy_verify_number(remoteness_expected(seen, row.count, terminal), should),
      grundy_verify_number(remoteness[u], is)};
  return grundy_verify_wrong(
      c, column, &wrong, "%s fails: %s is %s, but its followers give %s%s", wrong.kind,
      grundy_column_describe(column)->name, wrong.found, wrong.expected,
      grundy_verify_suspects(c, u, contradiction(c, u, remoteness, seen), at));
}
