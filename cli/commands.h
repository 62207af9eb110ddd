/* The subcommands, one file each. */

#ifndef GRUNDY_CLI_COMMANDS_H
#define GRUNDY_CLI_COMMANDS_H

#include "options.h"

extern const struct command solve_command;
extern const struct command verify_command;

#endif
