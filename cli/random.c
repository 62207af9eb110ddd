/* grundy random MODEL: generates random and regular games. */

#include <stddef.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/model.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "models.h"
#include "options.h"
#include "run_limits.h"

struct arguments {
  struct model_options model;
  const char *output;
  int to; /* a grundy_format; AUTO leaves it to the ending of `output` */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_model model;
  grundy_format to;
  struct limits limits;
  grundy_digraph *game;
  grundy_output *output;
};

static void job_free(void *context) {
  struct job *job = context;
  file_give_up(&job->output, &job->limits);
  grundy_digraph_free(job->game);
}

/* ---- the command --------------------------------------------------------------------- */

static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  int code = model_find(&random_command, &arguments->model, 0, &job->model);
  if (code != CODE_YES) return code;
  code = file_find_format_or(&random_command, arguments->output, GRUNDY_FORMAT_WRITES_GAME,
                             arguments->to, GRUNDY_FORMAT_EDGES, &job->to);
  if (code != CODE_YES) return code;
  return file_check_terminal(&random_command, arguments->output, job->to);
}

static int work(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  grundy_status status = grundy_output_open(arguments->output, &job->output, &error);
  if (status == GRUNDY_OK)
    status =
        grundy_model_make(&job->model, GRUNDY_MONITORED(&job->limits.monitor), &job->game, &error);
  if (status == GRUNDY_OK)
    status =
        file_write_game(&job->output, arguments->output, job->to, job->game, &job->limits, &error);
  if (status == GRUNDY_OK) return CODE_YES;
  file_give_up(&job->output, &job->limits);
  /* The message of the library begins with the parameter, which has the name of its option. */
  if (status == GRUNDY_BAD_ARGUMENT) return fail_usage(random_command.name, "--%s", error.message);
  return limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.model = {.piece = MODEL_NO_PIECE}, .output = "-"}};
  return RUN_WITHIN_LIMITS(&random_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"MODEL", offsetof(struct arguments, model.name), "the model; see below", FILE_NONE},
    {0},
};

static const struct option options[] = {
    OPTIONS_MODEL(struct arguments),
    OPTION_OUTPUT(struct arguments),
    OPTION_GAME_TO(struct arguments, "by the ending of FILE, or else edges", NULL),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy random degree -n 1e6 --degree 4 --sinks 0.05 -o game.edges",
     "a million positions: one in twenty is terminal, the others have four moves each"},
    {"grundy random board --width 8 --height 8 --piece queen | grundy solve -",
     "Wythoff's queen, solved"},
    {0},
};

const struct command random_command = {
    .name = "random",
    .summary = "make random games and boards",
    .group = GROUP_CREATE,
    .description = "Makes a game of the given MODEL. The same model and seed give the same game on "
                   "every machine. Positions are numbered from 0.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .lists_models = true,
    .run = run,
};
