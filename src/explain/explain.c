/* Explains a position, then the positions that are reasons, breadth first. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "digraph/kinds.h"
#include "digraph/naming.h"
#include "explain/impl.h"
#include "solution/impl.h"

#include <string.h>

void grundy_explain_others(const grundy_explanation *why, grundy_fact_kind kind, uint64_t count) {
  if (count > 0) GRUNDY_EXPLAIN(why, kind, grundy_with_number("count", count));
}

/* ---- positions to explain -------------------------------------------------------------------- */

static void add_reason(grundy_explanation *why, uint32_t v, uint32_t depth) {
  if ((why->seen[v / 8] >> v % 8 & 1) != 0) return;
  if (!grundy_grow(&why->reasons, &why->capacity, why->count + 1, sizeof *why->reasons)) {
    why->failed = true;
    return;
  }
  why->seen[v / 8] |= (uint8_t)(1 << v % 8);
  why->reasons[why->count++] = (explained_position){v, depth};
}

void grundy_add_reason(grundy_explanation *why, uint32_t v) {
  uint32_t depth = why->at_depth + 1;
  if (depth <= why->options.depth) add_reason(why, v, depth);
}

/* Explains how play stays in a draw, for the position that the caller asked about. */
static void explain_draw(grundy_explanation *why, uint32_t v) {
  bool is_draw = why->outcome != NULL && why->outcome[v] == GRUNDY_OUTCOME_D;
  if (is_draw && why->at_depth == 1 && grundy_moves_from(why, v).count > 0)
    grundy_why_drawn(why, v);
}

static void explain_position(grundy_explanation *why, uint32_t v) {
  if (grundy_game_is_window(grundy_digraph_type(why->g))) {
    grundy_why_window(why, v);
    return;
  }
  if (grundy_game_is_coloured(grundy_digraph_type(why->g))) {
    grundy_why_coloured(why, v);
    explain_draw(why, v);
    return;
  }
  grundy_why_outcome(why, v);
  explain_draw(why, v);
  if (why->remoteness != NULL) grundy_why_remoteness(why, v);
  if (why->values != NULL) grundy_why_value(why, v);
}

/* Returns whether the solution has the columns that the facts need. Outcomes can be explained
 * alone; values only with their counter, which windows do not have. */
static bool has_columns(const grundy_explanation *why) {
  grundy_columns need = GRUNDY_COLUMN_OUTCOME;
  if (grundy_explains_misere(why))
    need = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  else if (grundy_digraph_type(why->g) == GRUNDY_GAME_PAYOFFS)
    need = GRUNDY_COLUMNS_PAYOFF;
  else if (why->values != NULL)
    need |= GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_K |
            (!grundy_game_is_window(grundy_digraph_type(why->g)) ? GRUNDY_COLUMN_COUNTER : 0);
  return (grundy_solution_columns(why->solution) & need) == need &&
         grundy_solution_order(why->solution) == grundy_digraph_order(why->g);
}

/* Collects the facts about v in why->facts. */
static grundy_status collect(grundy_explanation *why, uint32_t v, grundy_error *error) {
  why->seen = grundy_alloc_zero((uint64_t)grundy_digraph_order(why->g) / 8 + 1, 1);
  why->facts = grundy_facts_new();
  why->failed = why->seen == NULL || why->facts == NULL;
  if (!why->failed) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(why->g, v, scratch);
    why->facts->position = grundy_facts_keep(why->facts, name, strlen(name) + 1, 1);
    add_reason(why, v, 1);
    for (uint64_t i = 0; i < why->count && !why->failed; i++) {
      why->facts->paragraph = (uint32_t)i;
      if (i == why->options.most) {
        grundy_explain_others(why, GRUNDY_FACT_UNEXPLAINED, why->count - i);
        break;
      }
      why->at_depth = why->reasons[i].depth;
      explain_position(why, why->reasons[i].vertex);
    }
    why->failed = why->failed || why->facts->failed;
  }
  free(why->seen);
  free(why->reasons);
  return why->failed ? grundy_fail_memory(error) : grundy_digraph_naming_status(why->g, error);
}

grundy_status grundy_explain_reading(const grundy_digraph *g, const grundy_solution *solution,
                                     uint32_t v, const grundy_explain_options *options,
                                     uint8_t *read, grundy_facts **facts, grundy_error *error) {
  grundy_explanation why = {.g = g, .solution = solution, .read = read};
  if (grundy_options_copy(options, &why.options, sizeof why.options, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  grundy_status ordinary = grundy_digraph_require_ordinary(g, "explanations", error);
  if (ordinary != GRUNDY_OK) return ordinary;
  bool misere = grundy_explains_misere(&why);
  why.outcome =
      grundy_solution_letters(solution, misere ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME);
  why.remoteness = grundy_solution_numbers(solution, misere ? GRUNDY_COLUMN_MISERE_REMOTENESS
                                                            : GRUNDY_COLUMN_REMOTENESS);
  if (!misere) { /* NULL where the solution has no such column */
    why.values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
    why.counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  }
  if (why.options.most == 0) why.options.most = GRUNDY_EXPLAIN_MAX_POSITIONS;
  if (v >= grundy_digraph_order(g) || !has_columns(&why))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "expected a vertex, and a solution with the columns of grundy_solve");
  grundy_status status = collect(&why, v, error);
  if (status == GRUNDY_OK)
    *facts = why.facts;
  else
    grundy_facts_free(why.facts);
  return status;
}

grundy_status grundy_explain(const grundy_digraph *g, const grundy_solution *solution, uint32_t v,
                             const grundy_explain_options *options, grundy_facts **facts,
                             grundy_error *error) {
  return grundy_explain_reading(g, solution, v, options, NULL, facts, error);
}
