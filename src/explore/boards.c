/* Boards of the positions of an explored game. */

#include "explore/impl.h"

#include "board/board.h"

grundy_status grundy_position_board(const grundy_digraph *g, uint32_t v, int turn,
                                    grundy_board *board, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  grundy_board_clear(board);
  if (explored == NULL || !explored->ruleset->has_board) return GRUNDY_OK;
  return grundy_ruleset_board(explored->ruleset, grundy_positions_get(&explored->positions, v),
                              NULL, turn, board, error);
}
