/* Explains the value of the generalized Sprague–Grundy function [FY86, Def. 1]. */

#include "explain/impl.h"

/* Finds the first follower of v with this value; false if there is none. */
static bool follower_of_value(const grundy_explanation *why, uint32_t v, uint32_t value,
                              uint32_t *to) {
  grundy_vertices row = grundy_moves_from(why, v);
  for (uint64_t i = 0; i < row.count; i++) {
    if (why->values[row.at[i]] != value) continue;
    *to = row.at[i];
    return true;
  }
  return false;
}

/* Adds the value, with the values that followers have, each with one follower: the first
 * GRUNDY_LISTED of `count`; if `numbers` is NULL, they are 0, 1, 2, … */
static void explain_values(const grundy_explanation *why, grundy_fact_kind kind, uint32_t v,
                           const uint32_t *numbers, uint64_t count) {
  uint64_t listed = count < GRUNDY_LISTED ? count : GRUNDY_LISTED;
  grundy_fact_item items[GRUNDY_LISTED] = {0};
  for (uint64_t i = 0; i < listed; i++) {
    uint32_t value = numbers == NULL ? (uint32_t)i : numbers[i];
    items[i] = (grundy_fact_item){.vertex = v, .number = value};
    (void)follower_of_value(why, v, value, &items[i].vertex);
  }
  GRUNDY_EXPLAIN(why, kind, grundy_with_position("position", v),
                 grundy_with_value_of(why, "value", v),
                 grundy_with_items("followers", GRUNDY_FACT_TYPE_VALUES, items, listed),
                 grundy_with_flag("complete", listed == count));
}

/* ---- finite values ----------------------------------------------------------------- */

void grundy_why_value(const grundy_explanation *why, uint32_t v) {
  if (why->values[v] != GRUNDY_INFINITY) {
    explain_values(why, GRUNDY_FACT_FINITE_VALUE, v, NULL, why->values[v]);
    /* Explains how each move to a larger or infinite value is answered. */
    grundy_vertices row = grundy_moves_from(why, v);
    uint64_t listed = 0;
    for (uint64_t i = 0; i < row.count; i++) {
      uint32_t after = row.at[i];
      if (why->values[after] < why->values[v]) continue;
      if (listed++ >= GRUNDY_LISTED) continue;
      /* The move back to the value of v that decreases the counter: the one with the least counter.
       * In a window, which has no counter, the least remoteness does the same for the value 0. */
      const uint32_t *counter = why->counter != NULL ? why->counter : why->remoteness;
      grundy_vertices replies = grundy_moves_from(why, after);
      uint32_t back = after;
      for (uint64_t j = 0; j < replies.count; j++) {
        uint32_t w = replies.at[j];
        if (why->values[w] == why->values[v] && (back == after || counter[w] < counter[back]))
          back = w;
      }
      bool counted = why->counter != NULL;
      GRUNDY_EXPLAIN(why, GRUNDY_FACT_REVERSIBLE, grundy_with_position("to", after),
                     grundy_with_value_of(why, "to_value", after),
                     grundy_with_position("back", back),
                     grundy_with_number("value", why->values[v]),
                     counted ? grundy_with_number("counter", why->counter[back])
                             : grundy_without_number("counter"),
                     counted ? grundy_with_number("less_than", why->counter[v])
                             : grundy_without_number("less_than"));
    }
    grundy_explain_others(why, GRUNDY_FACT_MORE_REVERSIBLE,
                          listed < GRUNDY_LISTED ? 0 : listed - GRUNDY_LISTED);
    return;
  }
  grundy_set k = grundy_solution_set_at(why->solution, GRUNDY_COLUMN_K, v);
  uint32_t m = 0, ignored; /* m is the least number that no follower has */
  while (m < k.size && k.numbers[m] == m) m++;
  /* A follower of infinite value has no follower of value m: otherwise m would be the value of v.
   */
  grundy_vertices row = grundy_moves_from(why, v);
  uint64_t i = 0;
  while (i < row.count && (why->values[row.at[i]] != GRUNDY_INFINITY ||
                           follower_of_value(why, row.at[i], m, &ignored)))
    i++;
  uint32_t after = i < row.count ? row.at[i] : v;
  explain_values(why, GRUNDY_FACT_INFINITE_VALUE, v, k.numbers, k.size);
  GRUNDY_EXPLAIN(why, GRUNDY_FACT_IRREVERSIBLE, grundy_with_number("missing", m),
                 grundy_with_position("to", after), grundy_with_value_of(why, "to_value", after));
}
