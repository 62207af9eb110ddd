/* Help, made from the tables that drive parsing. */

#ifndef GRUNDY_CLI_HELP_H
#define GRUNDY_CLI_HELP_H

#include "options.h"
#include "program.h"

/* These functions write to standard output and return the exit code. */

/* Shows the help of a command. */
int help_show(const struct command *command);

/* Shows what the program does and its commands. */
int help_show_overview(void);

int help_show_version(void);

/* Shows the list of topics, or one topic. */
int help_show_topics(void);
int help_show_topic(const struct topic *topic);

#endif
