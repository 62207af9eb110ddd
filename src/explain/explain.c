#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "digraph/naming.h"
#include "explain/impl.h"
#include "solution/impl.h"

#include <string.h>

void grundy_explain_others(const grundy_explanation *t, grundy_fact_kind kind, uint64_t count) {
  if (count > 0) GRUNDY_EXPLAIN(t, kind, grundy_with_number("count", count));
}

/* ---- positions to explain -------------------------------------------------------------------- */

static void add_reason(grundy_explanation *t, uint32_t v, uint32_t depth) {
  if ((t->seen[v / 8] >> v % 8 & 1) != 0) return;
  if (!grundy_grow(&t->reasons, &t->capacity, t->count + 1, sizeof *t->reasons)) {
    t->failed = true;
    return;
  }
  t->seen[v / 8] |= (uint8_t)(1 << v % 8);
  t->reasons[t->count++] = (explained_position){v, depth};
}

void grundy_add_reason(grundy_explanation *t, uint32_t v) {
  uint32_t depth = t->at_depth + 1;
  if (depth <= t->options.depth) add_reason(t, v, depth);
}

/* Explains how play stays in a draw, for the position that the caller asked about. */
static void explain_draw(grundy_explanation *t, uint32_t v) {
  bool is_draw = t->outcome != NULL && t->outcome[v] == GRUNDY_OUTCOME_D;
  if (is_draw && t->at_depth == 1 && grundy_moves_from(t, v).count > 0) grundy_why_drawn(t, v);
}

static void explain_position(grundy_explanation *t, uint32_t v) {
  if (grundy_game_is_window(grundy_digraph_type(t->g))) {
    grundy_why_window(t, v);
    return;
  }
  if (grundy_game_is_coloured(grundy_digraph_type(t->g))) {
    grundy_why_coloured(t, v);
    explain_draw(t, v);
    return;
  }
  grundy_why_outcome(t, v);
  explain_draw(t, v);
  if (t->remoteness != NULL) grundy_why_remoteness(t, v);
  if (t->values != NULL) grundy_why_value(t, v);
}

static void explain_all(grundy_explanation *t) {
  for (uint64_t i = 0; i < t->count && !t->failed; i++) {
    t->facts->paragraph = (uint32_t)i;
    if (i == t->options.most) {
      grundy_explain_others(t, GRUNDY_FACT_UNEXPLAINED, t->count - i);
      return;
    }
    t->at_depth = t->reasons[i].depth;
    explain_position(t, t->reasons[i].vertex);
  }
}

/* Returns whether the solution has the columns that the facts need. Outcomes can be explained
 * alone; values only with their counter, which windows do not have. */
static bool has_columns(const grundy_explanation *t) {
  grundy_columns need = GRUNDY_COLUMN_OUTCOME;
  if (grundy_explains_misere(t))
    need = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  else if (grundy_digraph_type(t->g) == GRUNDY_GAME_PAYOFFS)
    need = GRUNDY_COLUMNS_PAYOFF;
  else if (t->values != NULL)
    need |= GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_K |
            (!grundy_game_is_window(grundy_digraph_type(t->g)) ? GRUNDY_COLUMN_COUNTER : 0);
  return (grundy_solution_columns(t->solution) & need) == need &&
         grundy_solution_order(t->solution) == grundy_digraph_order(t->g);
}

/* Sets the columns that the facts are about; NULL where the solution has none. */
static void take_columns(grundy_explanation *t) {
  bool misere = grundy_explains_misere(t);
  t->outcome =
      grundy_solution_letters(t->solution, misere ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME);
  t->remoteness = grundy_solution_numbers(t->solution, misere ? GRUNDY_COLUMN_MISERE_REMOTENESS
                                                              : GRUNDY_COLUMN_REMOTENESS);
  if (misere) return;
  t->values = grundy_solution_numbers(t->solution, GRUNDY_COLUMN_GRUNDY);
  t->counter = grundy_solution_numbers(t->solution, GRUNDY_COLUMN_COUNTER);
}

/* Collects the facts about v in t->facts. */
static grundy_status collect(grundy_explanation *t, uint32_t v, grundy_error *error) {
  t->seen = grundy_alloc_zero((uint64_t)grundy_digraph_order(t->g) / 8 + 1, 1);
  t->facts = grundy_facts_new();
  t->failed = t->seen == NULL || t->facts == NULL;
  if (!t->failed) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(t->g, v, scratch);
    t->facts->position = grundy_facts_keep(t->facts, name, strlen(name) + 1, 1);
    add_reason(t, v, 1);
    explain_all(t);
    t->failed = t->failed || t->facts->failed;
  }
  free(t->seen);
  free(t->reasons);
  return t->failed ? grundy_fail_memory(error) : grundy_digraph_naming_status(t->g, error);
}

grundy_status grundy_explain_reading(const grundy_digraph *g, const grundy_solution *solution,
                                     uint32_t v, const grundy_explain_options *options,
                                     uint8_t *read, grundy_facts **facts, grundy_error *error) {
  grundy_explanation t = {.g = g, .solution = solution, .read = read};
  if (grundy_options_copy(options, &t.options, sizeof t.options, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  take_columns(&t);
  if (t.options.most == 0) t.options.most = GRUNDY_EXPLAIN_MAX_POSITIONS;
  if (v >= grundy_digraph_order(g) || !has_columns(&t))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "expected a vertex, and a solution with the columns of grundy_solve");
  grundy_status status = collect(&t, v, error);
  if (status == GRUNDY_OK)
    *facts = t.facts;
  else
    grundy_facts_free(t.facts);
  return status;
}

grundy_status grundy_explain(const grundy_digraph *g, const grundy_solution *solution, uint32_t v,
                             const grundy_explain_options *options, grundy_facts **facts,
                             grundy_error *error) {
  return grundy_explain_reading(g, solution, v, options, NULL, facts, error);
}
