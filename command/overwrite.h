/* Detects outputs that would overwrite an input or each other. */

#ifndef GRUNDY_CLI_OVERWRITE_H
#define GRUNDY_CLI_OVERWRITE_H

#include "options.h"

/* Compares every file that the command writes with every file that its command line names as an
 * input, in games, expressions, operators and arguments of rules, too, and with its other outputs,
 * using the `file` of its options and positionals. `arguments` is the struct that they have set.
 * Returns CODE_YES, or prints an error and returns CODE_USAGE if two of them are the same file.
 * Files that only other files name are left to grundy_inputs_protect. */
int overwrite_check(const struct command *command, const void *arguments);

/* As above, for --output and one expression that is not on the command line as it is. */
int overwrite_check_expression(const struct command *command, const char *output, const char *text);

#endif
