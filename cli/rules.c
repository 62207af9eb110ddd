/* grundy rules ACTION: games given by rules. */

#include "rules.h"

#include <stddef.h>
#include <string.h>

#include "commands.h"
#include "failure.h"
#include "help.h"
#include "lists.h"

enum { ACTIONS = 5 };

/* "rules new" and so on, and the words, in the same order. */
static const struct command *const actions[ACTIONS + 1] = {
    &rules_new_command,  &rules_build_command, &rules_check_command,
    &rules_list_command, &rules_show_command,  NULL,
};

static const char *const words[ACTIONS + 1] = {"new", "build", "check", "list", "show", NULL};

static int fail_missing(void) {
  char list[128];
  lists_words(words, list, sizeof list);
  return fail_usage(rules_command.name, "ACTION is missing; expected %s", list);
}

static int run(int argc, char **argv) {
  if (argc == 0) return fail_missing();
  int action = lists_find(words, argv[0]);
  if (action >= 0) return actions[action]->run(argc - 1, argv + 1);
  if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)
    return help_show(&rules_command);
  return fail_choice(rules_command.name, "ACTION", argv[0], words);
}

static const struct positional positionals[] = {
    {.name = "ACTION", .help = "what to do, one of those below"},
    {0},
};

static const struct option options[] = {{0}};

static const struct example examples[] = {
    {"grundy rules new mygame", "writes mygame.lua, a small game with comments, to be changed"},
    {"grundy rules check mygame.lua:5,7", "random plays look for mistakes"},
    {"grundy solve mygame.lua:5,7", "solves what can be reached from there"},
    {"grundy rules new mygame --c && grundy rules build mygame.c",
     "the same in C, for large games: ./mygame.so:5,7 is a GAME"},
    {"grundy rules show quixo", "how others do it"},
    {0},
};

const struct command rules_command = {
    .name = "rules",
    .summary = "list, write, compile and check rules of games",
    .group = GROUP_CREATE,
    .description = "Rules are functions in a file of Lua or C: where play starts and what the "
                   "moves are. The positions that can be reached from the start are a GAME "
                   "wherever one is taken: mygame.lua:5,7 or ./mygame.so:5,7 with arguments behind "
                   "the colon, or a game of the gallery, fair-shares:10. docs/rules.md tells all.",
    .positionals = positionals,
    .actions = actions,
    .first_choices = words,
    .options = options,
    .examples = examples,
    .run = run,
};
