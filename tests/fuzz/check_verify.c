/* The verifier must accept right solutions and no others. */

#include "built.h"
#include "checks.h"
#include "demand.h"
#include "solution/impl.h"
#include "support/naive.h"

#include <math.h>
#include <string.h>

/* ---- changing one entry ----------------------------------------------------------------- */

/* Returns the entries of the caller's own solution for writing; the API gives write access only
 * when a column is added. */
static void *writable(const void *entries) {
  return (void *)(uintptr_t)entries;
}

static bool change_letter(bytes *in, grundy_solution *s, grundy_columns column, uint32_t v) {
  static const char letters[] = "PNDABWRMLO";
  uint8_t *entry = (uint8_t *)writable(grundy_solution_letters(s, column)) + v, was = *entry;
  *entry = (uint8_t)letters[bytes_below(in, sizeof letters - 1)];
  return *entry != was;
}

static bool change_number(bytes *in, grundy_solution *s, grundy_columns column, uint32_t v) {
  uint32_t *entry = (uint32_t *)writable(grundy_solution_numbers(s, column)) + v, was = *entry;
  const uint32_t others[] = {was + 1, was - 1,         was + 2,
                             was - 2, GRUNDY_INFINITY, GRUNDY_INFINITY - 1};
  uint32_t choice = bytes_below(in, 12);
  *entry = choice < 6 ? others[choice] : choice - 6;
  return *entry != was;
}

static bool change_real(bytes *in, grundy_solution *s, grundy_columns column, uint32_t v) {
  static const double others[] = {NAN, 0, 1, -1, 0.5, 2, -2.25, 1e300, INFINITY, -INFINITY};
  double *entry = (double *)writable(grundy_solution_reals(s, column)) + v, was = *entry;
  *entry = others[bytes_below(in, 10)];
  return !(*entry == was || (isnan(*entry) && isnan(was)));
}

/* Storage for a column of sets while it is changed; a set has at most one more member than
 * followers. */
typedef struct sets {
  uint64_t offsets[BUILT_MOST + 1];
  uint32_t numbers[BUILT_MOST * (BUILT_MOST + 2)];
  uint8_t absent[BUILT_MOST];
} sets;

/* Appends the set, with `number` added, or removed if it is a member. */
static uint64_t append_toggled(sets *to, uint64_t end, grundy_set set, uint32_t number) {
  uint64_t i = 0;
  while (i < set.size && set.numbers[i] < number) to->numbers[end++] = set.numbers[i++];
  if (i < set.size && set.numbers[i] == number)
    i++;
  else
    to->numbers[end++] = number;
  while (i < set.size) to->numbers[end++] = set.numbers[i++];
  return end;
}

static uint64_t append(sets *to, uint64_t end, grundy_set set) {
  for (uint64_t i = 0; i < set.size; i++) to->numbers[end++] = set.numbers[i];
  return end;
}

/* Makes an absent set empty; for another set, adds or removes one number, or makes it absent. */
static bool change_set(bytes *in, grundy_solution *s, grundy_columns column, uint32_t v) {
  static sets to;
  uint32_t choice = bytes_below(in, 12);
  uint64_t end = 0;
  for (uint32_t u = 0; u < grundy_solution_order(s); u++) {
    grundy_set set = grundy_solution_set_at(s, column, u);
    to.offsets[u] = end;
    to.absent[u] = u == v ? !set.absent && choice == 11 : set.absent;
    if (u != v)
      end = append(&to, end, set);
    else if (!set.absent && choice < 11)
      end = append_toggled(&to, end, set, choice < 10 ? choice : GRUNDY_INFINITY);
  }
  to.offsets[grundy_solution_order(s)] = end;
  demand(grundy_solution_add_sets(s, column, to.offsets, to.numbers, to.absent, NULL) == GRUNDY_OK);
  return true;
}

/* Changes the entry of v; returns false if it is unchanged. */
static bool change(bytes *in, grundy_solution *s, grundy_columns column, uint32_t v) {
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_LETTERS:
  case GRUNDY_COLUMN_OF_LEVELS:
    return change_letter(in, s, column, v);
  case GRUNDY_COLUMN_OF_NUMBERS:
    return change_number(in, s, column, v);
  case GRUNDY_COLUMN_OF_SETS:
    return change_set(in, s, column, v);
  case GRUNDY_COLUMN_OF_REALS:
    return change_real(in, s, column, v);
  }
  return false;
}

/* ---- verdicts --------------------------------------------------------------------------- */

/* Returns whether the counter is one of the definition [FY86, Def. 1]. */
static bool counter_is_right(const grundy_digraph *g, const grundy_solution *s) {
  const uint32_t *values = grundy_solution_numbers(s, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(s, GRUNDY_COLUMN_COUNTER);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    if ((counter[v] == GRUNDY_INFINITY) != (values[v] == GRUNDY_INFINITY)) return false;
  return naive_definition1(g, values, counter) == NULL;
}

/* Returns a column of the solution, chosen by a byte. */
static grundy_columns read_column(bytes *in, grundy_columns columns) {
  uint32_t i = bytes_below(in, GRUNDY_COLUMN_COUNT);
  while ((columns >> i & 1) == 0) i = (i + 1) % GRUNDY_COLUMN_COUNT;
  return (grundy_columns)1 << i;
}

static void demand_change_is_found(bytes *in, const grundy_digraph *g, grundy_solution *s,
                                   const grundy_verify_options *options) {
  grundy_columns column = read_column(in, grundy_solution_columns(s));
  if (!change(in, s, column, bytes_below(in, grundy_digraph_order(g)))) return;
  bool accepted = is_verified(g, s, options);
  if (column == GRUNDY_COLUMN_COUNTER) demand(accepted == counter_is_right(g, s));
  if ((column & COLUMNS_NOT_UNIQUE) == 0) demand(!accepted);
}

/* For a right solution no finding may be WRONG, and with all columns none may be unchecked. */
static void demand_right(const grundy_digraph *g, const grundy_solution *s,
                         const grundy_verify_options *options, bool complete) {
  grundy_report *report;
  demand(grundy_verify(g, s, options, &report, NULL) == GRUNDY_OK);
  demand(grundy_report_right(report));
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    demand(finding.text != NULL && strpbrk(finding.text, "\r\n") == NULL);
    bool there = (finding.column & grundy_solution_columns(s)) != 0;
    if (complete && there && finding.verdict != GRUNDY_VERDICT_REMARK)
      demand(finding.verdict == GRUNDY_VERDICT_RIGHT);
  }
  grundy_report_free(report);
}

void check_verify(bytes *in, const grundy_digraph *g) {
  bool complete = bytes_next(in) < 192;
  solve_choice choice = complete ? read_choice_of_all(in, g) : read_choice(in, g);
  grundy_solution *s = solve_game(g, &choice.solve);
  demand_right(g, s, &choice.verify, complete);
  if (complete && grundy_digraph_order(g) > 0) demand_change_is_found(in, g, s, &choice.verify);
  grundy_solution_free(s);
}
