/* Checks that `split` gives the same parts again, for canonical forms, too, and that a position is
 * the sum of its parts. */

#include "promise/impl.h"

#include "rules/split.h"

/* Finds the parts of a position in two steps: `split` for the position as it is given, and then the
 * final parts of what that gives. */
static grundy_status split_twice(grundy_check *c, grundy_position given, grundy_splitter *s,
                                 grundy_position_list *parts, grundy_error *said) {
  grundy_position_list first = {0};
  grundy_status status =
      c->ruleset->kind->split(c->ruleset, given, true, grundy_position_list_take, &first, said);
  if (status == GRUNDY_OK && first.failed) status = grundy_fail_memory(said);
  for (uint64_t i = 0; i < first.count && status == GRUNDY_OK; i++) {
    status = grundy_split(s, grundy_position_list_get(&first, i), said);
    for (uint64_t j = 0; j < s->parts.count && status == GRUNDY_OK; j++)
      grundy_position_list_take(parts, grundy_position_list_get(&s->parts, j));
  }
  grundy_position_list_free(&first);
  return status == GRUNDY_OK && parts->failed ? grundy_fail_memory(said) : status;
}

/* Sorts both lists, and finds out whether they have the same positions, each as often. */
static grundy_status compare_parts(grundy_position_list *a, grundy_position_list *b, bool *same,
                                   grundy_error *said) {
  if (!grundy_position_list_order(a) || !grundy_position_list_order(b))
    return grundy_fail_memory(said);
  *same = a->count == b->count;
  for (uint64_t i = 0; i < a->count && *same; i++)
    *same = grundy_position_is_same(grundy_position_list_get(a, i), grundy_position_list_get(b, i));
  return GRUNDY_OK;
}

grundy_status grundy_check_parts(grundy_check *c, grundy_position given, grundy_position canon) {
  grundy_splitter s = {.ruleset = c->ruleset};
  grundy_position_list parts = {0};
  grundy_error said;
  bool same = true;
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_PARTS)) return GRUNDY_OK;
  c->findings[GRUNDY_PROMISE_PARTS].tried++;
  grundy_status status = split_twice(c, given, &s, &parts, &said);
  if (status == GRUNDY_OK) status = grundy_split(&s, canon, &said);
  if (status == GRUNDY_OK) status = compare_parts(&parts, &s.parts, &same, &said);
  if (!same && grundy_position_is_same(given, canon))
    grundy_check_break(c, GRUNDY_PROMISE_PARTS, &given, "it gives other parts the second time");
  else if (!same)
    grundy_check_break(c, GRUNDY_PROMISE_PARTS, &given,
                       "it gives other parts than for the canonical form");
  grundy_splitter_free(&s);
  grundy_position_list_free(&parts);
  status = grundy_check_blame(c, GRUNDY_PROMISE_PARTS, status, &said);
  bool cancels = false; /* value.c looks for cycles */
  return status == GRUNDY_OK ? grundy_check_split(c, canon, &cancels) : status;
}

grundy_status grundy_check_split(grundy_check *c, grundy_position at, bool *cancels) {
  enum { MOST_WORK = 1 << 22 }; /* followers and their parts, in all positions */
  grundy_split_finding finding;
  grundy_error said;
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_PARTS) || c->condition.work > MOST_WORK)
    return GRUNDY_OK;
  if (!grundy_work_step(&c->work, GRUNDY_WORK_STRIDE / 64)) return grundy_fail_cancelled(c->error);
  grundy_status status = grundy_split_condition_check(&c->condition, at, NULL, &finding, &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_PARTS, status, &said);
  c->findings[GRUNDY_PROMISE_PARTS].tried += finding.comes_apart;
  if (finding.cancels && cancels != NULL)
    *cancels = true;
  else if (finding.wrong[0] != '\0')
    grundy_check_break(c, GRUNDY_PROMISE_PARTS, &at, "%s", finding.wrong);
  return GRUNDY_OK;
}
