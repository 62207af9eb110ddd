#include "verify/impl.h"

#include "base/alloc.h"

#include <inttypes.h>

static bool has(const checker *c, grundy_columns column) {
  return (grundy_solution_columns(c->solution) & column) != 0;
}

/* K, J and H_min are defined by the values: with none, or wrong ones, they say nothing. */
static grundy_status check_with_values(checker *c, grundy_columns column) {
  if (!has(c, GRUNDY_GRUNDY))
    return grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "needs grundy");
  if (grundy_verify_verdict(c, GRUNDY_GRUNDY) == GRUNDY_WRONG)
    return grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "grundy is wrong");
  return column == GRUNDY_HMIN ? grundy_verify_hmin(c) : grundy_verify_sets(c, column);
}

static grundy_status check_column(checker *c, grundy_columns column) {
  switch (column) {
  case GRUNDY_OUTCOME:
    return grundy_verify_outcome(c, column, 'P');
  case GRUNDY_MISERE:
    return grundy_verify_outcome(c, column, 'N');
  case GRUNDY_REMOTENESS:
    return grundy_verify_remoteness(c, column, 0);
  case GRUNDY_MISERE_REMOTENESS:
    return grundy_verify_remoteness(c, column, 1);
  case GRUNDY_DISTANCE:
    return grundy_verify_distance(c);
  case GRUNDY_GRUNDY:
    return grundy_verify_values(c);
  case GRUNDY_COUNTER:
    /* Checked together with grundy. */
    return has(c, GRUNDY_GRUNDY)
               ? GRUNDY_OK
               : grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "needs grundy");
  default:
    return check_with_values(c, column);
  }
}

/* Stable insertion sort: the columns of the solution in their order, then the others, then
 * remarks. */
static unsigned rank(const checker *c, const finding *f) {
  if (f->verdict == GRUNDY_REMARK) return 2U << GRUNDY_COLUMN_COUNT;
  return f->column | (has(c, f->column) ? 0 : 1U << GRUNDY_COLUMN_COUNT);
}

static void sort_findings(checker *c) {
  finding *f = c->report->findings;
  for (size_t i = 1; i < c->report->count; i++)
    for (size_t j = i; j > 0 && rank(c, &f[j]) < rank(c, &f[j - 1]); j--) {
      finding swapped = f[j];
      f[j] = f[j - 1];
      f[j - 1] = swapped;
    }
}

static grundy_status check_all(checker *c) {
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    grundy_status status =
        has(c, column) ? check_column(c, column)
                       : grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "not in the solution");
    if (status != GRUNDY_OK) return status;
  }
  sort_findings(c);
  return GRUNDY_OK;
}

grundy_status grundy_verify(const grundy_digraph *g, const grundy_solution *solution,
                            const grundy_verify_options *options, grundy_report **report,
                            grundy_error *error) {
  uint32_t order = grundy_digraph_order(g), solved = grundy_solution_order(solution);
  if (order != solved)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the solution has %" PRIu32 " positions, the game %" PRIu32, solved, order);

  checker c = {.g = g, .solution = solution, .error = error};
  c.ascii = options != NULL && options->ascii;
  c.work = grundy_work_start(options == NULL ? NULL : options->monitor, "checking", 0);
  c.report = grundy_alloc_zero(1, sizeof *c.report);
  grundy_status status = GRUNDY_OK;
  if (c.report == NULL || !grundy_stamps_alloc(&c.seen, g))
    status = grundy_fail_memory(error);
  else
    status = grundy_digraph_transpose(g, NULL, &c.reverse, error);
  if (status == GRUNDY_OK) status = check_all(&c);
  if (status == GRUNDY_OK) {
    *report = c.report;
    c.report = NULL;
  }
  grundy_report_free(c.report);
  grundy_digraph_free(c.reverse);
  grundy_stamps_free(&c.seen);
  free(c.mex);
  return status;
}
