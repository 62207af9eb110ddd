/* Writes docs/reference.md, the reference of all commands in Markdown, from the tables that drive
 * parsing. */

#ifndef GRUNDY_CLI_REFERENCE_H
#define GRUNDY_CLI_REFERENCE_H

#include "options.h"

/* Writes it to standard output; the subcommands are a list up to a NULL. Returns the exit code. */
int reference_show(const struct command *const *commands);

#endif
