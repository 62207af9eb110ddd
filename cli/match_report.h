/* Positions, moves and matches as JSON, for programs that draw boards. */

#ifndef GRUNDY_CLI_MATCH_REPORT_H
#define GRUNDY_CLI_MATCH_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

enum { REPORT_MOST_MOVES = 1000 /* listed */ };

/* What a report is about; everything is borrowed. Player 0 of the match is the one who began. */
struct match_report {
  FILE *out;
  grundy_expression *expression;
  grundy_match *match;
  const grundy_search_options *search;
  grundy_board *board; /* overwritten by every call */
};

/* What a move does to the player who makes it. */
enum { MOVE_KEEPS_WIN, MOVE_KEEPS_DRAW, MOVE_LOSES, MOVE_GIVES_WIN, MOVE_GIVES_DRAW, MOVE_UNKNOWN };

/* Returns what the move with this number, from 0, did. MOVE_UNKNOWN in games with payoffs. */
int report_effect(const grundy_match *match, uint64_t number);

/* Returns "first" or "second". */
const char *report_player(int player);

/* Writes members about the current position of the match, from "turn" to "components". */
grundy_status report_put_position(const struct match_report *report, grundy_error *error);

/* Writes "steps": […] of a move from the current position, which `turn`, 1 or 2, is to make. */
grundy_status report_put_steps(const struct match_report *report, const grundy_step *steps,
                               uint64_t count, int turn, grundy_error *error);

/* Writes "move_count", "complete" and "moves" of the current position. */
grundy_status report_put_moves(const struct match_report *report, grundy_error *error);

/* Writes the sentence about the last move, without quotes: "b -> c gives the win away: now the
 * opponent can win. b -> g wins." `better` is a best move instead; NULL if none is to be named. */
void report_put_sentence(const struct match_report *report, const grundy_move *better, FILE *out);

#endif
