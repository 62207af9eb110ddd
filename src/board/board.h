/* Builds boards and compares them. A function that returns false leaves the board as it was, with a
 * reason to be shown to the author of the rules. */

#ifndef GRUNDY_SRC_BOARD_BOARD_H
#define GRUNDY_SRC_BOARD_BOARD_H

#include <grundy/board.h>

/* Makes the board empty; costs no more than the board had places. */
void grundy_board_clear(grundy_board *board);

/* These add to a board and return NULL, or what is wrong. A circle has its points
 * clockwise, the first one at the top. */
const char *grundy_board_add_grid(grundy_board *board, uint32_t rows, uint32_t columns);
const char *grundy_board_add_point(grundy_board *board, double x, double y);
const char *grundy_board_add_circle(grundy_board *board, uint32_t points);
const char *grundy_board_add_line(grundy_board *board, uint32_t from, uint32_t to);
const char *grundy_board_add_arrow(grundy_board *board, uint32_t from, uint32_t to);
const char *grundy_board_add_heap(grundy_board *board, uint64_t count);
const char *grundy_board_add_piece(grundy_board *board, uint32_t place, char piece);
const char *grundy_board_add_label(grundy_board *board, uint32_t place, const char *label);
const char *grundy_board_add_title(grundy_board *board, char piece, const char *title);
const char *grundy_board_add_facing(grundy_board *board, char piece, const char *way);

/* "", "left", "right", "up" and "down". */
extern const char *const grundy_board_ways[GRUNDY_BOARD_FACING_DOWN + 1];

/* Returns NULL, or what is wrong with a board to which nothing will be added. */
const char *grundy_board_check(const grundy_board *board);

/* The place `from` is checked against this board; `to` may be a place of another one. */
const char *grundy_board_add_step(grundy_board *board, uint32_t from, uint32_t to, char piece);

/* Finds the steps of the move from `board` to `after` by comparing them, and adds them to `board`,
 * which has none. Pieces that move come first, then pieces that are put on the board, then pieces
 * that leave it, each in the order of places. Returns NULL, or what is wrong: the boards have
 * different shapes. */
const char *grundy_board_compare(grundy_board *board, const grundy_board *after);

#endif
