/* Definition 1 of [FY86]: A, B and C, in linear time. By Theorem 2 there, a function with a counter
 * that satisfies them is the generalized Sprague–Grundy function. The counter of the solution is
 * used if it exists and is right; otherwise replies.c finds out whether one exists. A is checked
 * with the other conditions on rows. */

#include "verify/impl.h"

#include "verify/least.h"
#include "verify/marks.h"

#include <assert.h>
#include <inttypes.h>

/* ---- C --------------------------------------------------------------------------------- */

/* Returns whether u, whose value is infinite, has an infinite follower without a follower of value
 * mex(u). */
static bool fits_c(const checker *c, uint32_t u) {
  grundy_vertices row = grundy_view_row(&c->view, u);
  uint32_t mex = 0; /* the least value that no follower has */
  while (least_of(c, u, mex) != GRUNDY_INFINITY) mex++;
  assert(mex <= c->largest + 1);
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t v = row.at[i];
    if (c->offers->of[v].value == GRUNDY_INFINITY && least_of(c, v, mex) == GRUNDY_INFINITY)
      return true;
  }
  return false;
}

/* The first follower suffices for most vertices, so that is what is prefetched. */
static void check_c(const void *context, int thread, uint32_t begin, uint32_t end, check_set wanted,
                    uint32_t *failed_at) {
  (void)thread;
  const checker *c = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    uint64_t next = c->view.offsets[u + AHEAD < c->view.order ? u + AHEAD : u];
    if (next < c->view.size) __builtin_prefetch(&c->offers->of[c->view.targets[next]]);
    if (c->offers->of[u].value == GRUNDY_INFINITY && !fits_c(c, u))
      fail_check(&wanted, failed_at, CHECK_C, u);
  }
}

grundy_status grundy_verify_sweep_c(checker *c) {
  return grundy_verify_sweep(c, 1U << CHECK_C, check_c, c);
}

/* ---- the columns ----------------------------------------------------------------------- */

void grundy_verify_mex(checker *c) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY);
  uint32_t u = c->failed_at[holds(c, CHECK_A) ? CHECK_C : CHECK_A];
  if (u == c->view.order) return;
  marks seen = marks_of(c, 0);
  marks_start(&seen, u);
  grundy_vertices row = grundy_view_row(&c->view, u);
  for (uint64_t i = 0; i < row.count; i++) marks_see(&seen, values[row.at[i]]);
  c->right_mex = marks_mex(&seen);
}

/* Checks B; A and C hold. */
static grundy_status check_b(checker *c) {
  if (has(c, GRUNDY_COLUMN_COUNTER)) {
    grundy_status status = grundy_verify_counter(c);
    if (status != GRUNDY_OK) return status;
    if (grundy_verify_verdict(c, GRUNDY_COLUMN_COUNTER) == GRUNDY_VERDICT_RIGHT)
      return grundy_verify_note(c, GRUNDY_COLUMN_GRUNDY, GRUNDY_VERDICT_RIGHT,
                                "conditions A, B and C hold");
  }
  return grundy_verify_replies(c);
}

grundy_status grundy_verify_values(checker *c) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY);
  if (holds(c, CHECK_A) && holds(c, CHECK_C)) return check_b(c);
  char is[NUMBER_TEXT], should[NUMBER_TEXT], at[SUSPECTS_TEXT];
  uint32_t u = c->failed_at[holds(c, CHECK_A) ? CHECK_C : CHECK_A];
  violation wrong = {holds(c, CHECK_A) ? "condition C" : "condition A", u,
                     grundy_verify_number(c->right_mex, should),
                     grundy_verify_number(values[u], is)};
  grundy_status status =
      holds(c, CHECK_A)
          ? grundy_verify_wrong(c, GRUNDY_COLUMN_GRUNDY, &wrong,
                                "condition C fails: its value is infinite, but every infinite "
                                "follower has a reply of value %" PRIu32,
                                c->right_mex)
          : grundy_verify_wrong(
                c, GRUNDY_COLUMN_GRUNDY, &wrong,
                "condition A fails: its value is %" PRIu32
                ", but the mex of its followers is %" PRIu32 "%s",
                values[u], c->right_mex,
                grundy_verify_suspects(c, u, grundy_verify_follower(c, u, values, values[u]), at));
  if (status == GRUNDY_OK && has(c, GRUNDY_COLUMN_COUNTER))
    status =
        grundy_verify_note(c, GRUNDY_COLUMN_COUNTER, GRUNDY_VERDICT_NOT_CHECKED, "grundy is wrong");
  return status;
}
