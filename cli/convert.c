/* grundy convert IN OUT: a game in another format. */

#include <stddef.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>

#include "commands.h"
#include "effort.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "progress.h"

struct arguments {
  const char *in;
  const char *out;
  int from; /* a grundy_format; AUTO leaves it to the ending of `in` */
  int to;   /* likewise of `out` */
  struct effort_options effort;
};

/* The output is opened before the game is read, so that nobody waits an hour to learn that
 * the folder is not there. */
static int work(const struct arguments *arguments, grundy_format to, struct effort *effort) {
  grundy_error error = {0};
  grundy_digraph *game = NULL;
  grundy_output *output = NULL;
  grundy_status status = grundy_output_open(arguments->out, &output, &error);
  if (status == GRUNDY_OK)
    status = file_read_game(arguments->in, arguments->from, effort, &game, &error);
  if (status == GRUNDY_OK)
    status = file_write_game(&output, arguments->out, to, game, effort, &error);
  progress_clear(&effort->progress);
  grundy_output_discard(output);
  grundy_digraph_free(game);
  return status == GRUNDY_OK ? CODE_YES : effort_fail(effort, &error);
}

static int run(int argc, char **argv) {
  struct arguments arguments = {0};
  grundy_format to = GRUNDY_FORMAT_AUTO;
  int code = CODE_YES;
  if (!options_parse(&convert_command, argc, argv, &arguments, &code)) return code;
  if (!file_format(&convert_command, arguments.out, GRUNDY_WRITE_GAME, arguments.to, "to", &to,
                   &code))
    return code;
  if (!file_may_get(&convert_command, arguments.out, to, &code)) return code;
  if (file_replaces(arguments.out, arguments.in))
    return fail_usage(convert_command.name, "OUT would replace the game '%s'", arguments.in);
  struct effort effort;
  code = effort_start(&effort, &arguments.effort);
  return code == CODE_YES ? effort_end(&effort, work(&arguments, to, &effort)) : code;
}

static const struct positional positionals[] = {
    {"IN", offsetof(struct arguments, in), "a file with a game, or - for standard input"},
    {"OUT", offsetof(struct arguments, out),
     "the file to write, whole or not at all, or - for standard output"},
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "IN"),
    OPTION_GAME_TO(struct arguments, "what OUT is to be; without this, what its ending says"),
    OPTION_LIMIT(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy convert game.txt game.edges",
     "the same positions in the same order, with the same names and moves"},
    {"grundy convert game.edges - --to edges", "every move once, on standard output"},
    {0},
};

const struct command convert_command = {
    .name = "convert",
    .summary = "a game in another format",
    .description = "Reads the game IN and writes it to OUT. Positions keep their order and their "
                   "names; a format that cannot hold a name refuses it with exit code 4.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
