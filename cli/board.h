/* How a match is shown: the position and its moves, hints, and the result. */

#ifndef GRUNDY_CLI_BOARD_H
#define GRUNDY_CLI_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

#include "options.h"

/* The players, numbered as in a grundy_match. */
typedef enum player { PERSON, COMPUTER } player;

typedef enum verdict { LOST, DRAWN, WON } verdict;

struct board {
  FILE *out;
  grundy_expression *expression; /* belongs to the caller, as does the match */
  grundy_match *match;
  struct real infinite; /* what A gets if play goes on forever, in a game with payoffs */
  bool coloured, ascii;
  uint64_t move_count;   /* moves from the position shown; UINT64_MAX if there are more */
  uint64_t shown;        /* how many of them are listed with a number to type */
  grundy_moves *listed;  /* those, and one more if there is one, as an example of the rest */
  grundy_board *drawing; /* scratch for the boards of components; NULL before the first */
};

enum {
  BOARD_MOVES = 24,       /* moves listed in every turn, */
  BOARD_MOST_MOVES = 1000 /* and on request */
};

/* Frees what the board owns; the match belongs to the caller. */
void board_free(struct board *board);

grundy_compound *board_compound(const struct board *board);

/* Returns whether the game itself says who wins where it ends. */
bool board_is_standalone(const struct board *board);

/* Returns what the position after `count` moves was worth to the player; the second function is for
 * games without payoffs. */
double board_worth(const struct board *board, uint64_t moves, player to);
verdict board_verdict(const struct board *board, uint64_t moves, player to);

/* Colours are numbers of ECMA-48. */
typedef enum ink { STRONG = 1, FAINT = 2, RED = 31, GREEN = 32, YELLOW = 33, CYAN = 36 } ink;

void board_put_in(const struct board *board, ink colour, const char *text);

/* Returns three dots; and the ending of a plural for that count, "" or "s". */
const char *board_dots(const struct board *board);
const char *board_plural(uint64_t count);

/* Writes "a payoff of at least 3", with "at most" for B, or "nothing". */
void board_put_sure(const struct board *board, player who, double worth);

/* Writes the text; if it is long, its beginning and three dots. */
void board_put_cut(const struct board *board, const char *text);

/* Shows whose turn it is, the components, and at most `most` numbered moves. */
grundy_status board_show(struct board *board, uint64_t most, grundy_error *error);

/* Draws the current position if its rules draw boards; nothing otherwise, and for a single heap. */
grundy_status board_draw(struct board *board, grundy_error *error);

/* Writes the last move: "The computer moves 2 nim: 5 -> 0." */
void board_tell_move(const struct board *board);

/* Shows the best move that grundy_match_best found for the person, and why it is good. */
void board_hint(const struct board *board, const grundy_evaluation *evaluation,
                const grundy_move *best);

/* Writes a remark, such as what is wrong with a line. */
void board_remark(const struct board *board, const char *remark);

/* Explains why a move is not possible, and gives an example of one that is, in that component if it
 * has one. */
void board_refuse(const struct board *board, const char *reason, uint32_t component);

#endif
