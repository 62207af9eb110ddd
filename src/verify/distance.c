#include "verify/impl.h"

/* (2) and (3): one more than the largest distance of a follower, infinite if one is. */
static uint64_t expected(const checker *c, uint32_t u, const uint32_t *distance) {
  grundy_vertices followers = grundy_digraph_followers(c->g, u);
  uint64_t above = 0;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t d = distance[followers.at[i]];
    if (d == GRUNDY_INFINITY) return GRUNDY_INFINITY;
    if (d + UINT64_C(1) > above) above = d + UINT64_C(1);
  }
  return above;
}

grundy_status grundy_verify_distance(checker *c) {
  const uint32_t *distance = grundy_solution_numbers(c->solution, GRUNDY_DISTANCE);
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    uint64_t right = expected(c, u, distance);
    if (distance[u] != right) {
      char scratch[GRUNDY_NAME_SCRATCH], is[NUMBER_TEXT], should[NUMBER_TEXT];
      return grundy_verify_note(
          c, GRUNDY_DISTANCE, GRUNDY_WRONG,
          "%s: equation (%s) fails: distance is %s, but its followers give %s",
          name_of(c, u, scratch), right == GRUNDY_INFINITY ? "3" : "2",
          grundy_verify_number(distance[u], is), grundy_verify_number((uint32_t)right, should));
    }
    if (!checked_vertex(c, grundy_digraph_followers(c->g, u).count))
      return grundy_fail_cancelled(c->error);
  }
  return grundy_verify_note(c, GRUNDY_DISTANCE, GRUNDY_RIGHT, "equations (2) and (3) hold");
}
