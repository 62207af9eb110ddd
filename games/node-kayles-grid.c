/* Node Kayles on a grid: take a cell with the cells next to it. A player who cannot move loses, so
 * whoever takes the last cell wins. Reduced: shapes that can be moved, turned or reflected into
 * each other are one position.
 *
 *   node-kayles-grid:ROWS,COLUMNS
 *
 * The cells are the vertices of a graph, and cells with a common side are adjacent; see node-kayles
 * for other graphs. One row is a path: this is Dawson's Chess, 0.137. Values of two rows alternate
 * 1, 0, 1, 0, … (A000035), those of three rows are 2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3
 * (A316632), and [BDF20] has more.
 *
 * A position is the shape of the cells that are left. It is the sum of its connected components. */

#include <grundy/rules.h>
#include <grundy/shape.h>

static void grid_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const grundy_shape shape = grundy_shape_load(position);
  const uint64_t left = grundy_shape_left(&shape);
  grundy_shape next = shape;
  (void)game;
  for (uint64_t cells = shape.cells; cells != 0; cells &= cells - 1) {
    uint64_t cell = cells & (~cells + 1);
    next.cells = shape.cells & ~(cell | grundy_shape_beside(&shape, left, cell));
    emit(to, &next);
  }
}

static void grid_canon(const void *game, void *position) {
  grundy_shape shape = grundy_shape_canon(grundy_shape_load(position));
  (void)game;
  memcpy(position, &shape, sizeof shape);
}

static void grid_split(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game;
  grundy_shape_emit_components(grundy_shape_load(position), emit, to);
}

/* A move is the cell that is taken; its neighbours go with it. */
static void grid_board(const void *game, const void *position, const void *follower, int turn,
                       const grundy_board_writer *board) {
  const grundy_shape shape = grundy_shape_load(position);
  const uint64_t left = grundy_shape_left(&shape);
  grundy_shape_board(game, position, follower, turn, board);
  if (!follower) return;
  const uint64_t removed = shape.cells & ~grundy_shape_load(follower).cells;
  uint64_t taken = 0;
  for (uint64_t cells = removed; cells != 0 && taken == 0; cells &= cells - 1) {
    uint64_t cell = cells & (~cells + 1);
    if ((shape.cells & (cell | grundy_shape_beside(&shape, left, cell))) == removed) taken = cell;
  }
  if (taken != 0)
    board->step(board->to, GRUNDY_RULES_OUTSIDE, (uint32_t)__builtin_ctzll(taken), '#');
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "Node Kayles on a grid: take a cell with all its neighbours",
    .args = "ROWS=4,COLUMNS=5",
    .open = grundy_shape_open,
    .close = free,
    .start = grundy_shape_start,
    .moves = grid_moves,
    .canon = grid_canon,
    .show = grundy_shape_show,
    .parse = grundy_shape_parse,
    .board = grid_board,
    .fields = grundy_shape_fields,
    .split = grid_split,
};
