/* Writes docs/reference.md, the reference of all commands in Markdown, from the tables that drive
 * parsing. */

#ifndef GRUNDY_CLI_REFERENCE_H
#define GRUNDY_CLI_REFERENCE_H

/* Writes it to standard output. Returns the exit code. */
int reference_show(void);

#endif
