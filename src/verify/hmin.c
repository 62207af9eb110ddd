/* The equations of H_min: if G(u) is finite, H(u) is the least number greater than
 *   (1) m(u, y) for each y < G(u), and
 *   (2) min(H(v), 1 + m(v, G(u))) for each follower v,
 * where m(v, y) is the least H among the followers of v of value y. If G(u) is infinite, H(u) is
 * infinite. Every condition on u is met by a vertex of smaller H, so the equations have exactly one
 * solution. */

#include "verify/impl.h"

#include "verify/least.h"

#include <assert.h>

/* Raises `above` above the condition, but keeps it a number. */
static void raise(uint32_t *above, uint32_t condition) {
  if (condition >= *above) *above = condition + (condition != GRUNDY_INFINITY);
}

/* Returns the least number that satisfies the conditions on u, whose value is finite; infinity if
 * there is none. */
static uint32_t expected(const checker *c, uint32_t u, const uint32_t *hmin) {
  const grundy_view *view = &c->view;
  uint32_t value = c->claims[u].value, above = 0;
  assert(value != GRUNDY_INFINITY);
  for (uint32_t y = 0; y < value; y++) raise(&above, least_of(c, u, y));
  for (uint64_t e = view->offsets[u]; e < view->offsets[u + 1]; e++) {
    __builtin_prefetch(&c->offers->of[target_ahead(view, e)]);
    uint32_t v = view->targets[e], least = least_of(c, v, value);
    raise(&above, least < hmin[v] ? least + 1 : hmin[v]);
  }
  return above;
}

static void check_hmin(const void *context, int thread, uint32_t begin, uint32_t end,
                       check_set wanted, uint32_t *failed_at) {
  (void)thread;
  const checker *c = context;
  const uint32_t *hmin = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_HMIN);
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    bool finite = c->claims[u].value != GRUNDY_INFINITY;
    if (finite != (hmin[u] != GRUNDY_INFINITY) || (finite && hmin[u] != expected(c, u, hmin)))
      fail_check(&wanted, failed_at, CHECK_HMIN, u);
  }
}

grundy_status grundy_verify_sweep_hmin(checker *c) {
  const rows what = {.values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY),
                     .numbers = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_HMIN),
                     .collect = COLLECT};
  grundy_status status = grundy_verify_rows(c, &what);
  if (status == GRUNDY_OK) status = grundy_verify_sweep(c, 1U << CHECK_HMIN, check_hmin, c);
  if (status != GRUNDY_OK || holds(c, CHECK_HMIN)) return status;
  uint32_t u = c->failed_at[CHECK_HMIN];
  c->right_hmin = c->claims[u].value == GRUNDY_INFINITY
                      ? GRUNDY_INFINITY
                      : expected(c, u, grundy_solution_numbers(c->solution, GRUNDY_COLUMN_HMIN));
  return GRUNDY_OK;
}

grundy_status grundy_verify_hmin(checker *c) {
  const uint32_t *hmin = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_HMIN);
  uint32_t u = c->failed_at[CHECK_HMIN];
  if (u == c->view.order)
    return grundy_verify_note(c, GRUNDY_COLUMN_HMIN, GRUNDY_VERDICT_RIGHT, "its equations hold");
  char is[NUMBER_TEXT], should[NUMBER_TEXT];
  const violation wrong = {"equation of hmin", u, grundy_verify_number(c->right_hmin, should),
                           grundy_verify_number(hmin[u], is)};
  return grundy_verify_wrong(c, GRUNDY_COLUMN_HMIN, &wrong,
                             "hmin is %s, but its followers and their followers give %s",
                             wrong.found, wrong.expected);
}
