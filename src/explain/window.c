/* Explains positions of a window of a larger game: what is certain as in any game, and what is not
 * known by a play that reaches the frontier. */

#include "base/alloc.h"
#include "explain/impl.h"

#include <inttypes.h>
#include <string.h>

static bool is_on_frontier(const grundy_explanation *t, uint32_t v) {
  return grundy_digraph_frontier(t->g)[v] != 0;
}

static bool is_unknown(const grundy_explanation *t, uint32_t v) {
  return t->outcome[v] == GRUNDY_OUTCOME_UNKNOWN;
}

/* ---- outcomes ------------------------------------------------------------------------------- */

/* Finds the position of the frontier that is nearest to v, by moves between positions of unknown
 * outcome if that of v is unknown, and sets before[w] to the position before w on the way. There is
 * one (docs/infinite.md) if the outcome or the value is unknown, or the remoteness a bound;
 * GRUNDY_INFINITY if memory runs out. */
static uint32_t nearest_frontier(const grundy_explanation *t, uint32_t v, uint32_t *before) {
  uint32_t order = grundy_digraph_order(t->g), found = GRUNDY_INFINITY;
  uint32_t *queue = grundy_alloc(order, sizeof *queue);
  uint64_t count = 0;
  if (queue == NULL) return found;
  memset(before, 0xff, order * sizeof *before); /* GRUNDY_INFINITY */
  before[v] = v;
  queue[count++] = v;
  for (uint64_t i = 0; i < count && found == GRUNDY_INFINITY; i++) {
    grundy_vertices row = grundy_moves_from(t, queue[i]);
    if (is_on_frontier(t, queue[i])) found = queue[i];
    for (uint64_t j = 0; j < row.count; j++) {
      uint32_t w = row.at[j];
      if (before[w] != GRUNDY_INFINITY || (is_unknown(t, v) && !is_unknown(t, w))) continue;
      before[w] = queue[i];
      queue[count++] = w;
    }
  }
  free(queue);
  return found;
}

/* Writes "a -> b -> c", or only the last moves of a long way. */
static void put_way(const grundy_explanation *t, uint32_t v, uint32_t last,
                    const uint32_t *before) {
  uint32_t way[GRUNDY_LISTED], count = 0;
  for (uint32_t w = last; count < GRUNDY_LISTED; w = before[w]) {
    way[count++] = w;
    if (w == v) break;
  }
  if (way[count - 1] != v) grundy_write_text(t, "%v -> ... -> ", &v, NULL);
  while (count-- > 0) grundy_write_text(t, count > 0 ? "%v -> " : "%v", &way[count], NULL);
}

/* Shows a play that leaves the window. */
static void explain_leaving(grundy_explanation *t, uint32_t v) {
  uint32_t *before = grundy_alloc(grundy_digraph_order(t->g), sizeof *before);
  uint32_t last = before == NULL ? GRUNDY_INFINITY : nearest_frontier(t, v, before);
  if (last == GRUNDY_INFINITY) {
    t->failed = true;
  } else if (last == v) {
    grundy_write_text(t, "  %v is on the frontier: a move from it leaves the window.\n", &v, NULL);
  } else {
    fputs("  Play can leave the window by ", t->out);
    put_way(t, v, last, before);
    grundy_write_text(t, ": %v is on the frontier, and a move from it leaves the window.\n", &last,
                      NULL);
  }
  free(before);
}

static void explain_unknown(grundy_explanation *t, uint32_t v) {
  grundy_vertices row = grundy_moves_from(t, v);
  uint64_t listed = 0;
  grundy_write_text(t,
                    "The %moutcome of %v is not known: it depends on positions outside the "
                    "window. No move is known to lead to a P-position.\n",
                    &v, NULL);
  for (uint64_t i = 0; i < row.count; i++) {
    if (!is_unknown(t, row.at[i]) || listed++ >= GRUNDY_LISTED) continue;
    grundy_write_text(t, "  The move to %v leads to a position that is not known.\n", &row.at[i],
                      NULL);
    grundy_add_reason(t, row.at[i]);
  }
  grundy_write_others(t, listed < GRUNDY_LISTED ? 0 : listed - GRUNDY_LISTED,
                      "to positions that are not known");
  explain_leaving(t, v);
}

/* ---- remoteness ----------------------------------------------------------------------------- */

static bool is_bound(const grundy_explanation *t, uint32_t v) {
  return t->remoteness[v] < GRUNDY_NUMBER_UNKNOWN && t->remoteness[v] >= GRUNDY_NUMBER_AT_MOST;
}

static void explain_remoteness(grundy_explanation *t, uint32_t v) {
  uint32_t remoteness = t->remoteness[v], bound = remoteness & ~GRUNDY_NUMBER_AT_MOST;
  if (remoteness >= GRUNDY_NUMBER_UNKNOWN) return; /* unknown, or a draw */
  if (!is_bound(t, v)) {
    grundy_write_text(
        t, "%v has %mremoteness %u, and nothing outside the window can change that.\n", &v, &bound);
    return;
  }
  grundy_write_text(t,
                    "%v has %mremoteness at most %u: positions outside the window may allow the "
                    "winner to win faster.\n",
                    &v, &bound);
  explain_leaving(t, v);
}

/* ---- values --------------------------------------------------------------------------------- */

static void explain_value(grundy_explanation *t, uint32_t v) {
  grundy_set k = grundy_solution_set_at(t->solution, GRUNDY_COLUMN_K, v);
  if (t->values[v] == GRUNDY_NUMBER_UNKNOWN) {
    grundy_write_text(t,
                      "The value of %v is not known: it depends on positions outside the "
                      "window.\n",
                      &v, NULL);
    if (!is_unknown(t, v) && !is_bound(t, v)) explain_leaving(t, v); /* otherwise shown above */
  } else if (t->values[v] == GRUNDY_INFINITY && grundy_set_has(k, GRUNDY_NUMBER_UNKNOWN)) {
    grundy_write_text(t,
                      "%v has an infinite value, because it is a draw, whatever is outside the "
                      "window.\n",
                      &v, NULL);
  } else {
    grundy_why_value(t, v);
  }
}

void grundy_why_window(grundy_explanation *t, uint32_t v) {
  if (is_unknown(t, v))
    explain_unknown(t, v);
  else
    grundy_why_outcome(t, v);
  explain_remoteness(t, v);
  if (t->values != NULL) explain_value(t, v);
}
