/* The columns of one position: --columns of the commands value and sweep. */

#ifndef GRUNDY_CLI_POSITION_COLUMNS_H
#define GRUNDY_CLI_POSITION_COLUMNS_H

#include <stdbool.h>

#include <grundy/solution.h>

#include "options.h"

#define OPTION_POSITION_COLUMNS(type)                                                              \
  {                                                                                                \
    .name = "columns", .kind = OPTION_STRING, .value = "LIST",                                     \
    .destination = offsetof(type, columns),                                                        \
    .help = "the columns, separated by commas: outcome, grundy, k, remoteness, distance",          \
    .otherwise = "outcome,grundy", .front_ends = IN_ALL, .list = LIST_WORDS,                       \
    .standard = "\"outcome,grundy\"",                                                              \
  }

/* Parses the list; NULL stands for the default. Returns CODE_YES, or prints what is wrong and
 * returns CODE_USAGE. */
int position_columns_parse(const struct command *command, const char *list,
                           grundy_columns *columns);

/* Returns whether the columns ask for the fact with that number; see evaluation.h. */
bool position_columns_has_fact(grundy_columns columns, int number);

#endif
