/* The equations of H_min: where G(u) is finite, H(u) is the least number greater than
 *   (1) m(u, y) for each y < G(u), and
 *   (2) min(H(v), 1 + m(v, G(u))) for each follower v,
 * m(v, y) being the least H among the followers of v of value y; where G(u) is infinite, so is
 * H(u). Every condition on u is met by something of smaller H, so the equations have one
 * solution. One stamped pass over the followers of a vertex v gives m(v, ·). */

#include "verify/impl.h"

#include "base/alloc.h"

#include <inttypes.h>

static void raise(uint64_t *above, uint64_t condition) {
  if (condition + 1 > *above) *above = condition + 1;
}

/* Conditions (1) on v itself and (2) on the moves to v, m(v, ·) being marked. */
static void apply_conditions(checker *c, uint32_t v, const uint32_t *values, const uint32_t *hmin,
                             uint64_t *above) {
  if (values[v] != GRUNDY_INFINITY)
    for (uint32_t y = 0; y < values[v]; y++) raise(&above[v], c->seen.number[y]);
  grundy_vertices predecessors = grundy_digraph_followers(c->reverse, v);
  for (uint64_t i = 0; i < predecessors.count; i++) {
    uint32_t u = predecessors.at[i], y = values[u];
    if (y == GRUNDY_INFINITY) continue;
    uint64_t met = hmin[v];
    if (c->seen.stamp[y] == c->seen.now && c->seen.number[y] + UINT64_C(1) < met)
      met = c->seen.number[y] + UINT64_C(1);
    raise(&above[u], met);
  }
}

static grundy_status compare(checker *c, const uint32_t *values, const uint32_t *hmin,
                             const uint64_t *above) {
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    uint64_t right = values[u] == GRUNDY_INFINITY ? GRUNDY_INFINITY : above[u];
    if (hmin[u] == right && (right != GRUNDY_INFINITY || values[u] == GRUNDY_INFINITY)) continue;
    char scratch[GRUNDY_NAME_SCRATCH], is[NUMBER_TEXT], should[NUMBER_TEXT];
    return grundy_verify_note(
        c, GRUNDY_HMIN, GRUNDY_WRONG,
        "%s: hmin is %s, but its followers and their followers give %s", name_of(c, u, scratch),
        grundy_verify_number(hmin[u], is),
        right >= GRUNDY_INFINITY ? "inf" : grundy_verify_number((uint32_t)right, should));
  }
  return grundy_verify_note(c, GRUNDY_HMIN, GRUNDY_RIGHT, "its equations hold");
}

grundy_status grundy_verify_hmin(checker *c) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_GRUNDY);
  const uint32_t *hmin = grundy_solution_numbers(c->solution, GRUNDY_HMIN);
  uint32_t order = grundy_digraph_order(c->g);
  grundy_status status = GRUNDY_OK;
  uint64_t *above = grundy_alloc_zero(order, sizeof *above);
  if (above == NULL) return grundy_fail_memory(c->error);
  for (uint32_t v = 0; status == GRUNDY_OK && v < order; v++) {
    grundy_verify_mark_least(c, v, values, hmin);
    apply_conditions(c, v, values, hmin, above);
    if (!checked_vertex(c, grundy_digraph_followers(c->reverse, v).count))
      status = grundy_fail_cancelled(c->error);
  }
  if (status == GRUNDY_OK) status = compare(c, values, hmin, above);
  free(above);
  return status;
}
