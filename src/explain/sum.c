/* Explains a position that comes apart by its parts, if too many positions can be reached to
 * explore them. */

#include "explain/sum.h"

#include "base/alloc.h"
#include "base/error.h"

#include <grundy/compound.h>

#include <string.h>

enum {
  MOST_MOVES = 10000, /* that are looked at */
  MOST_NAMES = 12,    /* parts or moves that a fact names */
};

bool grundy_sum_applies(grundy_expression *expression) {
  return grundy_compound_count(grundy_expression_compound(expression)) == 1 &&
         grundy_expression_describe(expression, 0).parts != NULL;
}

/* What is known about the position. */
typedef struct sum {
  grundy_compound *compound;
  grundy_expression_description game;
  grundy_facts *facts;
  grundy_fact_parameter position;
  grundy_evaluation evaluation;
  grundy_moves *moves;
} sum;

/* Returns the name of a position, which belongs to the facts; "" if memory runs out. */
static const char *name_of(const sum *s, uint64_t position) {
  size_t length = grundy_compound_name(s->compound, 0, position, NULL, 0);
  char *name = grundy_facts_room(s->facts, length + 1);
  if (name == NULL) return "";
  (void)grundy_compound_name(s->compound, 0, position, name, length + 1);
  return name;
}

/* Returns the name of the position after the first move to that value; NULL if there is none. */
static const char *follower_of(const sum *s, uint64_t value) {
  for (uint64_t i = 0; i < grundy_moves_count(s->moves); i++) {
    grundy_move move = grundy_moves_get(s->moves, i);
    if (move.after.value == value) return name_of(s, move.steps[0].to);
  }
  return NULL;
}

/* ---- facts ----------------------------------------------------------------------------- */

static void explain_parts(const sum *s, const uint32_t *parts, uint64_t count) {
  grundy_fact_item items[MOST_NAMES] = {0};
  uint64_t named = count < MOST_NAMES ? count : MOST_NAMES;
  if (count < 2) return;
  for (uint64_t i = 0; i < named; i++) {
    grundy_value value = grundy_solution_value(s->game.parts_solution, parts[i]);
    bool is_infinite = value.nimber == GRUNDY_INFINITY;
    items[i] = (grundy_fact_item){.vertex = parts[i],
                                  .number = is_infinite ? GRUNDY_INFINITY64 : value.nimber,
                                  .set = value.k};
  }
  GRUNDY_ADD_FACT(s->facts, GRUNDY_FACT_PARTS, s->game.parts, s->position,
                  grundy_with_items("parts", GRUNDY_FACT_TYPE_VALUES, items, named),
                  grundy_with_number("others", count - named));
}

static void explain_value(const sum *s) {
  uint64_t value = s->evaluation.value;
  if (value == GRUNDY_INFINITY64) {
    grundy_value infinite = {.nimber = GRUNDY_INFINITY, .k = s->evaluation.k};
    GRUNDY_ADD_FACT(s->facts, GRUNDY_FACT_SUM_INFINITE_VALUE, NULL, s->position,
                    grundy_with_value("value", infinite),
                    grundy_with_flag("is_empty", s->evaluation.k.size == 0));
    return;
  }
  grundy_fact_item followers[MOST_NAMES] = {0};
  uint64_t named = value < MOST_NAMES ? value : MOST_NAMES;
  for (uint64_t n = 0; n < named; n++)
    followers[n] =
        (grundy_fact_item){.position = follower_of(s, n), .vertex = GRUNDY_INFINITY, .number = n};
  GRUNDY_ADD_FACT(
      s->facts, GRUNDY_FACT_SUM_VALUE, NULL, s->position, grundy_with_nimber("value", value),
      grundy_with_items("followers", GRUNDY_FACT_TYPE_VALUES, followers, named),
      named < value ? grundy_with_number("up_to", value - 1) : grundy_without_number("up_to"));
}

/* ---- the explanation ------------------------------------------------------------------- */

static grundy_status explain(sum *s, grundy_error *error) {
  grundy_search_options searching = {.size = sizeof searching, .never = true};
  uint32_t *parts = NULL;
  uint64_t count = 0;
  s->facts->position = name_of(s, grundy_compound_position(s->compound, 0));
  s->position = grundy_with_name("position", s->facts->position);
  const char *name = s->facts->position;
  grundy_status status = s->facts->failed ? grundy_fail_memory(error)
                                          : grundy_position_parts(s->game.parts, name, strlen(name),
                                                                  &parts, &count, error);
  /* A name that the rules cannot parse is that of a part, or nothing is said about parts. */
  if (status == GRUNDY_BAD_INPUT) status = GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = grundy_compound_moves(s->compound, MOST_MOVES, &s->moves, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_evaluate(s->compound, &searching, &s->evaluation, error);
  if (status == GRUNDY_OK) {
    explain_parts(s, parts, count);
    grundy_outcome outcome = s->evaluation.outcome;
    if (outcome == GRUNDY_OUTCOME_N)
      GRUNDY_ADD_FACT(s->facts, GRUNDY_FACT_SUM_N_POSITION, NULL, s->position,
                      grundy_with_name("to", follower_of(s, 0)));
    else
      GRUNDY_ADD_FACT(
          s->facts, outcome == GRUNDY_OUTCOME_P ? GRUNDY_FACT_SUM_P_POSITION : GRUNDY_FACT_SUM_DRAW,
          NULL, s->position);
    explain_value(s);
    if (s->facts->failed) status = grundy_fail_memory(error);
  }
  grundy_moves_free(s->moves);
  free(parts);
  return status;
}

grundy_status grundy_sum_explain(grundy_expression *expression, grundy_facts **facts,
                                 grundy_error *error) {
  sum s = {.compound = grundy_expression_compound(expression),
           .game = grundy_expression_describe(expression, 0),
           .facts = grundy_facts_new()};
  grundy_status status = s.facts == NULL ? grundy_fail_memory(error) : explain(&s, error);
  if (status == GRUNDY_OK)
    *facts = s.facts;
  else
    grundy_facts_free(s.facts);
  return status;
}
