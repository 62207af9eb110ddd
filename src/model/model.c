/* The table of random models, and how their games are made. */

#include "model/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const grundy_maker *const makers[GRUNDY_MODEL_COUNT] = {
    [GRUNDY_MODEL_GNP] = &grundy_maker_gnp,       [GRUNDY_MODEL_GNM] = &grundy_maker_gnm,
    [GRUNDY_MODEL_DEGREE] = &grundy_maker_degree, [GRUNDY_MODEL_DAG] = &grundy_maker_dag,
    [GRUNDY_MODEL_POWER] = &grundy_maker_power,   [GRUNDY_MODEL_LAYERED] = &grundy_maker_layered,
    [GRUNDY_MODEL_CHAIN] = &grundy_maker_chain,   [GRUNDY_MODEL_BOARD] = &grundy_maker_board,
};

/* In bit order. */
static const char *const parameters[GRUNDY_PARAMETER_COUNT] = {
    "positions", "p",     "moves", "degree", "sinks", "exponent",  "layers",  "width",
    "height",    "reach", "back",  "piece",  "swaps", "put-backs", "ordered",
};

/* ---- names ------------------------------------------------------------------------------- */

const grundy_model_info *grundy_model_describe(grundy_model_kind kind) {
  return (unsigned)kind < GRUNDY_MODEL_COUNT ? &makers[kind]->info : NULL;
}

grundy_model_kind grundy_model_find(const char *name) {
  for (int i = 0; i < GRUNDY_MODEL_COUNT; i++)
    if (strcmp(makers[i]->info.name, name) == 0) return (grundy_model_kind)i;
  return GRUNDY_MODEL_COUNT;
}

const char *grundy_parameter_name(grundy_parameters parameter) {
  for (int i = 0; i < GRUNDY_PARAMETER_COUNT; i++)
    if (parameter == (grundy_parameters)1 << i) return parameters[i];
  return NULL;
}

grundy_model grundy_model_default(grundy_model_kind kind) {
  return (grundy_model){.kind = kind,
                        .seed = 1,
                        .sinks = 0.1,
                        .exponent = 2.5,
                        .reach = 3,
                        .piece = GRUNDY_PIECE_ROOK};
}

/* ---- checking ---------------------------------------------------------------------------- */

/* Written so that NaN is rejected, too. */
static grundy_status check_share(const char *name, double share, grundy_error *error) {
  if (share >= 0 && share <= 1) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "%s is %g; expected a number from 0 to 1", name,
                     share);
}

/* Checks the range of each parameter that the model takes. NaN is rejected, too. */
static grundy_status check_ranges(const grundy_model *model, grundy_error *error) {
  const grundy_model_info *info = &makers[model->kind]->info;
  grundy_parameters taken = info->required | info->optional;
  grundy_status status = GRUNDY_OK;
  if ((taken & GRUNDY_PARAMETER_P) != 0) status = check_share("p", model->p, error);
  if (status == GRUNDY_OK && (taken & GRUNDY_PARAMETER_SINKS) != 0)
    status = check_share("sinks", model->sinks, error);
  if (status == GRUNDY_OK && (taken & GRUNDY_PARAMETER_BACK) != 0)
    status = check_share("back", model->back, error);
  if (status != GRUNDY_OK) return status;
  if ((taken & GRUNDY_PARAMETER_DEGREE) != 0 &&
      !(model->degree >= 0 && model->degree <= GRUNDY_DIGRAPH_MAX_ORDER))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "degree is %g; expected a number from 0 to %" PRIu32, model->degree,
                       GRUNDY_DIGRAPH_MAX_ORDER);
  if ((taken & GRUNDY_PARAMETER_EXPONENT) != 0 &&
      !(model->exponent > 2 && isfinite(model->exponent)))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "exponent is %g; expected a number above 2",
                       model->exponent);
  if ((taken & GRUNDY_PARAMETER_REACH) != 0 && model->reach == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "reach is 0; expected at least 1 layer");
  if ((taken & GRUNDY_PARAMETER_PIECE) != 0 && (unsigned)model->piece > GRUNDY_PIECE_KING)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "unknown piece; expected a rook, a queen or a king");
  return GRUNDY_OK;
}

/* Finds the number of vertices: n, or a product. */
static grundy_status find_order(const grundy_model *model, uint32_t *order, grundy_error *error) {
  const grundy_model_info *info = &makers[model->kind]->info;
  uint64_t count = model->order;
  bool fits = true;
  if ((info->required & GRUNDY_PARAMETER_WIDTH) != 0) {
    bool layered = (info->required & GRUNDY_PARAMETER_LAYERS) != 0;
    uint64_t others = layered ? model->layers : model->height;
    fits = !__builtin_mul_overflow(model->width, others, &count);
  }
  if (!fits || count > GRUNDY_DIGRAPH_MAX_ORDER)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the game has too many positions; expected at most %" PRIu32,
                               GRUNDY_DIGRAPH_MAX_ORDER);
  *order = (uint32_t)count;
  return GRUNDY_OK;
}

grundy_status grundy_check_whole_degree(const grundy_model *model, uint64_t most, const char *what,
                                        grundy_error *error) {
  uint64_t whole = (uint64_t)model->degree;
  if ((double)whole == model->degree && whole <= most) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "degree is %g; expected a whole number of at most %" PRIu64 ", %s",
                     model->degree, most, what);
}

/* Checks the whole model, and finds the number of vertices. */
static grundy_status check_model(const grundy_model *model, uint32_t *order, grundy_error *error) {
  if ((unsigned)model->kind >= GRUNDY_MODEL_COUNT)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "unknown model; expected one of the kinds below %d",
                       (int)GRUNDY_MODEL_COUNT);
  const grundy_maker *maker = makers[model->kind];
  grundy_status status = check_ranges(model, error);
  if (status == GRUNDY_OK) status = find_order(model, order, error);
  if (status == GRUNDY_OK && maker->check != NULL) status = maker->check(model, *order, error);
  return status;
}

grundy_status grundy_model_check(const grundy_model *model, grundy_error *error) {
  uint32_t order = 0;
  return check_model(model, &order, error);
}

/* Calculates in units of 2^-32, which is precise enough and cannot overflow. */
uint64_t grundy_moves_of_degree(double degree, uint32_t order) {
  uint64_t fixed = (uint64_t)(degree * 0x1p32);
  return (uint64_t)(((grundy_wide)fixed * order + (UINT32_C(1) << 31)) >> 32);
}

/* ---- making ------------------------------------------------------------------------------ */

grundy_status grundy_making_start(grundy_making *making, uint64_t size) {
  /* A little more, so that a random size need not make the arrays grow at the very end. */
  uint64_t room = size + size / 64 + 1024;
  making->work.total = making->work.done + making->order + size;
  if (!grundy_rows_start(&making->rows, making->order, room))
    return grundy_fail_memory(making->error);
  return GRUNDY_OK;
}

grundy_status grundy_making_add(grundy_making *making, uint64_t count) {
  grundy_rows_add(&making->rows, count);
  return grundy_work_step(&making->work, 1 + count) ? GRUNDY_OK
                                                    : grundy_fail_cancelled(making->error);
}

grundy_status grundy_making_add_random(grundy_making *making, uint32_t count) {
  uint32_t *row = grundy_making_room(making, count);
  if (row == NULL) return grundy_fail_memory(making->error);
  grundy_choose(&making->chooser, &making->random, making->order, count, row);
  return grundy_making_add(making, count);
}

uint32_t *grundy_making_room(grundy_making *making, uint64_t count) {
  return grundy_rows_room(&making->rows, grundy_row_room(count));
}

grundy_status grundy_model_make(const grundy_model *model, const grundy_run_options *options,
                                grundy_digraph **g, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_making making = {.model = model, .error = error};
  making.random = grundy_random_new(model->seed);
  making.work = grundy_work_start(monitor, "making the game", 0);
  grundy_status status = check_model(model, &making.order, error);
  if (status == GRUNDY_OK) status = makers[model->kind]->make(&making);
  status = grundy_arena_end(&making.arena, status, error);
  grundy_digraph *made = status == GRUNDY_OK ? grundy_rows_finish(&making.rows) : NULL;
  if (made != NULL)
    *g = made;
  else if (status == GRUNDY_OK)
    status = grundy_fail_memory(error);
  grundy_rows_free(&making.rows);
  return status;
}

/* ---- ranks ------------------------------------------------------------------------------- */

grundy_ranks grundy_ranks_assign(grundy_making *making) {
  grundy_ranks ranks = {0};
  uint32_t order = making->order;
  if (making->model->ordered) return ranks;
  ranks.vertex_of = grundy_shuffled(&making->arena, &making->random, order);
  ranks.of_vertex = grundy_arena_array(&making->arena, order, sizeof *ranks.of_vertex);
  for (uint32_t i = 0; !making->arena.failed && i < order; i++)
    ranks.of_vertex[ranks.vertex_of[i]] = i;
  return ranks;
}

void grundy_ranks_to_vertices(const grundy_ranks *ranks, uint32_t *row, uint64_t count) {
  if (ranks->vertex_of == NULL) return;
  assert(ranks->of_vertex != NULL);
  for (uint64_t i = 0; i < count; i++) row[i] = ranks->vertex_of[row[i]];
  grundy_sort_row(row, count);
}
