/* Games with kinds of moves, for tests. */

#ifndef SUPPORT_KINDS_H
#define SUPPORT_KINDS_H

#include "support/games.h"

/* Returns the game whose move (u, v) has the kinds kinds[u * order + v]; 0: there is no such move.
 */
grundy_digraph *game_of_kinds(uint32_t order, const uint8_t *kinds);

/* Every pair (u, v) is a move of each of these kinds with the given probability; at most 16
 * positions. */
grundy_digraph *game_random_kinds(grundy_random *random, uint32_t order, uint8_t kinds,
                                  double density);

/* Checks games with at least one move that is not ordinary: first `patterns` games with 1, 2 and 3
 * positions and two kinds, one of them ordinary, spread evenly over all of them; then `count`
 * random games with at most `most` positions and any kinds. Both numbers are scaled. */
void on_games_of_kinds(uint64_t patterns, uint64_t count, uint32_t most, game_property property);

/* The number of all games with 3 positions and two kinds. */
enum { ALL_PATTERNS = 1 << 18 };

#endif
