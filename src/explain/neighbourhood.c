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

/* A part of the game, and which moves an explanation of it has read. */
typedef struct part {
  grundy_digraph *g;
  grundy_solution *solution;
  uint8_t *read; /* by vertex */
} part;

static void part_free(part *p) {
  grundy_digraph_free(p->g);
  grundy_solution_free(p->solution);
  free(p->read);
}

/* Explains the part, and throws the facts away. */
static grundy_status explain_part(const part *p, const grundy_explain_options *options,
                                  grundy_error *error) {
  grundy_facts *facts = NULL;
  grundy_status status =
      grundy_explain_reading(p->g, p->solution, 0, options, p->read, &facts, error);
  if (status == GRUNDY_OK) grundy_facts_free(facts);
  return status;
}

/* Adds the moves that were read but are not there. Returns GRUNDY_OK and sets *complete if none was
 * missing. */
static grundy_status add_missing(grundy_neighbourhood *x, const part *p, bool *complete,
                                 grundy_error *error) {
  uint32_t count = grundy_digraph_order(p->g);
  grundy_status status = GRUNDY_OK;
  *complete = true;
  for (uint32_t v = 0; v < count && status == GRUNDY_OK; v++) {
    if (p->read[v] == 0 || x->at[v].expanded) continue;
    *complete = false;
    status = grundy_neighbourhood_expand(x, v, error);
  }
  return status;
}

/* Makes the digraph of what is there, and explains it. */
static grundy_status try_part(const grundy_neighbourhood *x, const grundy_explain_options *options,
                              part *p, grundy_error *error) {
  grundy_status status = grundy_neighbourhood_finish(x, EXPLAINED, &p->g, &p->solution, error);
  if (status != GRUNDY_OK) return status;
  p->read = grundy_alloc_zero(x->count, sizeof *p->read);
  if (p->read == NULL) return grundy_fail_memory(error);
  return explain_part(p, options, error);
}

static grundy_status find_part(grundy_neighbourhood *x, const grundy_explain_options *options,
                               part *found, grundy_error *error) {
  for (int round = 0; round < MOST_ROUNDS; round++) {
    bool complete = false;
    part p = {0};
    grundy_status status = try_part(x, options, &p, error);
    if (status == GRUNDY_OK) status = add_missing(x, &p, &complete, error);
    if (status == GRUNDY_OK && complete) {
      *found = p;
      return GRUNDY_OK;
    }
    part_free(&p);
    if (status != GRUNDY_OK) return status;
  }
  return grundy_fail(error, GRUNDY_UNABLE, "no way to stay in the draw was found in %d moves",
                     MOST_ROUNDS);
}

/* Begins with the position of the expression, which becomes vertex 0. */
static grundy_status begin(grundy_neighbourhood *x, uint64_t position, grundy_error *error) {
  uint32_t v = 0;
  grundy_status status = grundy_neighbourhood_add(x, position, &v, error);
  if (status == GRUNDY_OK && (x->at[v].entry.columns & GRUNDY_COLUMN_OUTCOME) == 0)
    status = grundy_fail(error, GRUNDY_UNABLE, "the folder does not have the column outcome");
  return status == GRUNDY_OK ? grundy_neighbourhood_expand(x, v, error) : status;
}

grundy_status grundy_explain_neighbourhood(grundy_expression *expression,
                                           const grundy_explain_options *options,
                                           grundy_digraph **g, grundy_solution **solution,
                                           uint32_t *v, grundy_error *error) {
  grundy_explain_options chosen;
  const grundy_compound *compound = grundy_expression_compound(expression);
  grundy_neighbourhood x = {.game = grundy_expression_tiers(expression, 0)};
  part found = {0};
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  if (x.game == NULL || grundy_compound_count(compound) != 1)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the expression is not a folder of tiers");
  status = begin(&x, grundy_compound_position(compound, 0), error);
  if (status == GRUNDY_OK) status = find_part(&x, &chosen, &found, error);
  if (status == GRUNDY_OK) {
    *g = found.g;
    *solution = found.solution;
    *v = 0;
    free(found.read);
  }
  grundy_neighbourhood_free(&x);
  return status;
}
