#include "verify/impl.h"

/* Is a follower of u infinite? */
static bool has_infinite_follower(const checker *c, uint32_t u, const uint32_t *values) {
  grundy_vertices followers = grundy_digraph_followers(c->g, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (values[followers.at[i]] == GRUNDY_INFINITY) return true;
  return false;
}

/* Is `set` just what was marked, with infinity if `infinite`? It is strictly increasing. */
static bool is_marked(const checker *c, grundy_set set, uint64_t different, bool infinite) {
  if (set.absent || set.size != different + infinite) return false;
  for (uint64_t i = 0; i < set.size; i++) {
    uint32_t number = set.numbers[i];
    if (number == GRUNDY_INFINITY ? !infinite
                                  : number >= c->seen.bound || c->seen.stamp[number] != c->seen.now)
      return false;
  }
  return true;
}

grundy_status grundy_verify_sets(checker *c, grundy_columns k_or_j) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_GRUNDY);
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    grundy_set set = grundy_solution_set(c->solution, k_or_j, u);
    bool k = k_or_j == GRUNDY_K, infinite = !k && has_infinite_follower(c, u, values);
    uint64_t different = grundy_verify_mark_values(c, u, values);
    bool right = k && values[u] != GRUNDY_INFINITY ? set.absent && set.size == 0
                                                   : is_marked(c, set, different, infinite);
    if (!right) {
      char scratch[GRUNDY_NAME_SCRATCH];
      return grundy_verify_note(c, k_or_j, GRUNDY_WRONG, "%s: %s", name_of(c, u, scratch),
                                !k ? "j is not the set of the values of its followers"
                                : values[u] != GRUNDY_INFINITY
                                    ? "k is given, but its value is finite"
                                    : "k is not the set of the finite values of its followers");
    }
    if (!checked_vertex(c, grundy_digraph_followers(c->g, u).count))
      return grundy_fail_cancelled(c->error);
  }
  return grundy_verify_note(c, k_or_j, GRUNDY_RIGHT, "recomputed from grundy");
}
