#include "misere/rules.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "digraph/part_sums.h"

#include <assert.h>
#include <string.h>

void grundy_option_lists_free(grundy_option_lists *lists) {
  free(lists->first);
  free(lists->starts);
  free(lists->parts);
  *lists = (grundy_option_lists){0};
}

/* ---- options of a digraph ----------------------------------------------------------------- */

static grundy_status check_type(const grundy_digraph *g, grundy_error *error) {
  grundy_game_type type = grundy_digraph_type(g);
  if (type == GRUNDY_GAME_NORMAL || type == GRUNDY_GAME_PARTS) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNDEFINED,
                     grundy_game_is_window(type)
                         ? "a window of a game has no misere quotient; use the whole game"
                         : "only impartial games without outcomes of their own have a misere "
                           "quotient");
}

/* Numbers the vertices so that moves lead to smaller numbers. *count is the number of strong
 * components: that of the vertices if there is no cycle through several of them. */
static grundy_status number_vertices(const grundy_digraph *g, uint32_t *heap_of, uint32_t *count,
                                     grundy_error *error) {
  if (grundy_digraph_type(g) != GRUNDY_GAME_PARTS)
    return grundy_digraph_strong_components(g, heap_of, count, error);
  grundy_work work = grundy_work_start(NULL, "", 0);
  grundy_strong_parts strong = {0};
  grundy_status status = grundy_strong_parts_find(g, &work, &strong, error);
  if (status == GRUNDY_UNABLE) { /* a cycle that leads to ever longer sums */
    *count = 0;
    return GRUNDY_OK;
  }
  if (status != GRUNDY_OK) return status;
  memcpy(heap_of, strong.of, grundy_digraph_order(g) * sizeof *heap_of);
  *count = strong.count;
  grundy_strong_parts_free(&strong);
  return GRUNDY_OK;
}

static grundy_status check_acyclic(const grundy_digraph *g, uint32_t strong, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g), loop = 0;
  while (loop < order && !grundy_digraph_has_move(g, loop, loop)) loop++;
  if (strong == order && loop == order) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNDEFINED,
                     "play can go on forever, and misere quotients are defined only for games "
                     "without cycles");
}

/* Adds an option of the heap that comes next: the sum of these vertices. */
static void add_option(grundy_option_lists *lists, uint64_t *option, grundy_vertices sum,
                       const uint32_t *heap_of) {
  uint64_t part = lists->starts[*option];
  for (uint64_t i = 0; i < sum.count; i++) lists->parts[part + i] = heap_of[sum.at[i]];
  grundy_sort_numbers(lists->parts + part, sum.count);
  lists->starts[++*option] = part + sum.count;
}

static void add_options_of(const grundy_digraph *g, uint32_t v, const uint32_t *heap_of,
                           grundy_option_lists *lists, uint64_t *option) {
  const grundy_part_sums *sums = grundy_digraph_part_sums(g);
  grundy_vertices followers = grundy_digraph_followers(g, v);
  for (uint64_t i = 0; i < followers.count; i++)
    add_option(lists, option, (grundy_vertices){followers.at + i, 1}, heap_of);
  for (uint64_t s = sums->rows == NULL ? 0 : sums->rows[v];
       sums->rows != NULL && s < sums->rows[v + 1]; s++)
    add_option(lists, option, grundy_part_sums_get(sums, s), heap_of);
}

/* Lists the options; heap_of has a number from 1 for every vertex. */
static grundy_status list_options(const grundy_digraph *g, const uint32_t *heap_of,
                                  grundy_option_lists *lists, grundy_error *error) {
  const grundy_part_sums *sums = grundy_digraph_part_sums(g);
  uint32_t order = grundy_digraph_order(g);
  uint64_t single = grundy_digraph_size(g), several = grundy_digraph_sum_count(g), option = 0;
  uint64_t parts = single + (sums->rows == NULL ? 0 : sums->starts[several]);
  uint32_t *vertex_of = grundy_alloc(order, sizeof *vertex_of);
  lists->heaps = order;
  lists->first = grundy_alloc_zero(order + UINT64_C(1), sizeof *lists->first);
  lists->starts = grundy_alloc_zero(single + several + 1, sizeof *lists->starts);
  lists->parts = grundy_alloc(parts, sizeof *lists->parts);
  if (vertex_of == NULL || lists->first == NULL || lists->starts == NULL || lists->parts == NULL) {
    free(vertex_of);
    grundy_option_lists_free(lists);
    return grundy_fail_memory(error);
  }
  for (uint32_t v = 0; v < order; v++) vertex_of[heap_of[v] - 1] = v;
  for (uint32_t h = 1; h <= order; h++) {
    add_options_of(g, vertex_of[h - 1], heap_of, lists, &option);
    lists->first[h] = option;
  }
  assert(option == single + several && lists->starts[option] == parts);
  free(vertex_of);
  return GRUNDY_OK;
}

grundy_status grundy_option_lists_of_digraph(const grundy_digraph *g, grundy_option_lists *lists,
                                             uint32_t *heap_of, grundy_error *error) {
  uint32_t strong = 0, order = grundy_digraph_order(g);
  grundy_status status = check_type(g, error);
  if (status == GRUNDY_OK) status = number_vertices(g, heap_of, &strong, error);
  if (status == GRUNDY_OK) status = check_acyclic(g, strong, error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < order; v++) heap_of[v]++;
  return list_options(g, heap_of, lists, error);
}
