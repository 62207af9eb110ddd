/* Definition 1 of [FY86]: A, B and C, in linear time. By their Theorem 2 a function with a
 * counter that satisfies them is the generalized Sprague–Grundy function. The counter of the
 * solution serves if it is there and right; otherwise replies.c finds out whether one exists. */

#include "verify/impl.h"

#include "base/alloc.h"

#include <inttypes.h>

/* ---- A --------------------------------------------------------------------------------- */

/* A mex is at most the number of followers: larger values need not be marked. */
static uint32_t mex_at(checker *c, uint32_t u, const uint32_t *values) {
  grundy_verify_mark_values(c, u, values);
  uint32_t mex = 0;
  while (c->seen.stamp[mex] == c->seen.now) mex++;
  return mex;
}

/* *holds tells whether A holds everywhere; if not, a finding says where not. */
static grundy_status check_a(checker *c, const uint32_t *values, bool *holds) {
  *holds = true;
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    c->mex[u] = mex_at(c, u, values);
    if (values[u] != GRUNDY_INFINITY && values[u] != c->mex[u]) {
      char scratch[GRUNDY_NAME_SCRATCH];
      *holds = false;
      return grundy_verify_note(c, GRUNDY_GRUNDY, GRUNDY_WRONG,
                                "%s: condition A fails: its value is %" PRIu32
                                ", but the mex of its followers is %" PRIu32,
                                name_of(c, u, scratch), values[u], c->mex[u]);
    }
    if (!checked_vertex(c, grundy_digraph_followers(c->g, u).count))
      return grundy_fail_cancelled(c->error);
  }
  return GRUNDY_OK;
}

/* ---- C --------------------------------------------------------------------------------- */

/* proven[u] = 1 where an infinite follower v of u has no follower of value mex(u). */
static bool find_witnesses(checker *c, const uint32_t *values, uint8_t *proven) {
  for (uint32_t v = 0; v < grundy_digraph_order(c->g); v++) {
    if (values[v] != GRUNDY_INFINITY) continue;
    grundy_verify_mark_values(c, v, values);
    grundy_vertices predecessors = grundy_digraph_followers(c->reverse, v);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t u = predecessors.at[i];
      if (c->seen.stamp[c->mex[u]] != c->seen.now) proven[u] = 1;
    }
    if (!checked_vertex(c, predecessors.count)) return false;
  }
  return true;
}

static grundy_status check_c(checker *c, const uint32_t *values, bool *holds) {
  *holds = true;
  uint32_t order = grundy_digraph_order(c->g);
  uint8_t *proven = grundy_alloc_zero(order, sizeof *proven);
  if (proven == NULL) return grundy_fail_memory(c->error);
  grundy_status status = GRUNDY_OK;
  if (!find_witnesses(c, values, proven)) status = grundy_fail_cancelled(c->error);
  for (uint32_t u = 0; status == GRUNDY_OK && u < order; u++) {
    if (values[u] != GRUNDY_INFINITY || proven[u]) continue;
    char scratch[GRUNDY_NAME_SCRATCH];
    *holds = false;
    status = grundy_verify_note(c, GRUNDY_GRUNDY, GRUNDY_WRONG,
                                "%s: condition C fails: its value is infinite, but every infinite "
                                "follower has a reply of value %" PRIu32,
                                name_of(c, u, scratch), c->mex[u]);
    break;
  }
  free(proven);
  return status;
}

/* ---- all together ---------------------------------------------------------------------- */

/* A and C hold. */
static grundy_status check_b(checker *c) {
  if (grundy_solution_numbers(c->solution, GRUNDY_COUNTER) != NULL) {
    grundy_status status = grundy_verify_counter(c);
    if (status != GRUNDY_OK) return status;
    if (grundy_verify_verdict(c, GRUNDY_COUNTER) == GRUNDY_RIGHT)
      return grundy_verify_note(c, GRUNDY_GRUNDY, GRUNDY_RIGHT, "conditions A, B and C hold");
  }
  return grundy_verify_replies(c);
}

grundy_status grundy_verify_values(checker *c) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_GRUNDY);
  bool holds = false;
  c->mex = grundy_alloc(grundy_digraph_order(c->g), sizeof *c->mex);
  if (c->mex == NULL) return grundy_fail_memory(c->error);
  grundy_status status = check_a(c, values, &holds);
  if (status == GRUNDY_OK && holds) status = check_c(c, values, &holds);
  if (status == GRUNDY_OK && holds) return check_b(c);
  if (status == GRUNDY_OK && grundy_solution_numbers(c->solution, GRUNDY_COUNTER) != NULL)
    status = grundy_verify_note(c, GRUNDY_COUNTER, GRUNDY_NOT_CHECKED, "grundy is wrong");
  return status;
}
