/* Rules with a closed form as a component: values are told by the form, moves by the rules, and
 * nothing is explored. Positions get their numbers when they are first met. */

#include <grundy/game.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/order.h"
#include "explore/impl.h"
#include "game/impl.h"

#include <string.h>

struct grundy_closed_form {
  grundy_explored *explored;
  uint32_t asked; /* the position whose moves were asked for last; UINT32_MAX: none */
  uint32_t *moves;
  uint64_t move_count, move_room;
  grundy_status failed;
  grundy_error error;
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

/* What goes wrong once is told whenever it is asked. */
static void note(grundy_closed_form *closed, grundy_status status) {
  if (closed->failed == GRUNDY_OK) closed->failed = status;
}

/* ---- moves ------------------------------------------------------------------------------------
 */

/* Adds a position to the list of moves. */
static void take(void *to, grundy_position position) {
  grundy_closed_form *closed = to;
  uint32_t v;
  if (grundy_grow(&closed->moves, &closed->move_room, closed->move_count + 1,
                  sizeof *closed->moves) &&
      grundy_positions_add(positions_of(closed), position, grundy_position_hash(position), &v))
    closed->moves[closed->move_count++] = v;
  else
    note(closed, grundy_fail_memory(&closed->error));
}

/* The list belongs to nobody who must not change. Its bytes are copied: adding moves them. */
static uint64_t move_count(const void *data, uint64_t position) {
  grundy_closed_form *closed = (grundy_closed_form *)data;
  unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  if (closed->asked == position) return closed->move_count;
  grundy_position from = grundy_positions_get(positions_of(closed), (uint32_t)position);
  memcpy(bytes, from.bytes, from.length);
  from.bytes = bytes;
  closed->asked = UINT32_MAX;
  closed->move_count = 0;
  note(closed, grundy_ruleset_moves(closed->explored->ruleset, from, take, closed, &closed->error));
  if (closed->failed != GRUNDY_OK) return closed->move_count = 0;
  closed->move_count = grundy_sort_distinct(closed->moves, closed->move_count);
  closed->asked = (uint32_t)position;
  return closed->move_count;
}

static uint64_t move(const void *data, uint64_t position, uint64_t index) {
  const grundy_closed_form *closed = data;
  return index < move_count(data, position) ? closed->moves[index] : position;
}

static grundy_status failed(const void *data, grundy_error *error) {
  const grundy_closed_form *closed = data;
  if (closed->failed == GRUNDY_OK) return grundy_explored_naming_status(closed->explored, error);
  if (error != NULL) *error = closed->error;
  return closed->failed;
}

/* ---- values and names ---------------------------------------------------------------------------
 */

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
                        "tell the value of '%.*s'",
                        grundy_shown(name, strlen(name)), name);
}

/* How long play lasts is not told. */
static void facts(const void *data, uint64_t position, grundy_facts *facts) {
  grundy_closed_form *closed = (grundy_closed_form *)data;
  uint32_t value = 0;
  note(closed, value_of(closed, (uint32_t)position, &value, &closed->error));
  *facts = (grundy_facts){
      .value = {value, {.absent = true}},
      .counter = GRUNDY_TOO_LARGE,
      .remoteness = {GRUNDY_UNKNOWN, GRUNDY_UNKNOWN},
      .distance = GRUNDY_TOO_LARGE,
  };
}

static size_t name_of(const void *data, uint64_t position, char *text, size_t size) {
  const grundy_closed_form *closed = data;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_explored_show(closed->explored, (uint32_t)position, name);
  return (size_t)snprintf(text, size, "%s", name);
}

/* Any position that rules can read is one, whether it can be reached or not. */
static bool find(const void *data, const char *name, size_t length, uint64_t *position) {
  const grundy_closed_form *closed = data;
  grundy_found f = {.positions = positions_of(closed)};
  grundy_ruleset *ruleset = closed->explored->ruleset;
  bool reads = ruleset->has_parse || !ruleset->has_show;
  if (length == 0) {
    *position = 0;
    return true;
  }
  if (!reads ||
      grundy_ruleset_parse(ruleset, name, length, grundy_take_any, &f, NULL) != GRUNDY_OK ||
      !f.known)
    return false;
  *position = f.v;
  return true;
}

/* Only a `parse` that fails has more to say than that it is no position. */
static void explain(const void *data, const char *name, size_t length, grundy_error *error) {
  const grundy_closed_form *closed = data;
  grundy_found f = {.positions = positions_of(closed)};
  grundy_ruleset *ruleset = closed->explored->ruleset;
  if (ruleset->has_parse)
    (void)grundy_ruleset_parse(ruleset, name, length, grundy_take_known, &f, error);
}

grundy_component grundy_component_closed_form(const grundy_closed_form *closed) {
  static const grundy_component_kind kind = {
      .name = "closed form",
      .facts = facts,
      .move_count = move_count,
      .move = move,
      .failed = failed,
      .name_of = name_of,
      .find = find,
      .explain = explain,
  };
  return (grundy_component){&kind, closed};
}

/* ---- opening ------------------------------------------------------------------------------------
 */

/* The name of the start is made, so that rules that fail to are refused at once. */
static grundy_status begin(grundy_closed_form *closed, grundy_error *error) {
  uint32_t value;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_found start = {.positions = positions_of(closed)};
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
