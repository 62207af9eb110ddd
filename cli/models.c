#include "models.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <grundy/model.h>

#include "failure.h"
#include "options.h"

const char *const model_pieces[] = {"rook", "queen", "king", NULL};

static int fail_unknown_model(const struct command *command, const char *name) {
  grundy_suggestion best = {0};
  for (int i = 0; i < GRUNDY_MODEL_COUNT; i++)
    grundy_suggest(&best, name, strlen(name), grundy_model_describe((grundy_model_kind)i)->name);
  return fail_unknown(command->name, "model", name, &best);
}

grundy_parameters model_given(const struct model_options *options) {
  const struct {
    bool given;
    grundy_parameters parameter;
  } all[GRUNDY_PARAMETER_COUNT] = {
      {options->order.given, GRUNDY_PARAMETER_ORDER},
      {options->p.given, GRUNDY_PARAMETER_P},
      {options->moves.given, GRUNDY_PARAMETER_MOVES},
      {options->degree.given, GRUNDY_PARAMETER_DEGREE},
      {options->sinks.given, GRUNDY_PARAMETER_SINKS},
      {options->exponent.given, GRUNDY_PARAMETER_EXPONENT},
      {options->layers.given, GRUNDY_PARAMETER_LAYERS},
      {options->width.given, GRUNDY_PARAMETER_WIDTH},
      {options->height.given, GRUNDY_PARAMETER_HEIGHT},
      {options->reach.given, GRUNDY_PARAMETER_REACH},
      {options->back.given, GRUNDY_PARAMETER_BACK},
      {options->piece != MODEL_NO_PIECE, GRUNDY_PARAMETER_PIECE},
      {options->swaps, GRUNDY_PARAMETER_SWAPS},
      {options->put_backs, GRUNDY_PARAMETER_PUT_BACKS},
      {options->ordered, GRUNDY_PARAMETER_ORDERED},
  };
  grundy_parameters sum = 0;
  for (int i = 0; i < GRUNDY_PARAMETER_COUNT; i++)
    if (all[i].given) sum |= all[i].parameter;
  return sum;
}

static const char *first_name(grundy_parameters parameters) {
  return grundy_parameter_name(parameters & (~parameters + 1));
}

/* Checks that the model takes the given parameters and that no required one is missing. */
static int check_parameters(const struct command *command, grundy_parameters there,
                            grundy_model_kind kind) {
  const grundy_model_info *info = grundy_model_describe(kind);
  grundy_parameters excess = there & ~(info->required | info->optional);
  grundy_parameters missing = info->required & ~there;
  if (excess != 0)
    return fail_usage(command->name, "the model %s takes no --%s", info->name, first_name(excess));
  if (missing != 0)
    return fail_usage(command->name, "the model %s needs --%s", info->name, first_name(missing));
  return CODE_YES;
}

static void take_integer(uint64_t *parameter, struct integer number) {
  if (number.given) *parameter = number.value;
}

static void take_real(double *parameter, struct real number) {
  if (number.given) *parameter = number.value;
}

static grundy_model model_of(const struct model_options *options, grundy_model_kind kind) {
  grundy_model model = grundy_model_default(kind);
  take_integer(&model.seed, options->seed);
  take_integer(&model.order, options->order);
  take_integer(&model.moves, options->moves);
  take_integer(&model.layers, options->layers);
  take_integer(&model.width, options->width);
  take_integer(&model.height, options->height);
  take_integer(&model.reach, options->reach);
  take_real(&model.p, options->p);
  take_real(&model.degree, options->degree);
  take_real(&model.sinks, options->sinks);
  take_real(&model.exponent, options->exponent);
  take_real(&model.back, options->back);
  if (options->piece != MODEL_NO_PIECE) model.piece = (grundy_piece)options->piece;
  model.swaps = options->swaps;
  model.put_backs = options->put_backs;
  model.ordered = options->ordered;
  return model;
}

int model_find(const struct command *command, const struct model_options *options,
               grundy_parameters besides, grundy_model *model) {
  grundy_model_kind kind = grundy_model_find(options->name);
  if (kind == GRUNDY_MODEL_COUNT) return fail_unknown_model(command, options->name);
  int code = check_parameters(command, model_given(options) | besides, kind);
  if (code == CODE_YES) *model = model_of(options, kind);
  return code;
}
