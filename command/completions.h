/* Completions for shells, made from the tables that drive parsing. */

#ifndef GRUNDY_CLI_COMPLETIONS_H
#define GRUNDY_CLI_COMPLETIONS_H

/* The shells, and their names up to a NULL. */
enum { SHELL_BASH, SHELL_ZSH, SHELL_FISH };
extern const char *const completions_shells[];

/* Writes the completions of all commands that are not hidden for that shell to standard output.
 * Returns the exit code. */
int completions_show(int shell);

#endif
