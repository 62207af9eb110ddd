/* grundy random MODEL: random and regular games. */

#include <stddef.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/model.h>

#include "commands.h"
#include "effort.h"
#include "failure.h"
#include "files.h"
#include "models.h"
#include "options.h"
#include "progress.h"

struct arguments {
  struct model_options model;
  const char *output;
  int to; /* a grundy_format; AUTO leaves it to the ending of `output` */
  struct effort_options effort;
};

static grundy_format format_of(const struct arguments *arguments) {
  grundy_format format = (grundy_format)arguments->to;
  if (format == GRUNDY_FORMAT_AUTO) format = grundy_format_of(arguments->output, GRUNDY_WRITE_GAME);
  return format == GRUNDY_FORMAT_AUTO ? GRUNDY_FORMAT_EDGES : format;
}

/* ---- the command --------------------------------------------------------------------- */

static int work(const struct arguments *arguments, const grundy_model *model,
                struct effort *effort) {
  grundy_error error = {0};
  grundy_digraph *game = NULL;
  grundy_output *output = NULL;
  grundy_status status = grundy_output_open(arguments->output, &output, &error);
  if (status == GRUNDY_OK) status = grundy_model_make(model, &effort->monitor, &game, &error);
  if (status == GRUNDY_OK)
    status =
        file_write_game(&output, arguments->output, format_of(arguments), game, effort, &error);
  progress_clear(&effort->progress);
  grundy_output_discard(output);
  grundy_digraph_free(game);
  /* The library's sentence begins with the parameter, which is called as its option. */
  if (status == GRUNDY_BAD_ARGUMENT) return fail_usage(random_command.name, "--%s", error.message);
  return status == GRUNDY_OK ? CODE_YES : effort_fail(effort, &error);
}

static int run(int argc, char **argv) {
  struct arguments arguments = {.model = {.piece = MODEL_NO_PIECE}, .output = "-"};
  grundy_model model;
  int code = CODE_YES;
  if (!options_parse(&random_command, argc, argv, &arguments, &code)) return code;
  code = model_find(&random_command, &arguments.model, 0, &model);
  if (code != CODE_YES) return code;
  if (!file_may_get(&random_command, arguments.output, format_of(&arguments), &code)) return code;
  struct effort effort;
  code = effort_start(&effort, &arguments.effort);
  return code == CODE_YES ? effort_end(&effort, work(&arguments, &model, &effort)) : code;
}

static const struct positional positionals[] = {
    {"MODEL", offsetof(struct arguments, model.name), "what to make; see below"},
    {0},
};

static const struct option options[] = {
    OPTIONS_MODEL(struct arguments),
    OPTION_OUTPUT(struct arguments),
    OPTION_GAME_TO(struct arguments,
                   "how to write it; without this, what the ending of FILE says, or else edges"),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy random degree -n 1e6 --degree 4 --sinks 0.05 -o game.edges",
     "a million positions, one in twenty without moves, the others with four each"},
    {"grundy random board --width 8 --height 8 --piece queen | grundy solve -",
     "Wythoff's queen, solved"},
    {0},
};

const struct command random_command = {
    .name = "random",
    .summary = "random games and boards",
    .description = "Makes a game after MODEL. The same model and seed give the same game on every "
                   "machine. Positions are numbers from 0.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .lists_models = true,
    .run = run,
};
