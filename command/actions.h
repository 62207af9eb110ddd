/* Commands that have actions, such as grundy rules check: each action is a command of its own. */

#ifndef GRUNDY_CLI_ACTIONS_H
#define GRUNDY_CLI_ACTIONS_H

#include "options.h"

/* Runs the action that argv[0] names, one of `first_choices` in the order of `actions`, with the
 * words that follow it. Returns the exit code. */
int actions_run(const struct command *command, int argc, char **argv);

/* The first argument of such a command. */
#define POSITIONAL_ACTION                                                                          \
  { .name = "ACTION", .help = "what to do, one of those below" }

#endif
