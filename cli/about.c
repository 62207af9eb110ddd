/* The commands about the command itself: help, manual and completions. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <grundy/base.h>

#include "commands.h"
#include "completions.h"
#include "failure.h"
#include "help.h"
#include "help_writer.h"
#include "manual.h"
#include "options.h"
#include "reference.h"
#include "renamed.h"
#include "topics.h"

/* ---- commands by name ------------------------------------------------------------------ */

const struct command *command_find(const char *name) {
  const struct command *const *c = command_list();
  while (*c != NULL && strcmp((*c)->name, name) != 0) c++;
  return *c;
}

int command_fail_unknown(const char *name) {
  const char *now = renamed_command(name);
  if (now != NULL) return fail_usage(NULL, "unknown command '%s'; use 'grundy %s'", name, now);
  grundy_suggestion best = {0};
  size_t length = strlen(name);
  grundy_suggest(&best, name, length, "--help");
  grundy_suggest(&best, name, length, "--version");
  for (const struct command *const *c = command_list(); *c != NULL; c++)
    grundy_suggest(&best, name, length, (*c)->name);
  return fail_unknown(NULL, name[0] == '-' ? "option" : "command", name, &best);
}

/* Neither a command nor a topic has that name. */
static int fail_unknown_page(const char *name) {
  grundy_suggestion best = {0};
  for (const struct command *const *c = command_list(); *c != NULL; c++)
    grundy_suggest(&best, name, strlen(name), (*c)->name);
  for (const struct topic *t = topic_list(); t->name != NULL; t++)
    grundy_suggest(&best, name, strlen(name), t->name);
  return fail_unknown(NULL, "command or topic", name, &best);
}

/* Returns the action of a command with that name; NULL if there is none. */
static const struct command *find_action(const struct command *command, const char *word) {
  for (const struct command *const *a = command->actions; a != NULL && *a != NULL; a++)
    if (strcmp(help_writer_action_name(command, *a), word) == 0) return *a;
  return NULL;
}

/* Returns the command or the action that the words name. If there is none, calls `fail_name` for
 * the command or prints that the action is unknown, sets *code to the exit code and returns NULL.
 */
static const struct command *find_named(const struct words *words,
                                        int (*fail_name)(const char *name), int *code) {
  const struct command *command = command_find(words->at[0]);
  if (command == NULL) *code = fail_name(words->at[0]);
  if (command == NULL || words->count == 1) return command;
  const struct command *action = find_action(command, words->at[1]);
  if (action != NULL && words->count == 2) return action;
  *code = fail_usage(NULL, "unexpected argument '%s'", words->at[action == NULL ? 1 : 2]);
  return NULL;
}

struct about_arguments {
  struct words words;
  bool markdown;
};

/* ---- help ------------------------------------------------------------------------------ */

static int run_help(int argc, char **argv) {
  struct about_arguments arguments = {0};
  const struct words *words = &arguments.words;
  int code = CODE_YES;
  if (!options_parse(&help_command, argc, argv, &arguments, &code)) return code;
  if (words->count == 0) return help_show_overview(command_list());
  if (words->count == 1 && strcmp(words->at[0], "topics") == 0) return help_show_topics();
  const struct topic *topic = words->count == 1 ? topic_find(words->at[0]) : NULL;
  if (topic != NULL) return help_show_topic(topic);
  const struct command *command = find_named(words, fail_unknown_page, &code);
  return command == NULL ? code : help_show(command);
}

static const struct positional help_positionals[] = {
    {"COMMAND", offsetof(struct about_arguments, words),
     "a command, an action of a command, or a topic; 'topics' lists the topics", FILE_NONE},
    {0},
};

static const struct option no_options[] = {{0}};
static const struct option help_options[] = {
    OPTION_USE_PAGER,
    {0},
};

static const struct example help_examples[] = {
    {"grundy help solve", "what grundy solve --help shows"},
    {"grundy help expressions", "how to write positions of several games"},
    {0},
};

const struct command help_command = {
    .name = "help",
    .summary = "show how to use a command, or explain a topic (see 'help topics')",
    .group = GROUP_HELP,
    .description = "Shows how to use a command, or explains a topic: what a GAME is, how to write "
                   "expressions, formats, columns, options, limits, exit codes, environment.",
    .positionals = help_positionals,
    .names_commands = true,
    .names_topics = true,
    .last_is_many = true,
    .last_is_optional = true,
    .options = help_options,
    .examples = help_examples,
    .run = run_help,
};

/* ---- manual ---------------------------------------------------------------------------- */

static int run_manual(int argc, char **argv) {
  struct about_arguments arguments = {0};
  const struct command *command = NULL;
  int code = CODE_YES;
  if (!options_parse(&manual_command, argc, argv, &arguments, &code)) return code;
  if (arguments.markdown && arguments.words.count > 0)
    return fail_usage("manual", "--markdown is for all commands; leave out COMMAND");
  if (arguments.markdown) return reference_show(command_list());
  if (arguments.words.count > 0) {
    command = find_named(&arguments.words, command_fail_unknown, &code);
    if (command == NULL) return code;
  }
  return manual_show(command, command_list());
}

static const struct positional manual_positionals[] = {
    {"COMMAND", offsetof(struct about_arguments, words),
     "a command, or one of its actions (default: grundy as a whole)", FILE_NONE},
    {0},
};

static const struct option manual_options[] = {
    {.name = "markdown",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct about_arguments, markdown),
     .help = "write the reference of all commands as Markdown"},
    {0},
};

static const struct example manual_examples[] = {
    {"grundy manual solve | man -l -", "read the manual page"},
    {0},
};

const struct command manual_command = {
    .name = "manual",
    .summary = "write a manual page, for man -l -",
    .group = GROUP_HELP,
    .description = "Writes the manual page of a command, or of grundy as a whole, in roff.",
    .positionals = manual_positionals,
    .names_commands = true,
    .last_is_many = true,
    .last_is_optional = true,
    .options = manual_options,
    .examples = manual_examples,
    .run = run_manual,
};

/* ---- completions ----------------------------------------------------------------------- */

struct completions_arguments {
  const char *shell;
};

static int run_completions(int argc, char **argv) {
  struct completions_arguments arguments = {0};
  int code = CODE_YES;
  if (!options_parse(&completions_command, argc, argv, &arguments, &code)) return code;
  return completions_show(arguments.shell, command_list());
}

static const struct positional completions_positionals[] = {
    {"SHELL", offsetof(struct completions_arguments, shell), "bash, zsh or fish", FILE_NONE},
    {0},
};

static const struct example completions_examples[] = {
    {"source <(grundy completions bash)", "complete commands and options in this shell"},
    {0},
};

const struct command completions_command = {
    .name = "completions",
    .summary = "write completions for bash, zsh or fish",
    .group = GROUP_HELP,
    .description =
        "Writes a script that makes a shell complete commands, options and their values.",
    .positionals = completions_positionals,
    .first_choices = completions_shells,
    .options = no_options,
    .examples = completions_examples,
    .run = run_completions,
};
