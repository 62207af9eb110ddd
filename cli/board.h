/* What a match looks like: the position and its moves, hints, and the result. */

#ifndef GRUNDY_CLI_BOARD_H
#define GRUNDY_CLI_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>

#include "match.h"

struct board {
  FILE *out;
  struct match *match;
  bool coloured, ascii;
  uint64_t move_count;  /* of the position shown; UINT64_MAX if they are more */
  uint64_t shown;       /* how many of them have a number to be typed */
  grundy_moves *listed; /* those, and one more if there is one, as an example of the others */
};

enum {
  BOARD_MOVES = 24,       /* that are listed in every turn */
  BOARD_MOST_MOVES = 1000 /* and on demand */
};

void board_free(struct board *board);

/* Writes the text, or its beginning and three dots where it is long. */
void board_put_cut(const struct board *board, const char *text);

/* Whose turn it is, the components, and at most `most` numbered moves. */
grundy_status board_show(struct board *board, uint64_t most, grundy_error *error);

/* "The computer moves 2 nim: 5 -> 0." */
void board_tell_move(const struct board *board, const struct made *made);

/* A best move for the player whose turn it is, and why it is good. */
grundy_status board_hint(const struct board *board, grundy_error *error);

/* A remark to the person, such as what is wrong with a line. */
void board_remark(const struct board *board, const char *remark);

/* Says why the person cannot make a move, and gives one that would do, in that component if there
 * is one. */
void board_refuse(const struct board *board, const char *reason, uint32_t component);

typedef enum ending {
  ENDING_OVER, /* there is no move: the player whose turn it is has lost, or won in misère play */
  ENDING_DRAW, /* the players agreed */
  ENDING_LEFT, /* the person went away */
} ending;

/* Who won, in how many moves, and which moves gave something away. */
void board_tell_end(const struct board *board, ending how);

#endif
