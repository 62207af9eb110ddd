/* One position of a two-coloured game, in words, and what it is worth to each player. */

#ifndef GRUNDY_CLI_COLOURED_H
#define GRUNDY_CLI_COLOURED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/solution.h>

/* Both belong to an expression. */
struct coloured {
  const grundy_digraph *game;
  const grundy_solution *solution;
  uint32_t position;
};

/* The position as the expression stands; false if its game has no players. */
bool coloured_view(grundy_expression *expression, struct coloured *coloured);

bool coloured_has_payoffs(const struct coloured *coloured);

/* Who moves there, 'A' or 'B'. */
char coloured_turn(const struct coloured *coloured);

/* In a game with payoffs: what that player can be sure of, as A counts it; NAN for nothing. */
double coloured_sure(const struct coloured *coloured, char player);

/* A move by which the player whose turn it is stays sure of that, and comes nearer to it if play
 * has to end; false where play is over. */
bool coloured_payoff_move(const struct coloured *coloured, uint32_t *to);

/* A move by which that player keeps what he can be sure of; false where play is over, and where the
 * solution does not have the columns that tell it. */
bool coloured_best_move(const struct coloured *coloured, uint32_t *to);

/* What each player can be sure of, within how many moves, and a move of every strategy. */
void coloured_put(FILE *out, const struct coloured *coloured);
void coloured_put_json(FILE *out, const struct coloured *coloured);

#endif
