/* Tokens on the positions of a file. A move moves one token, so tokens:FILE{a,a,c} is the sum of
 * FILE@a, FILE@a and FILE@c: the results of [Sat72, §3] on tokens are results on sums, and hold
 * with cycles too. The parser translates it into that sum. */

#include "game/kind.h"

static bool match(const char *text, size_t length, size_t *name) {
  return grundy_match_word(text, length, "tokens", name);
}

GRUNDY_GAME_KIND(tokens) = {
    .describe = {.name = "tokens",
                 .notation = "tokens:FILE{POSITION,...}",
                 .example = "tokens:ring.edges{a,a,c}",
                 .summary = "tokens on the positions of a game; a move moves one token"},
    .notation = GRUNDY_NOTATION_TOKENS,
    .match = match,
};
