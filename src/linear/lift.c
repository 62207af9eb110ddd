/* Makes the linear game of tokens on a digraph [Sat72]. */

#include "digraph/kinds.h"
#include "linear/impl.h"

#include "base/alloc.h"
#include "base/bounded_text.h"
#include "base/error.h"
#include "digraph/attributes.h"
#include "digraph/cycle.h"

#include <assert.h>
#include <string.h>

/* ---- cyclic games ----------------------------------------------------------------------- */

/* Each has at most 60 bytes, so that all fit into a message. */
enum { SHOWN = 6, SHOWN_ROOM = 440 };

/* Writes "a -> b -> a"; of a long cycle, the first positions. */
static void write_cycle(const grundy_digraph *g, const uint32_t *cycle, uint32_t length, char *text,
                        size_t size) {
  grundy_bounded_text cut = {.at = text, .size = size};
  char scratch[GRUNDY_NAME_MAX_BYTES], shown[80];
  for (uint32_t i = 0; i <= length && i < SHOWN; i++) {
    const char *name = grundy_digraph_name(g, cycle[i % length], scratch);
    (void)snprintf(shown, sizeof shown, "%.*s -> ", grundy_excerpt(name, strlen(name)), name);
    if (i == length) shown[strlen(shown) - strlen(" -> ")] = '\0';
    grundy_bounded_append(&cut, shown);
  }
  if (length >= SHOWN) {
    grundy_bounded_append(&cut, "... (");
    grundy_bounded_append_number(&cut, length);
    grundy_bounded_append(&cut, " positions)");
  }
  (void)grundy_bounded_finish(&cut);
}

static grundy_status fail_cyclic(const grundy_digraph *g, grundy_error *error) {
  uint32_t length = 0, *cycle = grundy_alloc(grundy_digraph_order(g), sizeof *cycle);
  if (cycle == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_digraph_cycle(g, cycle, &length, error);
  if (status == GRUNDY_OK) {
    char text[SHOWN_ROOM];
    write_cycle(g, cycle, length, text, sizeof text);
    status =
        grundy_fail(error, GRUNDY_UNDEFINED, "L(G) does not exist, as play need not end: %s", text);
  }
  free(cycle);
  return status;
}

/* ---- the well-order --------------------------------------------------------------------- */

/* Sorts by distance, with a counting sort that keeps the order of numbers. Distances are below the
 * order. */
static grundy_status sort_by_distance(const uint32_t *distance, uint32_t count, uint32_t *order,
                                      grundy_error *error) {
  uint32_t *starts = grundy_alloc_zero((uint64_t)count + 1, sizeof *starts);
  if (starts == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < count; v++) {
    assert(distance[v] < count);
    starts[distance[v] + 1]++;
  }
  for (uint32_t d = 0; d < count; d++) starts[d + 1] += starts[d];
  for (uint32_t v = 0; v < count; v++) order[starts[distance[v]]++] = v;
  free(starts);
  return GRUNDY_OK;
}

/* Finds the first position of value 2^i, for every i. */
static void find_f(grundy_lift *lift, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (lift->values[lift->order[i]] == UINT64_C(1) << lift->rank)
      lift->f[lift->rank++] = lift->order[i];
}

grundy_status grundy_lift_new(const grundy_digraph *g, const grundy_solution *solution,
                              grundy_lift **lift, grundy_error *error) {
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *distance = grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE);
  if (values == NULL || distance == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "a column is missing; expected a solution with grundy and distance");
  grundy_status ordinary = grundy_digraph_require_ordinary(g, "games L(G)", error);
  if (ordinary != GRUNDY_OK) return ordinary;
  if (grundy_digraph_is_seen_by_mover(g))
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "L(G) does not exist, as positions are described as the player to move sees "
                       "them, and one player may move the same token twice running");
  uint32_t count = grundy_digraph_order(g);
  for (uint32_t v = 0; v < count; v++)
    if (distance[v] == GRUNDY_INFINITY) return fail_cyclic(g, error);
  grundy_lift *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  *made = (grundy_lift){.g = g, .values = values};
  made->order = grundy_alloc(count, sizeof *made->order);
  grundy_status status = made->order == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = sort_by_distance(distance, count, made->order, error);
  if (status == GRUNDY_OK) {
    find_f(made, count);
    *lift = made;
    made = NULL;
  }
  grundy_lift_free(made);
  return status;
}

void grundy_lift_free(grundy_lift *lift) {
  if (lift == NULL) return;
  free(lift->order);
  free(lift);
}
