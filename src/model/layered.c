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
static uint32_t draw_layered(grundy_making *making, uint32_t layer, uint32_t *row) {
  const grundy_model *model = making->model;
  uint64_t width = model->width, last = model->layers - 1;
  if (layer == 0) return 0;
  uint64_t lowest = layer > model->reach ? layer - model->reach : 0;
  uint64_t highest = last - layer > model->reach ? layer + model->reach : last;
  uint32_t count = (uint32_t)model->degree, base = (uint32_t)(lowest * width);
  grundy_choose(&making->chooser, &making->random, (uint32_t)((layer - lowest) * width), count,
                row);
  for (uint32_t i = 0; i < count; i++) row[i] += base;
  if (highest > layer && grundy_happens(&making->random, grundy_chance_of(model->back))) {
    uint64_t above = (layer + 1) * width;
    row[count++] = (uint32_t)(above + grundy_pick(&making->random, (highest - layer) * width));
  }
  return count;
}

static grundy_status make_layered(grundy_making *making) {
  const grundy_model *model = making->model;
  uint64_t size = making->order * (uint64_t)model->degree;
  size += grundy_share_of(grundy_chance_of(model->back), making->order);
  grundy_status status = grundy_making_start(making, size);
  grundy_chooser_new(&making->chooser, &making->arena, making->order);
  grundy_ranks ranks = grundy_ranks_assign(making);
  for (uint32_t u = 0; !making->arena.failed && u < making->order && status == GRUNDY_OK; u++) {
    uint32_t layer = (uint32_t)(grundy_rank_of(&ranks, u) / model->width);
    uint32_t *row = grundy_making_room(making, (uint64_t)model->degree + 1);
    if (row == NULL) return grundy_fail_memory(making->error);
    uint32_t count = draw_layered(making, layer, row);
    grundy_ranks_to_vertices(&ranks, row, count);
    status = grundy_making_add(making, count);
  }
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
  grundy_status status = grundy_making_start(making, making->order);
  grundy_ranks ranks = grundy_ranks_assign(making);
  for (uint32_t u = 0; !making->arena.failed && u < making->order && status == GRUNDY_OK; u++) {
    uint32_t rank = grundy_rank_of(&ranks, u);
    uint32_t *row = grundy_making_room(making, 1);
    if (row == NULL) return grundy_fail_memory(making->error);
    row[0] = rank - 1;
    if (rank > 0) grundy_ranks_to_vertices(&ranks, row, 1);
    status = grundy_making_add(making, rank > 0);
  }
  return status;
}

const grundy_maker grundy_maker_chain = {
    .info = {.name = "chain",
             .summary = "one position after the other, down to the last",
             .required = GRUNDY_PARAMETER_ORDER,
             .optional = GRUNDY_PARAMETER_ORDERED},
    .make = make_chain,
};
