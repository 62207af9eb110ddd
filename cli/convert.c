/* grundy convert IN OUT: writes a game in another format. */

#include <stddef.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "run_limits.h"

struct arguments {
  const char *in;
  const char *out;
  int from; /* a grundy_format; AUTO leaves it to the ending of `in` */
  int to;   /* likewise of `out` */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_format to;
  struct limits limits;
  grundy_digraph *game;
  grundy_output *output;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_output_discard(job->output);
  grundy_digraph_free(job->game);
}

static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  int code = file_find_format(&convert_command, arguments->out, GRUNDY_FORMAT_WRITES_GAME,
                              arguments->to, "to", &job->to);
  if (code == CODE_YES) code = file_check_terminal(&convert_command, arguments->out, job->to);
  return code;
}

/* Opens the output before it reads the game, so that nobody waits an hour to learn that the folder
 * does not exist. */
static int work(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  grundy_status status = grundy_output_open(arguments->out, &job->output, &error);
  if (status == GRUNDY_OK)
    status = file_read_game(arguments->in, arguments->from, &job->limits, &job->game, &error);
  if (status == GRUNDY_OK)
    status =
        file_write_game(&job->output, arguments->out, job->to, job->game, &job->limits, &error);
  file_give_up(&job->output, &job->limits);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {0};
  return RUN_WITHIN_LIMITS(&convert_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"IN", offsetof(struct arguments, in), "a file with a game, or - for standard input; or rules",
     FILE_READ},
    {"OUT", offsetof(struct arguments, out),
     "the file to write, whole or not at all, or - for standard output", FILE_WRITTEN},
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "IN"),
    OPTION_GAME_TO(struct arguments, "by the ending of OUT", NULL),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy convert game.txt game.edges",
     "the same positions in the same order, with the same names and moves"},
    {"grundy convert game.edges - --to edges", "every move once, to standard output"},
    {0},
};

const struct command convert_command = {
    .name = "convert",
    .summary = "convert a game to another format",
    .group = GROUP_CREATE,
    .description = "Reads the game IN and writes it to OUT. Positions keep their order and their "
                   "names; exit code 4 if the format cannot hold a name.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .answer = "string",
    .run = run,
};
