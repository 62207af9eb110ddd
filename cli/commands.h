/* The commands, one file each. */

#ifndef GRUNDY_CLI_COMMANDS_H
#define GRUNDY_CLI_COMMANDS_H

#include "options.h"

extern const struct command solve_command;
extern const struct command verify_command;
extern const struct command query_command;
extern const struct command value_command;
extern const struct command sweep_command;
extern const struct command info_command;
extern const struct command convert_command;
extern const struct command random_command;
extern const struct command product_command;
extern const struct command best_command;
extern const struct command play_command;
extern const struct command moves_command;
extern const struct command match_command;
extern const struct command why_command;
extern const struct command draw_command;
extern const struct command worksheet_command;
extern const struct command trace_command;
extern const struct command ordinal_command;
extern const struct command map_command;
extern const struct command quotient_command;
extern const struct command linear_command;
extern const struct command linear_moves_command;
extern const struct command labellings_command;
extern const struct command heap_command;
extern const struct command period_command;
extern const struct command law_command;
extern const struct command experiment_command;
extern const struct command games_command;
extern const struct command gpu_command;
extern const struct command rules_command;
extern const struct command serve_command;
extern const struct command help_command;
extern const struct command manual_command;
extern const struct command completions_command;

/* Returns all commands, up to a NULL. */
const struct command *const *command_list(void);

/* Returns the command of that name; NULL if there is none. */
const struct command *command_find(const char *name);

/* Prints that the command is unknown, with a suggestion. Returns the exit code. */
int command_fail_unknown(const char *name);

#endif
