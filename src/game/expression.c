/* Opens expressions: their games, and the compound that they form. */

#include <grundy/game.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "digraph/suggest.h"
#include "explore/impl.h"
#include "game/components/components.h"
#include "game/impl.h"
#include "game/neighbourhood.h"

#include <string.h>

struct grundy_expression {
  grundy_parsed parsed;
  grundy_compound *compound;
  uint32_t *atoms; /* by component: the number of its atom */
  uint64_t count, capacity;
  bool is_window;  /* the only game is a window, */
  uint32_t vertex; /* and this its position */
};

void grundy_expression_free(grundy_expression *e) {
  if (e == NULL) return;
  grundy_compound_free(e->compound);
  grundy_parsed_free(&e->parsed);
  free(e->atoms);
  free(e);
}

grundy_compound *grundy_expression_compound(grundy_expression *e) {
  return e->compound;
}

static const grundy_game_use *use_of(const grundy_expression *e, uint32_t component) {
  return &e->parsed.uses[e->parsed.atoms[e->atoms[component]].use];
}

grundy_expression_description grundy_expression_describe(const grundy_expression *e,
                                                         uint32_t component) {
  const grundy_game_use *use = use_of(e, component);
  const grundy_game_description *kind = &use->name.kind->describe;
  bool has_parts = use->type == GRUNDY_GAME_PARTS;
  bool is_named = e->parsed.atoms[e->atoms[component]].position != NULL;
  return (grundy_expression_description){
      .source = use->text,
      .solved = use->solution == NULL || has_parts ? NULL : &use->solved,
      .parts = has_parts ? use->g : NULL,
      .parts_solution = has_parts ? use->solution : NULL,
      .is_at_first = !is_named && kind->is_file && !kind->is_rules && use->g != NULL &&
                     !grundy_is_explored(use->g),
      .is_reduced = use->g != NULL && grundy_position_is_reduced(use->g),
      .is_window = e->is_window,
      .vertex = e->vertex,
  };
}

grundy_tiers_game *grundy_expression_tiers(grundy_expression *e, uint32_t component) {
  if (component >= e->count) return NULL;
  const grundy_game_use *use = use_of(e, component);
  return use->name.kind->describe.is_folder ? use->data : NULL;
}

/* ---- games ----------------------------------------------------------------------------------- */

grundy_columns grundy_expression_columns(const grundy_digraph *g, grundy_play play,
                                         bool payoff_known) {
  grundy_columns columns = grundy_solve_columns(g, false);
  grundy_game_type type = grundy_digraph_type(g);
  if (payoff_known && type == GRUNDY_GAME_PAYOFFS) columns |= GRUNDY_COLUMN_QV;
  if (play == GRUNDY_MISERE_PLAY && (type == GRUNDY_GAME_NORMAL || type == GRUNDY_GAME_WINDOW))
    columns |= GRUNDY_COLUMN_MISERE_REMOTENESS;
  return columns;
}

/* Returns how many positions of rules are explored before a closed form is tried; 0: no limit,
 * since closed forms say nothing about misère play. */
static uint64_t closed_limit(const grundy_expression_options *options) {
  return options->play == GRUNDY_NORMAL_PLAY ? GRUNDY_CLOSED_FORM_MAX_POSITIONS : 0;
}

/* Explores small rules, because that gives more than a closed form does. */
static grundy_status open_game(grundy_game_use *use, const grundy_expression_options *options,
                               grundy_error *error) {
  grundy_error why = {0};
  uint64_t limit = closed_limit(options);
  grundy_open_options whole = {
      .size = sizeof whole, .closed_limit = limit, .monitor = options->monitor, .parts = limit > 0};
  grundy_status status = options->read != NULL
                             ? options->read(options->context, &use->name, limit, &use->g, &why)
                             : grundy_game_open_name(&use->name, &whole, &use->g, &why);
  if (status == GRUNDY_UNABLE && use->name.kind->ruleset != NULL && limit > 0) {
    grundy_open_options opening = {
        .size = sizeof opening, .monitor = options->monitor, .unreduced = options->unreduced};
    grundy_error broken = {0};
    grundy_closed_form *closed = NULL;
    grundy_status opened = grundy_closed_form_open(&use->name, &opening, &closed, &broken);
    if (opened == GRUNDY_OK) {
      use->data = closed;
      use->free_data = grundy_closed_form_free;
      use->component = grundy_component_closed_form(closed);
      return GRUNDY_OK;
    }
    if (opened == GRUNDY_BAD_INPUT) {
      status = opened;
      why = broken;
    }
  }
  if (status != GRUNDY_OK && error != NULL) *error = why;
  return status;
}

/* Explores rules with `swap` again if play does not reach every position as both players see it,
 * which a sum needs. A tablebase has the positions that it has. */
static grundy_status explore_swaps(grundy_game_use *use, const grundy_expression_options *options,
                                   grundy_error *error) {
  const grundy_explored *explored = use->g == NULL ? NULL : grundy_explored_of(use->g);
  grundy_open_options opening = {.size = sizeof opening, .monitor = options->monitor};
  if (explored == NULL || use->name.kind->ruleset == NULL || !explored->ruleset->has_swap)
    return GRUNDY_OK;
  for (uint32_t v = 0; v < grundy_digraph_order(use->g); v++) {
    uint32_t swapped;
    grundy_error why = {0};
    grundy_status status = grundy_explored_swap(use->g, v, &swapped, &why);
    if (status == GRUNDY_UNDEFINED) return grundy_explore_swaps(&use->g, &opening, error);
    if (status == GRUNDY_OK) continue;
    if (error != NULL) *error = why;
    return status;
  }
  return GRUNDY_OK;
}

/* Reads a stored solution if it has all columns that are wanted; otherwise *solution stays NULL.
 * Payoffs depend on the options, so games with payoffs are solved again. */
static grundy_status read_stored(const grundy_game_use *use, grundy_columns wanted,
                                 const grundy_monitor *monitor, grundy_solution **solution,
                                 grundy_error *error) {
  grundy_solution *read = NULL;
  grundy_status status = GRUNDY_OK;
  if (use->name.kind->read_solution != NULL && use->type != GRUNDY_GAME_PAYOFFS)
    status = use->name.kind->read_solution(use, monitor, &read, error);
  if (read != NULL && (wanted & ~grundy_solution_columns(read)) == 0)
    *solution = read;
  else
    grundy_solution_free(read);
  return status;
}

/* Errors without a file are errors of the expression, at the first position of the game. */
static grundy_status open_component(const grundy_parsed *parsed, grundy_game_use *use,
                                    const grundy_expression_options *options, grundy_error *error) {
  const grundy_game_kind *kind = use->name.kind;
  grundy_error why = {0};
  grundy_status status = GRUNDY_OK;
  if (kind->open_component != NULL) status = kind->open_component(use, options->monitor, &why);
  if (kind->functions.size > 0) use->component = (grundy_component){&kind->functions, use->data};
  if (status == GRUNDY_OK || status == GRUNDY_CANCELLED || why.file[0] != '\0') {
    if (status != GRUNDY_OK && error != NULL) *error = why;
    return status;
  }
  return grundy_refuse_in_expression(parsed, use->place, status, &why);
}

static grundy_status open_use(const grundy_parsed *parsed, grundy_game_use *use,
                              const grundy_expression_options *options, grundy_error *error) {
  const grundy_game_kind *kind = use->name.kind;
  use->libraries = options->libraries;
  grundy_status status = GRUNDY_OK;
  if (kind->open_component != NULL || kind->functions.size > 0)
    status = open_component(parsed, use, options, error);
  if (status == GRUNDY_OK && use->component.kind == NULL && use->g == NULL)
    status = open_game(use, options, error);
  if (status == GRUNDY_OK && (parsed->action_count > 1 || options->swaps))
    status = explore_swaps(use, options, error);
  if (status != GRUNDY_OK || use->g == NULL) return status;
  use->type = grundy_digraph_type(use->g);
  grundy_solve_options solve = {
      .size = sizeof solve,
      .columns = grundy_expression_columns(use->g, options->play, options->payoff_known),
      .monitor = options->monitor,
      .payoff = options->payoff,
      .infinite_known = options->infinite_known,
      .infinite = options->infinite};
  status = read_stored(use, solve.columns, options->monitor, &use->solution, error);
  if (status == GRUNDY_OK && use->solution == NULL)
    status = grundy_solve_in_memory(use->g, &solve, &use->solution, error);
  if (status != GRUNDY_OK) return status;
  if (use->type == GRUNDY_GAME_PARTS) {
    grundy_parts_game *game = NULL;
    status = grundy_parts_game_new(use->g, use->solution, options->unreduced, &game, error);
    if (status != GRUNDY_OK) return status;
    use->data = game;
    use->free_data = grundy_parts_game_free;
    use->component = grundy_component_parts(game);
    return GRUNDY_OK;
  }
  use->solved = grundy_solved_view(use->g, use->solution);
  use->component = grundy_component_digraph(&use->solved);
  if (!options->unreduced || grundy_game_is_window(use->type)) return GRUNDY_OK;
  status = grundy_unreduced_new(&use->solved, &use->unreduced, error);
  if (use->unreduced != NULL) use->component = grundy_component_unreduced(use->unreduced);
  return status;
}

/* ---- the compound ---------------------------------------------------------------------------- */

/* Finds a position. If a script fails to read its name, the error has its place in the script; all
 * other errors have their place in the expression. */
static grundy_status find_position(const grundy_parsed *parsed, const grundy_atom *atom,
                                   uint64_t *position, grundy_error *error) {
  const grundy_game_use *use = &parsed->uses[atom->use];
  grundy_component component = use->component;
  grundy_error why = {0};
  grundy_status status =
      component.kind->find_position(component.data, atom->position, atom->length, position, &why);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  bool explained = why.reason != GRUNDY_REASON_NO_POSITION;
  uint32_t v;
  if (!explained && use->g != NULL && grundy_is_explored(use->g)) /* the rules may say why */
    explained = grundy_position_find(use->g, atom->position, atom->length, &v, &why) != GRUNDY_OK;
  if (why.status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
  if (why.file[0] != '\0') {
    if (error != NULL) *error = why;
    return why.status;
  }
  if (explained) return grundy_refuse_in_expression(parsed, atom->place, GRUNDY_BAD_INPUT, &why);
  (void)grundy_cursor_fail(&parsed->cursor, atom->place, "%.*s has no position '%.*s'",
                           grundy_excerpt(use->text, strlen(use->text)), use->text,
                           grundy_excerpt(atom->position, atom->length), atom->position);
  if (use->g != NULL) grundy_error_suggest_position(error, use->g, atom->position, atom->length);
  return grundy_because(error, GRUNDY_REASON_NO_POSITION, GRUNDY_BAD_INPUT);
}

/* Finds the position that is named, the start of rules, or the first position of a file. */
static grundy_status find_start_or_position(const grundy_parsed *parsed, const grundy_atom *atom,
                                            uint64_t *position, grundy_error *error) {
  const grundy_game_use *use = &parsed->uses[atom->use];
  if (atom->position != NULL) return find_position(parsed, atom, position, error);
  if (use->unreduced != NULL) return grundy_unreduced_start(use->unreduced, position, error);
  *position = 0;
  if (use->g == NULL || use->type == GRUNDY_GAME_PARTS || grundy_digraph_order(use->g) > 0)
    return GRUNDY_OK;
  return grundy_cursor_fail(&parsed->cursor, atom->place, "%.*s has no positions",
                            grundy_excerpt(use->text, strlen(use->text)), use->text);
}

static grundy_status add_component(grundy_expression *e, uint32_t number, bool windows,
                                   grundy_error *error) {
  const grundy_atom *atom = &e->parsed.atoms[number];
  grundy_game_use *use = &e->parsed.uses[atom->use];
  uint64_t position;
  grundy_status status = find_start_or_position(&e->parsed, atom, &position, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&e->atoms, &e->capacity, e->count + 1, sizeof *e->atoms))
    return grundy_fail_memory(error);
  e->atoms[e->count++] = number;
  if (windows && grundy_game_is_window(use->type)) {
    if (e->parsed.action_count > 1)
      return grundy_cursor_fail_as(&e->parsed.cursor, GRUNDY_UNDEFINED, atom->place,
                                   "a window cannot be part of a sum");
    e->is_window = true;
    e->vertex = (uint32_t)position;
    return GRUNDY_OK;
  }
  if (use->name.kind->prepare != NULL) status = use->name.kind->prepare(use, position, error);
  if (status != GRUNDY_OK) return status;
  grundy_error plain = {0};
  status = grundy_compound_add(e->compound, use->component, position, &plain);
  return status == GRUNDY_OK ? GRUNDY_OK
                             : grundy_refuse_in_expression(&e->parsed, atom->place, status, &plain);
}

static grundy_status build(grundy_expression *e, const grundy_expression_options *options,
                           grundy_error *error) {
  grundy_parsed *parsed = &e->parsed;
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < parsed->use_count && status == GRUNDY_OK; i++)
    status = open_use(parsed, &parsed->uses[i], options, error);
  if (status == GRUNDY_OK) status = grundy_compound_new(options->play, &e->compound, error);
  for (uint64_t i = 0; i < parsed->action_count && status == GRUNDY_OK; i++) {
    const grundy_action *action = &parsed->actions[i];
    status = action->count == 0
                 ? add_component(e, action->atom, options->windows, error)
                 : grundy_compound_join(e->compound, action->kind, action->count, error);
  }
  if (status == GRUNDY_OK && (options->payoff_known || options->infinite_known) &&
      use_of(e, 0)->type != GRUNDY_GAME_PAYOFFS)
    return grundy_fail(error, GRUNDY_UNDEFINED, "the expression is not a game with payoffs");
  return status;
}

grundy_status grundy_expression_open(const char *text, const grundy_expression_options *options,
                                     grundy_expression **expression, grundy_error *error) {
  grundy_expression_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  grundy_expression *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  status = grundy_parse(text, &made->parsed, error);
  if (status == GRUNDY_OK) status = build(made, &chosen, error);
  if (status == GRUNDY_OK) {
    *expression = made;
    made = NULL;
  }
  grundy_expression_free(made);
  return status;
}
