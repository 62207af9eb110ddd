/* Boards as SVG. */

#ifndef GRUNDY_SRC_DRAW_BOARD_H
#define GRUNDY_SRC_DRAW_BOARD_H

#include <grundy/board.h>

#include "draw/scene.h"

/* Which picture of a board is painted. */
typedef struct grundy_board_view {
  double most;   /* pixels of its longer side; 0: cells have the same size on boards of a game */
  bool is_small; /* without the names of places */
} grundy_board_view;

/* Sets the size of the picture in whole pixels. The board is not GRUNDY_BOARD_NONE, here and
 * below. */
void grundy_board_measure(const grundy_board *board, grundy_board_view view, double *width,
                          double *height);

/* Writes an element <svg> with its size, which needs no style and has no ids; its font is that of
 * the elements around it. web/page/board_paint.js is the twin: both write the same bytes. */
void grundy_board_paint(const grundy_board *board, const grundy_look *look, grundy_board_view view,
                        FILE *out);

/* Writes a file with the board alone. */
void grundy_board_paint_file(const grundy_board *board, const grundy_look *look, FILE *out);

#endif
