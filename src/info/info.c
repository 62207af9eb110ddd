/* Counts what a game has, in one pass over its moves and one over its components. */

#include <grundy/info.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"

/* ---- degrees and strong components --------------------------------------------------------- */

static uint32_t class_of(uint64_t degree) {
  return degree == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(degree);
}

void grundy_degree_class(uint32_t number, uint64_t *from, uint64_t *to) {
  *from = number == 0 ? 0 : UINT64_C(1) << (number - 1);
  *to = number == 0 ? 0 : 2 * *from - 1;
}

static void add_degree(grundy_degrees *degrees, uint64_t degree) {
  if (degrees->class_count == 0 || degree < degrees->least) degrees->least = degree;
  if (degree > degrees->most) degrees->most = degree;
  degrees->class_count = class_of(degrees->most) + 1;
  degrees->count[class_of(degree)]++;
}

/* `in` has one entry per position, which is 0. */
static grundy_status count_degrees(const grundy_digraph *g, grundy_work *work, uint32_t *in,
                                   grundy_game_info *info, grundy_error *error) {
  const uint32_t *targets = grundy_digraph_targets(g);
  const uint8_t *frontier = grundy_digraph_frontier(g);
  uint32_t order = grundy_digraph_order(g);
  for (uint64_t i = 0; i < info->moves; i++) {
    in[targets[i]]++;
    if (!grundy_work_step(work, 1)) return grundy_fail_cancelled(error);
  }
  for (uint32_t v = 0; v < order; v++) {
    if (!grundy_work_step(work, 1)) return grundy_fail_cancelled(error);
    uint64_t out = grundy_digraph_followers(g, v).count;
    bool open = frontier != NULL && frontier[v] != 0;
    add_degree(&info->out, out);
    add_degree(&info->in, in[v]);
    info->frontier += open;
    info->terminal += out == 0 && !open;
    info->sources += in[v] == 0;
    info->isolated += out == 0 && in[v] == 0 && !open;
    info->loops += grundy_digraph_has_move(g, v, v);
  }
  return GRUNDY_OK;
}

/* `size` has one entry per position, which is 0. A strong component has a cycle if it has two
 * positions or a loop. */
static void count_components(const grundy_digraph *g, const uint32_t *strong, uint32_t *size,
                             grundy_game_info *info) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t v = 0; v < order; v++) size[strong[v]]++;
  for (uint32_t c = 0; c < info->components; c++) {
    info->cyclic += size[c] > 1;
    if (size[c] > info->largest) info->largest = size[c];
  }
  for (uint32_t v = 0; v < order; v++)
    info->cyclic += size[strong[v]] == 1 && grundy_digraph_has_move(g, v, v);
}

static grundy_status count(const grundy_digraph *g, const grundy_monitor *monitor,
                           grundy_game_info *info, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  grundy_work work = grundy_work_start(monitor, "counting", order + info->moves);
  grundy_arena arena = {0};
  uint32_t *in = grundy_arena_zeros(&arena, order, sizeof *in);
  uint32_t *size = grundy_arena_zeros(&arena, order, sizeof *size);
  uint32_t *strong = grundy_arena_array(&arena, order, sizeof *strong);
  grundy_status status = GRUNDY_OK;
  if (!arena.failed) status = count_degrees(g, &work, in, info, error);
  if (status == GRUNDY_OK && !arena.failed)
    status = grundy_digraph_strong_components(g, strong, &info->components, error);
  if (status == GRUNDY_OK && !arena.failed) count_components(g, strong, size, info);
  return grundy_arena_end(&arena, status, error);
}

/* ---- all ----------------------------------------------------------------------------------- */

grundy_status grundy_game_info_find(const grundy_digraph *g, const grundy_info_options *options,
                                    grundy_game_info *info, grundy_error *error) {
  grundy_info_options copy;
  grundy_game_info found = {0};
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  if (status != GRUNDY_OK) return status;
  found.has_parts = grundy_digraph_type(g) == GRUNDY_GAME_PARTS;
  found.sums = grundy_digraph_sum_count(g);
  found.positions = grundy_digraph_order(g);
  found.moves = grundy_digraph_size(g);
  if (found.positions > 0) found.mean = (double)found.moves / (double)found.positions;
  status = grundy_solve_plan(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = copy.columns),
                             &found.plan, error);
  if (status == GRUNDY_OK && !found.has_parts) status = count(g, copy.monitor, &found, error);
  if (found.has_parts) found.moves += found.sums;
  if (status == GRUNDY_OK) *info = found;
  return status;
}
