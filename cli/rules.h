/* The actions of grundy rules: each is a command of its own, with its options and its help. */

#ifndef GRUNDY_CLI_RULES_H
#define GRUNDY_CLI_RULES_H

#include "options.h"

extern const struct command rules_list_command;
extern const struct command rules_show_command;
extern const struct command rules_new_command;
extern const struct command rules_build_command;
extern const struct command rules_check_command;

#endif
