/* One position of a two-coloured game, in words: for a command that was given an expression. */

#ifndef GRUNDY_CLI_COLOURED_H
#define GRUNDY_CLI_COLOURED_H

#include <stdbool.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#include "effort.h"

struct coloured {
  grundy_digraph *game; /* NULL: none was opened */
  grundy_solution *solution;
  uint32_t position;
};

/* Opens and solves the game of FILE@POSITION. False if the text is no such thing, the game has no
 * players, or it cannot be solved: then *coloured is empty. */
bool coloured_open(const char *text, struct effort *effort, struct coloured *coloured);

void coloured_free(struct coloured *coloured);

/* What each player can be sure of, within how many moves, and a move of every strategy. */
void coloured_put(FILE *out, const struct coloured *coloured);
void coloured_put_json(FILE *out, const struct coloured *coloured);

#endif
