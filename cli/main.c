/* The command `grundy`: finds the subcommand and lets it run. */

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>

#include "commands.h"
#include "completions.h"
#include "failure.h"
#include "help.h"
#include "lists.h"
#include "manual.h"
#include "options.h"
#include "page.h"
#include "reference.h"
#include "signals.h"
#include "suggest.h"
#include "terminal.h"

/* One a line, however many there are. */
/* clang-format off */
static const struct command *const commands[] = {
    &solve_command,
    &verify_command,
    &query_command,
    &info_command,
    &convert_command,
    &random_command,
    &product_command,
    &best_command,
    &play_command,
    &why_command,
    &draw_command,
    &trace_command,
    &quotient_command,
    &relation_command,
    &map_command,
    &linear_command,
    &heap_command,
    &ordinal_command,
    &experiment_command,
    &rules_command,
    &serve_command,
    NULL,
};
/* clang-format on */

static const struct command *find(const char *name) {
  for (const struct command *const *c = commands; *c != NULL; c++)
    if (strcmp((*c)->name, name) == 0) return *c;
  return NULL;
}

static int fail_unknown(const char *name) {
  static const char *const others[] = {"help", "manual", "completions", "--help", "--version"};
  struct suggestion best = {0};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) suggest(&best, name, others[i]);
  for (const struct command *const *c = commands; *c != NULL; c++) suggest(&best, name, (*c)->name);
  const char *what = name[0] == '-' ? "option" : "command";
  if (best.word == NULL) return fail_usage(NULL, "unknown %s '%s'", what, name);
  return fail_usage(NULL, "unknown %s '%s' (did you mean '%s'?)", what, name, best.word);
}

/* The action of a command that is called so; NULL if there is none. */
static const struct command *find_action(const struct command *command, const char *word) {
  for (const struct command *const *a = command->actions; a != NULL && *a != NULL; a++)
    if (strcmp(page_action_name(command, *a), word) == 0) return *a;
  return NULL;
}

/* Is it about the command as a whole? */
static bool is_of_all(const char *word) {
  static const char *const words[] = {"help", "manual", "completions", "--help", "-h", NULL};
  return lists_find(words, word) >= 0;
}

/* At most the command that is asked about, and its action. `show` gets NULL if none is. */
static int show_about(int argc, char **argv, int (*show)(const struct command *command)) {
  if (argc == 0 || (argc == 1 && is_of_all(argv[0]))) return show(NULL);
  const struct command *command = find(argv[0]);
  const struct command *action = command == NULL || argc < 2 ? NULL : find_action(command, argv[1]);
  if (action != NULL && argc == 2) return show(action);
  if (argc > 1) return fail_usage(NULL, "unexpected argument '%s'", argv[action == NULL ? 1 : 2]);
  return command == NULL ? fail_unknown(argv[0]) : show(command);
}

static int show_help(const struct command *command) {
  return command == NULL ? help_show_overview(commands) : help_show(command);
}

static int show_manual(const struct command *command) {
  return manual_show(command, commands);
}

/* --markdown is for docs/reference.md, and help does not mention it. */
static int show_pages(int argc, char **argv) {
  if (argc == 1 && strcmp(argv[0], "--markdown") == 0) return reference_show(commands);
  return show_about(argc, argv, show_manual);
}

static int show_completions(int argc, char **argv) {
  if (argc == 0) return fail_usage(NULL, "SHELL is missing");
  if (argc == 1 && is_of_all(argv[0])) return show_help(NULL);
  if (argc > 1) return fail_usage(NULL, "unexpected argument '%s'", argv[1]);
  return completions_show(argv[0], commands);
}

static int run(int argc, char **argv) {
  if (argc < 2) return fail_usage(NULL, "COMMAND is missing");
  const char *name = argv[1];
  const struct command *command = find(name);
  if (command != NULL) return command->run(argc - 2, argv + 2);
  if (strcmp(name, "help") == 0) return show_about(argc - 2, argv + 2, show_help);
  if (strcmp(name, "manual") == 0) return show_pages(argc - 2, argv + 2);
  if (strcmp(name, "completions") == 0) return show_completions(argc - 2, argv + 2);
  bool help = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
  bool version = strcmp(name, "--version") == 0;
  if ((help || version) && argc > 2) return fail_usage(NULL, "unexpected argument '%s'", argv[2]);
  if (help) return help_show_overview(commands);
  return version ? help_show_version() : fail_unknown(name);
}

/* grundy serve runs commands on behalf of people whom it does not trust. */
static void confine_if_asked(void) {
  const char *asked = getenv("GRUNDY_CONFINED");
  if (asked != NULL && strcmp(asked, "1") == 0) grundy_confine();
}

int main(int argc, char **argv) {
  terminal_start();
  signals_start();
  confine_if_asked();
  int code = run(argc, argv);
  signals_decide(code);
  return code;
}
