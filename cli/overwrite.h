/* Outputs that would overwrite an input, or each other. */

#ifndef GRUNDY_CLI_OVERWRITE_H
#define GRUNDY_CLI_OVERWRITE_H

#include "options.h"

/* Compares every file that the command writes with every file that it reads, those among the
 * arguments of rules included, and with its other outputs, as the `use` of its options and
 * positionals says. `arguments` is the struct that they have set. Returns an exit code: CODE_USAGE
 * if two of them are the same file, which was reported. */
int overwrite_check(const struct command *command, const void *arguments);

#endif
