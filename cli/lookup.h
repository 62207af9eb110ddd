/* Looks up positions in a tablebase or in a folder of tiers. */

#ifndef GRUNDY_CLI_LOOKUP_H
#define GRUNDY_CLI_LOOKUP_H

#include <stdbool.h>

#include "options.h"
#include "run_limits.h"

/* What to look up. */
struct lookup {
  const char *tablebase;         /* a file or a folder */
  const struct words *positions; /* names, or - for standard input */
  int colour;                    /* of terminal_colour_choices */
  bool json;
};

/* Checks the arguments. Returns CODE_YES, or prints what is wrong and returns CODE_USAGE. */
int lookup_prepare(const struct command *command, const struct lookup *asked);

/* Prints what the tablebase says about every position, with a best move: columns separated by tabs,
 * aligned on a terminal, or as JSON. Lines of standard input are answered one by one. In a
 * tablebase of parts, a position is answered as the sum of its parts. Returns the exit code. */
int lookup_run(const struct lookup *asked, struct limits *limits);

#endif
