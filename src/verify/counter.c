/* Condition B of [FY86, Def. 1] with the counter of the solution, and whether that counter is
 * monotonic. Conditions A and C hold when these checks run. */

#include "verify/impl.h"

#include "verify/least.h"

#include <assert.h>
#include <inttypes.h>

/* ---- B --------------------------------------------------------------------------------- */

/* Prefetching distance for answers, smaller than that for their vertices. */
enum { NEXT = AHEAD / 3 };

/* Returns whether every move from u, whose value is finite, to a larger value has a reply of the
 * value of u with a smaller counter. */
static inline bool fits_b(const checker *c, uint32_t u) {
  const grundy_view *view = &c->view;
  const offers *o = c->offers;
  uint32_t y = c->claims[u].value, counter = c->claims[u].number;
  for (uint64_t e = view->offsets[u]; e < view->offsets[u + 1]; e++) {
    __builtin_prefetch(&o->of[target_ahead(view, e)]);
    expect_least_of(o, view->targets[e + NEXT < view->size ? e + NEXT : e], y);
    uint32_t v = view->targets[e];
    if (o->of[v].value > y && least_of(c, v, y) >= counter) return false;
  }
  return true;
}

static void check_b(const void *context, int thread, uint32_t begin, uint32_t end, check_set wanted,
                    uint32_t *failed_at) {
  (void)thread;
  const checker *c = context;
  for (uint32_t u = begin; u < end && wanted != 0; u++)
    if (c->claims[u].value != GRUNDY_INFINITY && !fits_b(c, u))
      fail_check(&wanted, failed_at, CHECK_B, u);
}

grundy_status grundy_verify_sweep_b(checker *c) {
  return grundy_verify_sweep(c, 1U << CHECK_B, check_b, c);
}

/* Reports the first move without a reply, searching again. */
static grundy_status note_b(checker *c, const uint32_t *values, const uint32_t *counter) {
  uint32_t u = c->failed_at[CHECK_B], v = u;
  grundy_vertices row = grundy_view_row(&c->view, u);
  bool replied = true;
  for (uint64_t i = 0; replied && i < row.count; i++) {
    v = row.at[i];
    grundy_vertices replies = grundy_view_row(&c->view, v);
    replied = values[v] <= values[u];
    for (uint64_t j = 0; !replied && j < replies.count; j++)
      replied = values[replies.at[j]] == values[u] && counter[replies.at[j]] < counter[u];
  }
  char v_name[GRUNDY_NAME_MAX_BYTES], value[VALUE_TEXT];
  return grundy_verify_wrong(c, GRUNDY_COLUMN_COUNTER, &(violation){"condition B", u, NULL, NULL},
                             "condition B fails: the move to %s (%s) has no reply of value "
                             "%" PRIu32 " with a smaller counter",
                             name_of(c, v, v_name), grundy_verify_value(c, v, value), values[u]);
}

/* ---- monotonicity ---------------------------------------------------------------------- */

/* Checks whether c(u) < c(v) wherever G(u) < G(v) < ∞. This holds if, value by value, the least
 * counter is above every counter of smaller values. *u and *v become the pair that fails. */
static bool find_inversion(checker *c, const uint32_t *values, const uint32_t *counter, uint32_t *u,
                           uint32_t *v) {
  uint32_t bound = c->largest + 1;
  const uint32_t none = GRUNDY_INFINITY;
  uint32_t *least = grundy_arena_array(&c->arena, bound, sizeof *least);
  uint32_t *largest = grundy_arena_array(&c->arena, bound, sizeof *largest);
  bool found = false;
  if (c->arena.failed) return false;
  for (uint32_t x = 0; x < bound; x++) least[x] = largest[x] = none;
  for (uint32_t w = 0; w < c->view.order; w++) {
    uint32_t x = values[w];
    if (x == GRUNDY_INFINITY) continue;
    assert(x < bound);
    if (least[x] == none || counter[w] < counter[least[x]]) least[x] = w;
    if (largest[x] == none || counter[w] > counter[largest[x]]) largest[x] = w;
  }
  uint32_t highest = none;
  for (uint32_t x = 0; x < bound && !found; x++) {
    if (least[x] == none) continue;
    if (highest != none && counter[least[x]] <= counter[highest]) {
      found = true;
      *u = highest;
      *v = least[x];
    }
    if (highest == none || counter[largest[x]] > counter[highest]) highest = largest[x];
  }
  return found;
}

static grundy_status remark_on_monotonicity(checker *c, const uint32_t *values,
                                            const uint32_t *counter) {
  uint32_t u = 0, v = 0;
  uint64_t mark = c->arena.count;
  bool found = find_inversion(c, values, counter, &u, &v);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  grundy_arena_rewind(&c->arena, mark);
  if (!found)
    return grundy_verify_note(c, GRUNDY_COLUMN_COUNTER, GRUNDY_VERDICT_REMARK,
                              "the counter is monotonic");
  char first[GRUNDY_NAME_MAX_BYTES], second[GRUNDY_NAME_MAX_BYTES];
  return grundy_verify_note(
      c, GRUNDY_COLUMN_COUNTER, GRUNDY_VERDICT_REMARK,
      "the counter is not monotonic: %s has value %" PRIu32 " and counter %" PRIu32
      ", but %s has value %" PRIu32 " and counter %" PRIu32,
      name_of(c, u, first), values[u], counter[u], name_of(c, v, second), values[v], counter[v]);
}

/* ---- the column ------------------------------------------------------------------------ */

grundy_status grundy_verify_counter(checker *c) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_COUNTER);
  if (!holds(c, CHECK_COUNTER)) { /* missing at a finite value, or present at an infinite one */
    uint32_t u = c->failed_at[CHECK_COUNTER];
    bool finite = values[u] != GRUNDY_INFINITY;
    return grundy_verify_wrong(c, GRUNDY_COLUMN_COUNTER, &(violation){"presence", u, NULL, NULL},
                               "its value is %s, but it has %s", finite ? "finite" : "infinite",
                               finite ? "no counter" : "a counter");
  }
  if (!holds(c, CHECK_B)) return note_b(c, values, counter);
  grundy_status status =
      grundy_verify_note(c, GRUNDY_COLUMN_COUNTER, GRUNDY_VERDICT_RIGHT, "condition B holds");
  return status != GRUNDY_OK ? status : remark_on_monotonicity(c, values, counter);
}
