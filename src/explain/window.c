/* Explains positions of a window of a larger game: what is certain as in any game, and what is not
 * known by a play that reaches the frontier. */

#include "base/alloc.h"
#include "explain/impl.h"

#include <string.h>

static bool is_unknown(const grundy_explanation *why, uint32_t v) {
  return why->outcome[v] == GRUNDY_OUTCOME_UNKNOWN;
}

/* ---- outcomes ------------------------------------------------------------------------------- */

/* Finds the position of the frontier that is nearest to v, by moves between positions of unknown
 * outcome if that of v is unknown, and sets before[w] to the position before w on the way. There is
 * one (docs/infinite-proofs.md) if the outcome or the value is unknown, or the remoteness a bound;
 * GRUNDY_INFINITY if memory runs out. */
static uint32_t nearest_frontier(const grundy_explanation *why, uint32_t v, uint32_t *before) {
  uint32_t order = grundy_digraph_order(why->g), found = GRUNDY_INFINITY;
  uint32_t *queue = grundy_alloc(order, sizeof *queue);
  uint64_t count = 0;
  if (queue == NULL) return found;
  memset(before, 0xff, order * sizeof *before); /* GRUNDY_INFINITY */
  before[v] = v;
  queue[count++] = v;
  for (uint64_t i = 0; i < count && found == GRUNDY_INFINITY; i++) {
    grundy_vertices row = grundy_moves_from(why, queue[i]);
    if (grundy_digraph_frontier(why->g)[queue[i]] != 0) found = queue[i];
    for (uint64_t j = 0; j < row.count; j++) {
      uint32_t w = row.at[j];
      if (before[w] != GRUNDY_INFINITY || (is_unknown(why, v) && !is_unknown(why, w))) continue;
      before[w] = queue[i];
      queue[count++] = w;
    }
  }
  free(queue);
  return found;
}

/* Shows a play that leaves the window. */
static void explain_leaving(grundy_explanation *why, uint32_t v) {
  uint32_t *before = grundy_alloc(grundy_digraph_order(why->g), sizeof *before);
  uint32_t last = before == NULL ? GRUNDY_INFINITY : nearest_frontier(why, v, before);
  if (last == GRUNDY_INFINITY)
    why->failed = true;
  else if (last == v)
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_FRONTIER, grundy_with_position("position", v));
  else {
    /* Adds the way "a -> b -> c", or only the last moves of a long one. */
    grundy_fact_item way[GRUNDY_LISTED] = {0};
    uint32_t count = 0;
    for (uint32_t w = last; count < GRUNDY_LISTED; w = before[w]) {
      count++;
      way[GRUNDY_LISTED - count].vertex = w;
      if (w == v) break;
    }
    const grundy_fact_item *first = &way[GRUNDY_LISTED - count];
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_LEAVING_WINDOW, grundy_with_position("position", v),
                   grundy_with_items("line", GRUNDY_FACT_TYPE_POSITIONS, first, count),
                   grundy_with_flag("complete", first->vertex == v),
                   grundy_with_position("last", last));
  }
  free(before);
}

/* ---- positions ------------------------------------------------------------------------------ */

/* Of a position whose remoteness is known, or an upper bound. */
static bool is_bound(const grundy_explanation *why, uint32_t v) {
  return why->remoteness[v] >= GRUNDY_NUMBER_AT_MOST;
}

void grundy_why_window(grundy_explanation *why, uint32_t v) {
  grundy_fact_parameter position = grundy_with_position("position", v),
                        play = grundy_with_play(why);
  if (is_unknown(why, v)) {
    grundy_vertices row = grundy_moves_from(why, v);
    uint64_t listed = 0;
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_UNKNOWN_OUTCOME, position, play);
    for (uint64_t i = 0; i < row.count; i++) {
      if (!is_unknown(why, row.at[i]) || listed++ >= GRUNDY_LISTED) continue;
      GRUNDY_EXPLAIN(why, GRUNDY_FACT_UNKNOWN_MOVE, grundy_with_position("to", row.at[i]));
      grundy_add_reason(why, row.at[i]);
    }
    grundy_explain_others(why, GRUNDY_FACT_MORE_UNKNOWN,
                          listed < GRUNDY_LISTED ? 0 : listed - GRUNDY_LISTED);
    explain_leaving(why, v);
  } else {
    grundy_why_outcome(why, v);
  }
  if (why->remoteness[v] < GRUNDY_NUMBER_UNKNOWN) { /* otherwise it is unknown, or a draw */
    GRUNDY_EXPLAIN(why,
                   is_bound(why, v) ? GRUNDY_FACT_REMOTENESS_BOUND : GRUNDY_FACT_CERTAIN_REMOTENESS,
                   position, play,
                   grundy_with_number("remoteness", grundy_number_unmarked(why->remoteness[v])));
    if (is_bound(why, v)) explain_leaving(why, v);
  }
  if (why->values == NULL) return;
  grundy_set k = grundy_solution_set_at(why->solution, GRUNDY_COLUMN_K, v);
  if (why->values[v] == GRUNDY_NUMBER_UNKNOWN) {
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_UNKNOWN_VALUE, position);
    if (!is_unknown(why, v) && !is_bound(why, v))
      explain_leaving(why, v); /* otherwise shown above */
  } else if (why->values[v] == GRUNDY_INFINITY && grundy_set_has(k, GRUNDY_NUMBER_UNKNOWN)) {
    GRUNDY_EXPLAIN(why, GRUNDY_FACT_CERTAIN_DRAW, position);
  } else {
    grundy_why_value(why, v);
  }
}
