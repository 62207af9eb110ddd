/* What a match looks like: the position and its moves, hints, and the result. */

#ifndef GRUNDY_CLI_BOARD_H
#define GRUNDY_CLI_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

#include "options.h"

/* The players, as a grundy_match numbers them. */
typedef enum player { PERSON, COMPUTER } player;

typedef enum verdict { LOST, DRAWN, WON } verdict;

struct board {
  FILE *out;
  grundy_expression *expression; /* belongs to the caller, as does the match */
  grundy_match *match;
  struct real infinite; /* what A gets if play goes on for ever, in a game with payoffs */
  bool coloured, ascii;
  uint64_t move_count;  /* of the position shown; UINT64_MAX if they are more */
  uint64_t shown;       /* how many of them have a number to be typed */
  grundy_moves *listed; /* those, and one more if there is one, as an example of the others */
};

enum {
  BOARD_MOVES = 24,       /* that are listed in every turn */
  BOARD_MOST_MOVES = 1000 /* and on demand */
};

/* Frees what the board owns, which is not the match. */
void board_free(struct board *board);

grundy_compound *board_compound(const struct board *board);

/* Does the game say itself who wins where it ends? */
bool board_is_standalone(const struct board *board);

/* What the position after so many moves was worth to the player, and the same where there are no
 * payoffs. */
double board_worth(const struct board *board, uint64_t moves, player to);
verdict board_verdict(const struct board *board, uint64_t moves, player to);

/* Colours are numbers of ECMA-48. */
typedef enum ink { STRONG = 1, FAINT = 2, RED = 31, GREEN = 32, YELLOW = 33, CYAN = 36 } ink;

void board_put_in(const struct board *board, ink colour, const char *text);

/* Three dots, and the ending of a word of which there are so many. */
const char *board_dots(const struct board *board);
const char *board_plural(uint64_t count);

/* "a payoff of at least 3", or "at most" for B; "nothing". */
void board_put_sure(const struct board *board, player who, double worth);

/* Writes the text, or its beginning and three dots where it is long. */
void board_put_cut(const struct board *board, const char *text);

/* Whose turn it is, the components, and at most `most` numbered moves. */
grundy_status board_show(struct board *board, uint64_t most, grundy_error *error);

/* Tells the last move: "The computer moves 2 nim: 5 -> 0." */
void board_tell_move(const struct board *board);

/* Shows a best move for the person, and why it is good: what grundy_match_best found. */
void board_hint(const struct board *board, const grundy_evaluation *evaluation,
                const grundy_move *best);

/* A remark to the person, such as what is wrong with a line. */
void board_remark(const struct board *board, const char *remark);

/* Says why the person cannot make a move, and gives one that would do, in that component if there
 * is one. */
void board_refuse(const struct board *board, const char *reason, uint32_t component);

#endif
