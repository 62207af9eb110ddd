/* Finds what to explain: the digraph of an expression, or that of all positions that can be reached
 * from it; a window; positions around one of a folder of tiers; or the parts of a position. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "component/component.h"
#include "compound/impl.h"
#include "explain/impl.h"
#include "explain/law.h"
#include "explain/quotient.h"
#include "explain/sum.h"
#include "explain/turns.h"
#include "facts/impl.h"

#include <grundy/compound.h>
#include <grundy/engine.h>
#include <grundy/explain.h>

#include <stdio.h>
#include <string.h>

/* Everything that a run owns. */
typedef struct inquiry {
  grundy_why_options options;
  grundy_expression_options opening;
  grundy_open_options exploring;
  grundy_expression *expression;
  grundy_digraph *explored; /* NULL if the expression is a position of a digraph */
  grundy_solution *solution;
  grundy_solved solved; /* the game, */
  uint32_t position;    /* and its position */
  bool is_reduced;      /* names are those of symmetric positions */
} inquiry;

static bool is_misere(const inquiry *q) {
  return q->opening.play == GRUNDY_MISERE_PLAY;
}

static void inquiry_clear(inquiry *q) {
  grundy_solution_free(q->solution);
  grundy_digraph_free(q->explored);
  grundy_expression_free(q->expression);
  q->solution = NULL;
  q->explored = NULL;
  q->expression = NULL;
}

/* Fails with a message about a game. */
static grundy_status fail_game(const inquiry *q, grundy_status status, uint32_t component,
                               const char *message, grundy_error *error) {
  const char *source = grundy_expression_describe(q->expression, component).source;
  (void)grundy_fail(error, status, "%s", message);
  (void)snprintf(error->file, sizeof error->file, "%.*s", (int)sizeof error->file - 1, source);
  return status;
}

/* Solves the game to explain. */
static grundy_status solve(inquiry *q, const grundy_digraph *g, grundy_error *error) {
  const grundy_columns misere = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  bool payoffs = grundy_digraph_type(g) == GRUNDY_GAME_PAYOFFS;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = is_misere(q) ? misere : 0,
                                  .monitor = q->opening.monitor,
                                  .infinite_known = payoffs && q->opening.infinite_known,
                                  .infinite = q->opening.infinite,
                                  .memory = q->options.memory,
                                  .memory_giver = q->options.memory_giver};
  grundy_status status = grundy_solve(g, &options, &q->solution, error);
  if (status == GRUNDY_OK) q->solved = grundy_solved_view(g, q->solution);
  return status;
}

/* ---- digraphs --------------------------------------------------------------------------- */

/* Explores the rules again without reducing positions by symmetry, so that moves look as the rules
 * make them. Sets q->explored unless there are too many positions, or the position cannot be
 * found. */
static grundy_status explore_unreduced(inquiry *q, grundy_error *error) {
  grundy_game_name game = grundy_game_parse(grundy_expression_describe(q->expression, 0).source);
  grundy_open_options options = q->exploring;
  grundy_digraph *g = NULL;
  const grundy_compound *compound = grundy_expression_compound(q->expression);
  uint64_t position = grundy_compound_position(compound, 0);
  size_t length = grundy_compound_name(compound, 0, position, NULL, 0);
  char *name = grundy_alloc(length + 1, 1);
  if (name == NULL) return grundy_fail_memory(error);
  (void)grundy_compound_name(compound, 0, position, name, length + 1);
  options.unreduced = true;
  if (options.limit == 0 || options.limit > GRUNDY_WHY_MAX_EXPLORED)
    options.limit = GRUNDY_WHY_MAX_EXPLORED;
  grundy_status status = grundy_game_open_name(&game, &options, &g, error);
  if (status == GRUNDY_OK)
    status = grundy_position_find(g, name, strlen(name), &q->position, error);
  free(name);
  if (status == GRUNDY_OK)
    q->explored = g;
  else
    grundy_digraph_free(g);
  return status == GRUNDY_UNABLE || status == GRUNDY_BAD_INPUT ? GRUNDY_OK : status;
}

/* Finds a position of a digraph; if rules reduce positions by symmetry, of an unreduced one if that
 * is small enough. */
static grundy_status find_in_digraph(inquiry *q, const grundy_solved *given, grundy_error *error) {
  grundy_compound *compound = grundy_expression_compound(q->expression);
  grundy_component game = grundy_compound_component(compound, 0);
  uint64_t vertex = grundy_compound_position(compound, 0);
  grundy_status status = GRUNDY_OK;
  bool is_reduced = grundy_expression_describe(q->expression, 0).is_reduced;
  if (is_reduced) status = explore_unreduced(q, error);
  if (status != GRUNDY_OK) return status;
  if (q->explored != NULL) return solve(q, q->explored, error);
  status = grundy_component_reduce(game, vertex, &vertex, error);
  q->is_reduced = is_reduced;
  q->solved = *given;
  q->position = (uint32_t)vertex;
  return status == GRUNDY_OK && is_misere(q) ? solve(q, given->g, error) : status;
}

/* ---- folders and windows ---------------------------------------------------------------- */

static grundy_explain_options explaining(const inquiry *q) {
  return (grundy_explain_options){.size = sizeof(grundy_explain_options),
                                  .depth = q->options.depth,
                                  .most = q->options.most,
                                  .play = q->opening.play};
}

/* Explains a position of a folder of tiers by the positions around it. */
static grundy_status find_in_folder(inquiry *q, grundy_error *error) {
  grundy_explain_options options = explaining(q);
  if (is_misere(q))
    return fail_game(q, GRUNDY_UNABLE, 0, "a folder of tiers says nothing about misere play",
                     error);
  grundy_status status = grundy_explain_neighbourhood(q->expression, &options, &q->explored,
                                                      &q->solution, &q->position, error);
  if (status == GRUNDY_OK) q->solved = grundy_solved_view(q->explored, q->solution);
  return status;
}

/* ---- expressions ------------------------------------------------------------------------ */

/* Finds what to explain in the expression. */
static grundy_status find(inquiry *q, grundy_error *error) {
  grundy_compound *compound = grundy_expression_compound(q->expression);
  grundy_expression_description first = grundy_expression_describe(q->expression, 0);
  uint32_t count = grundy_compound_count(compound);
  if (compound->has_turns) return GRUNDY_OK;
  if (first.is_window) {
    q->solved = *first.solved;
    q->position = first.vertex;
    q->is_reduced = first.is_reduced;
    return is_misere(q) ? solve(q, first.solved->g, error) : GRUNDY_OK;
  }
  for (uint32_t i = 0; q->exploring.window > 0 && i < count; i++) {
    grundy_expression_description game = grundy_expression_describe(q->expression, i);
    if (game.solved == NULL && game.parts == NULL)
      return fail_game(q, GRUNDY_BAD_INPUT, i, "a window is only for rules", error);
  }
  if (count == 1 && first.solved != NULL) return find_in_digraph(q, first.solved, error);
  bool folder =
      count == 1 && grundy_game_kind_describe(grundy_game_parse(first.source).kind)->is_folder;
  if (folder && grundy_compound_component(compound, 0).kind->standalone)
    return find_in_folder(q, error);
  grundy_status status = grundy_compound_explore(
      compound, GRUNDY_WHY_MAX_EXPLORED, GRUNDY_MONITORED(q->opening.monitor), &q->explored, error);
  if (status == GRUNDY_UNABLE && folder) return find_in_folder(q, error);
  return status == GRUNDY_OK ? solve(q, q->explored, error) : status;
}

/* Opens the expression and finds what to explain. */
static grundy_status open_and_find(inquiry *q, const char *text, bool unreduced,
                                   grundy_error *error) {
  inquiry_clear(q);
  q->opening.unreduced = unreduced;
  grundy_status status = grundy_expression_open(text, &q->opening, &q->expression, error);
  return status == GRUNDY_OK ? find(q, error) : status;
}

static bool is_reduced(const inquiry *q) {
  uint32_t count = grundy_compound_count(grundy_expression_compound(q->expression));
  for (uint32_t i = 0; i < count; i++)
    if (grundy_expression_describe(q->expression, i).is_reduced) return true;
  return false;
}

/* Explains what was found. */
static grundy_status explain(inquiry *q, grundy_facts **facts, grundy_error *error) {
  grundy_explain_options options = explaining(q);
  grundy_facts *made = NULL;
  grundy_status status =
      grundy_explain(q->solved.g, q->solved.solution, q->position, &options, &made, error);
  if (status != GRUNDY_OK) return status;
  made->is_reduced = q->is_reduced;
  if (q->is_reduced) grundy_facts_add(made, GRUNDY_FACT_SYMMETRY, NULL, NULL, 0);
  if (made->failed) {
    grundy_facts_free(made);
    return grundy_fail_memory(error);
  }
  *facts = made;
  return GRUNDY_OK;
}

/* Adds what a misère quotient says to an explanation. If there is none, because there are too many
 * positions to explore, that is the explanation. Frees an explanation if this fails. */
static grundy_status explain_quotient(inquiry *q, grundy_status before, grundy_facts **facts,
                                      grundy_error *error) {
  if (before != GRUNDY_OK && before != GRUNDY_UNABLE) return before;
  if (grundy_expression_describe(q->expression, 0).is_window) return before; /* no compound */
  bool alone = before == GRUNDY_UNABLE, known = false;
  grundy_facts *made = alone ? grundy_facts_new() : *facts;
  grundy_error why = {0};
  grundy_status status = made == NULL
                             ? grundy_fail_memory(&why)
                             : grundy_quotient_explain(grundy_expression_compound(q->expression),
                                                       alone, made, &known, &why);
  if (status == GRUNDY_OK && (known || !alone)) {
    *facts = made;
    return GRUNDY_OK;
  }
  grundy_facts_free(made);
  if (status == GRUNDY_OK) return before; /* *error says why there is no explanation */
  *error = why;
  return status;
}

static grundy_status answer(inquiry *q, const char *text, grundy_facts **facts,
                            grundy_error *error) {
  grundy_status status = open_and_find(q, text, true, error);
  grundy_compound *compound =
      q->expression == NULL ? NULL : grundy_expression_compound(q->expression);
  if (compound != NULL && compound->has_turns)
    return grundy_turns_explain(compound, q->opening.monitor, facts, error);
  if (status == GRUNDY_UNABLE && q->expression != NULL && is_reduced(q)) {
    q->is_reduced = true;
    status = open_and_find(q, text, false, error);
  }
  if (status == GRUNDY_UNABLE && q->expression != NULL && !is_misere(q) &&
      grundy_sum_applies(q->expression)) {
    status = grundy_sum_explain(q->expression, facts, error);
    if (status == GRUNDY_OK) (*facts)->is_reduced = q->is_reduced;
    return status;
  }
  grundy_facts *made = NULL;
  if (status == GRUNDY_OK) status = explain(q, &made, error);
  if (is_misere(q) && q->expression != NULL) status = explain_quotient(q, status, &made, error);
  if (status == GRUNDY_OK) *facts = made;
  return status;
}

grundy_status grundy_why(const char *text, const grundy_why_options *options, grundy_facts **facts,
                         grundy_error *error) {
  inquiry q = {0};
  grundy_error ignored = {0};
  if (error == NULL) error = &ignored;
  if (grundy_options_copy(options, &q.options, sizeof q.options, error) != GRUNDY_OK ||
      grundy_options_copy(q.options.opening, &q.opening, sizeof q.opening, error) != GRUNDY_OK ||
      grundy_options_copy(q.options.exploring, &q.exploring, sizeof q.exploring, error) !=
          GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  q.opening.windows = true;
  if (q.options.compound != NULL)
    return grundy_turns_explain(q.options.compound, q.opening.monitor, facts, error);
  if (q.options.law != NULL)
    return grundy_law_explain(text, q.options.law, q.opening.monitor, facts, error);
  grundy_status status = answer(&q, text, facts, error);
  inquiry_clear(&q);
  return status;
}
