/* What the players of a two-coloured game can force, by brute force over all pairs of strategies.
 * Needs no test framework, so fuzz targets use it, too. */

#ifndef SUPPORT_NAIVE_STRATEGIES_H
#define SUPPORT_NAIVE_STRATEGIES_H

#include <grundy/digraph.h>

/* For games of at most this many vertices, with at most 3 moves from each. */
enum { STRATEGIES_MOST = 6 };

/* Returns whether the player can force a success from v. The aims 0, 1, 2, 3 of A are to win, not
 * to lose, to end the play, and nothing; the aim of B is to end it otherwise. *most is the largest
 * number of moves that the best strategy needs. */
bool strategies_force(const grundy_digraph *g, int aim, uint8_t player, uint32_t v, uint32_t *most);

/* Returns the grundy_level of the player at v. */
uint8_t strategies_level(const grundy_digraph *g, uint8_t player, uint32_t v);

/* Returns the payoff of A if both play optimally; `infinite` is the payoff of infinite play. */
double strategies_payoff(const grundy_digraph *g, double infinite, uint32_t v);

/* Returns whether a player can force play from v to end within that many moves with at least, or at
 * most, this payoff, if it is not the payoff of infinite play. */
bool strategies_within(const grundy_digraph *g, double infinite, uint32_t v, double payoff,
                       uint32_t moves);

#endif
