/* Quotients of games by relations [Sat72, Def. 2.6], and the relation of having equal values. */

#include <grundy/morphism.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/order.h"
#include "digraph/attributes.h"
#include "digraph/inherit.h"
#include "digraph/rows.h"
#include "morphism/classes.h"

#include <string.h>

/* Adds the row of every class: the classes that all of its members have a move into. */
static grundy_status add_rows(grundy_rows *rows, grundy_classes *classes, const grundy_view *g,
                              grundy_work *work, grundy_error *error) {
  for (uint32_t c = 0; c < classes->count; c++) {
    uint64_t moves = grundy_classes_count(classes, g, c), count = 0;
    uint32_t *row = grundy_rows_room(rows, classes->reached_count);
    if (row == NULL) return grundy_fail_memory(error);
    for (uint32_t i = 0; i < classes->reached_count; i++)
      if (grundy_class_reaches(classes, c, classes->reached[i])) row[count++] = classes->reached[i];
    grundy_sort_numbers(row, count);
    grundy_rows_add(rows, count);
    if (!grundy_work_step(work, grundy_class_size(classes, c) + moves))
      return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

/* Every class has the attributes of its first vertex, and also its name unless `names` has
 * others. */
grundy_status grundy_quotient(const grundy_digraph *g, const uint32_t *class_of, uint32_t count,
                              const grundy_digraph *names, const grundy_run_options *options,
                              grundy_digraph **quotient, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_digraph_require_whole(g, "quotient", error) != GRUNDY_OK) return GRUNDY_UNDEFINED;
  grundy_view view = grundy_view_of(g);
  grundy_classes classes;
  grundy_rows rows = {0};
  grundy_digraph *made = NULL;
  grundy_arena arena = {0};
  uint32_t *first = NULL;
  grundy_work work =
      grundy_work_start(monitor, "quotient", (uint64_t)view.order + view.size + count);
  grundy_status status = grundy_classes_start(&classes, &arena, view.order, class_of, count, error);
  if (status == GRUNDY_OK)
    status = grundy_rows_start(&rows, count, 0) ? add_rows(&rows, &classes, &view, &work, error)
                                                : grundy_fail_memory(error);
  if (status == GRUNDY_OK && ((made = grundy_rows_finish(&rows)) == NULL ||
                              (first = grundy_arena_array(&arena, count, sizeof *first)) == NULL))
    status = grundy_fail_memory(error);
  for (uint32_t c = 0; status == GRUNDY_OK && c < count; c++)
    first[c] = classes.members[classes.start[c]];
  if (status == GRUNDY_OK)
    status = grundy_digraph_inherit_names(made, names == NULL ? g : names,
                                          names == NULL ? first : NULL, &work, error);
  if (status == GRUNDY_OK && !grundy_digraph_inherit_attributes(made, g, first))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&work, "", view.size);
    *quotient = made;
  } else {
    grundy_digraph_free(made);
  }
  grundy_rows_free(&rows);
  return grundy_arena_end(&arena, status, error);
}

/* ---- positions of the same value ---------------------------------------------------------- */

static grundy_status fail_cycle(const grundy_digraph *g, uint32_t v, grundy_error *error) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(g, v, scratch);
  return grundy_fail(
      error, GRUNDY_UNDEFINED,
      "play may go on forever from '%.*s'; expected a game without cycles: only there "
      "do semicompatible relations keep values",
      grundy_excerpt(name, strlen(name)), name);
}

/* Numbers values in the order of their first vertices: values[v] becomes the class of v. */
static grundy_status number_values(uint32_t order, const uint32_t *values, uint32_t *class_of,
                                   uint32_t *count, grundy_error *error) {
  uint32_t largest = 0, found = 0;
  for (uint32_t v = 0; v < order; v++)
    if (values[v] > largest) largest = values[v];
  uint32_t *number = grundy_alloc_zero((uint64_t)largest + 1, sizeof *number);
  if (number == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < order; v++) {
    if (number[values[v]] == 0) number[values[v]] = ++found;
    class_of[v] = number[values[v]] - 1;
  }
  free(number);
  *count = found;
  return GRUNDY_OK;
}

grundy_status grundy_values_relation(const grundy_digraph *g, const grundy_run_options *options,
                                     uint32_t *class_of, uint32_t *count, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_digraph_require_whole(g, "quotient", error) != GRUNDY_OK) return GRUNDY_UNDEFINED;
  grundy_solve_options solving = {.size = sizeof solving,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE,
                                  .monitor = monitor};
  grundy_solution *solution;
  grundy_status status = grundy_solve_in_memory(g, &solving, &solution, error);
  if (status != GRUNDY_OK) return status;
  const uint32_t *distance = grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE);
  uint32_t order = grundy_digraph_order(g), v = 0;
  while (v < order && distance[v] != GRUNDY_INFINITY) v++;
  status = v < order ? fail_cycle(g, v, error)
                     : number_values(order, grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY),
                                     class_of, count, error);
  grundy_solution_free(solution);
  return status;
}
