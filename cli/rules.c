/* grundy rules ACTION: games given by rules. */

#include "rules.h"

#include <stddef.h>

#include "actions.h"
#include "commands.h"

/* The actions and their words, in the same order. */
static const struct command *const actions[] = {&rules_list_command,  &rules_show_command,
                                                &rules_new_command,   &rules_build_command,
                                                &rules_check_command, NULL};
static const char *const words[] = {"list", "show", "new", "build", "check", NULL};

static int run(int argc, char **argv) {
  return actions_run(&rules_command, argc, argv);
}

static const struct positional positionals[] = {POSITIONAL_ACTION, {0}};

static const struct option options[] = {{0}};

static const struct example examples[] = {
    {"grundy rules list", "the games of the gallery, with a line about each"},
    {"grundy rules show chomp", "the rules of Chomp, with a description"},
    {"grundy rules new mygame", "writes mygame.lua, a small game with comments, for you to change"},
    {"grundy rules check mygame.lua:5,7", "random plays look for mistakes"},
    {"grundy solve mygame.lua:5,7", "solves all positions that can be reached from there"},
    {"grundy rules new mygame --c && grundy rules build mygame.c",
     "the same in C, for large games: ./mygame.so:5,7 is a GAME"},
    {0},
};

const struct command rules_command = {
    .name = "rules",
    .summary = "list the gallery; write, compile and check rules",
    .group = GROUP_CREATE,
    .description = "Rules are functions in a file of Lua or C: where play starts and what the "
                   "moves are. The positions that can be reached from the start are a GAME "
                   "wherever one is taken: mygame.lua:5,7 or ./mygame.so:5,7, with arguments after "
                   "the colon. The gallery has games that are known by name, such as "
                   "chomp:4,5; docs/rules.md explains everything.",
    .positionals = positionals,
    .actions = actions,
    .first_choices = words,
    .options = options,
    .examples = examples,
    .run = run,
};
