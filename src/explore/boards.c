/* Boards of the positions of an explored game. */

#include "explore/impl.h"

#include "base/error.h"
#include "board/board.h"

grundy_status grundy_position_board(const grundy_digraph *g, uint32_t v, int turn,
                                    grundy_board *board, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  grundy_board_clear(board);
  if (explored == NULL || !explored->ruleset->has_board) return GRUNDY_OK;
  return grundy_ruleset_board(explored->ruleset, grundy_positions_get(&explored->positions, v),
                              NULL, turn, board, error);
}

/* Finds the position that the rules make from v and the follower represents; the follower itself if
 * there is none. *made owns its bytes. */
static grundy_status find_made(const grundy_explored *explored, uint32_t v, uint32_t follower,
                               grundy_position_list *made, grundy_position *position,
                               grundy_error *error) {
  grundy_ruleset *ruleset = explored->ruleset;
  *position = grundy_positions_get(&explored->positions, follower);
  if (!ruleset->has_canon) return GRUNDY_OK;
  grundy_status status =
      ruleset->kind->moves(ruleset, grundy_positions_get(&explored->positions, v), false,
                           grundy_position_list_take, made, error);
  if (status == GRUNDY_OK && made->failed) status = grundy_fail_memory(error);
  for (uint64_t i = 0; i < made->count && status == GRUNDY_OK; i++) {
    grundy_position_lookup f = {.positions =
                                    (grundy_positions *)&explored->positions}; /* only read */
    grundy_aligned_position given;
    status = ruleset->kind->canon(ruleset,
                                  grundy_aligned_copy(&given, grundy_position_list_get(made, i)),
                                  grundy_take_known, &f, error);
    if (status != GRUNDY_OK || !f.known || f.v != follower) continue;
    *position = grundy_position_list_get(made, i);
    break;
  }
  return status;
}

grundy_status grundy_follower_board(const grundy_digraph *g, uint32_t v, uint32_t follower,
                                    int turn, grundy_board *board, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  grundy_position_list made = {0};
  grundy_aligned_position aligned;
  grundy_position position;
  grundy_board_clear(board);
  if (explored == NULL || !explored->ruleset->has_board) return GRUNDY_OK;
  grundy_status status = find_made(explored, v, follower, &made, &position, error);
  if (status == GRUNDY_OK)
    status = grundy_ruleset_board(explored->ruleset, grundy_aligned_copy(&aligned, position), NULL,
                                  explored->ruleset->is_seen_by_mover ? 2 : turn, board, error);
  grundy_position_list_free(&made);
  return status;
}
