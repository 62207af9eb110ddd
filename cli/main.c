/* The command `grundy`: finds the subcommand and runs it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <platform.h>

#include "answer_types.h"
#include "commands.h"
#include "failure.h"
#include "options.h"
#include "pager.h"
#include "program.h"
#include "renamed.h"
#include "rules_process.h"
#include "signals.h"
#include "terminal.h"

/* In the order in which help lists them, group by group. */
/* clang-format off */
static const struct command *const commands[] = {
    &solve_command,
    &verify_command,
    &value_command,
    &sweep_command,
    &info_command,

    &why_command,
    &trace_command,
    &draw_command,

    &play_command,
    &best_command,
    &match_command,
    &record_command,
    &serve_command,

    &rules_command,
    &random_command,
    &convert_command,
    &product_command,

    &heap_command,
    &vector_command,
    &period_command,
    &law_command,
    &quotient_command,
    &map_command,
    &linear_command,
    &labellings_command,
    &experiment_command,

    &help_command,
    NULL,
};
/* clang-format on */

static const struct example help_examples[] = {
    {"grundy help solve", "what grundy solve --help shows"},
    {"grundy help expressions", "how to write positions of several games"},
    {"grundy help --manual solve | man -l -", "read the manual page"},
    {"source <(grundy help --completions bash)", "complete commands and options in this shell"},
    {0},
};

const struct command help_command =
    HELP_COMMAND("Shows how to use a command, or explains a topic: what a GAME is, how to write "
                 "expressions, formats, columns, options, limits, exit codes, environment. Also "
                 "writes manual pages and completions for shells.",
                 help_examples);

const struct program program = {
    .name = "grundy",
    .summary = "solve two-player games, including games that can go on forever",
    .about = "grundy solves two-player games, including games that can go on forever.",
    .commands = commands,
    .topics = topics,
    .renamed_commands = renamed_commands,
    .renamed_options = renamed_options,
    .types = answer_types,
};

/* grundy serve runs commands for clients that it does not trust. */
static void confine_if_requested(void) {
  const char *asked = getenv("GRUNDY_CONFINED");
  if (asked != NULL && strcmp(asked, "1") == 0) grundy_confine();
}

struct command_line {
  int argc;
  char **argv;
  int code;
};

static void run_command(void *context) {
  struct command_line *line = context;
  signals_start();
  confine_if_requested();
  grundy_inputs_protect();
  line->code = program_run(line->argc, line->argv);
  signals_decide(line->code);
  pager_finish();
}

/* Runs the command on a stack of its own if the main thread's is small: deep calls in Lua take
 * half a megabyte. */
static void run_on_large_stack(struct command_line *line) {
  const size_t small = (size_t)1 << 20, large = (size_t)8 << 20;
  bool is_small = grundy_platform_stack() < small;
  if (!is_small || !grundy_platform_run_on_stack(large, run_command, line)) run_command(line);
}

int main(int argc, char **argv) {
  struct command_line line = {argc, argv, CODE_YES};
  terminal_start();
  grundy_platform_started_as(argv[0]);
  failure_start(argc, argv);
  if (rules_process_is_needed(argc, argv) && !rules_process_start(argc, argv, &line.code))
    return line.code;
  run_on_large_stack(&line);
  if (rules_process_is_child()) (void)fflush(NULL);
  rules_process_note_code(line.code);
  return line.code;
}
