#include "actions.h"

#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "help.h"
#include "lists.h"
#include "program.h"

static int fail_missing(const struct command *command) {
  char list[128];
  lists_words(command->first_choices, list, sizeof list);
  return fail_usage(command->name, "ACTION is missing; expected %s", list);
}

static int fail_unknown_action(const struct command *command, const char *word) {
  char typed[64];
  (void)snprintf(typed, sizeof typed, "%s %s", command->name, word);
  const char *now = renamed_command(typed);
  if (now == NULL) return fail_choice(command->name, "ACTION", word, command->first_choices);
  return fail_usage(command->name, "unknown command '%s'; use '%s %s'", typed, program.name, now);
}

int actions_run(const struct command *command, int argc, char **argv) {
  if (argc == 0) return fail_missing(command);
  int action = lists_find(command->first_choices, argv[0]);
  if (action >= 0) return command->actions[action]->run(argc - 1, argv + 1);
  if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) return help_show(command);
  return fail_unknown_action(command, argv[0]);
}
