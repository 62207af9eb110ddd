/* A match between a person and the computer: the moves made, and what they were worth. */

#ifndef GRUNDY_CLI_MATCH_H
#define GRUNDY_CLI_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>

#include "effort.h"
#include "options.h"

typedef enum player { PERSON, COMPUTER } player;

/* What a position is worth to a player who goes on without a mistake, by player: 1 a win, 0 a draw
 * and -1 a loss; in a game with payoffs what the player can be sure of, which for B is what A does
 * not get, and -INFINITY where that is nothing. */
struct worth {
  double to[2];
};

typedef enum verdict { LOST, DRAWN, WON } verdict;

struct made {
  player mover;
  struct worth before;
  grundy_step *steps;
  uint64_t count;
};

struct match {
  grundy_expression *expression; /* belongs to the caller */
  grundy_compound *compound;     /* of the expression */
  struct effort *effort;
  struct integer limit; /* of a search */
  player turn;
  char colour[2];       /* A or B by player in a two-coloured game; 0 in others */
  bool lone;            /* the game says itself how it ends */
  bool payoffs;         /* and for which payoff */
  struct real infinite; /* that A gets if play goes on for ever */
  struct worth worth;   /* of the position as it stands */
  bool over;            /* is there no move? */
  struct made *made;
  size_t count, room;
};

/* Sets up the match: who is to move begins. GRUNDY_UNABLE if nobody can tell who wins. */
grundy_status match_start(struct match *match, grundy_error *error);
void match_free(struct match *match);

/* The player whose turn it is moves. GRUNDY_BAD_ARGUMENT says why that is not allowed; the match
 * is as it was then. */
grundy_status match_move(struct match *match, const grundy_step *steps, uint64_t count,
                         grundy_error *error);

/* Takes back the person's last move and what the computer answered; false if there is none. */
bool match_take_back(struct match *match);

/* The best moves of the position, at most `most`. */
grundy_status match_best(struct match *match, uint64_t most, grundy_evaluation *standing,
                         grundy_moves **moves, grundy_error *error);

/* How often this position has occurred with the same player to move, now included. */
grundy_status match_occurrences(const struct match *match, uint64_t *count, grundy_error *error);

/* In a game with payoffs, the best step of the player whose turn it is; play is not over. */
grundy_step match_payoff_step(const struct match *match);

/* What the position was worth to the player before the move of that number, counted from 0; with
 * match->count: what it is worth now. */
double match_worth(const struct match *match, size_t number, player to);

/* The same where there are no payoffs. */
verdict match_verdict(const struct match *match, size_t number, player to);

player match_opponent(player of);

#endif
