/* Condition B of [FY86, Def. 1] with the counter that the solution gives, and whether that
 * counter is monotonic. Conditions A and C hold when this is asked. */

#include "verify/impl.h"

#include "base/alloc.h"

#include <inttypes.h>

/* The first move (u, v), by u and then by v, for which B fails; u = order if it holds. */
typedef struct move {
  uint32_t u, v;
} move;

static void check_b_at(checker *c, uint32_t v, const uint32_t *values, const uint32_t *counter,
                       move *first) {
  grundy_verify_mark_least(c, v, values, counter);
  grundy_vertices predecessors = grundy_digraph_followers(c->reverse, v);
  for (uint64_t i = 0; i < predecessors.count; i++) {
    uint32_t u = predecessors.at[i];
    if (u >= first->u) break;
    if (values[u] == GRUNDY_INFINITY || values[v] <= values[u]) continue;
    bool replied =
        c->seen.stamp[values[u]] == c->seen.now && c->seen.number[values[u]] < counter[u];
    if (!replied) *first = (move){u, v};
  }
}

/* A counter where the value is finite, and none where it is infinite. */
static grundy_status check_counter_is_there(checker *c, const uint32_t *values,
                                            const uint32_t *counter, bool *holds) {
  *holds = true;
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    bool finite = values[u] != GRUNDY_INFINITY;
    if (finite == (counter[u] != GRUNDY_INFINITY)) continue;
    char scratch[GRUNDY_NAME_SCRATCH];
    *holds = false;
    return grundy_verify_note(c, GRUNDY_COUNTER, GRUNDY_WRONG, "%s: its value is %s, but it has %s",
                              name_of(c, u, scratch), finite ? "finite" : "infinite",
                              finite ? "no counter" : "a counter");
  }
  return GRUNDY_OK;
}

static grundy_status check_b(checker *c, const uint32_t *values, const uint32_t *counter,
                             move *first) {
  *first = (move){grundy_digraph_order(c->g), 0};
  for (uint32_t v = 0; v < grundy_digraph_order(c->g); v++) {
    check_b_at(c, v, values, counter, first);
    if (!checked_vertex(c, grundy_digraph_followers(c->reverse, v).count))
      return grundy_fail_cancelled(c->error);
  }
  return GRUNDY_OK;
}

static grundy_status note_b(checker *c, move m, const uint32_t *values) {
  char u[GRUNDY_NAME_SCRATCH], v[GRUNDY_NAME_SCRATCH], value[VALUE_TEXT];
  return grundy_verify_note(c, GRUNDY_COUNTER, GRUNDY_WRONG,
                            "%s: condition B fails: the move to %s (%s) has no reply of value "
                            "%" PRIu32 " with a smaller counter",
                            name_of(c, m.u, u), name_of(c, m.v, v),
                            grundy_verify_value(c, m.v, value), values[m.u]);
}

/* ---- monotonicity ---------------------------------------------------------------------- */

/* Is c(u) < c(v) wherever G(u) < G(v) < ∞? It is if, value by value, the least counter is
 * above every counter of smaller values. *u and *v get the pair that fails. */
static grundy_status find_inversion(checker *c, const uint32_t *values, const uint32_t *counter,
                                    bool *found, uint32_t *u, uint32_t *v) {
  uint32_t bound = c->seen.bound;
  const uint32_t none = GRUNDY_INFINITY;
  uint32_t *least = grundy_alloc(bound, sizeof *least);
  uint32_t *largest = grundy_alloc(bound, sizeof *largest);
  *found = false;
  if (least == NULL || largest == NULL) {
    free(least);
    free(largest);
    return grundy_fail_memory(c->error);
  }
  for (uint32_t x = 0; x < bound; x++) least[x] = largest[x] = none;
  for (uint32_t w = 0; w < grundy_digraph_order(c->g); w++) {
    uint32_t x = values[w];
    if (x == GRUNDY_INFINITY) continue;
    if (least[x] == none || counter[w] < counter[least[x]]) least[x] = w;
    if (largest[x] == none || counter[w] > counter[largest[x]]) largest[x] = w;
  }
  uint32_t highest = none;
  for (uint32_t x = 0; x < bound && !*found; x++) {
    if (least[x] == none) continue;
    if (highest != none && counter[least[x]] <= counter[highest]) {
      *found = true;
      *u = highest;
      *v = least[x];
    }
    if (highest == none || counter[largest[x]] > counter[highest]) highest = largest[x];
  }
  free(least);
  free(largest);
  return GRUNDY_OK;
}

static grundy_status remark_on_monotonicity(checker *c, const uint32_t *values,
                                            const uint32_t *counter) {
  bool found;
  uint32_t u, v;
  grundy_status status = find_inversion(c, values, counter, &found, &u, &v);
  if (status != GRUNDY_OK) return status;
  if (!found)
    return grundy_verify_note(c, GRUNDY_COUNTER, GRUNDY_REMARK, "the counter is monotonic");
  char first[GRUNDY_NAME_SCRATCH], second[GRUNDY_NAME_SCRATCH];
  return grundy_verify_note(
      c, GRUNDY_COUNTER, GRUNDY_REMARK,
      "the counter is not monotonic: %s has value %" PRIu32 " and counter %" PRIu32
      ", but %s has value %" PRIu32 " and counter %" PRIu32,
      name_of(c, u, first), values[u], counter[u], name_of(c, v, second), values[v], counter[v]);
}

/* ---- all together ---------------------------------------------------------------------- */

grundy_status grundy_verify_counter(checker *c) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(c->solution, GRUNDY_COUNTER);
  bool complete;
  grundy_status status = check_counter_is_there(c, values, counter, &complete);
  if (status != GRUNDY_OK || !complete) return status;
  move first;
  status = check_b(c, values, counter, &first);
  if (status != GRUNDY_OK) return status;
  if (first.u < grundy_digraph_order(c->g)) return note_b(c, first, values);
  status = grundy_verify_note(c, GRUNDY_COUNTER, GRUNDY_RIGHT, "condition B holds");
  return status != GRUNDY_OK ? status : remark_on_monotonicity(c, values, counter);
}
