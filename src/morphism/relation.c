/* Checks whether a relation is compatible or semicompatible, class by class: a move from a member
 * of a class is answered by all members if all of them have a move into the same class, and
 * reversible if it leads to a position with a move into the class that it came from. */

#include <grundy/morphism.h>

#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "digraph/kinds.h"
#include "morphism/classes.h"
#include "morphism/ends.h"

typedef struct check {
  const grundy_digraph *g;
  grundy_view view, reverse;
  grundy_classes classes;
  uint32_t *back; /* by vertex: 1 + the last class that it was found to have a move into */
  grundy_work work;
} check;

/* Returns the first member of c without a move into class d; there is one. */
static uint32_t member_without(const check *k, uint32_t c, uint32_t d) {
  for (uint32_t i = k->classes.start[c];; i++) {
    grundy_vertices row = grundy_view_row(&k->view, k->classes.members[i]);
    uint64_t j = 0;
    while (j < row.count && k->classes.class_of[row.at[j]] != d) j++;
    if (j == row.count) return k->classes.members[i];
  }
}

/* Looks for a violation in class c whose first vertex is below that of *least, if *least is one. If
 * `reversible`, reversible moves are not violations. */
static void seek_move(const check *k, uint32_t c, bool reversible, grundy_violation *least) {
  const grundy_classes *classes = &k->classes;
  for (uint32_t i = classes->start[c]; i < classes->start[c + 1]; i++) {
    uint32_t s = classes->members[i];
    if (least->found && s >= least->first) return;
    grundy_vertices row = grundy_view_row(&k->view, s);
    for (uint64_t j = 0; j < row.count; j++) {
      uint32_t to = row.at[j], d = classes->class_of[to];
      if (grundy_class_reaches(classes, c, d) || (reversible && k->back[to] == c + 1)) continue;
      *least = (grundy_violation){
          .found = true, .first = s, .second = member_without(k, c, d), .move = to};
      return;
    }
  }
}

/* If two members of c differ in their ends, the first member differs from some member. */
static void seek_end(const check *k, uint32_t c, grundy_violation *least) {
  uint32_t first = k->classes.members[k->classes.start[c]];
  if (least->found && first >= least->first) return;
  grundy_end end = grundy_end_of(k->g, first);
  for (uint32_t i = k->classes.start[c]; i < k->classes.start[c + 1]; i++) {
    uint32_t second = k->classes.members[i];
    if (grundy_ends_equal(end, grundy_end_of(k->g, second))) continue;
    *least = (grundy_violation){.found = true, .at_ends = true, .first = first, .second = second};
    return;
  }
}

static grundy_status check_classes(check *k, grundy_relation_report *report, grundy_error *error) {
  for (uint32_t c = 0; c < k->classes.count; c++) {
    uint64_t moves = grundy_classes_count(&k->classes, &k->view, c);
    if (report->semicompatible_defined) {
      for (uint32_t i = k->classes.start[c]; i < k->classes.start[c + 1]; i++) {
        grundy_vertices row = grundy_view_row(&k->reverse, k->classes.members[i]);
        for (uint64_t j = 0; j < row.count; j++) k->back[row.at[j]] = c + 1;
      }
      seek_move(k, c, true, &report->semicompatible);
    } else {
      seek_end(k, c, &report->compatible);
    }
    seek_move(k, c, false, &report->compatible);
    if (!grundy_work_step(&k->work, grundy_class_size(&k->classes, c) + moves))
      return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

grundy_status grundy_relation_check(const grundy_digraph *g, const uint32_t *class_of,
                                    uint32_t count, const grundy_run_options *options,
                                    grundy_relation_report *report, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_status ordinary = grundy_digraph_require_ordinary(g, "relations", error);
  if (ordinary != GRUNDY_OK) return ordinary;
  grundy_relation_report found = {.semicompatible_defined = !grundy_ends_matter(g)};
  check k = {.g = g, .view = grundy_view_of(g)};
  grundy_digraph *reverse = NULL;
  grundy_arena arena = {0};
  k.back = grundy_arena_zeros(&arena, k.view.order, sizeof *k.back);
  grundy_status status =
      grundy_classes_start(&k.classes, &arena, k.view.order, class_of, count, error);
  if (status == GRUNDY_OK)
    status = grundy_digraph_transpose(g, GRUNDY_MONITORED(monitor), &reverse, error);
  if (status == GRUNDY_OK) {
    k.reverse = grundy_view_of(reverse);
    k.work = grundy_work_start(monitor, "relation", k.view.order + k.view.size);
    status = check_classes(&k, &found, error);
  }
  if (status == GRUNDY_OK) {
    grundy_work_finish(&k.work, "", k.view.size);
    *report = found;
  }
  grundy_digraph_free(reverse);
  return grundy_arena_end(&arena, status, error);
}
