#include "verify/impl.h"

/* What the followers of u say about its remoteness, and by which equation. Finite labels
 * fall strictly along the moves that justify them, so the equations have one solution. */
static uint64_t expected(const checker *c, uint32_t u, const uint32_t *remoteness,
                         uint32_t terminal, const char **equation) {
  grundy_vertices followers = grundy_digraph_followers(c->g, u);
  uint64_t least_even = GRUNDY_INFINITY, largest_odd = 0;
  bool endless = false;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t r = remoteness[followers.at[i]];
    if (r == GRUNDY_INFINITY)
      endless = true;
    else if (r % 2 == 0)
      least_even = r < least_even ? r : least_even;
    else
      largest_odd = r > largest_odd ? r : largest_odd;
  }
  if (followers.count == 0) {
    *equation = "4a";
    return terminal;
  }
  if (least_even != GRUNDY_INFINITY) {
    *equation = "4b";
    return least_even + 1;
  }
  *equation = endless ? "4e" : "4c";
  return endless ? GRUNDY_INFINITY : largest_odd + 1;
}

grundy_status grundy_verify_remoteness(checker *c, grundy_columns column, uint32_t terminal) {
  const uint32_t *remoteness = grundy_solution_numbers(c->solution, column);
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    const char *equation;
    uint64_t right = expected(c, u, remoteness, terminal, &equation);
    if (remoteness[u] != right) {
      char scratch[GRUNDY_NAME_SCRATCH], is[NUMBER_TEXT], should[NUMBER_TEXT];
      return grundy_verify_note(
          c, column, GRUNDY_WRONG, "%s: equation (%s) fails: %s is %s, but its followers give %s",
          name_of(c, u, scratch), equation, grundy_column_describe(column)->name,
          grundy_verify_number(remoteness[u], is), grundy_verify_number((uint32_t)right, should));
    }
    if (!checked_vertex(c, grundy_digraph_followers(c->g, u).count))
      return grundy_fail_cancelled(c->error);
  }
  return grundy_verify_note(c, column, GRUNDY_RIGHT, "equations (4a) to (4e) hold");
}
