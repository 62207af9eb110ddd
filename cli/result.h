/* Reports how a match ended, and which moves were mistakes. */

#ifndef GRUNDY_CLI_RESULT_H
#define GRUNDY_CLI_RESULT_H

#include "board.h"

typedef enum ending {
  ENDING_OVER, /* a player cannot move */
  ENDING_DRAW, /* the players agreed after a repetition */
  ENDING_LEFT, /* the player left */
} ending;

/* Prints who won or what was paid, after how many moves, and which moves gave something away. */
void result_print(const struct board *board, ending how);

#endif
