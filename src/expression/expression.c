#include <grundy/explore.h>

#include "base/alloc.h"
#include "base/error.h"
#include "expression/impl.h"

#include <inttypes.h>
#include <string.h>

struct grundy_expression {
  grundy_parsed parsed;
  grundy_compound *compound;
  uint32_t *sources; /* by component */
  uint64_t count, capacity;
};

void grundy_expression_free(grundy_expression *e) {
  if (e == NULL) return;
  grundy_compound_free(e->compound);
  grundy_parsed_free(&e->parsed);
  free(e->sources);
  free(e);
}

grundy_compound *grundy_expression_compound(grundy_expression *e) {
  return e->compound;
}

const char *grundy_expression_source(const grundy_expression *e, uint32_t component) {
  return e->parsed.sources[e->sources[component]].name;
}

const grundy_solved *grundy_expression_solved(const grundy_expression *e, uint32_t component) {
  const grundy_source *source = &e->parsed.sources[e->sources[component]];
  return source->solution == NULL ? NULL : &source->solved;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* The first atom of a source, where its errors point. */
static uint64_t column_of(const grundy_parsed *parsed, uint32_t source) {
  for (uint64_t i = 0; i < parsed->atom_count; i++)
    if (parsed->atoms[i].source == source) return parsed->atoms[i].column;
  return 0;
}

/* Heaps 0 … largest, from which one of the numbers is taken. */
static grundy_status make_take(const grundy_parsed *parsed, uint32_t number, grundy_digraph **g,
                               grundy_error *error) {
  const grundy_source *source = &parsed->sources[number];
  uint64_t order = source->largest + 1, count = 0;
  if (order > GRUNDY_EXPRESSION_MAX_TAKE_MOVES / source->taken_count)
    return grundy_fail_in_expression(error, GRUNDY_UNABLE, column_of(parsed, number),
                                     "the heap is too large; expected at most %" PRIu64,
                                     GRUNDY_EXPRESSION_MAX_TAKE_MOVES / source->taken_count - 1);
  uint32_t *tails = grundy_alloc(order * source->taken_count, sizeof *tails);
  uint32_t *heads = grundy_alloc(order * source->taken_count, sizeof *heads);
  grundy_status status = GRUNDY_OK;
  if (tails == NULL || heads == NULL) {
    status = grundy_fail_memory(error);
  } else {
    for (uint32_t n = 0; n < order; n++)
      for (uint64_t i = 0; i < source->taken_count && source->taken[i] <= n; i++) {
        tails[count] = n;
        heads[count++] = n - source->taken[i];
      }
    status = grundy_digraph_new((uint32_t)order, count, tails, heads, g, error);
  }
  free(tails);
  free(heads);
  return status;
}

grundy_columns grundy_expression_columns(const grundy_digraph *g,
                                         const grundy_expression_options *options) {
  if ((grundy_solve_columns(g, true) & GRUNDY_COLUMN_GRUNDY) == 0)
    return grundy_solve_columns(g, false) |
           (options->payoff_known && grundy_digraph_payoffs(g) != NULL ? GRUNDY_COLUMN_QV : 0);
  return GRUNDY_COLUMNS_DEFAULT |
         (options->play == GRUNDY_MISERE_PLAY ? GRUNDY_COLUMN_MISERE_REMOTENESS : 0);
}

uint64_t grundy_expression_closed_limit(const grundy_expression_options *options) {
  return options->play == GRUNDY_NORMAL_PLAY ? GRUNDY_CLOSED_FORM_MAX_POSITIONS : 0;
}

static bool needs_solving(const grundy_source *source) {
  return source->kind == GRUNDY_SOURCE_FILE || source->kind == GRUNDY_SOURCE_TAKE;
}

static grundy_status read_source(const grundy_source *source,
                                 const grundy_expression_options *options, grundy_digraph **g,
                                 grundy_error *error) {
  grundy_open_options opening = {.closed_limit = grundy_expression_closed_limit(options),
                                 .monitor = options->monitor};
  if (options->read != NULL) return options->read(options->context, source->name, g, error);
  return grundy_digraph_open(source->name, &opening, g, error);
}

/* Small rules are explored, since that tells more than a closed form. */
static grundy_status open_file(grundy_source *source, const grundy_expression_options *options,
                               grundy_error *error) {
  grundy_open_options opening = {.monitor = options->monitor};
  grundy_error why = {0};
  grundy_status status = read_source(source, options, &source->g, &why);
  if (status == GRUNDY_UNABLE && grundy_is_rules(source->name) &&
      grundy_expression_closed_limit(options) > 0) {
    grundy_error broken = {0};
    grundy_status closed =
        grundy_closed_form_open(source->name, &opening, &source->closed, &broken);
    if (closed == GRUNDY_OK) return GRUNDY_OK;
    if (closed == GRUNDY_BAD_INPUT) {
      status = closed;
      why = broken;
    }
  }
  if (status != GRUNDY_OK && error != NULL) *error = why;
  return status;
}

/* The solution that a base has, if that is all that is wanted; NULL if not. What payoffs are worth
 * depends on what is asked for, so these are solved again. */
static grundy_status read_stored(const grundy_source *source, grundy_columns wanted,
                                 const grundy_monitor *monitor, grundy_solution **solution,
                                 grundy_error *error) {
  grundy_solution *read = NULL;
  bool base = source->kind == GRUNDY_SOURCE_FILE && grundy_is_explored(source->g) &&
              !grundy_is_rules(source->name) && strcmp(source->name, "-") != 0;
  if (!base || grundy_digraph_payoffs(source->g) != NULL) return GRUNDY_OK;
  grundy_status status =
      grundy_solution_read(source->g, source->name, GRUNDY_FORMAT_NPZ,
                           &GRUNDY_OPTIONS(grundy_read_options, .monitor = monitor), &read, error);
  if (status != GRUNDY_OK) return status;
  if ((wanted & ~grundy_solution_columns(read)) == 0)
    *solution = read;
  else
    grundy_solution_free(read);
  return GRUNDY_OK;
}

static grundy_status solve_source(grundy_source *source, const grundy_expression_options *options,
                                  grundy_error *error) {
  grundy_solve_options solve = {.size = sizeof solve,
                                .columns = grundy_expression_columns(source->g, options),
                                .monitor = options->monitor,
                                .payoff = options->payoff,
                                .infinite_known = options->infinite_known,
                                .infinite = options->infinite};
  grundy_status status =
      read_stored(source, solve.columns, options->monitor, &source->solution, error);
  if (status == GRUNDY_OK && source->solution == NULL)
    status = grundy_solve(source->g, &solve, &source->solution, error);
  if (status == GRUNDY_OK) source->solved = grundy_solved_view(source->g, source->solution);
  return status;
}

static grundy_status open_source(grundy_parsed *parsed, uint32_t number,
                                 const grundy_expression_options *options, grundy_error *error) {
  grundy_source *source = &parsed->sources[number];
  grundy_status status;
  if (source->kind == GRUNDY_SOURCE_ORDINAL) return grundy_ordinals_new(&source->ordinals, error);
  if (source->kind == GRUNDY_SOURCE_HEAPS)
    return grundy_heap_game_new(source->name, (uint32_t)source->largest, options->monitor,
                                &source->heaps, error);
  if (!needs_solving(source)) return GRUNDY_OK;
  if (source->kind == GRUNDY_SOURCE_TAKE)
    status = make_take(parsed, number, &source->g, error);
  else
    status = open_file(source, options, error);
  if (status != GRUNDY_OK || source->closed != NULL) return status;
  return solve_source(source, options, error);
}

/* ---- the compound ---------------------------------------------------------------------------- */

static grundy_component component_of(grundy_source *source) {
  switch (source->kind) {
  case GRUNDY_SOURCE_NIM:
    return grundy_component_nim();
  case GRUNDY_SOURCE_ORDINAL:
    return grundy_component_ordinals(source->ordinals);
  case GRUNDY_SOURCE_HEAPS:
    return grundy_component_heaps(source->heaps);
  case GRUNDY_SOURCE_COINS_FIXED:
  case GRUNDY_SOURCE_COINS_FREE:
    return grundy_component_coins(source->kind == GRUNDY_SOURCE_COINS_FREE);
  default:
    return source->closed != NULL ? grundy_component_closed_form(source->closed)
                                  : grundy_component_digraph(&source->solved);
  }
}

/* Asks rules that were explored what is wrong with the name of a position; false if there is no
 * more to say. */
static bool explain_position(const grundy_source *source, const grundy_atom *atom,
                             grundy_error *why) {
  uint32_t v;
  return source->g != NULL && grundy_is_explored(source->g) &&
         grundy_position_find(source->g, atom->position, atom->length, &v, why) != GRUNDY_OK;
}

/* A script that fails to read the name is reported with its own place, everything else with the
 * place in the expression. */
static grundy_status find_position(const grundy_source *source, grundy_component component,
                                   const grundy_atom *atom, uint64_t *position,
                                   grundy_error *error) {
  grundy_error why = {0};
  grundy_status status =
      component.kind->find_position(component.data, atom->position, atom->length, position, &why);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  bool explained = why.reason != GRUNDY_REASON_NO_POSITION || explain_position(source, atom, &why);
  if (why.status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
  if (why.file[0] != '\0') {
    if (error != NULL) *error = why;
    return why.status;
  }
  if (explained)
    return grundy_fail_in_expression(error, GRUNDY_BAD_INPUT, atom->column, "%s", why.message);
  return grundy_fail_in_expression(error, GRUNDY_BAD_INPUT, atom->column,
                                   "'%.*s' is no position of %.*s; expected one of its positions",
                                   grundy_shown(atom->position, atom->length), atom->position,
                                   grundy_shown(source->name, strlen(source->name)), source->name);
}

/* The position that is named, or where rules start. */
static grundy_status place(const grundy_source *source, grundy_component component,
                           const grundy_atom *atom, uint64_t *position, grundy_error *error) {
  if (atom->length > 0 || source->kind != GRUNDY_SOURCE_FILE)
    return find_position(source, component, atom, position, error);
  *position = 0;
  if (source->closed != NULL || grundy_is_explored(source->g)) return GRUNDY_OK;
  return grundy_fail_in_expression(error, GRUNDY_BAD_INPUT, atom->column,
                                   "%.*s does not say where play starts; expected @ and the name "
                                   "of a position behind it",
                                   grundy_shown(source->name, strlen(source->name)), source->name);
}

static grundy_status add_component(grundy_expression *e, uint32_t number, grundy_error *error) {
  const grundy_atom *atom = &e->parsed.atoms[number];
  grundy_source *source = &e->parsed.sources[atom->source];
  grundy_component component = component_of(source);
  uint64_t position;
  grundy_status status = place(source, component, atom, &position, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&e->sources, &e->capacity, e->count + 1, sizeof *e->sources))
    return grundy_fail_memory(error);
  e->sources[e->count++] = atom->source;
  if (source->kind == GRUNDY_SOURCE_HEAPS)
    status = grundy_heap_game_explore(source->heaps, position, error);
  if (status != GRUNDY_OK) return status;
  grundy_error plain;
  status = grundy_compound_add(e->compound, component, position, &plain);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  return grundy_fail_in_expression(error, status, atom->column, "%s", plain.message);
}

static bool has_payoffs(const grundy_expression *e) {
  const grundy_solved *solved = grundy_expression_solved(e, 0);
  return solved != NULL && grundy_digraph_payoffs(solved->g) != NULL;
}

static grundy_status build(grundy_expression *e, const grundy_expression_options *options,
                           grundy_error *error) {
  grundy_parsed *parsed = &e->parsed;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < parsed->source_count && status == GRUNDY_OK; i++)
    status = open_source(parsed, i, options, error);
  if (status == GRUNDY_OK) status = grundy_compound_new(options->play, &e->compound, error);
  for (uint64_t i = 0; i < parsed->action_count && status == GRUNDY_OK; i++) {
    const grundy_action *action = &parsed->actions[i];
    status = action->count == 0
                 ? add_component(e, action->atom, error)
                 : grundy_compound_join(e->compound, action->kind, action->count, error);
  }
  if (status == GRUNDY_OK && (options->payoff_known || options->infinite_known) && !has_payoffs(e))
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "there are no payoffs here; expected a game with payoffs, alone");
  return status;
}

grundy_status grundy_expression_open(const char *text, const grundy_expression_options *options,
                                     grundy_expression **expression, grundy_error *error) {
  static const grundy_expression_options defaults = {0};
  if (options == NULL) options = &defaults;
  grundy_expression *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_parse(text, &made->parsed, error);
  if (status == GRUNDY_OK) status = build(made, options, error);
  if (status == GRUNDY_OK) {
    *expression = made;
    made = NULL;
  }
  grundy_expression_free(made);
  return status;
}
