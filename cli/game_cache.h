/* Games of the command line for the page of the explorer. */

#ifndef GRUNDY_CLI_GAME_CACHE_H
#define GRUNDY_CLI_GAME_CACHE_H

#include <stddef.h>

#include <grundy/base.h>

#include "options.h"
#include "run_limits.h"
#include "web/library.h"

/* Opens every GAME, so that errors appear now, and describes it for the page: the text of a file
 * that the page can edit, rules and games of the gallery by their names, folders of tiers by
 * theirs, and anything else as an edge list. *offers has one entry per word, to be freed by
 * game_cache_free whether this succeeds or not. */
GRUNDY_MUST_USE grundy_status game_cache_open(const struct words *games, struct limits *limits,
                                              struct web_offer **offers, grundy_error *error);

void game_cache_free(struct web_offer *offers, size_t count);

#endif
