/* grundy random MODEL: random and regular games. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/model.h>

#include "commands.h"
#include "effort.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "progress.h"
#include "suggest.h"

struct arguments {
  const char *model;
  struct integer order, moves, layers, width, height, reach, seed;
  struct real p, degree, sinks, exponent, back;
  int piece; /* of piece_choices; NO_PIECE if it is not given */
  bool swaps, put_backs, ordered;
  const char *output;
  int to; /* a grundy_format; AUTO leaves it to the ending of `output` */
  struct effort_options effort;
};

enum { NO_PIECE = -1 };

/* In the order of grundy_piece. */
static const char *const piece_choices[] = {"rook", "queen", "king", NULL};

/* ---- what was asked for -------------------------------------------------------------- */

static int fail_unknown_model(const char *name) {
  struct suggestion best = {0};
  for (int i = 0; i < GRUNDY_MODEL_COUNT; i++)
    suggest(&best, name, grundy_model_describe((grundy_model_kind)i)->name);
  if (best.word == NULL) return fail_usage(random_command.name, "unknown model '%s'", name);
  return fail_usage(random_command.name, "unknown model '%s' (did you mean '%s'?)", name,
                    best.word);
}

/* The parameters whose options were given. */
static grundy_parameters given(const struct arguments *a) {
  const struct {
    bool given;
    grundy_parameters parameter;
  } all[GRUNDY_PARAMETER_COUNT] = {
      {a->order.given, GRUNDY_PARAMETER_ORDER},   {a->p.given, GRUNDY_PARAMETER_P},
      {a->moves.given, GRUNDY_PARAMETER_MOVES},   {a->degree.given, GRUNDY_PARAMETER_DEGREE},
      {a->sinks.given, GRUNDY_PARAMETER_SINKS},   {a->exponent.given, GRUNDY_PARAMETER_EXPONENT},
      {a->layers.given, GRUNDY_PARAMETER_LAYERS}, {a->width.given, GRUNDY_PARAMETER_WIDTH},
      {a->height.given, GRUNDY_PARAMETER_HEIGHT}, {a->reach.given, GRUNDY_PARAMETER_REACH},
      {a->back.given, GRUNDY_PARAMETER_BACK},     {a->piece != NO_PIECE, GRUNDY_PARAMETER_PIECE},
      {a->swaps, GRUNDY_PARAMETER_SWAPS},         {a->put_backs, GRUNDY_PARAMETER_PUT_BACKS},
      {a->ordered, GRUNDY_PARAMETER_ORDERED},
  };
  grundy_parameters sum = 0;
  for (int i = 0; i < GRUNDY_PARAMETER_COUNT; i++)
    if (all[i].given) sum |= all[i].parameter;
  return sum;
}

static const char *first_name(grundy_parameters parameters) {
  return grundy_parameter_name(parameters & (~parameters + 1));
}

/* The model takes what was given, and nothing that it needs is missing. */
static int check_parameters(const struct arguments *arguments, grundy_model_kind kind) {
  const grundy_model_info *info = grundy_model_describe(kind);
  grundy_parameters there = given(arguments);
  grundy_parameters excess = there & ~(info->required | info->optional);
  grundy_parameters missing = info->required & ~there;
  if (excess != 0)
    return fail_usage(random_command.name, "the model %s takes no --%s", info->name,
                      first_name(excess));
  if (missing != 0)
    return fail_usage(random_command.name, "the model %s needs --%s", info->name,
                      first_name(missing));
  return CODE_YES;
}

static void take_integer(uint64_t *parameter, struct integer number) {
  if (number.given) *parameter = number.value;
}

static void take_real(double *parameter, struct real number) {
  if (number.given) *parameter = number.value;
}

static grundy_model model_of(const struct arguments *arguments, grundy_model_kind kind) {
  grundy_model model = grundy_model_default(kind);
  take_integer(&model.seed, arguments->seed);
  take_integer(&model.order, arguments->order);
  take_integer(&model.moves, arguments->moves);
  take_integer(&model.layers, arguments->layers);
  take_integer(&model.width, arguments->width);
  take_integer(&model.height, arguments->height);
  take_integer(&model.reach, arguments->reach);
  take_real(&model.p, arguments->p);
  take_real(&model.degree, arguments->degree);
  take_real(&model.sinks, arguments->sinks);
  take_real(&model.exponent, arguments->exponent);
  take_real(&model.back, arguments->back);
  if (arguments->piece != NO_PIECE) model.piece = (grundy_piece)arguments->piece;
  model.swaps = arguments->swaps;
  model.put_backs = arguments->put_backs;
  model.ordered = arguments->ordered;
  return model;
}

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
  struct arguments arguments = {.piece = NO_PIECE, .output = "-"};
  int code = CODE_YES;
  if (!options_parse(&random_command, argc, argv, &arguments, &code)) return code;
  grundy_model_kind kind = grundy_model_find(arguments.model);
  if (kind == GRUNDY_MODEL_COUNT) return fail_unknown_model(arguments.model);
  code = check_parameters(&arguments, kind);
  if (code != CODE_YES) return code;
  if (!file_may_get(&random_command, arguments.output, format_of(&arguments), &code)) return code;
  grundy_model model = model_of(&arguments, kind);
  struct effort effort;
  code = effort_start(&effort, &arguments.effort);
  return code == CODE_YES ? effort_end(&effort, work(&arguments, &model, &effort)) : code;
}

static const struct positional positionals[] = {
    {"MODEL", offsetof(struct arguments, model), "what to make; see below"},
    {0},
};

/* Named as grundy_parameter_name says. */
static const struct option options[] = {
    {.name = "order",
     .letter = 'n',
     .kind = OPTION_INTEGER,
     .value = "N",
     .destination = offsetof(struct arguments, order),
     .help = "the number of positions"},
    {.name = "p",
     .kind = OPTION_REAL,
     .value = "P",
     .destination = offsetof(struct arguments, p),
     .help = "the probability of a move, 0 to 1"},
    {.name = "moves",
     .kind = OPTION_INTEGER,
     .value = "M",
     .destination = offsetof(struct arguments, moves),
     .help = "the number of moves"},
    {.name = "degree",
     .kind = OPTION_REAL,
     .value = "D",
     .destination = offsetof(struct arguments, degree),
     .help = "moves from a position: exactly, or on average in dag and power"},
    {.name = "sinks",
     .kind = OPTION_REAL,
     .value = "SHARE",
     .destination = offsetof(struct arguments, sinks),
     .help = "the share of positions without moves, 0 to 1; 0.1 without this"},
    {.name = "exponent",
     .kind = OPTION_REAL,
     .value = "A",
     .destination = offsetof(struct arguments, exponent),
     .help = "degree k is as rare as k to the power -A, A above 2; 2.5 without this"},
    {.name = "layers",
     .kind = OPTION_INTEGER,
     .value = "L",
     .destination = offsetof(struct arguments, layers),
     .help = "the number of layers"},
    {.name = "width",
     .kind = OPTION_INTEGER,
     .value = "W",
     .destination = offsetof(struct arguments, width),
     .help = "of a layer or the board"},
    {.name = "height",
     .kind = OPTION_INTEGER,
     .value = "H",
     .destination = offsetof(struct arguments, height),
     .help = "of the board"},
    {.name = "reach",
     .kind = OPTION_INTEGER,
     .value = "R",
     .destination = offsetof(struct arguments, reach),
     .help = "how many layers down a move may go; 3 without this"},
    {.name = "back",
     .kind = OPTION_REAL,
     .value = "SHARE",
     .destination = offsetof(struct arguments, back),
     .help = "the share of positions with a move back up; 0 without this"},
    {.name = "piece",
     .kind = OPTION_CHOICE,
     .value = "PIECE",
     .choices = piece_choices,
     .destination = offsetof(struct arguments, piece),
     .help = "rook (the default), queen or king"},
    {.name = "swaps",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, swaps),
     .help = "(x, y) may move to (y, x)"},
    {.name = "put-backs",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, put_backs),
     .help = "from the left or lower edge back to the other end of the row or column"},
    {.name = "ordered",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, ordered),
     .help = "number positions so that moves lead to smaller numbers"},
    {.name = "seed",
     .kind = OPTION_INTEGER,
     .value = "S",
     .destination = offsetof(struct arguments, seed),
     .help = "another seed, another game; 1 without this"},
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
