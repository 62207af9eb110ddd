/* Help, made from the tables that drive parsing. */

#ifndef GRUNDY_CLI_HELP_H
#define GRUNDY_CLI_HELP_H

#include "options.h"
#include "topics.h"

/* Shows the help of a subcommand on standard output; returns the exit code, as do the
 * others. */
int help_show(const struct command *command);

/* Shows what the program is and its subcommands, a list up to a NULL. */
int help_show_overview(const struct command *const *commands);

int help_show_version(void);

/* Shows the list of topics, and one of them. */
int help_show_topics(void);
int help_show_topic(const struct topic *topic);

#endif
