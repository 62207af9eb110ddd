/* gnp and degree: the number of moves of each vertex is independent, and the moves are a random set
 * of that size. */

#include "model/impl.h"

#include "model/urn.h"

/* ---- gnp --------------------------------------------------------------------------------- */

/* Returns order² · p, at most 2^62. */
static uint64_t expected_moves(uint32_t order, grundy_chance chance) {
  grundy_wide moves = (grundy_wide)((uint64_t)order * order) * chance >> 63;
  return moves >> 62 != 0 ? UINT64_C(1) << 62 : (uint64_t)moves;
}

/* A row of coin flips is a number of heads, which is binomial, and a random set of that many
 * places. Unlike skipping by geometric numbers [BB05], this needs no logarithm, whose last bit
 * differs between machines. */
static grundy_status make_gnp(grundy_making *making) {
  grundy_chance chance = grundy_chance_of(making->model->p);
  grundy_urn degrees;
  grundy_chooser_new(&making->chooser, &making->arena, making->order);
  uint32_t least = grundy_urn_binomial(&degrees, &making->arena, making->order, chance);
  if (making->arena.failed) return GRUNDY_OK;
  grundy_status status = grundy_making_start(making, expected_moves(making->order, chance));
  for (uint32_t u = 0; u < making->order && status == GRUNDY_OK; u++)
    status = grundy_making_add_random(making, least + grundy_urn_draw(&degrees, &making->random));
  return status;
}

const grundy_maker grundy_maker_gnp = {
    .info = {.name = "gnp",
             .summary = "every pair of positions is a move with probability p",
             .required = GRUNDY_PARAMETER_ORDER | GRUNDY_PARAMETER_P},
    .make = make_gnp,
};

/* ---- degree ------------------------------------------------------------------------------ */

static grundy_status check_degree(const grundy_model *model, uint32_t order, grundy_error *error) {
  return grundy_check_whole_degree(model, order, "the number of positions", error);
}

static grundy_status make_degree(grundy_making *making) {
  uint32_t degree = (uint32_t)making->model->degree;
  grundy_sinks sinks = grundy_sinks_start(making);
  grundy_status status =
      grundy_making_start(making, (uint64_t)(making->order - sinks.sinks) * degree);
  grundy_chooser_new(&making->chooser, &making->arena, making->order);
  for (uint32_t u = 0; !making->arena.failed && u < making->order && status == GRUNDY_OK; u++) {
    bool sink = grundy_sinks_next(&sinks, &making->random);
    status = grundy_making_add_random(making, sink ? 0 : degree);
  }
  return status;
}

const grundy_maker grundy_maker_degree = {
    .info = {.name = "degree",
             .summary = "a share of sinks; every other position has exactly that many moves",
             .required = GRUNDY_PARAMETER_ORDER | GRUNDY_PARAMETER_DEGREE,
             .optional = GRUNDY_PARAMETER_SINKS},
    .check = check_degree,
    .make = make_degree,
};
