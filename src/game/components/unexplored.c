#include "game/components/unexplored.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "component/component.h"

#include <assert.h>
#include <stdlib.h>

/* ---- opening ------------------------------------------------------------------------------ */

grundy_status grundy_unexplored_open(grundy_unexplored *u, grundy_ruleset *ruleset,
                                     const grundy_open_options *options, grundy_error *error) {
  *u = (grundy_unexplored){.ruleset = ruleset,
                           .reduces = true,
                           .explored = grundy_explored_new(ruleset, options),
                           .asked = UINT64_MAX};
  if (u->explored == NULL) return grundy_fail_memory(error);
  u->positions = &u->explored->positions;
  grundy_position_lookup start = {.positions = u->positions};
  grundy_status status = grundy_ruleset_start(ruleset, grundy_take_any, &start, error);
  assert(status != GRUNDY_OK || !start.known || start.v == 0);
  return status == GRUNDY_OK && !start.known ? grundy_fail_memory(error) : status;
}

void grundy_unexplored_close(grundy_unexplored *u) {
  grundy_explored_free(u->explored);
  free(u->moves);
}

grundy_status grundy_unexplored_check_name(const grundy_unexplored *u, grundy_error *error) {
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_explored_show(u->explored, 0, name);
  return grundy_explored_naming_status(u->explored, error);
}

/* ---- moves ------------------------------------------------------------------------------ */

/* Adds a position to the list of moves; a grundy_take. */
static void take_move(void *to, grundy_position position) {
  grundy_unexplored *u = to;
  uint32_t v;
  if (grundy_grow(&u->moves, &u->move_room, u->move_count + 1, sizeof *u->moves) &&
      grundy_positions_add(u->positions, position, grundy_position_hash(position), &v))
    u->moves[u->move_count++] = v;
  else
    u->out_of_memory = true;
}

/* Says whether play is over although the rules may list moves. */
static grundy_status is_over(const grundy_unexplored *u, grundy_position position, bool *over,
                             grundy_error *error) {
  grundy_ruleset *ruleset = u->ruleset;
  grundy_position_info info = {0};
  grundy_status status = GRUNDY_OK;
  if (ruleset->has_terminal) status = ruleset->kind->info(ruleset, position, &info, error);
  *over = info.end != 0;
  return status;
}

/* Lists the moves of the position unless they were listed last. The bytes of the position are
 * copied, because adding positions moves them. */
static grundy_status list_moves(grundy_unexplored *u, uint64_t position, grundy_error *error) {
  grundy_aligned_position copy;
  bool over = false;
  if (u->asked == position) return GRUNDY_OK;
  grundy_position from = grundy_aligned_copy(&copy, grundy_unexplored_get(u, position));
  u->asked = UINT64_MAX;
  u->move_count = 0;
  u->out_of_memory = false;
  grundy_status status = is_over(u, from, &over, error);
  if (status == GRUNDY_OK && !over)
    status = u->ruleset->kind->moves(u->ruleset, from, u->reduces, take_move, u, error);
  if (status != GRUNDY_OK) return status;
  if (u->out_of_memory) return grundy_fail_memory(error);
  u->move_count = grundy_sort_distinct(u->moves, u->move_count);
  u->asked = position;
  assert(u->move_count <= u->move_room);
  return GRUNDY_OK;
}

/* A grundy_take. */
static void note_move(void *to, grundy_position position) {
  (void)position;
  *(bool *)to = true;
}

grundy_status grundy_unexplored_is_over(const grundy_unexplored *u, uint64_t position, bool *over,
                                        grundy_error *error) {
  grundy_position from = grundy_unexplored_get(u, position);
  bool has_moves = false;
  grundy_status status = is_over(u, from, over, error);
  if (status != GRUNDY_OK || *over) return status;
  status = grundy_ruleset_moves(u->ruleset, from, note_move, &has_moves, error);
  *over = !has_moves;
  return status;
}

grundy_status grundy_unexplored_count_moves(void *data, uint64_t position, uint64_t *count,
                                            grundy_error *error) {
  grundy_unexplored *u = data;
  grundy_status status = list_moves(u, position, error);
  *count = u->move_count;
  return status;
}

grundy_status grundy_unexplored_get_move(void *data, uint64_t position, uint64_t index,
                                         uint64_t *to, grundy_error *error) {
  grundy_unexplored *u = data;
  grundy_status status = list_moves(u, position, error);
  assert(status != GRUNDY_OK || index < u->move_count);
  if (status == GRUNDY_OK) *to = u->moves[index];
  return status;
}

/* ---- as the other player sees it ---------------------------------------------------------- */

grundy_seen_by grundy_unexplored_seen_by(void *data) {
  const grundy_ruleset *ruleset = ((const grundy_unexplored *)data)->ruleset;
  if (ruleset->has_swap) return GRUNDY_SEEN_BY_MOVER_WITH_SWAP;
  return ruleset->is_seen_by_mover ? GRUNDY_SEEN_BY_MOVER : GRUNDY_SEEN_BY_BOTH;
}

grundy_status grundy_unexplored_swap(void *data, uint64_t position, uint64_t *swapped,
                                     grundy_error *error) {
  const grundy_unexplored *u = data;
  grundy_aligned_position copy;
  grundy_position_lookup f = {.positions = u->positions};
  grundy_status status = grundy_ruleset_swap(
      u->ruleset, grundy_aligned_copy(&copy, grundy_unexplored_get(u, position)), grundy_take_any,
      &f, error);
  if (status != GRUNDY_OK) return status;
  if (!f.known) return grundy_fail_memory(error);
  *swapped = f.v;
  return GRUNDY_OK;
}

/* ---- names and boards ------------------------------------------------------------------- */

grundy_status grundy_unexplored_name(void *data, uint64_t position, char *text, size_t size,
                                     size_t *length, grundy_error *error) {
  const grundy_unexplored *u = data;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_explored_show(u->explored, (uint32_t)position, name);
  *length = (size_t)snprintf(text, size, "%s", name);
  return grundy_explored_naming_status(u->explored, error);
}

/* Only rules with a `parse` can say more than that the position does not exist. */
grundy_status grundy_unexplored_find(void *data, const char *name, size_t length,
                                     uint64_t *position, grundy_error *error) {
  const grundy_unexplored *u = data;
  grundy_position_lookup f = {.positions = u->positions};
  grundy_ruleset *ruleset = u->ruleset;
  if (!ruleset->has_parse && ruleset->has_show) return grundy_fail_no_position(error);
  grundy_status status = grundy_ruleset_parse(ruleset, name, length, grundy_take_any, &f, error);
  if (status != GRUNDY_OK) return ruleset->has_parse ? status : grundy_fail_no_position(error);
  if (!f.known) return f.given ? grundy_fail_memory(error) : grundy_fail_no_position(error);
  *position = f.v;
  return GRUNDY_OK;
}

grundy_status grundy_unexplored_board(void *data, uint64_t position, const uint64_t *follower,
                                      int turn, grundy_board *board, grundy_error *error) {
  const grundy_unexplored *u = data;
  grundy_position after;
  if (follower != NULL) after = grundy_unexplored_get(u, *follower);
  return grundy_ruleset_board(u->ruleset, grundy_unexplored_get(u, position),
                              follower == NULL ? NULL : &after, turn, board, error);
}
