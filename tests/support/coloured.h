/* Games with players, outcomes and payoffs for tests, and what players can force in them by brute
 * force over all pairs of strategies. */

#ifndef SUPPORT_COLOURED_H
#define SUPPORT_COLOURED_H

#include <grundy/base.h>
#include <grundy/digraph.h>

/* ---- games ------------------------------------------------------------------------------ */

typedef struct coloured_game {
  grundy_builder *builder;
} coloured_game;

/* Vertices 0 … order - 1; any failure ends the test. */
coloured_game coloured_start(uint32_t order);
void coloured_move(coloured_game *game, uint32_t u, uint32_t v);
void coloured_player(coloured_game *game, uint32_t v, uint8_t player);
void coloured_outcome(coloured_game *game, uint32_t v, uint8_t outcome);
void coloured_payoff(coloured_game *game, uint32_t v, double payoff);
grundy_digraph *coloured_finish(coloured_game *game);

/* An impartial game of 1 to `most` vertices whose terminal positions are P, N, drawn or not said.
 */
grundy_digraph *random_ended_game(grundy_random *random, uint32_t most);

/* A two-coloured game of 1 to `most` vertices with up to `degree` moves from each, and outcomes or
 * payoffs -2 … 2; with payoffs, one position at least is terminal. */
grundy_digraph *random_coloured_game(grundy_random *random, uint32_t most, uint32_t degree,
                                     bool payoffs);

/* ---- all pairs of strategies ------------------------------------------------------------ */

/* Games of at most this many vertices, with at most 3 moves from each. */
enum { STRATEGIES_MOST = 6 };

/* Can the player force a success from v? That of A is, for aim 0, 1, 2, 3, to win, not to lose, to
 * end the play, nothing; that of B is to end it otherwise. *most gets the moves that it takes
 * at most with the best strategy. */
bool strategies_force(const grundy_digraph *g, int aim, uint8_t player, uint32_t v, uint32_t *most);

/* The grundy_level of the player at v. */
uint8_t strategies_level(const grundy_digraph *g, uint8_t player, uint32_t v);

/* What A gets if A does best against the best of B, an infinite play being worth `infinite`. */
double strategies_payoff(const grundy_digraph *g, double infinite, uint32_t v);

/* Can a player force to end the play from v within so many moves with at least, or at most, this
 * payoff, if it is not what an infinite play is worth? */
bool strategies_within(const grundy_digraph *g, double infinite, uint32_t v, double payoff,
                       uint32_t moves);

#endif
