/* Games that requests send along or name. */

#ifndef GRUNDY_WEB_GAMES_H
#define GRUNDY_WEB_GAMES_H

#include <stddef.h>

#include <jansson.h>

#include "web/members.h"
#include "web/task.h"

enum { WEB_GAME_WORD = 1200 };

/* Reads {"format": …, "text": …, "args": …} or {"gallery": …, "args": …}, puts what is sent along
 * into the task as game`number`.edges or the like, and writes the argument GAME of the command. No
 * game can name a file but those that came with it: words of arguments have no slash in them. */
void web_game(struct web_check *check, struct web_task *task, const json_t *game, size_t number,
              char word[WEB_GAME_WORD]);

#endif
