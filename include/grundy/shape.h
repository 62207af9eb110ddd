/* Shapes: sets of cells of a grid, for rules in C of games in which cells are covered or removed.
 * Everything is inline, so that a file of rules needs nothing but headers.
 *
 * A shape is a position itself: 16 bytes without padding. Cell `columns * row + column` is the bit
 * with that number. */

#ifndef GRUNDY_SHAPE_H
#define GRUNDY_SHAPE_H

#include <grundy/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most cells of the smallest rectangle around a shape. */
enum { GRUNDY_SHAPE_MAX_CELLS = 64 };

typedef struct grundy_shape {
  uint64_t cells;
  uint32_t rows, columns;
} grundy_shape;

/* Returns the set of the first `count` cells. */
static inline uint64_t grundy_shape_first(uint32_t count) {
  return count == 0 ? 0 : ~UINT64_C(0) >> (64 - count);
}

/* Returns the full rectangle; it has at most GRUNDY_SHAPE_MAX_CELLS cells. */
static inline grundy_shape grundy_shape_rectangle(uint32_t rows, uint32_t columns) {
  grundy_shape shape = {grundy_shape_first(rows * columns), rows, columns};
  return shape;
}

/* Returns the shape in the bytes of a position. Bytes that are not a shape give an empty one. */
static inline grundy_shape grundy_shape_load(const void *position) {
  grundy_shape shape;
  memcpy(&shape, position, sizeof shape);
  if (shape.rows > GRUNDY_SHAPE_MAX_CELLS || shape.columns > GRUNDY_SHAPE_MAX_CELLS ||
      shape.rows * shape.columns > GRUNDY_SHAPE_MAX_CELLS)
    memset(&shape, 0, sizeof shape);
  shape.cells &= grundy_shape_first(shape.rows * shape.columns);
  return shape;
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* Returns the cells of the first column. */
static inline uint64_t grundy_shape_left(const grundy_shape *shape) {
  uint64_t left = 0;
  for (uint32_t row = 0; row < shape->rows; row++) left |= UINT64_C(1) << (row * shape->columns);
  return left;
}

/* Returns the cells next to some of these, in a rectangle with that first column. */
static inline uint64_t grundy_shape_beside(const grundy_shape *shape, uint64_t left,
                                           uint64_t cells) {
  uint32_t columns = shape->columns;
  uint64_t beside = (cells << 1 & ~left) | (cells & ~left) >> 1;
  if (columns < 64) beside |= cells << columns | cells >> columns;
  return beside & shape->cells;
}

/* Returns the connected component of the lowest of these cells of the shape. */
static inline uint64_t grundy_shape_component(const grundy_shape *shape, uint64_t left,
                                              uint64_t cells) {
  uint64_t component = cells & (~cells + 1), before;
  do {
    before = component;
    component |= grundy_shape_beside(shape, left, component);
  } while (component != before);
  return component;
}

/* Emits the connected components, for `split`. */
static inline void grundy_shape_emit_components(grundy_shape shape, grundy_emit emit, void *to) {
  uint64_t left = grundy_shape_left(&shape);
  grundy_shape part = shape;
  for (uint64_t cells = shape.cells; cells != 0; cells &= ~part.cells) {
    part.cells = grundy_shape_component(&shape, left, cells);
    emit(to, &part);
  }
}

/* ---- symmetry ------------------------------------------------------------------------------- */

/* Removes empty rows and columns at the border. */
static inline grundy_shape grundy_shape_trim(grundy_shape shape) {
  uint32_t columns = shape.columns, top = 0, bottom = shape.rows, from = 0, to = columns;
  grundy_shape trimmed = {0, 0, 0};
  if (shape.cells == 0) return trimmed;
  uint64_t row = grundy_shape_first(columns), all = 0;
  while ((shape.cells >> (top * columns) & row) == 0) top++;
  while ((shape.cells >> ((bottom - 1) * columns) & row) == 0) bottom--;
  for (uint32_t i = top; i < bottom; i++) all |= shape.cells >> (i * columns) & row;
  while ((all >> from & 1) == 0) from++;
  while ((all >> (to - 1) & 1) == 0) to--;
  trimmed.rows = bottom - top;
  trimmed.columns = to - from;
  row = grundy_shape_first(trimmed.columns);
  for (uint32_t i = top; i < bottom; i++)
    trimmed.cells |= (shape.cells >> (i * columns + from) & row) << ((i - top) * trimmed.columns);
  return trimmed;
}

static inline grundy_shape grundy_shape_transpose(grundy_shape shape) {
  grundy_shape image = {0, shape.columns, shape.rows};
  for (uint64_t left = shape.cells; left != 0; left &= left - 1) {
    uint32_t cell = (uint32_t)__builtin_ctzll(left);
    uint32_t row = cell / shape.columns, column = cell % shape.columns;
    image.cells |= UINT64_C(1) << (column * shape.rows + row);
  }
  return image;
}

/* Returns the shape turned by 180 degrees: its bits in reverse. */
static inline uint64_t grundy_shape_turn(const grundy_shape *shape, uint64_t x) {
  static const uint64_t masks[] = {UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
                                   UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
                                   UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
  for (int i = 0; i < 6; i++) x = (x >> (1 << i) & masks[i]) | (x & masks[i]) << (1 << i);
  return x >> (64 - shape->rows * shape->columns);
}

/* Returns the shape with its rows in reverse order. */
static inline uint64_t grundy_shape_flip(const grundy_shape *shape, uint64_t x) {
  uint64_t image = 0, row = grundy_shape_first(shape->columns);
  for (uint32_t i = 0; i < shape->rows; i++)
    image |= (x >> (i * shape->columns) & row) << ((shape->rows - 1 - i) * shape->columns);
  return image;
}

/* Returns the least image of the cells under the symmetries of a rectangle. */
static inline uint64_t grundy_shape_least(const grundy_shape *shape) {
  uint64_t images[4] = {shape->cells, grundy_shape_turn(shape, shape->cells),
                        grundy_shape_flip(shape, shape->cells), 0};
  images[3] = grundy_shape_turn(shape, images[2]);
  for (int i = 1; i < 4; i++)
    if (images[i] < images[0]) images[0] = images[i];
  return images[0];
}

/* Returns the representative of all shapes that can be moved, turned or reflected onto this one: it
 * has no empty rows and columns at its border and not more rows than columns. */
static inline grundy_shape grundy_shape_canon(grundy_shape shape) {
  grundy_shape trimmed = grundy_shape_trim(shape);
  if (trimmed.rows > trimmed.columns) trimmed = grundy_shape_transpose(trimmed);
  if (trimmed.cells == 0) return trimmed;
  grundy_shape other = trimmed;
  trimmed.cells = grundy_shape_least(&trimmed);
  if (trimmed.rows != trimmed.columns) return trimmed;
  other = grundy_shape_transpose(other);
  other.cells = grundy_shape_least(&other);
  return other.cells < trimmed.cells ? other : trimmed;
}

/* ---- functions of rules --------------------------------------------------------------------- */

/* A rectangular board at the start of a game. These functions can be members of grundy_rules. */
typedef struct grundy_shape_game {
  uint32_t rows, columns;
} grundy_shape_game;

/* `open`: the arguments are ROWS and COLUMNS, 4 and 5 by default. `close` is free. */
static inline const char *grundy_shape_open(const grundy_arguments *arguments, uint32_t *bytes,
                                            void **game) {
  long rows = 4, columns = 5;
  if (arguments->count > 2 ||
      (arguments->count > 0 && !grundy_argument(arguments, 0, 1, GRUNDY_SHAPE_MAX_CELLS, &rows)) ||
      (arguments->count > 1 &&
       !grundy_argument(arguments, 1, 1, GRUNDY_SHAPE_MAX_CELLS, &columns)) ||
      rows * columns > GRUNDY_SHAPE_MAX_CELLS)
    return "the numbers of rows and columns of a board with at most 64 cells";
  grundy_shape_game *board = (grundy_shape_game *)malloc(sizeof *board);
  if (!board) return GRUNDY_RULES_MEMORY;
  board->rows = (uint32_t)rows;
  board->columns = (uint32_t)columns;
  *bytes = sizeof(grundy_shape);
  *game = board;
  return NULL;
}

/* `start`: all cells are there. */
static inline void grundy_shape_start(const void *game, void *position) {
  const grundy_shape_game *board = (const grundy_shape_game *)game;
  grundy_shape shape = grundy_shape_rectangle(board->rows, board->columns);
  memcpy(position, &shape, sizeof shape);
}

/* `show`: the rows of a shape, from top to bottom, separated by /; . is a cell of the shape and #
 * is not. The empty shape is -. */
static inline size_t grundy_shape_show(const void *game, const void *position, char *text,
                                       size_t size) {
  grundy_shape shape = grundy_shape_load(position);
  size_t length = 0;
  (void)game;
  for (uint32_t cell = 0; cell < shape.rows * shape.columns; cell++) {
    if (cell > 0 && cell % shape.columns == 0 && length++ + 1 < size) text[length - 1] = '/';
    if (length++ + 1 < size) text[length - 1] = shape.cells >> cell & 1 ? '.' : '#';
  }
  if (shape.rows * shape.columns == 0 && length++ + 1 < size) text[length - 1] = '-';
  if (size > 0) text[length < size ? length : size - 1] = '\0';
  return length;
}

/* Parses rows of cells; a shape has at most that many rows and columns. */
static inline bool grundy_shape_parse_rows(const char *text, size_t length, uint32_t rows,
                                           uint32_t columns, grundy_shape *shape) {
  uint32_t row = 0, column = 0, width = columns;
  shape->cells = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '/') {
      if (column == 0 || (row > 0 && column != width) || ++row >= rows) return false;
      width = row == 1 ? column : width;
      column = 0;
    } else if ((text[i] != '.' && text[i] != '#') || column >= width) {
      return false;
    } else {
      uint32_t cell = (row == 0 ? 0 : row * width) + column++;
      if (text[i] == '.') shape->cells |= UINT64_C(1) << cell;
    }
  }
  shape->rows = row + 1;
  shape->columns = column;
  return column > 0 && (row == 0 || column == width);
}

/* `parse`: a shape belongs to the game if it fits into the board. */
static inline bool grundy_shape_parse(const void *game, const char *text, size_t length,
                                      void *position) {
  const grundy_shape_game *board = (const grundy_shape_game *)game;
  grundy_shape shape = {0, 0, 0};
  if ((length != 1 || text[0] != '-') &&
      !grundy_shape_parse_rows(text, length, board->rows, board->columns, &shape) &&
      !grundy_shape_parse_rows(text, length, board->columns, board->rows, &shape))
    return false;
  memcpy(position, &shape, sizeof shape);
  return true;
}

/* `board`: a grid with # on the cells that are gone. */
static inline void grundy_shape_board(const void *game, const void *position, const void *follower,
                                      int turn, const grundy_board_writer *board) {
  grundy_shape shape = grundy_shape_load(position);
  (void)game, (void)follower, (void)turn;
  if (shape.rows * shape.columns == 0) return;
  board->grid(board->to, shape.rows, shape.columns);
  for (uint32_t cell = 0; cell < shape.rows * shape.columns; cell++)
    if ((shape.cells >> cell & 1) == 0) board->piece(board->to, cell, '#');
}

/* `fields`: the number of cells. */
static inline size_t grundy_shape_fields(const void *game, const void *position,
                                         const char *names[], int64_t values[]) {
  (void)game;
  if (names) names[0] = "cells";
  if (values) values[0] = __builtin_popcountll(grundy_shape_load(position).cells);
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
