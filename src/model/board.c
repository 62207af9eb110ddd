/* board: one piece that moves left and down, with optional moves back. */

#include "model/impl.h"

#include "base/error.h"

#include <assert.h>

typedef struct board {
  uint32_t width, height;
  bool far;      /* any distance, not one step */
  bool diagonal; /* left and down at once, too */
} board;

static uint32_t vertex_at(const board *b, uint32_t x, uint32_t y) {
  assert(x < b->width && y < b->height);
  return y * b->width + x;
}

/* Writes the moves left and down from (x, y), by increasing vertex: row by row from below. Returns
 * how many there are. */
static uint64_t step_down(const board *b, uint32_t x, uint32_t y, uint32_t *row) {
  uint64_t count = 0;
  for (uint32_t lower = b->far || y == 0 ? 0 : y - 1; lower < y; lower++) {
    uint32_t by = y - lower;
    if (b->diagonal && by <= x) row[count++] = vertex_at(b, x - by, lower);
    row[count++] = vertex_at(b, x, lower);
  }
  for (uint32_t left = b->far || x == 0 ? 0 : x - 1; left < x; left++)
    row[count++] = vertex_at(b, left, y);
  return count;
}

/* Inserts a vertex that is not in the row. */
static uint64_t insert(uint32_t *row, uint64_t count, uint32_t v) {
  uint64_t place = count;
  for (; place > 0 && row[place - 1] > v; place--) row[place] = row[place - 1];
  row[place] = v;
  return count + 1;
}

/* Adds a swap. It changes both coordinates and keeps their sum, so it differs from all other
 * moves. */
static uint64_t add_swap(const board *b, uint32_t x, uint32_t y, uint32_t *row, uint64_t count) {
  if (x == y || y >= b->width || x >= b->height) return count;
  return insert(row, count, vertex_at(b, y, x));
}

/* Adds putting the piece back. That moves it up or right, so it differs from the moves left and
 * down; it also differs from a swap, which would move it from one edge to the other. */
static uint64_t add_put_back(const board *b, uint32_t x, uint32_t y, uint32_t *row,
                             uint64_t count) {
  if (x == 0 && y > 0 && b->width > 1) return insert(row, count, vertex_at(b, b->width - 1, y));
  if (y == 0 && x > 0 && b->height > 1) return insert(row, count, vertex_at(b, x, b->height - 1));
  return count;
}

static grundy_status add_row(grundy_making *making, const board *b, uint32_t v) {
  uint32_t x = v % b->width, y = v / b->width;
  uint64_t most = (b->far ? x + (uint64_t)y : 2) + (b->diagonal ? y : 0) + 2;
  uint32_t *row = grundy_rows_room(&making->rows, most);
  if (row == NULL) return grundy_fail_memory(making->error);
  uint64_t count = step_down(b, x, y, row);
  if (making->model->swaps) count = add_swap(b, x, y, row, count);
  if (making->model->put_backs) count = add_put_back(b, x, y, row, count);
  assert(count <= most);
  return grundy_making_add(making, count);
}

/* Returns an upper bound close to the number of moves. */
static uint64_t expected_moves(const board *b) {
  uint64_t order = (uint64_t)b->width * b->height;
  uint64_t shorter = b->width < b->height ? b->width : b->height;
  if (!b->far) return 4 * order;
  return order * (b->width + (uint64_t)b->height) / 2 + (b->diagonal ? order * shorter / 2 : 0);
}

static grundy_status make_board(grundy_making *making) {
  const grundy_model *model = making->model;
  board b = {.width = (uint32_t)model->width,
             .height = (uint32_t)model->height,
             .far = model->piece != GRUNDY_PIECE_KING,
             .diagonal = model->piece != GRUNDY_PIECE_ROOK};
  grundy_status status = grundy_making_start(making, making->order == 0 ? 0 : expected_moves(&b));
  for (uint32_t v = 0; v < making->order && status == GRUNDY_OK; v++)
    status = add_row(making, &b, v);
  return status;
}

const grundy_maker grundy_maker_board = {
    .info = {.name = "board",
             .summary = "a rook, queen or king that goes left and down",
             .required = GRUNDY_PARAMETER_WIDTH | GRUNDY_PARAMETER_HEIGHT,
             .optional =
                 GRUNDY_PARAMETER_PIECE | GRUNDY_PARAMETER_SWAPS | GRUNDY_PARAMETER_PUT_BACKS},
    .make = make_board,
};
