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

typedef struct general {
  grundy_trace *t;
  uint32_t level, counter, pass;
} general;

static bool has_follower(const grundy_trace *t, uint32_t v, uint32_t label, uint32_t *which) {
  grundy_vertices row = grundy_digraph_followers(t->g, v);
  for (uint64_t i = 0; i < row.count; i++) {
    if (t->labels[row.at[i]] != label) continue;
    *which = row.at[i];
    return true;
  }
  return false;
}

/* Finds a follower of u without a finite label that has no follower with the label of the level. */
static bool is_blocked(const general *x, uint32_t u, uint32_t *which) {
  grundy_vertices row = grundy_digraph_followers(x->t->g, u);
  uint32_t ignored;
  for (uint64_t i = 0; i < row.count; i++) {
    if (x->t->labels[row.at[i]] < NONE || has_follower(x->t, row.at[i], x->level, &ignored))
      continue;
    *which = row.at[i];
    return true;
  }
  return false;
}

/* ---- steps ------------------------------------------------------------------------- */

static uint64_t begin_note(const general *x, bool rest, uint32_t u) {
  uint64_t begin = x->t->text_length;
  if (rest)
    grundy_trace_put(x->t, "Level %" PRIu32 ", the rest: ", x->level);
  else
    grundy_trace_put(x->t, "Level %" PRIu32 ", pass %" PRIu32 ": ", x->level, x->pass);
  grundy_trace_put_name(x->t, u);
  return begin;
}

static void end_note(const general *x, uint64_t begin, uint32_t u) {
  grundy_trace_step(x->t, grundy_trace_end(x->t, begin), u, false);
}

static void put_reason(const general *x, const char *before, uint32_t v, const char *behind) {
  grundy_trace_put(x->t, "%s", before);
  grundy_trace_put_name(x->t, v);
  grundy_trace_put(x->t, "%s", behind);
}

static void change(const general *x, uint32_t u, uint32_t column, uint32_t number) {
  uint64_t begin = x->t->text_length;
  if (number == GRUNDY_INFINITY)
    grundy_trace_put(x->t, "∞");
  else
    grundy_trace_put(x->t, "%" PRIu32, number);
  grundy_trace_change(x->t, u, column, grundy_trace_end(x->t, begin));
}

/* Tries C1 and C2; true if u is labelled. */
static bool try_finite(general *x, uint32_t u) {
  grundy_trace *t = x->t;
  uint32_t v = u;
  uint64_t begin = begin_note(x, false, u);
  if (has_follower(t, u, x->level, &v)) {
    put_reason(x, " fails C1: the move to ", v, "");
    grundy_trace_put(t, " leads to the label %" PRIu32 ".", x->level);
  } else if (is_blocked(x, u, &v)) {
    put_reason(x, " fails C2: ", v, t->labels[v] == NONE ? " has no label" : " has the label ∞");
    put_reason(x, ", and no move from ", v, "");
    grundy_trace_put(t, " leads to the label %" PRIu32 ".", x->level);
  } else {
    grundy_trace_put(
        t, " satisfies C1 and C2: it gets the label %" PRIu32 " and the counter %" PRIu32 ".",
        x->level, x->counter);
    end_note(x, begin, u);
    t->labels[u] = x->level;
    change(x, u, LABEL, x->level);
    change(x, u, COUNTER, x->counter++);
    return true;
  }
  end_note(x, begin, u);
  return false;
}

/* Tries C3; true if u is labelled. */
static bool try_infinite(general *x, uint32_t u) {
  grundy_trace *t = x->t;
  uint32_t v = u;
  uint64_t begin = begin_note(x, true, u);
  bool fails = has_follower(t, u, x->level, &v);
  if (fails) {
    put_reason(x, " fails C3: the move to ", v, "");
    grundy_trace_put(t, " leads to the label %" PRIu32 ". It waits for the next level.", x->level);
  } else {
    grundy_trace_put(
        t, " satisfies C3: no move leads to the label %" PRIu32 ". It gets the label ∞.", x->level);
  }
  end_note(x, begin, u);
  if (fails) return false;
  t->labels[u] = GRUNDY_INFINITY;
  change(x, u, LABEL, GRUNDY_INFINITY);
  return true;
}

/* ---- levels ------------------------------------------------------------------------ */

/* Runs a level. Returns how many positions are still without a label. */
static uint32_t run_level(general *x) {
  grundy_trace *t = x->t;
  uint32_t order = grundy_digraph_order(t->g), left = 0;
  bool labelled = true;
  for (x->pass = 1; labelled && !t->failed; x->pass++) {
    labelled = false;
    for (uint32_t u = 0; u < order && !t->failed; u++)
      if (t->labels[u] == NONE) labelled = try_finite(x, u) || labelled;
  }
  for (uint32_t u = 0; u < order && !t->failed; u++)
    if (t->labels[u] == NONE) left += !try_infinite(x, u);
  return left;
}

static void explain_level(const general *x, uint32_t left) {
  uint64_t begin = x->t->text_length;
  if (left == 0)
    grundy_trace_put(x->t, "Every position has a label.");
  else
    grundy_trace_put(x->t, "Level %" PRIu32 " is over: %" PRIu32 " without a label.", x->level,
                     left);
  grundy_trace_step(x->t, grundy_trace_end(x->t, begin), GRUNDY_INFINITY, true);
}

static void start(general *x) {
  grundy_trace *t = x->t;
  uint64_t begin = t->text_length;
  grundy_trace_put(t, "No position has a label.");
  grundy_trace_step(t, grundy_trace_end(t, begin), GRUNDY_INFINITY, false);
  for (uint32_t v = 0; v < grundy_digraph_order(t->g); v++) {
    t->labels[v] = NONE;
    for (uint32_t column = LABEL; column <= COUNTER; column++) {
      begin = t->text_length;
      grundy_trace_put(t, "%s", column == LABEL ? "ν" : "");
      grundy_trace_change(t, v, column, grundy_trace_end(t, begin));
    }
  }
}

void grundy_trace_general(grundy_trace *t) {
  general x = {.t = t};
  t->headings[LABEL] = "l";
  t->headings[COUNTER] = "c";
  t->columns = 2;
  t->label_column = LABEL;
  start(&x);
  for (bool more = true; more && !t->failed; x.level++) {
    uint32_t left = run_level(&x);
    explain_level(&x, left);
    more = left > 0;
  }
}
