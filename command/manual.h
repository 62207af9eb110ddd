/* Manual pages, made from the tables that drive parsing. */

#ifndef GRUNDY_CLI_MANUAL_H
#define GRUNDY_CLI_MANUAL_H

#include "options.h"

/* Writes the page of a subcommand to standard output or, if that is NULL, of the whole program.
 * Returns the exit code. */
int manual_show(const struct command *command);

#endif
