/* Games in requests: sent as text, or named. */

#ifndef GRUNDY_WEB_GAMES_H
#define GRUNDY_WEB_GAMES_H

#include <stddef.h>

#include <jansson.h>

#include "web/members.h"
#include "web/task.h"

enum { WEB_GAME_WORD = 1200 };

/* Reads {"format": …, "text": …, "args": …}, {"gallery": …, "args": …} or {"folder": …}, adds the
 * text to the files of the task as game`number`.edges or similar, and writes the argument GAME of
 * the command. A folder becomes a link of the task, without a target. A game can name only files of
 * its own request: arguments must not contain slashes. */
void web_game(struct web_check *check, struct web_task *task, const json_t *game, size_t number,
              char word[WEB_GAME_WORD]);

#endif
