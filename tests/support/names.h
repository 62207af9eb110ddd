/* Games with names that are hard to write down. */

#ifndef SUPPORT_NAMES_H
#define SUPPORT_NAMES_H

#include <grundy/base.h>
#include <grundy/digraph.h>

/* The same game with random names: tabs, line ends, quotes, commas, backslashes, characters of
 * one to four bytes, and now and then an empty one. It belongs to the caller. */
grundy_digraph *game_with_names(grundy_random *random, const grundy_digraph *g);

#endif
