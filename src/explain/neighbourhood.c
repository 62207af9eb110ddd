/* Finds the part of a folder of tiers that an explanation is about: explains a part of the game to
 * nobody, adds the moves that the facts depend on, and begins again until none is missing. */

#include "explain/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "game/neighbourhood.h"

#include <grundy/compound.h>

#include <stdlib.h>

/* A line of play grows by one move each time, and so does the way to a cycle of draws. */
enum { MOST_ROUNDS = 300 };

#define EXPLAINED                                                                                  \
  ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_Q1 |          \
                    GRUNDY_COLUMN_Q0))

/* Makes the digraph of what is there and explains it, throws the facts away and adds the moves that
 * the explanation has read but that are not there, until none is missing. */
static grundy_status find_part(grundy_neighbourhood *around, const grundy_explain_options *options,
                               grundy_digraph **g, grundy_solution **solution,
                               grundy_error *error) {
  for (int round = 0; round < MOST_ROUNDS; round++) {
    bool complete = true;
    grundy_digraph *part = NULL;
    grundy_solution *solved = NULL;
    grundy_facts *facts = NULL;
    uint8_t *read = NULL; /* by vertex: whether its moves were read */
    grundy_status status = grundy_neighbourhood_finish(around, EXPLAINED, &part, &solved, error);
    if (status == GRUNDY_OK && (read = grundy_alloc_zero(around->count, sizeof *read)) == NULL)
      status = grundy_fail_memory(error);
    if (status == GRUNDY_OK)
      status = grundy_explain_reading(part, solved, 0, options, read, &facts, error);
    if (status == GRUNDY_OK) grundy_facts_free(facts);
    uint32_t count = status == GRUNDY_OK ? grundy_digraph_order(part) : 0;
    for (uint32_t v = 0; v < count && status == GRUNDY_OK; v++) {
      if (read[v] == 0 || around->at[v].expanded) continue;
      complete = false;
      status = grundy_neighbourhood_expand(around, v, error);
    }
    free(read);
    if (status == GRUNDY_OK && complete) {
      *g = part;
      *solution = solved;
      return GRUNDY_OK;
    }
    grundy_digraph_free(part);
    grundy_solution_free(solved);
    if (status != GRUNDY_OK) return status;
  }
  return grundy_fail(error, GRUNDY_UNABLE, "no way to stay in the draw was found in %d moves",
                     MOST_ROUNDS);
}

grundy_status grundy_explain_neighbourhood(grundy_expression *expression,
                                           const grundy_explain_options *options,
                                           grundy_digraph **g, grundy_solution **solution,
                                           uint32_t *v, grundy_error *error) {
  grundy_explain_options chosen;
  const grundy_compound *compound = grundy_expression_compound(expression);
  grundy_neighbourhood around = {.game = grundy_expression_tiers(expression, 0)};
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  if (around.game == NULL || grundy_compound_count(compound) != 1)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the expression is not a folder of tiers");
  uint32_t first = 0; /* the position of the expression becomes vertex 0 */
  status = grundy_neighbourhood_add(&around, grundy_compound_position(compound, 0), &first, error);
  if (status == GRUNDY_OK && (around.at[first].entry.columns & GRUNDY_COLUMN_OUTCOME) == 0)
    status = grundy_fail(error, GRUNDY_UNABLE, "the folder does not have the column outcome");
  if (status == GRUNDY_OK) status = grundy_neighbourhood_expand(&around, first, error);
  if (status == GRUNDY_OK) status = find_part(&around, &chosen, g, solution, error);
  if (status == GRUNDY_OK) *v = 0;
  grundy_neighbourhood_free(&around);
  return status;
}
