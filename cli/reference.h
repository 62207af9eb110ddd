/* The reference of all commands in Markdown, docs/reference.md, made from the tables that drive
 * parsing. */

#ifndef GRUNDY_CLI_REFERENCE_H
#define GRUNDY_CLI_REFERENCE_H

#include "options.h"

/* Shows it on standard output; the subcommands are a list up to a NULL. Returns the exit code. */
int reference_show(const struct command *const *commands);

#endif
