/* Algorithm G, level by level, as described in [LM08, §3.1]. At level i a position without a label
 * gets the label i and the next counter if
 *   C1  none of its followers has the label i, and
 *   C2  each of its followers without a finite label has a follower with the label i.
 * When no more positions satisfy both, the unlabelled positions without a follower with the label i
 *   C3  get the label ∞,
 * and the next level begins. */

#include "explain/trace.h"

#include <inttypes.h>

enum { LABEL, COUNTER };

/* No label yet; ∞ is GRUNDY_INFINITY. */
#define NONE (GRUNDY_INFINITY - 1)

typedef struct labelling {
  grundy_trace *t;
  uint32_t level, counter, pass;
} labelling;

static bool has_follower(const grundy_trace *t, uint32_t v, uint32_t label, uint32_t *which) {
  grundy_vertices row = grundy_digraph_followers(t->g, v);
  for (uint64_t i = 0; i < row.count; i++) {
    if (t->labels[row.at[i]] != label) continue;
    *which = row.at[i];
    return true;
  }
  return false;
}

/* ---- steps ------------------------------------------------------------------------- */

/* The parameter `conditions`. */
static grundy_fact_parameter with_conditions(const grundy_fact_item *items, uint64_t count) {
  return grundy_with_items("conditions", GRUNDY_FACT_TYPE_WORDS, items, count);
}

static const grundy_fact_item C1_C2[] = {{.position = "C1"}, {.position = "C2"}};
static const grundy_fact_item C3[] = {{.position = "C3"}};

static void change(const labelling *now, uint32_t u, uint32_t column, uint32_t number) {
  uint64_t begin = now->t->text_length;
  if (number == GRUNDY_INFINITY)
    grundy_trace_put(now->t, "∞");
  else
    grundy_trace_put(now->t, "%" PRIu32, number);
  grundy_trace_change(now->t, u, column, grundy_trace_end(now->t, begin));
}

/* Tries C1 and C2; true if u is labelled. */
static bool try_finite(labelling *now, uint32_t u) {
  grundy_trace *t = now->t;
  uint32_t v = u;
  grundy_fact_parameter level = grundy_with_number("level", now->level);
  grundy_fact_parameter pass = grundy_with_number("pass", now->pass);
  grundy_fact_parameter position = grundy_with_position("position", u);
  grundy_trace_step(t, u, false);
  if (has_follower(t, u, now->level, &v)) {
    GRUNDY_TRACE_FACT(t, GRUNDY_FACT_C1_FAILS, level, pass, position, with_conditions(C1_C2, 1),
                      grundy_with_flag("holds", false), grundy_with_position("to", v));
    return false;
  }
  /* A follower without a finite label that has no follower with the label of the level. */
  grundy_vertices row = grundy_digraph_followers(t->g, u);
  uint64_t i = 0;
  uint32_t ignored;
  while (i < row.count &&
         (t->labels[row.at[i]] < NONE || has_follower(t, row.at[i], now->level, &ignored)))
    i++;
  if (i < row.count) {
    v = row.at[i];
    GRUNDY_TRACE_FACT(t, GRUNDY_FACT_C2_FAILS, level, pass, position, with_conditions(C1_C2 + 1, 1),
                      grundy_with_flag("holds", false), grundy_with_position("to", v),
                      t->labels[v] == NONE ? grundy_without_number("to_label")
                                           : grundy_with_number("to_label", GRUNDY_INFINITY64));
    return false;
  }
  GRUNDY_TRACE_FACT(t, GRUNDY_FACT_FINITE_LABEL, level, pass, position, with_conditions(C1_C2, 2),
                    grundy_with_flag("holds", true), grundy_with_number("label", now->level),
                    grundy_with_number("counter", now->counter));
  t->labels[u] = now->level;
  change(now, u, LABEL, now->level);
  change(now, u, COUNTER, now->counter++);
  return true;
}

/* Tries C3; true if u is labelled. */
static bool try_infinite(labelling *now, uint32_t u) {
  grundy_trace *t = now->t;
  uint32_t v = u;
  grundy_fact_parameter level = grundy_with_number("level", now->level);
  grundy_fact_parameter position = grundy_with_position("position", u);
  grundy_trace_step(t, u, false);
  if (has_follower(t, u, now->level, &v)) {
    GRUNDY_TRACE_FACT(t, GRUNDY_FACT_C3_FAILS, level, position, with_conditions(C3, 1),
                      grundy_with_flag("holds", false), grundy_with_position("to", v));
    return false;
  }
  GRUNDY_TRACE_FACT(t, GRUNDY_FACT_INFINITE_LABEL, level, position, with_conditions(C3, 1),
                    grundy_with_flag("holds", true),
                    grundy_with_number("label", GRUNDY_INFINITY64));
  t->labels[u] = GRUNDY_INFINITY;
  change(now, u, LABEL, GRUNDY_INFINITY);
  return true;
}

/* ---- levels ------------------------------------------------------------------------ */

void grundy_trace_general(grundy_trace *t) {
  labelling now = {.t = t};
  uint32_t order = grundy_digraph_order(t->g), left = 1;
  t->headings[LABEL] = "l";
  t->headings[COUNTER] = "c";
  t->columns = 2;
  t->label_column = LABEL;
  grundy_trace_step(t, GRUNDY_INFINITY, false);
  grundy_facts_add(t->facts, GRUNDY_FACT_NO_LABELS, t->g, NULL, 0);
  for (uint32_t v = 0; v < order; v++) {
    t->labels[v] = NONE;
    for (uint32_t column = LABEL; column <= COUNTER; column++) {
      uint64_t begin = t->text_length;
      grundy_trace_put(t, "%s", column == LABEL ? "ν" : "");
      grundy_trace_change(t, v, column, grundy_trace_end(t, begin));
    }
  }
  for (; left > 0 && !t->failed; now.level++) {
    bool labelled = true;
    for (now.pass = 1; labelled && !t->failed; now.pass++) {
      labelled = false;
      for (uint32_t u = 0; u < order && !t->failed; u++)
        if (t->labels[u] == NONE) labelled = try_finite(&now, u) || labelled;
    }
    left = 0; /* without a label after the level */
    for (uint32_t u = 0; u < order && !t->failed; u++)
      if (t->labels[u] == NONE) left += !try_infinite(&now, u);
    grundy_trace_step(t, GRUNDY_INFINITY, true);
    if (left == 0)
      grundy_facts_add(t->facts, GRUNDY_FACT_ALL_LABELLED, t->g, NULL, 0);
    else
      GRUNDY_TRACE_FACT(t, GRUNDY_FACT_LEVEL_ENDS, grundy_with_number("level", now.level),
                        grundy_with_number("left", left));
  }
}
