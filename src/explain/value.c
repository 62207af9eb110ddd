/* Explains the value of the generalized Sprague–Grundy function [FY86, Def. 1]. */

#include "explain/impl.h"

#include <inttypes.h>

/* Finds the first follower of v with this value; false if there is none. */
static bool follower_of_value(const grundy_explanation *t, uint32_t v, uint32_t value,
                              uint32_t *to) {
  grundy_vertices row = grundy_moves_from(t, v);
  for (uint64_t i = 0; i < row.count; i++) {
    if (t->values[row.at[i]] != value) continue;
    *to = row.at[i];
    return true;
  }
  return false;
}

/* Writes "0 (a), 1 (b) and 2 (c)": values that followers have, each with one follower, the first
 * GRUNDY_LISTED of `count`; if `numbers` is NULL, they are 0, 1, 2, … */
static void put_values(const grundy_explanation *t, uint32_t v, const uint32_t *numbers,
                       uint64_t count) {
  uint64_t listed = count < GRUNDY_LISTED ? count : GRUNDY_LISTED;
  fputs(listed < count ? "among others, moves lead to value" : "moves lead to value", t->out);
  fputs(listed == 1 ? " " : "s ", t->out);
  for (uint64_t i = 0; i < listed; i++) {
    uint32_t to = v, value = numbers == NULL ? (uint32_t)i : numbers[i];
    (void)follower_of_value(t, v, value, &to);
    if (i > 0) fputs(i + 1 < listed ? ", " : " and ", t->out);
    grundy_write_text(t, "%u (%v)", &to, &value);
  }
}

/* ---- finite values ----------------------------------------------------------------- */

/* Returns the move from `after`, a follower of larger or infinite value, back to the value of v
 * that decreases the counter: the one with the least counter. In a window, which has no counter,
 * the least remoteness does the same for the value 0. */
static uint32_t reversing_move(const grundy_explanation *t, uint32_t v, uint32_t after) {
  grundy_vertices row = grundy_moves_from(t, after);
  const uint32_t *counter = t->counter != NULL ? t->counter : t->remoteness;
  uint32_t best = after;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t w = row.at[i];
    if (t->values[w] == t->values[v] && (best == after || counter[w] < counter[best])) best = w;
  }
  return best;
}

static void explain_reversible(const grundy_explanation *t, uint32_t v) {
  grundy_vertices row = grundy_moves_from(t, v);
  uint64_t listed = 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t after = row.at[i];
    if (t->values[after] < t->values[v]) continue;
    if (listed++ >= GRUNDY_LISTED) continue;
    uint32_t back = reversing_move(t, v, after);
    grundy_write_text(t, "  The move to %v, of value ", &after, NULL);
    grundy_write_value(t, after);
    if (t->counter == NULL) {
      grundy_write_text(t, ", can be reversed by %v -> %v: the value is %u again.\n",
                        (uint32_t[]){after, back}, &t->values[v]);
      continue;
    }
    uint32_t numbers[] = {t->values[v], t->counter[back], t->counter[v]};
    grundy_write_text(
        t,
        ", can be reversed by %v -> %v: the value is %u again, and the counter is %u, "
        "less than %u.\n",
        (uint32_t[]){after, back}, numbers);
  }
  grundy_write_others(t, listed < GRUNDY_LISTED ? 0 : listed - GRUNDY_LISTED,
                      "reversed in the same way");
}

static void explain_finite(const grundy_explanation *t, uint32_t v) {
  uint32_t value = t->values[v];
  grundy_write_text(t, "%v has value %u: ", &v, &value);
  if (value == 0) {
    fputs("no move leads to value 0.\n", t->out);
  } else {
    put_values(t, v, NULL, value);
    grundy_write_text(t, ", and none leads to value %u.\n", NULL, &value);
  }
  explain_reversible(t, v);
}

/* ---- infinite values --------------------------------------------------------------- */

/* Returns a follower of infinite value that has no follower of value m. There is one: otherwise m
 * would be the value of v. */
static uint32_t blocking_follower(const grundy_explanation *t, uint32_t v, uint32_t m) {
  grundy_vertices row = grundy_moves_from(t, v);
  uint32_t ignored;
  for (uint64_t i = 0; i < row.count; i++)
    if (t->values[row.at[i]] == GRUNDY_INFINITY && !follower_of_value(t, row.at[i], m, &ignored))
      return row.at[i];
  return v;
}

static void explain_infinite(const grundy_explanation *t, uint32_t v) {
  grundy_set k = grundy_solution_set_at(t->solution, GRUNDY_COLUMN_K, v);
  uint32_t m = 0; /* the least number that no follower has */
  while (m < k.size && k.numbers[m] == m) m++;
  uint32_t after = blocking_follower(t, v, m);
  grundy_write_text(t, "%v has value ", &v, NULL);
  grundy_write_value(t, v);
  if (k.size == 0) {
    fputs(": no move leads to a finite value.\n", t->out);
  } else {
    fputs(": ", t->out);
    put_values(t, v, k.numbers, k.size);
    fputs(k.size > GRUNDY_LISTED ? ".\n" : ", and to no other finite value.\n", t->out);
  }
  grundy_write_text(t, "  It cannot be %u, the least missing value: the move to %v, of value ",
                    &after, &m);
  grundy_write_value(t, after);
  grundy_write_text(t, ", cannot be reversed, since no move from %v leads to value %u.\n", &after,
                    &m);
}

void grundy_why_value(const grundy_explanation *t, uint32_t v) {
  if (t->values[v] == GRUNDY_INFINITY)
    explain_infinite(t, v);
  else
    explain_finite(t, v);
}
