/* Shows long output with a pager, if --pager asks for it. */

#ifndef GRUNDY_CLI_PAGER_H
#define GRUNDY_CLI_PAGER_H

#include <stdbool.h>

/* Called for --pager. */
void pager_request(void);

/* Called before a command writes its answer. If a pager was requested and standard output is a
 * terminal, starts the program that the environment variable PAGER names (default: less) and
 * redirects standard output to it. Does nothing otherwise, or if the program does not exist. Once
 * the pager runs, Ctrl-C goes to the pager, and a pager that quits early ends the command with exit
 * code 0. */
void pager_start(void);

/* Returns whether standard output is read by a pager. */
bool pager_is_running(void);

/* Called at the end of the command: waits until the reader has seen enough. */
void pager_finish(void);

#endif
