/* One position of a two-coloured game: what each player can guarantee there, in words. */

#ifndef GRUNDY_CLI_COLOURED_H
#define GRUNDY_CLI_COLOURED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/digraph.h>
#include <grundy/facts.h>
#include <grundy/game.h>
#include <grundy/solution.h>

/* The game and its solution belong to an expression. */
struct coloured {
  const grundy_digraph *game;
  const grundy_solution *solution;
  uint32_t position;
};

/* Sets *coloured to the vertex that represents a position of the only game of the expression. False
 * if it has no players. */
bool coloured_view(grundy_expression *expression, uint64_t position, struct coloured *coloured);

/* Finds a move by which the player to move keeps what that player can guarantee. Returns false if
 * play is over or the solution lacks the columns for it. */
bool coloured_best_move(const struct coloured *coloured, uint32_t *to);

/* Writes what each player can guarantee, within how many moves, and a move of every strategy. False
 * if memory runs out. */
GRUNDY_MUST_USE bool coloured_put(FILE *out, const struct coloured *coloured,
                                  grundy_language language);

/* Writes what a move to a position of a game with payoffs leads to: "leads to player B, A gets at
 * least 2". */
void coloured_put_after(FILE *out, const struct coloured *coloured, grundy_language language);

#endif
