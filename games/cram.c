/* Cram: cover two adjacent free cells of a board with a domino, upright or lying. A player who
 * cannot move loses. Reduced: shapes of free cells that can be moved, turned or reflected into
 * each other are one position, without single cells, which nobody can cover.
 *
 *   cram:ROWS,COLUMNS
 *
 * Popularized by M. Gardner, 1974 [Gar74]. On boards with an even number of cells symmetry decides:
 * if both sides are even, the second player answers every move with its image under a half-turn,
 * and if only one is, the first player begins in the centre and goes on like that. So the value is
 * 0 if both sides are even, and not 0 if only one is. With one row this is Dawson's Kayles, 0.07.
 * [LV12] has values of larger boards.
 *
 * A position is the shape of the free cells. It is the sum of its connected components; single
 * cells do not matter. */

#include <grundy/rules.h>
#include <grundy/shape.h>

/* Emits the shape without each of these pairs of cells, which are given by the lower bit. */
static void emit_pairs(grundy_shape shape, uint64_t lower, uint32_t distance, grundy_emit emit,
                       void *to) {
  const uint64_t all = shape.cells;
  for (; lower != 0; lower &= lower - 1) {
    uint64_t first = lower & (~lower + 1);
    shape.cells = all & ~(first | first << distance);
    emit(to, &shape);
  }
}

static void cram_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  grundy_shape shape = grundy_shape_load(position);
  uint64_t right = shape.cells >> 1 & ~(grundy_shape_left(&shape) >> 1);
  (void)game;
  emit_pairs(shape, shape.cells & right, 1, emit, to);
  if (shape.columns < 64)
    emit_pairs(shape, shape.cells & shape.cells >> shape.columns, shape.columns, emit, to);
}

/* Removes single cells, which nobody can cover. */
static grundy_shape without_single_cells(grundy_shape shape) {
  uint64_t left = grundy_shape_left(&shape);
  shape.cells &= grundy_shape_beside(&shape, left, shape.cells);
  return shape;
}

static void cram_canon(const void *game, void *position) {
  grundy_shape shape = grundy_shape_canon(without_single_cells(grundy_shape_load(position)));
  (void)game;
  memcpy(position, &shape, sizeof shape);
}

static void cram_split(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game;
  grundy_shape_emit_components(without_single_cells(grundy_shape_load(position)), emit, to);
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "Cram: cover two adjacent cells with a domino",
    .args = "ROWS=4,COLUMNS=5",
    .open = grundy_shape_open,
    .close = free,
    .start = grundy_shape_start,
    .moves = cram_moves,
    .canon = cram_canon,
    .show = grundy_shape_show,
    .parse = grundy_shape_parse,
    .board = grundy_shape_board,
    .fields = grundy_shape_fields,
    .split = cram_split,
};
