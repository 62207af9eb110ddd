/* The command `help`: help, manual pages, the reference and completions. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <grundy/base.h>

#include "completions.h"
#include "contract.h"
#include "failure.h"
#include "help.h"
#include "help_writer.h"
#include "manual.h"
#include "options.h"
#include "program.h"
#include "reference.h"

struct about_arguments {
  struct words words;
  bool manual, markdown, contract;
  int shell; /* of the completions; -1: none */
};

/* ---- pages by name --------------------------------------------------------------------- */

/* Neither a command nor a topic has that name. */
static int fail_unknown_page(const char *name) {
  const char *now = renamed_command(name);
  if (now != NULL)
    return fail_usage(NULL, "unknown command '%s'; use '%s %s'", name, program.name, now);
  grundy_suggestion best = {0};
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    grundy_suggest(&best, name, strlen(name), (*c)->name);
  for (const struct topic *t = program.topics; t->name != NULL; t++)
    grundy_suggest(&best, name, strlen(name), t->name);
  return fail_unknown(NULL, "command or topic", name, &best);
}

/* Returns the action of a command with that name; NULL if there is none. */
static const struct command *find_action(const struct command *command, const char *word) {
  for (const struct command *const *a = command->actions; a != NULL && *a != NULL; a++)
    if (strcmp(help_writer_action_name(command, *a), word) == 0) return *a;
  return NULL;
}

/* Returns the command or the action that the words name. If there is none, prints that, sets *code
 * to the exit code and returns NULL. */
static const struct command *find_named(const struct words *words, int *code) {
  const struct command *command = command_find(words->at[0]);
  if (command == NULL) *code = fail_unknown_page(words->at[0]);
  if (command == NULL || words->count == 1) return command;
  const struct command *action = find_action(command, words->at[1]);
  if (action != NULL && words->count == 2) return action;
  *code = fail_usage(NULL, "unexpected argument '%s'", words->at[action == NULL ? 1 : 2]);
  return NULL;
}

static const struct topic *find_topic(const struct words *words) {
  if (words->count != 1) return NULL;
  for (const struct topic *t = program.topics; t->name != NULL; t++)
    if (strcmp(t->name, words->at[0]) == 0) return t;
  return NULL;
}

/* ---- the command ----------------------------------------------------------------------- */

static int show_all(const struct about_arguments *arguments) {
  if (arguments->shell >= 0) return completions_show(arguments->shell);
  if (arguments->contract) return contract_show();
  if (arguments->markdown) return reference_show();
  return arguments->manual ? manual_show(NULL) : help_show_overview();
}

int help_run(int argc, char **argv) {
  struct about_arguments arguments = {.shell = -1};
  const struct words *words = &arguments.words;
  int code = CODE_YES;
  if (!options_parse(&help_command, argc, argv, &arguments, &code)) return code;
  if (words->count == 0) return show_all(&arguments);
  if (arguments.markdown || arguments.contract || arguments.shell >= 0)
    return fail_usage("help", "--%s is for all commands; leave out COMMAND",
                      arguments.markdown   ? "markdown"
                      : arguments.contract ? "contract"
                                           : "completions");
  const struct topic *topic = arguments.manual ? NULL : find_topic(words);
  if (topic != NULL) return help_show_topic(topic);
  if (!arguments.manual && words->count == 1 && strcmp(words->at[0], "topics") == 0)
    return help_show_topics();
  const struct command *command = find_named(words, &code);
  if (command == NULL) return code;
  return arguments.manual ? manual_show(command) : help_show(command);
}

const struct positional help_positionals[] = {
    {"COMMAND", offsetof(struct about_arguments, words),
     "a command, an action of a command, or a topic; 'topics' lists the topics", FILE_NONE},
    {0},
};

const struct option help_options[] = {
    {.name = "manual",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct about_arguments, manual),
     .help = "write the manual page of COMMAND, or of the whole program, in roff"},
    {.name = "markdown",
     .kind = OPTION_FLAG,
     .excludes = "manual",
     .destination = offsetof(struct about_arguments, markdown),
     .help = "write the reference of all commands as Markdown"},
    {.name = "contract",
     .kind = OPTION_FLAG,
     .excludes = "manual markdown",
     .destination = offsetof(struct about_arguments, contract),
     .help = "write the operations that other front ends have, with their parameters and the types "
             "of their answers, as JSON"},
    {.name = "completions",
     .kind = OPTION_CHOICE,
     .value = "SHELL",
     .choices = completions_shells,
     .excludes = "manual markdown contract",
     .destination = offsetof(struct about_arguments, shell),
     .help = "write a script that makes SHELL complete commands, options and their values: bash, "
             "zsh or fish"},
    OPTION_USE_PAGER,
    {0},
};
