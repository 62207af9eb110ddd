/* Completions for shells, made from the tables that drive parsing. */

#ifndef GRUNDY_CLI_COMPLETIONS_H
#define GRUNDY_CLI_COMPLETIONS_H

#include "options.h"

/* The names of the shells, up to a NULL. */
extern const char *const completions_shells[];

/* Writes the completions of all commands, a list up to a NULL, for that shell to standard output.
 * Returns the exit code, which is CODE_USAGE for an unknown shell. */
int completions_show(const char *shell, const struct command *const *commands);

#endif
