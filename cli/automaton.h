/* Automata of games on vectors, for grundy law, value, best and draw. */

#ifndef GRUNDY_CLI_AUTOMATON_H
#define GRUNDY_CLI_AUTOMATON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/automaton.h>
#include <grundy/base.h>

#include "options.h"
#include "run_limits.h"

/* What grundy law --automaton is asked for. */
struct automaton_request {
  const char *game, *numeration;
  const char *target;               /* outcome or grundy<=M; NULL: outcome */
  const char *certificate, *walnut; /* files to write; NULL: none */
  bool json;
};

/* Checks the options. Returns an exit code. */
int automaton_prepare(const struct command *command, const struct automaton_request *request);

/* Learns an automaton from a table of the game, proves it, and prints the result. Returns an exit
 * code: CODE_NO if no automaton agrees with the table, or if the one that does is wrong. */
int automaton_prove(const struct automaton_request *request, struct limits *limits);

/* Finds a best move of a position by the law in the file `path`, and prints it. Returns an exit
 * code. */
int automaton_best(const char *path, const char *position, struct limits *limits);

#define OPTION_AUTOMATON(type, excluded)                                                           \
  {                                                                                                \
    .name = "law", .kind = OPTION_STRING, .value = "FILE",                                         \
    .destination = offsetof(type, automaton), .file = FILE_DATA, .excludes = (excluded),           \
    .help =                                                                                        \
        "answer by the law in FILE, a certificate that 'grundy law --automaton' has written "      \
        "and that is checked first; the expression is then a position alone, such as 3,5, with "   \
        "numbers of up to 1,000 digits"                                                            \
  }

#endif
