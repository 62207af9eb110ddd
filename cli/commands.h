/* The commands, one file each. */

#ifndef GRUNDY_CLI_COMMANDS_H
#define GRUNDY_CLI_COMMANDS_H

#include "options.h"
#include "program.h"

extern const struct command solve_command;
extern const struct command verify_command;
extern const struct command value_command;
extern const struct command sweep_command;
extern const struct command info_command;
extern const struct command convert_command;
extern const struct command random_command;
extern const struct command product_command;
extern const struct command best_command;
extern const struct command play_command;
extern const struct command match_command;
extern const struct command record_command;
extern const struct command why_command;
extern const struct command draw_command;
extern const struct command trace_command;
extern const struct command map_command;
extern const struct command quotient_command;
extern const struct command linear_command;
extern const struct command labellings_command;
extern const struct command heap_command;
extern const struct command vector_command;
extern const struct command period_command;
extern const struct command law_command;
extern const struct command experiment_command;
extern const struct command rules_command;
extern const struct command serve_command;

/* The topics of grundy help, up to one without a name. */
extern const struct topic topics[];

#endif
