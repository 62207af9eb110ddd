/* Notes about arguments of rules that were left out. */

#ifndef GRUNDY_CLI_DEFAULTS_H
#define GRUNDY_CLI_DEFAULTS_H

#include <grundy/game.h>

#include "run_limits.h"

/* Prints "grundy: wythoff:3 means wythoff:3,8" if the game, which has been opened, has some of the
 * arguments of its rules and defaults for the others; once per game, and nothing with --quiet. */
void defaults_announce_game(const grundy_game_name *game, struct limits *limits);

/* As above, for all games of an expression, which may have ranges. Games in quotation marks are
 * skipped. */
void defaults_announce(const char *expression, struct limits *limits);

/* Between these calls nothing is announced: each of the games is one of a sweep. */
void defaults_begin_sweep(void);
void defaults_end_sweep(void);

#endif
