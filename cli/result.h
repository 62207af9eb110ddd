/* How a match ended, and where it could have ended otherwise. */

#ifndef GRUNDY_CLI_RESULT_H
#define GRUNDY_CLI_RESULT_H

#include "board.h"

typedef enum ending {
  ENDING_OVER, /* there is no move */
  ENDING_DRAW, /* the players agreed, since a position was repeated */
  ENDING_LEFT, /* the person went away */
} ending;

/* Who won or what was paid, after how many moves, and which moves gave something away. */
void result_tell(const struct board *board, ending how);

#endif
