/* Counters of parts [docs/splitting-proofs.md, "Values of parts"]. For every strong component C
 * of parts, the earlier ones first,
 *
 *   e(C)  is the largest total of M over the parts of an exit: a move that leaves C,
 *   h(u)  is e(C) + 1, + 2, … for the parts u of C with moves and finite values, in the order of
 *         values and, for the same value, of the column counter,
 *   M(C)  is the largest of these numbers; e(C) if there is none, and 0 for a part without moves.
 *
 * So no move from a part of C leads to a total above M(C). */

#include "game/components/part_counters.h"

#include "base/arena.h"
#include "base/monitor.h"
#include "digraph/part_sums.h"

#include <assert.h>
#include <stdlib.h>

typedef struct context {
  const grundy_digraph *g;
  const uint32_t *values, *counter; /* columns of the solution */
  grundy_strong_parts strong;
  grundy_number *largest;  /* M, by strong component */
  grundy_number *counters; /* the result */
} context;

/* Returns the total of M over the parts of a move that leaves the component. */
static grundy_number total_of(const context *c, grundy_vertices parts) {
  grundy_number total = 0;
  for (uint64_t i = 0; i < parts.count; i++)
    total = grundy_part_counters_add(total, c->largest[c->strong.of[parts.at[i]]]);
  return total;
}

/* Returns the largest total of the exits of v. A move within the strong component leads to a single
 * part. */
static grundy_number largest_exit(const context *c, uint32_t v) {
  const grundy_part_sums *sums = grundy_digraph_part_sums(c->g);
  grundy_vertices singles = grundy_digraph_followers(c->g, v);
  grundy_number largest = 0;
  for (uint64_t i = 0; i < singles.count; i++) {
    if (c->strong.of[singles.at[i]] == c->strong.of[v]) continue;
    grundy_number total = total_of(c, (grundy_vertices){singles.at + i, 1});
    if (total > largest) largest = total;
  }
  for (uint64_t s = sums->rows[v]; s < sums->rows[v + 1]; s++) {
    grundy_number total = total_of(c, grundy_part_sums_get(sums, s));
    if (total > largest) largest = total;
  }
  return largest;
}

/* A part with a finite value. */
typedef struct ranked {
  uint32_t value, counter, part;
} ranked;

static int compare(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return (x->counter > y->counter) - (x->counter < y->counter);
}

/* Finds the counters of a strong component; `order` has room for its parts. */
static void count_strong_component(context *c, uint32_t number, ranked *order) {
  const uint32_t *parts = c->strong.parts + c->strong.starts[number];
  uint64_t size = c->strong.starts[number + 1] - c->strong.starts[number], finite = 0;
  grundy_number exits = 0;
  for (uint64_t i = 0; i < size; i++) {
    grundy_number exit = largest_exit(c, parts[i]);
    if (exit > exits) exits = exit;
    if (c->values[parts[i]] != GRUNDY_INFINITY && grundy_part_sums_degree(c->g, parts[i]) > 0)
      order[finite++] = (ranked){c->values[parts[i]], c->counter[parts[i]], parts[i]};
  }
  c->largest[number] = grundy_part_counters_add(exits, finite);
  for (uint64_t i = 0; i < size; i++) c->counters[parts[i]] = c->largest[number];
  if (c->largest[number] == GRUNDY_TOO_LARGE) return;
  qsort(order, finite, sizeof *order, compare);
  for (uint64_t i = 0; i < finite; i++) c->counters[order[i].part] = exits + 1 + i;
}

grundy_status grundy_part_counters_new(const grundy_digraph *parts, const grundy_solution *solution,
                                       grundy_number **counters, grundy_error *error) {
  context c = {.g = parts,
               .values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY),
               .counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER)};
  grundy_work work = grundy_work_start(NULL, "", 0);
  grundy_arena arena = {0};
  assert(c.values != NULL && c.counter != NULL);
  grundy_status status = grundy_strong_parts_find(parts, &work, &c.strong, error);
  if (status == GRUNDY_OK) {
    ranked *order = grundy_arena_array(&arena, grundy_digraph_order(parts), sizeof *order);
    c.largest = grundy_arena_array(&arena, c.strong.count, sizeof *c.largest);
    c.counters = grundy_arena_array(&arena, grundy_digraph_order(parts), sizeof *c.counters);
    for (uint32_t i = 0; !arena.failed && i < c.strong.count; i++)
      count_strong_component(&c, i, order);
    if (!arena.failed) *counters = grundy_arena_take(&arena, c.counters);
  }
  grundy_strong_parts_free(&c.strong);
  return grundy_arena_end(&arena, status, error);
}
