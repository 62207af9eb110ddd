/* Rules with a closed form as a component: the form gives the values, the rules give the moves, and
 * nothing is explored. */

#include "game/components/components.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "game/components/unexplored.h"
#include "game/impl.h"

#include <string.h>

struct grundy_closed_form {
  grundy_unexplored unexplored;
};

void grundy_closed_form_free(void *data) {
  grundy_closed_form *closed = data;
  if (closed == NULL) return;
  grundy_unexplored_close(&closed->unexplored);
  free(closed);
}

static grundy_status value_of(grundy_closed_form *closed, uint32_t v, uint32_t *value,
                              grundy_error *error) {
  grundy_ruleset *ruleset = closed->unexplored.ruleset;
  grundy_position position = grundy_unexplored_get(&closed->unexplored, v);
  bool known = false;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_status status = ruleset->kind->value(ruleset, position, &known, value, error);
  if (status != GRUNDY_OK || known) return status;
  (void)ruleset->kind->show(ruleset, position, name, NULL);
  return grundy_fail_at(error, GRUNDY_UNABLE, ruleset->text, 0, 0,
                        "there are too many positions to explore, and the closed form does not "
                        "give the value of '%.*s'",
                        grundy_excerpt(name, strlen(name)), name);
}

/* Evaluates by the closed form; the length of play stays unknown. Also reports an earlier failure
 * of the rules to make a name. */
static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  grundy_closed_form *closed = data;
  uint32_t value = 0;
  (void)play;
  grundy_status status = value_of(closed, (uint32_t)position, &value, error);
  evaluation->value = value;
  return status == GRUNDY_OK ? grundy_explored_naming_status(closed->unexplored.explored, error)
                             : status;
}

grundy_component grundy_component_closed_form(grundy_closed_form *closed) {
  static const grundy_component_kind kind = {
      .size = sizeof kind,
      .name = "closed form",
      .evaluate = evaluate,
      .count_moves = grundy_unexplored_count_moves,
      .get_move = grundy_unexplored_get_move,
      .name_position = grundy_unexplored_name,
      .find_position = grundy_unexplored_find,
      .board = grundy_unexplored_board,
      .seen_by = grundy_unexplored_seen_by,
      .swap = grundy_unexplored_swap,
  };
  return (grundy_component){&kind, closed};
}

/* ---- opening ---------------------------------------------------------------------------- */

grundy_status grundy_closed_form_open(const grundy_game_name *name,
                                      const grundy_open_options *options,
                                      grundy_closed_form **closed, grundy_error *error) {
  grundy_open_options chosen;
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status == GRUNDY_OK) status = grundy_game_ruleset(name, &chosen, &ruleset, error);
  if (status != GRUNDY_OK) return status;
  grundy_closed_form *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) {
    grundy_ruleset_close(ruleset);
    return grundy_fail_memory(error);
  }
  uint32_t value;
  bool has_value = ruleset->has_value;
  status = grundy_unexplored_open(&made->unexplored, ruleset, &chosen, error);
  if (status == GRUNDY_OK && !has_value)
    status = grundy_fail(error, GRUNDY_UNDEFINED, "the rules have no closed form");
  if (status == GRUNDY_OK) status = value_of(made, 0, &value, error);
  if (status == GRUNDY_OK) status = grundy_unexplored_check_name(&made->unexplored, error);
  if (status == GRUNDY_OK)
    *closed = made;
  else
    grundy_closed_form_free(made);
  return status;
}
