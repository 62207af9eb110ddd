/* Transports solutions along maps [FY86, Thm. 7]. */

#include <grundy/morphism.h>

#include "base/arena.h"
#include "base/error.h"
#include "digraph/kinds.h"
#include "morphism/expand.h"
#include "solution/impl.h"
#include "solve/impl.h"

#include <assert.h>
#include <inttypes.h>

typedef struct transport {
  uint32_t order;
  const uint32_t *image, *d;
  const grundy_solution *of_s;
  const uint32_t *counter;   /* of s */
  grundy_solution *solution; /* of r */
  grundy_error *error;
} transport;

/* ---- the counter ------------------------------------------------------------------------ */

/* Pairs are sorted by their digits to this base, from the last to the first. */
enum { DIGIT_BITS = 16, DIGITS = 4, DIGIT = (1 << DIGIT_BITS) - 1 };

static uint64_t pair_of(const transport *t, uint32_t u) {
  return (uint64_t)t->counter[t->image[u]] << 32 | t->d[u];
}

/* Sorts all vertices by their pairs into `sorted`; `other` and `keys` are scratch arrays of that
 * size. */
static bool sort_pairs(const transport *t, uint32_t *sorted, uint32_t *other, uint32_t *keys) {
  for (int digit = 0; digit < DIGITS; digit++) {
    uint32_t count, *from = digit % 2 == 0 ? sorted : other, *to = digit % 2 == 0 ? other : sorted;
    for (uint32_t u = 0; u < t->order; u++)
      keys[u] = (uint32_t)(pair_of(t, u) >> (digit * DIGIT_BITS)) & DIGIT;
    if (!grundy_sort_vertices(digit == 0 ? NULL : from, t->order, keys, to, &count, NULL))
      return false;
  }
  return true;
}

/* Ranks the pairs; equal pairs get equal ranks. Infinite values have no counter; such pairs
 * come last. */
static void rank_pairs(const transport *t, const uint32_t *sorted, uint32_t *counter) {
  uint32_t rank = 0;
  for (uint32_t i = 0; i < t->order; i++) {
    uint32_t u = sorted[i];
    assert(i == 0 || pair_of(t, sorted[i - 1]) <= pair_of(t, u));
    if (i > 0 && pair_of(t, u) != pair_of(t, sorted[i - 1])) rank++;
    counter[u] = t->counter[t->image[u]] == GRUNDY_INFINITY ? GRUNDY_INFINITY : rank;
  }
}

static grundy_status carry_counter(transport *t) {
  uint32_t *counter = NULL;
  grundy_status status =
      grundy_solution_add_numbers(t->solution, GRUNDY_COLUMN_COUNTER, &counter, t->error);
  if (status != GRUNDY_OK) return status;
  grundy_arena arena = {0};
  uint32_t *sorted = grundy_arena_array(&arena, t->order, sizeof *sorted);
  uint32_t *other = grundy_arena_array(&arena, t->order, sizeof *other);
  uint32_t *keys = grundy_arena_array(&arena, t->order, sizeof *keys);
  if (arena.failed || !sort_pairs(t, sorted, other, keys))
    status = grundy_fail_memory(t->error);
  else
    rank_pairs(t, sorted, counter);
  return grundy_arena_end(&arena, status, t->error);
}

/* ---- transport -------------------------------------------------------------------------- */

static grundy_status check_arguments(const transport *t, const grundy_digraph *r) {
  const grundy_columns needed = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER;
  grundy_status ordinary = grundy_digraph_require_ordinary(r, "maps", t->error);
  if (ordinary != GRUNDY_OK) return ordinary;
  if ((grundy_solve_columns(r, true) & needed) != needed)
    return grundy_fail(t->error, GRUNDY_UNDEFINED,
                       "the first game has no values; expected one in which the last player wins");
  if ((grundy_solution_columns(t->of_s) & needed) != needed)
    return grundy_fail(t->error, GRUNDY_BAD_ARGUMENT,
                       "the solution lacks a column; expected grundy, k and counter");
  for (uint32_t u = 0; u < t->order; u++)
    if (t->image[u] >= grundy_solution_order(t->of_s))
      return grundy_fail(t->error, GRUNDY_BAD_ARGUMENT,
                         "the image of vertex %" PRIu32 " is %" PRIu32
                         "; expected a vertex of the solution, below %" PRIu32,
                         u, t->image[u], grundy_solution_order(t->of_s));
  return GRUNDY_OK;
}

grundy_status grundy_map_transport(const grundy_digraph *r, const uint32_t *image,
                                   const uint32_t *d, const grundy_solution *of_s,
                                   grundy_solution **solution, grundy_error *error) {
  transport t = {.order = grundy_digraph_order(r),
                 .image = image,
                 .d = d,
                 .of_s = of_s,
                 .counter = grundy_solution_numbers(of_s, GRUNDY_COLUMN_COUNTER),
                 .error = error};
  grundy_status status = check_arguments(&t, r);
  if (status == GRUNDY_OK) status = grundy_solution_new(t.order, &t.solution, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_expand(of_s, GRUNDY_COLUMN_GRUNDY, image, t.solution, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_expand(of_s, GRUNDY_COLUMN_K, image, t.solution, error);
  if (status == GRUNDY_OK) status = carry_counter(&t);
  if (status == GRUNDY_OK)
    *solution = t.solution;
  else
    grundy_solution_free(t.solution);
  return status;
}
