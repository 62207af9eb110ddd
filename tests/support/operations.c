/* A program for tests of requests: its commands have parameters of every kind. */

#include <stddef.h>

#include <grundy/format.h>

#include "command/options.h"
#include "command/program.h"

static int run(int argc, char **argv) {
  (void)argc;
  (void)argv;
  return 0;
}

static const char *const pictures[] = {"svg", "png", NULL};

static const struct option options[] = {
    {.name = "json", .kind = OPTION_PRESET},
    {.name = "output", .kind = OPTION_STRING, .file = FILE_WRITTEN},
    {.name = "to",
     .kind = OPTION_FORMAT,
     .use = GRUNDY_FORMAT_WRITES_SOLUTION,
     .front_ends = IN_ALL},
    {.name = "columns", .kind = OPTION_STRING, .list = LIST_WORDS, .front_ends = IN_ALL},
    {.name = "where", .kind = OPTION_STRING, .file = FILE_FORMULA, .front_ends = IN_ALL},
    {.name = "max-positions",
     .kind = OPTION_INTEGER,
     .least = 1,
     .most = 1000,
     .front_ends = IN_ALL},
    {.name = "infinite", .kind = OPTION_REAL, .front_ends = IN_ALL},
    {.name = "misere", .kind = OPTION_FLAG, .front_ends = IN_ALL},
    {0},
};

static const struct option drawing[] = {
    {.name = "to",
     .kind = OPTION_CHOICE,
     .choices = pictures,
     .front_ends = IN_ALL,
     .standard = "\"svg\""},
    {.name = "highlight", .kind = OPTION_STRING, .list = LIST_NAMES, .front_ends = IN_ALL},
    {0},
};

static const struct positional game[] = {{"GAME", 0, "", FILE_READ}, {0}};
static const struct positional solution[] = {
    {"GAME", 0, "", FILE_READ}, {"SOLUTION", 0, "", FILE_DATA}, {0}};
static const struct positional converted[] = {
    {"IN", 0, "", FILE_READ}, {"OUT", 0, "", FILE_WRITTEN}, {0}};
static const struct positional expression[] = {{"EXPRESSION", 0, "", FILE_EXPRESSION}, {0}};
static const struct positional match[] = {
    {"EXPRESSION", 0, "", FILE_EXPRESSION}, {"MOVE", 0, "", FILE_NONE}, {0}};
static const struct positional code[] = {{"CODE", 0, "", FILE_NONE}, {0}};

static const struct command commands[] = {
    {.name = "solve", .positionals = game, .options = options, .answer = "Solution", .run = run},
    {.name = "verify",
     .positionals = solution,
     .options = options,
     .answer = "Verification",
     .run = run},
    {.name = "convert",
     .positionals = converted,
     .options = drawing,
     .answer = "string",
     .run = run},
    {.name = "draw", .positionals = game, .options = drawing, .answer = "string", .run = run},
    {.name = "best", .positionals = expression, .options = options, .answer = "Best", .run = run},
    {.name = "match",
     .positionals = match,
     .last_is_many = true,
     .options = options,
     .answer = "Match",
     .run = run},
    {.name = "heap", .positionals = code, .options = options, .answer = "Heaps", .run = run},
    {.name = "hidden", .positionals = game, .options = options, .run = run},
};

static const struct command *const list[] = {&commands[0], &commands[1], &commands[2],
                                             &commands[3], &commands[4], &commands[5],
                                             &commands[6], &commands[7], NULL};

const struct program program = {.name = "grundy", .commands = list};
