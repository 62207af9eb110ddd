/* Detects outputs that would overwrite an input or each other. */

#ifndef GRUNDY_CLI_OVERWRITE_H
#define GRUNDY_CLI_OVERWRITE_H

#include "options.h"

/* Compares every file that the command writes with every file that it reads, including arguments of
 * rules, and with its other outputs, using the `file` of its options and positionals. `arguments`
 * is the struct that they have set. Returns CODE_YES, or prints an error and returns CODE_USAGE if
 * two of them are the same file. */
int overwrite_check(const struct command *command, const void *arguments);

#endif
