/* Rules with a closed form as a component: the form gives the values, the rules give the moves, and
 * nothing is explored. Positions are numbered when they are first met. */

#include "game/components/components.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/order.h"
#include "component/component.h"
#include "explore/impl.h"
#include "game/impl.h"

#include <assert.h>
#include <string.h>

struct grundy_closed_form {
  grundy_explored *explored;
  uint32_t asked; /* the position whose moves were listed last; UINT32_MAX: none */
  uint32_t *moves;
  uint64_t move_count, move_room;
};

void grundy_closed_form_free(grundy_closed_form *closed) {
  if (closed == NULL) return;
  grundy_explored_free(closed->explored);
  free(closed->moves);
  free(closed);
}

static grundy_positions *positions_of(const grundy_closed_form *closed) {
  return &closed->explored->positions;
}

/* ---- moves ------------------------------------------------------------------------------ */

/* Collects the moves of a position while the rules list them. */
typedef struct move_list {
  grundy_closed_form *closed;
  bool out_of_memory;
} move_list;

/* Adds a position to the list of moves. */
static void take(void *to, grundy_position position) {
  move_list *l = to;
  grundy_closed_form *closed = l->closed;
  uint32_t v;
  if (grundy_grow(&closed->moves, &closed->move_room, closed->move_count + 1,
                  sizeof *closed->moves) &&
      grundy_positions_add(positions_of(closed), position, grundy_position_hash(position), &v))
    closed->moves[closed->move_count++] = v;
  else
    l->out_of_memory = true;
}

/* Lists the moves of the position unless they were listed last. The bytes of the position are
 * copied, because adding positions moves them. */
static grundy_status list_moves(grundy_closed_form *closed, uint64_t position,
                                grundy_error *error) {
  unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  move_list l = {.closed = closed};
  if (closed->asked == position) return GRUNDY_OK;
  grundy_position from = grundy_positions_get(positions_of(closed), (uint32_t)position);
  memcpy(bytes, from.bytes, from.length);
  from.bytes = bytes;
  closed->asked = UINT32_MAX;
  closed->move_count = 0;
  grundy_status status = grundy_ruleset_moves(closed->explored->ruleset, from, take, &l, error);
  if (status != GRUNDY_OK) return status;
  if (l.out_of_memory) return grundy_fail_memory(error);
  closed->move_count = grundy_sort_distinct(closed->moves, closed->move_count);
  closed->asked = (uint32_t)position;
  assert(closed->move_count <= closed->move_room);
  return GRUNDY_OK;
}

static grundy_status count_moves(void *data, uint64_t position, uint64_t *count,
                                 grundy_error *error) {
  grundy_closed_form *closed = data;
  grundy_status status = list_moves(closed, position, error);
  *count = closed->move_count;
  return status;
}

static grundy_status get_move(void *data, uint64_t position, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  grundy_closed_form *closed = data;
  grundy_status status = list_moves(closed, position, error);
  assert(status != GRUNDY_OK || index < closed->move_count);
  if (status == GRUNDY_OK) *to = closed->moves[index];
  return status;
}

/* ---- values and names ------------------------------------------------------------------- */

static grundy_status value_of(grundy_closed_form *closed, uint32_t v, uint32_t *value,
                              grundy_error *error) {
  grundy_ruleset *ruleset = closed->explored->ruleset;
  grundy_position position = grundy_positions_get(positions_of(closed), v);
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
  return status == GRUNDY_OK ? grundy_explored_naming_status(closed->explored, error) : status;
}

static grundy_status name_position(void *data, uint64_t position, char *text, size_t size,
                                   size_t *length, grundy_error *error) {
  const grundy_closed_form *closed = data;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_explored_show(closed->explored, (uint32_t)position, name);
  *length = (size_t)snprintf(text, size, "%s", name);
  return grundy_explored_naming_status(closed->explored, error);
}

/* Finds any position that the rules can parse, reachable or not. Only rules with a `parse` can say
 * more than that the position does not exist. */
static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  const grundy_closed_form *closed = data;
  grundy_position_lookup f = {.positions = positions_of(closed)};
  grundy_ruleset *ruleset = closed->explored->ruleset;
  *position = 0;
  if (length == 0) return GRUNDY_OK;
  if (!ruleset->has_parse && ruleset->has_show) return grundy_fail_no_position(error);
  grundy_status status = grundy_ruleset_parse(ruleset, name, length, grundy_take_any, &f, error);
  if (status != GRUNDY_OK) return ruleset->has_parse ? status : grundy_fail_no_position(error);
  if (!f.known) return f.given ? grundy_fail_memory(error) : grundy_fail_no_position(error);
  *position = f.v;
  return GRUNDY_OK;
}

static grundy_status draw_board(void *data, uint64_t position, const uint64_t *follower, int turn,
                                grundy_board *board, grundy_error *error) {
  const grundy_closed_form *closed = data;
  grundy_position after;
  if (follower != NULL) after = grundy_positions_get(positions_of(closed), (uint32_t)*follower);
  return grundy_ruleset_board(closed->explored->ruleset,
                              grundy_positions_get(positions_of(closed), (uint32_t)position),
                              follower == NULL ? NULL : &after, turn, board, error);
}

grundy_component grundy_component_closed_form(grundy_closed_form *closed) {
  static const grundy_component_kind kind = {
      .size = sizeof kind,
      .name = "closed form",
      .evaluate = evaluate,
      .count_moves = count_moves,
      .get_move = get_move,
      .name_position = name_position,
      .find_position = find_position,
      .board = draw_board,
  };
  return (grundy_component){&kind, closed};
}

/* ---- opening ---------------------------------------------------------------------------- */

/* Makes the name of the start, so that failing rules are rejected at once. */
static grundy_status begin(grundy_closed_form *closed, grundy_error *error) {
  uint32_t value;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_position_lookup start = {.positions = positions_of(closed)};
  grundy_status status =
      grundy_ruleset_start(closed->explored->ruleset, grundy_take_any, &start, error);
  if (status == GRUNDY_OK && !start.known) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = value_of(closed, start.v, &value, error);
  if (status != GRUNDY_OK) return status;
  grundy_explored_show(closed->explored, start.v, name);
  return grundy_explored_naming_status(closed->explored, error);
}

grundy_status grundy_closed_form_open(const grundy_game_name *name,
                                      const grundy_open_options *options,
                                      grundy_closed_form **closed, grundy_error *error) {
  grundy_open_options chosen;
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status == GRUNDY_OK) status = grundy_game_ruleset(name, &chosen, &ruleset, error);
  if (status != GRUNDY_OK) return status;
  grundy_closed_form *made = grundy_alloc_zero(1, sizeof *made);
  grundy_explored *explored = grundy_explored_new(&chosen);
  if (made == NULL || explored == NULL) {
    free(made);
    grundy_explored_free(explored);
    grundy_ruleset_close(ruleset);
    return grundy_fail_memory(error);
  }
  explored->ruleset = ruleset;
  explored->positions.bytes = ruleset->bytes;
  *made = (grundy_closed_form){.explored = explored, .asked = UINT32_MAX};
  if (ruleset->has_value)
    status = begin(made, error);
  else
    status = grundy_fail(error, GRUNDY_UNDEFINED, "the rules have no closed form");
  if (status == GRUNDY_OK)
    *closed = made;
  else
    grundy_closed_form_free(made);
  return status;
}
