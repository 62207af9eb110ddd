/* layered and chain: games that take many moves to end. */

#include "model/impl.h"

#include "base/error.h"

/* ---- layered ----------------------------------------------------------------------------- */

static grundy_status check_layered(const grundy_model *model, uint32_t order, grundy_error *error) {
  (void)order;
  return grundy_check_whole_degree(model, model->width, "the width of a layer", error);
}

/* Draws the ranks to which a vertex of `layer` moves: `degree` below it, and perhaps one above.
 * Returns how many there are. */
static uint32_t draw_layered(grundy_making *making, grundy_chooser *chooser, uint32_t layer,
                             uint32_t *row) {
  const grundy_model *model = making->model;
  uint64_t width = model->width, last = model->layers - 1;
  if (layer == 0) return 0;
  uint64_t lowest = layer > model->reach ? layer - model->reach : 0;
  uint64_t highest = last - layer > model->reach ? layer + model->reach : last;
  uint32_t count = (uint32_t)model->degree, base = (uint32_t)(lowest * width);
  grundy_choose(chooser, &making->random, (uint32_t)((layer - lowest) * width), count, row);
  for (uint32_t i = 0; i < count; i++) row[i] += base;
  if (highest > layer && grundy_happens(&making->random, grundy_chance_of(model->back))) {
    uint64_t above = (layer + 1) * width;
    row[count++] = (uint32_t)(above + grundy_pick(&making->random, (highest - layer) * width));
  }
  return count;
}

static grundy_status make_layered_rows(grundy_making *making, grundy_chooser *chooser,
                                       const grundy_ranks *ranks) {
  grundy_status status = GRUNDY_OK;
  for (uint32_t u = 0; u < making->order && status == GRUNDY_OK; u++) {
    uint32_t layer = (uint32_t)(grundy_rank_of(ranks, u) / making->model->width);
    uint32_t *row = grundy_making_room(making, (uint64_t)making->model->degree + 1);
    if (row == NULL) return grundy_fail_memory(making->error);
    uint32_t count = draw_layered(making, chooser, layer, row);
    grundy_ranks_to_vertices(ranks, row, count);
    status = grundy_making_add(making, count);
  }
  return status;
}

static grundy_status make_layered(grundy_making *making) {
  const grundy_model *model = making->model;
  uint64_t size = making->order * (uint64_t)model->degree;
  size += grundy_share_of(grundy_chance_of(model->back), making->order);
  grundy_chooser chooser = {0};
  grundy_ranks ranks = {0};
  grundy_status status = grundy_making_start(making, size);
  if (status == GRUNDY_OK &&
      (!grundy_chooser_new(&chooser, making->order) || !grundy_ranks_assign(&ranks, making)))
    status = grundy_fail_memory(making->error);
  if (status == GRUNDY_OK) status = make_layered_rows(making, &chooser, &ranks);
  grundy_ranks_free(&ranks);
  grundy_chooser_free(&chooser);
  return status;
}

const grundy_maker grundy_maker_layered = {
    .info = {.name = "layered",
             .summary = "deep: moves to the next few layers, and perhaps back",
             .required = GRUNDY_PARAMETER_LAYERS | GRUNDY_PARAMETER_WIDTH | GRUNDY_PARAMETER_DEGREE,
             .optional = GRUNDY_PARAMETER_REACH | GRUNDY_PARAMETER_BACK | GRUNDY_PARAMETER_ORDERED},
    .check = check_layered,
    .make = make_layered,
};

/* ---- chain ------------------------------------------------------------------------------- */

static grundy_status make_chain(grundy_making *making) {
  grundy_ranks ranks = {0};
  grundy_status status = grundy_making_start(making, making->order);
  if (status == GRUNDY_OK && !grundy_ranks_assign(&ranks, making))
    status = grundy_fail_memory(making->error);
  for (uint32_t u = 0; u < making->order && status == GRUNDY_OK; u++) {
    uint32_t rank = grundy_rank_of(&ranks, u);
    uint32_t *row = grundy_making_room(making, 1);
    if (row == NULL) {
      status = grundy_fail_memory(making->error);
      break;
    }
    row[0] = rank - 1;
    if (rank > 0) grundy_ranks_to_vertices(&ranks, row, 1);
    status = grundy_making_add(making, rank > 0);
  }
  grundy_ranks_free(&ranks);
  return status;
}

const grundy_maker grundy_maker_chain = {
    .info = {.name = "chain",
             .summary = "one position after the other, down to the last",
             .required = GRUNDY_PARAMETER_ORDER,
             .optional = GRUNDY_PARAMETER_ORDERED},
    .make = make_chain,
};
