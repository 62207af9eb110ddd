#include "solve/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"

/* Filling the sets by increasing value makes them sorted, and a repeated value is always the
 * one added last. */
typedef struct filling {
  const uint32_t *values;
  uint64_t *end;     /* where the next number of each vertex goes */
  uint32_t *last;    /* the number added last, plus 1; 0 for none */
  uint32_t *numbers; /* NULL while numbers are only counted */
  bool everywhere;   /* J of every vertex; otherwise K of the infinite ones */
  grundy_work work;
} filling;

static void add(filling *f, uint32_t u, uint32_t number) {
  if (!f->everywhere && f->values[u] != GRUNDY_INFINITY) return;
  if (f->last[u] == number + 1) return;
  f->last[u] = number + 1;
  if (f->numbers != NULL) f->numbers[f->end[u]] = number;
  f->end[u]++;
}

static uint64_t add_to_predecessors(filling *f, const grundy_digraph *reverse, uint32_t v) {
  grundy_vertices predecessors = grundy_digraph_followers(reverse, v);
  for (uint64_t i = 0; i < predecessors.count; i++) add(f, predecessors.at[i], f->values[v]);
  return predecessors.count;
}

/* Infinity, a member of J alone, comes last; as a number plus 1 it would read as "none", but
 * no number follows it. */
static void add_infinity(filling *f, const grundy_digraph *g) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < followers.count; i++) {
      if (f->values[followers.at[i]] != GRUNDY_INFINITY) continue;
      if (f->numbers != NULL) f->numbers[f->end[u]] = GRUNDY_INFINITY;
      f->end[u]++;
      break;
    }
  }
}

/* False: cancelled. */
static bool add_all(filling *f, const grundy_digraph *g, const grundy_digraph *reverse,
                    const uint32_t *sorted, uint32_t count) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) f->last[u] = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t moves = add_to_predecessors(f, reverse, sorted[i]);
    if (!grundy_work_step(&f->work, 1 + moves)) return false;
  }
  if (f->everywhere) add_infinity(f, g);
  return true;
}

/* From the lengths of the sets to where each starts. */
static void starts_from_lengths(uint64_t *offsets, const uint64_t *lengths, uint32_t order) {
  offsets[0] = 0;
  for (uint32_t u = 0; u < order; u++) offsets[u + 1] = offsets[u] + lengths[u];
}

static uint8_t *mark_finite(uint32_t order, const uint32_t *values) {
  uint8_t *marks = grundy_alloc(order, sizeof *marks);
  if (marks == NULL) return NULL;
  for (uint32_t u = 0; u < order; u++) marks[u] = values[u] != GRUNDY_INFINITY;
  return marks;
}

grundy_status grundy_sets_of_followers(const grundy_digraph *g, const grundy_digraph *reverse,
                                       const uint32_t *values, grundy_columns k_or_j,
                                       const grundy_monitor *monitor, grundy_sets *sets,
                                       grundy_error *error) {
  uint32_t order = grundy_digraph_order(g), count;
  grundy_status status = GRUNDY_OK;
  grundy_sets made = {0};
  uint32_t *sorted = grundy_alloc(order, sizeof *sorted);
  filling f = {.values = values, .everywhere = k_or_j == GRUNDY_J};
  f.end = grundy_alloc_zero(order, sizeof *f.end);
  f.last = grundy_alloc(order, sizeof *f.last);
  f.work = grundy_work_start(monitor, f.everywhere ? "sets J" : "sets K",
                             2 * (order + grundy_digraph_size(g)));
  made.offsets = grundy_alloc((uint64_t)order + 1, sizeof *made.offsets);
  if (sorted == NULL || f.end == NULL || f.last == NULL || made.offsets == NULL ||
      !grundy_sort_vertices(NULL, order, values, sorted, &count))
    goto out_of_memory;

  if (!add_all(&f, g, reverse, sorted, count)) goto cancelled;
  starts_from_lengths(made.offsets, f.end, order);
  made.numbers = grundy_alloc(made.offsets[order], sizeof *made.numbers);
  if (made.numbers == NULL) goto out_of_memory;
  if (!f.everywhere && (made.absent = mark_finite(order, values)) == NULL) goto out_of_memory;

  for (uint32_t u = 0; u < order; u++) f.end[u] = made.offsets[u];
  f.numbers = made.numbers;
  if (!add_all(&f, g, reverse, sorted, count)) goto cancelled;
  *sets = made;
  made = (grundy_sets){0};
  goto cleanup;

out_of_memory:
  status = grundy_fail_memory(error);
  goto cleanup;
cancelled:
  status = grundy_fail_cancelled(error);
cleanup:
  grundy_sets_free(&made);
  free(sorted);
  free(f.end);
  free(f.last);
  return status;
}
