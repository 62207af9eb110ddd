/* Games with names that are hard to write. */

#ifndef SUPPORT_NAMES_H
#define SUPPORT_NAMES_H

#include <grundy/base.h>
#include <grundy/digraph.h>

/* Returns the same game with random names: tabs, line ends, quotes, commas, backslashes, characters
 * of one to four bytes, and occasionally an empty name. The caller owns it. */
grundy_digraph *game_with_names(grundy_random *random, const grundy_digraph *g);

/* Returns a game of two positions with these names, and a move from the first to the second. */
grundy_digraph *game_two_named(const char *first, const char *second);

#endif
