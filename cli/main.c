/* The command `grundy`: finds the subcommand and runs it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>

#include "commands.h"
#include "failure.h"
#include "help.h"
#include "options.h"
#include "pager.h"
#include "signals.h"
#include "terminal.h"

/* In the order in which help lists them. */
/* clang-format off */
static const struct command *const commands[] = {
    &solve_command,
    &verify_command,
    &query_command,
    &value_command,
    &sweep_command,
    &info_command,
    &gpu_command,
    &why_command,
    &trace_command,
    &draw_command,
    &worksheet_command,
    &play_command,
    &moves_command,
    &match_command,
    &serve_command,
    &best_command,
    &product_command,
    &games_command,
    &rules_command,
    &random_command,
    &convert_command,
    &heap_command,
    &period_command,
    &law_command,
    &quotient_command,
    &map_command,
    &linear_command,
    &linear_moves_command,
    &labellings_command,
    &ordinal_command,
    &experiment_command,
    &help_command,
    &manual_command,
    &completions_command,
    NULL,
};
/* clang-format on */

const struct command *const *command_list(void) {
  return commands;
}

/* --help and --version take no arguments. */
static int run_alone(int argc, char **argv, int (*show)(void)) {
  if (argc > 2) return fail_usage(NULL, "unexpected argument '%s'", argv[2]);
  return show();
}

static int show_overview(void) {
  return help_show_overview(commands);
}

static int run(int argc, char **argv) {
  if (argc < 2) return show_overview();
  const char *name = argv[1];
  const struct command *command = command_find(name);
  if (command != NULL) return command->run(argc - 2, argv + 2);
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
    return run_alone(argc, argv, show_overview);
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
    return run_alone(argc, argv, help_show_version);
  return command_fail_unknown(name);
}

/* grundy serve runs commands for clients that it does not trust. */
static void confine_if_requested(void) {
  const char *asked = getenv("GRUNDY_CONFINED");
  if (asked != NULL && strcmp(asked, "1") == 0) grundy_confine();
}

int main(int argc, char **argv) {
  terminal_start();
  signals_start();
  confine_if_requested();
  int code = run(argc, argv);
  signals_decide(code);
  pager_finish();
  return code;
}
