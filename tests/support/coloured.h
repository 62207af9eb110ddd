/* Games with players, outcomes and payoffs for tests. */

#ifndef SUPPORT_COLOURED_H
#define SUPPORT_COLOURED_H

#include <grundy/base.h>
#include <grundy/digraph.h>

typedef struct coloured_game {
  grundy_builder *builder;
} coloured_game;

/* Makes a game with vertices 0 … order - 1; any failure ends the test. */
coloured_game coloured_start(uint32_t order);
void coloured_move(coloured_game *game, uint32_t u, uint32_t v);
void coloured_player(coloured_game *game, uint32_t v, uint8_t player);
void coloured_outcome(coloured_game *game, uint32_t v, uint8_t outcome);
void coloured_payoff(coloured_game *game, uint32_t v, double payoff);
grundy_digraph *coloured_finish(coloured_game *game);

/* Makes an impartial game of 1 to `most` vertices whose terminal positions are P, N, draws or
 * unspecified. */
grundy_digraph *random_ended_game(grundy_random *random, uint32_t most);

/* Makes a two-coloured game of 1 to `most` vertices with up to `degree` moves from each, and
 * outcomes or payoffs -2 … 2; with payoffs, at least one position is terminal. */
grundy_digraph *random_coloured_game(grundy_random *random, uint32_t most, uint32_t degree,
                                     bool payoffs);

#endif
