/* gnm and dag: a random set of a given number of pairs, out of a square or a triangle of pairs.
 *
 * Think of pairs drawn one after the other, rejecting pairs drawn before. If k of the w pairs of a
 * row were drawn before, the next one drawn in that row is new with probability (w - k) / w,
 * whichever they are. So the numbers of moves can be drawn first, with only one count per row: a
 * number below w counts as new if it is not below k. After that a row is a random set of its size.
 * If more than half of all pairs are wanted, the unwanted pairs are drawn instead. O(V + E)
 * expected. */

#include "model/impl.h"

#include "base/error.h"

#include <inttypes.h>

/* Counts a pair drawn in the row of `tail`, if it is new. */
static bool count_pair(uint32_t *counts, uint32_t tail, uint32_t head) {
  if (head < counts[tail]) return false;
  counts[tail]++;
  return true;
}

/* ---- gnm --------------------------------------------------------------------------------- */

static grundy_status check_gnm(const grundy_model *model, uint32_t order, grundy_error *error) {
  uint64_t pairs = (uint64_t)order * order;
  if (model->moves <= pairs) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "moves is %" PRIu64 "; expected at most %" PRIu64 " for %" PRIu32 " positions",
                     model->moves, pairs, order);
}

/* Draws the number of moves of every vertex. False if cancelled. */
static bool draw_square(grundy_making *making, uint32_t *counts) {
  uint32_t order = making->order;
  uint64_t pairs = (uint64_t)order * order, moves = making->model->moves;
  bool others = moves > pairs / 2;
  for (uint64_t left = others ? pairs - moves : moves; left > 0;) {
    uint32_t u = (uint32_t)grundy_pick(&making->random, order);
    uint32_t v = (uint32_t)grundy_pick(&making->random, order);
    left -= count_pair(counts, u, v);
    if (!grundy_work_step(&making->work, 1)) return false;
  }
  for (uint32_t u = 0; u < order && others; u++) counts[u] = order - counts[u];
  return true;
}

static grundy_status make_gnm(grundy_making *making) {
  uint32_t *counts = grundy_arena_zeros(&making->arena, making->order, sizeof *counts);
  grundy_chooser_new(&making->chooser, &making->arena, making->order);
  making->work.total = 2 * making->model->moves + making->order;
  if (making->arena.failed) return GRUNDY_OK;
  if (!draw_square(making, counts)) return grundy_fail_cancelled(making->error);
  grundy_status status = grundy_making_start(making, making->model->moves);
  for (uint32_t u = 0; u < making->order && status == GRUNDY_OK; u++)
    status = grundy_making_add_random(making, counts[u]);
  return status;
}

const grundy_maker grundy_maker_gnm = {
    .info = {.name = "gnm",
             .summary = "a random set of that many moves",
             .required = GRUNDY_PARAMETER_ORDER | GRUNDY_PARAMETER_MOVES},
    .check = check_gnm,
    .make = make_gnm,
};

/* ---- dag --------------------------------------------------------------------------------- */

static uint64_t pairs_of_ranks(uint32_t order) {
  return order == 0 ? 0 : (uint64_t)order * (order - 1) / 2;
}

static grundy_status check_dag(const grundy_model *model, uint32_t order, grundy_error *error) {
  if (grundy_moves_of_degree(model->degree, order) <= pairs_of_ranks(order)) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "degree is %g; expected at most %g for %" PRIu32 " positions without cycles",
                     model->degree, (order - 1) / 2.0, order);
}

/* Draws the number of moves of every rank. False if cancelled. */
static bool draw_triangle(grundy_making *making, uint64_t moves, uint32_t *counts) {
  uint32_t order = making->order;
  uint64_t pairs = pairs_of_ranks(order);
  bool others = moves > pairs / 2;
  for (uint64_t left = others ? pairs - moves : moves; left > 0;) {
    /* Two different ranks, the larger one first. */
    uint32_t a = (uint32_t)grundy_pick(&making->random, order);
    uint32_t b = (uint32_t)grundy_pick(&making->random, order - 1);
    b += b >= a;
    left -= a > b ? count_pair(counts, a, b) : count_pair(counts, b, a);
    if (!grundy_work_step(&making->work, 1)) return false;
  }
  for (uint32_t a = 0; a < order && others; a++) counts[a] = a - counts[a];
  return true;
}

static grundy_status make_dag(grundy_making *making) {
  uint64_t moves = grundy_moves_of_degree(making->model->degree, making->order);
  uint32_t *counts = grundy_arena_zeros(&making->arena, making->order, sizeof *counts);
  grundy_chooser_new(&making->chooser, &making->arena, making->order);
  grundy_ranks ranks = grundy_ranks_assign(making);
  making->work.total = 2 * moves + making->order;
  if (making->arena.failed) return GRUNDY_OK;
  if (!draw_triangle(making, moves, counts)) return grundy_fail_cancelled(making->error);
  grundy_status status = grundy_making_start(making, moves);
  for (uint32_t u = 0; u < making->order && status == GRUNDY_OK; u++) {
    uint32_t rank = grundy_rank_of(&ranks, u), count = counts[rank];
    uint32_t *row = grundy_making_room(making, count);
    if (row == NULL) return grundy_fail_memory(making->error);
    grundy_choose(&making->chooser, &making->random, rank, count, row);
    grundy_ranks_to_vertices(&ranks, row, count);
    status = grundy_making_add(making, count);
  }
  return status;
}

const grundy_maker grundy_maker_dag = {
    .info = {.name = "dag",
             .summary = "random moves without cycles, that many each on average",
             .required = GRUNDY_PARAMETER_ORDER | GRUNDY_PARAMETER_DEGREE,
             .optional = GRUNDY_PARAMETER_ORDERED},
    .check = check_dag,
    .make = make_dag,
};
