/* draw_level and draw_remoteness, checked together, by the pair that the followers determine.
 *
 * Let m be the least level of a follower of u, and apply (4a)–(4e) of [Smi66] to the followers of
 * level m, the others counting as infinite. If this gives a number r, the pair of u is (m, r), and
 * otherwise (m + 1, 0); it is (0, 0) if u is terminal, and infinite if m is. By induction over the
 * levels, only the right pairs satisfy this: those of level 0 satisfy the equations of remoteness,
 * which have one solution; given the levels below k, an undecided vertex has a follower of level
 * k - 1 exactly if it is in the fringe, and the equations determine the rest of level k. */

#include "verify/impl.h"
#include "verify/remoteness.h"

typedef struct draws {
  const checker *c;
  const uint32_t *level, *remoteness;
} draws;

typedef struct graded {
  uint32_t level, remoteness;
} graded;

static graded expected(const draws *d, uint32_t u) {
  grundy_vertices row = grundy_view_row(&d->c->view, u);
  uint32_t level = GRUNDY_INFINITY; /* the least of the followers */
  for (uint64_t i = 0; i < row.count; i++)
    if (d->level[row.at[i]] < level) level = d->level[row.at[i]];
  if (row.count == 0) return (graded){0, 0};
  if (level == GRUNDY_INFINITY) return (graded){GRUNDY_INFINITY, GRUNDY_INFINITY};
  remoteness_seen seen = remoteness_none();
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t v = row.at[i];
    remoteness_see(&seen, d->level[v] == level ? d->remoteness[v] : GRUNDY_INFINITY);
  }
  uint32_t remoteness = remoteness_expected(seen, row.count, 0);
  return remoteness == GRUNDY_INFINITY ? (graded){level + 1, 0} : (graded){level, remoteness};
}

static void sweep_part_of(const void *context, int thread, uint32_t begin, uint32_t end,
                          check_set wanted, uint32_t *failed_at) {
  const draws *d = context;
  (void)thread;
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    graded right = expected(d, u);
    if (d->level[u] != right.level || d->remoteness[u] != right.remoteness)
      fail_check(&wanted, failed_at, CHECK_DRAWS, u);
  }
}

/* Of two columns that do not fit together, only the one that differs at that vertex is called
 * wrong. */
static grundy_status note_column(checker *c, const draws *d, grundy_columns column) {
  uint32_t u = c->failed_at[CHECK_DRAWS];
  if (u == c->view.order)
    return grundy_verify_note(c, column, GRUNDY_VERDICT_RIGHT, "its equations hold");
  bool of_level = column == GRUNDY_COLUMN_DRAW_LEVEL;
  uint32_t right = of_level ? expected(d, u).level : expected(d, u).remoteness;
  uint32_t given = of_level ? d->level[u] : d->remoteness[u];
  if (given == right)
    return grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED,
                              "the other column of draws is wrong");
  char is[NUMBER_TEXT], should[NUMBER_TEXT];
  const violation wrong = {"equation of draws", u, grundy_verify_number(right, should),
                           grundy_verify_number(given, is)};
  return grundy_verify_wrong(c, column, &wrong, "%s is %s, but its followers give %s",
                             grundy_column_describe(column)->name, wrong.found, wrong.expected);
}

grundy_status grundy_verify_draws(checker *c) {
  draws d = {.c = c,
             .level = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_DRAW_LEVEL),
             .remoteness = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_DRAW_REMOTENESS)};
  if (d.level == NULL && d.remoteness == NULL) return GRUNDY_OK;
  if (d.remoteness == NULL)
    return grundy_verify_note(c, GRUNDY_COLUMN_DRAW_LEVEL, GRUNDY_VERDICT_NOT_CHECKED,
                              "needs draw_remoteness");
  if (d.level == NULL)
    return grundy_verify_note(c, GRUNDY_COLUMN_DRAW_REMOTENESS, GRUNDY_VERDICT_NOT_CHECKED,
                              "needs draw_level");
  grundy_status status = grundy_verify_sweep(c, 1U << CHECK_DRAWS, sweep_part_of, &d);
  if (status == GRUNDY_OK) status = note_column(c, &d, GRUNDY_COLUMN_DRAW_LEVEL);
  if (status == GRUNDY_OK) status = note_column(c, &d, GRUNDY_COLUMN_DRAW_REMOTENESS);
  return status;
}
