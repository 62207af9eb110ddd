/* Boards of positions as text. */

#ifndef GRUNDY_CLI_BOARD_VIEW_H
#define GRUNDY_CLI_BOARD_VIEW_H

#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/game.h>

/* Draws a position of a component. `turn` is 1 if the player who began is to move, and 2 otherwise.
 * The kind of the board is GRUNDY_BOARD_NONE if the component has no boards. */
grundy_status board_view_draw(grundy_expression *expression, uint32_t component, uint64_t position,
                              int turn, grundy_board *board, grundy_error *error);

/* Writes lines of text, each after `indent` spaces; nothing if there is no board. */
void board_view_put_text(FILE *out, const grundy_board *board, int indent);

/* Writes the source and the position of a component, and its board if it has one; `board` is
 * overwritten. */
grundy_status board_view_put_component(FILE *out, grundy_expression *expression, uint32_t component,
                                       int turn, grundy_board *board, grundy_error *error);

#endif
