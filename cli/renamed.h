/* Names of earlier versions, for messages that say what to use now. */

#ifndef GRUNDY_CLI_RENAMED_H
#define GRUNDY_CLI_RENAMED_H

#include "options.h"

/* Returns what the option of that name is called now: an option of the command, or another command;
 * NULL if the command never had such an option. */
const char *renamed_option(const struct command *command, const char *name);

/* Returns what the command of that name is called now; NULL if there never was one. */
const char *renamed_command(const char *name);

#endif
