/* What the players of a two-coloured game can force, by brute force over all pairs of strategies.
 * No test framework is needed, so fuzz targets use this too. */

#ifndef SUPPORT_NAIVE_STRATEGIES_H
#define SUPPORT_NAIVE_STRATEGIES_H

#include <grundy/digraph.h>

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
