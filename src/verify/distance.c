#include "verify/distance.h"

#include "verify/impl.h"

grundy_status grundy_verify_distance(checker *c) {
  const uint32_t *distance = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_DISTANCE);
  uint32_t u = c->failed_at[CHECK_DISTANCE], largest = 0;
  if (u == c->view.order)
    return grundy_verify_note(c, GRUNDY_COLUMN_DISTANCE, GRUNDY_VERDICT_RIGHT,
                              "equations (2) and (3) hold");
  grundy_vertices row = grundy_view_row(&c->view, u);
  for (uint64_t i = 0; i < row.count; i++) distance_see(&largest, distance[row.at[i]]);
  uint32_t right = distance_expected(largest, row.count);
  /* A follower with a distance that is too large contradicts that of u by itself. */
  uint32_t other =
      right > distance[u] ? grundy_verify_follower(c, u, distance, largest) : GRUNDY_INFINITY;
  char is[NUMBER_TEXT], should[NUMBER_TEXT], at[SUSPECTS_TEXT];
  const violation wrong = {right == GRUNDY_INFINITY ? "equation (3)" : "equation (2)", u,
                           grundy_verify_number(right, should),
                           grundy_verify_number(distance[u], is)};
  return grundy_verify_wrong(c, GRUNDY_COLUMN_DISTANCE, &wrong,
                             "%s fails: distance is %s, but its followers give %s%s", wrong.kind,
                             wrong.found, wrong.expected, grundy_verify_suspects(c, u, other, at));
}
