/* Notes about arguments of rules that were left out. */

#ifndef GRUNDY_CLI_DEFAULTS_H
#define GRUNDY_CLI_DEFAULTS_H

#include <grundy/game.h>

#include "limits.h"

/* Prints "grundy: wythoff:3 means wythoff:3,8" if the game has some of the arguments of its rules
 * and defaults for the others; once per game, and nothing with --quiet. Ignores errors: the
 * caller reports them when it opens the game. */
void defaults_announce_game(const grundy_game_name *game, struct limits *limits);

/* As above, for all games of an expression. Games in quotation marks are skipped. */
void defaults_announce(const char *expression, struct limits *limits);

/* As above, for an expression with ranges; nothing is printed about the games that it stands for
 * later. */
void defaults_announce_sweep(const char *expression, struct limits *limits);

#endif
