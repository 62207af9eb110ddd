/* What shells need to complete what is typed after `grundy`, made from the tables that drive
 * parsing. */

#ifndef GRUNDY_CLI_COMPLETIONS_H
#define GRUNDY_CLI_COMPLETIONS_H

#include "options.h"

/* The shells, up to a NULL. */
extern const char *const completions_shells[];

/* Shows the completions for that shell on standard output, for all of the subcommands, a list up
 * to a NULL. Returns the exit code; CODE_USAGE for a shell that is not known. */
int completions_show(const char *shell, const struct command *const *commands);

#endif
