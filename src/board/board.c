#include "board/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void grundy_board_clear(grundy_board *board) {
  memset(board->places, 0, board->place_count * sizeof board->places[0]);
  board->kind = GRUNDY_BOARD_NONE;
  board->rows = board->columns = 0;
  board->place_count = board->line_count = board->title_count = board->step_count = 0;
  board->pit_count = 0;
}

/* Adds an empty place; a board has places of one kind only. */
static const char *add_place(grundy_board *board, grundy_board_kind kind) {
  if (board->kind != GRUNDY_BOARD_NONE && board->kind != kind)
    return "a board with several of grid, points and heaps";
  if (board->place_count == GRUNDY_BOARD_MAX_PLACES) return "a board with more than 1024 places";
  board->kind = kind;
  board->places[board->place_count++] = (grundy_board_place){0};
  return NULL;
}

const char *grundy_board_add_grid(grundy_board *board, uint32_t rows, uint32_t columns) {
  if (board->kind != GRUNDY_BOARD_NONE) return "a board with several of grid, points and heaps";
  if (rows == 0 || columns == 0) return "a grid without cells";
  if (rows > GRUNDY_BOARD_MAX_PLACES || columns > GRUNDY_BOARD_MAX_PLACES / rows)
    return "a board with more than 1024 places";
  for (uint32_t i = 0; i < rows * columns; i++) (void)add_place(board, GRUNDY_BOARD_GRID);
  board->rows = rows;
  board->columns = columns;
  return NULL;
}

const char *grundy_board_add_point(grundy_board *board, double x, double y) {
  const double most = 1e6;
  if (!isfinite(x) || !isfinite(y) || fabs(x) > most || fabs(y) > most)
    return "a point without coordinates of at most a million";
  bool is_pit = board->kind == GRUNDY_BOARD_HEAPS;
  if (is_pit && board->pit_count == board->place_count) return "a point without a heap";
  const char *wrong = is_pit ? NULL : add_place(board, GRUNDY_BOARD_POINTS);
  if (wrong != NULL) return wrong;
  grundy_board_place *place = &board->places[is_pit ? board->pit_count++ : board->place_count - 1];
  place->x = x;
  place->y = y;
  return NULL;
}

/* Coordinates are rounded, so that they are the same on every machine. */
const char *grundy_board_add_circle(grundy_board *board, uint32_t points) {
  const double turn = 2 * acos(-1), radius = 1000;
  const char *wrong =
      points > GRUNDY_BOARD_MAX_PLACES ? "a board with more than 1024 places" : NULL;
  for (uint32_t i = 0; i < points && wrong == NULL; i++)
    wrong = grundy_board_add_point(board, round(radius * sin(turn * i / points)) / radius + 0.0,
                                   round(-radius * cos(turn * i / points)) / radius + 0.0);
  return wrong;
}

static const char *add_line(grundy_board *board, uint32_t from, uint32_t to, bool is_arrow) {
  if (board->kind != GRUNDY_BOARD_POINTS || from >= board->place_count || to >= board->place_count)
    return "a line that does not join two points";
  if (board->line_count == GRUNDY_BOARD_MAX_LINES) return "a board with more than 4096 lines";
  board->lines[board->line_count++] = (grundy_board_line){from, to, is_arrow};
  return NULL;
}

const char *grundy_board_add_line(grundy_board *board, uint32_t from, uint32_t to) {
  return add_line(board, from, to, false);
}

const char *grundy_board_add_arrow(grundy_board *board, uint32_t from, uint32_t to) {
  return add_line(board, from, to, true);
}

const char *grundy_board_add_heap(grundy_board *board, uint64_t count) {
  if (board->pit_count > 0) return "a heap after points of heaps";
  const char *wrong = add_place(board, GRUNDY_BOARD_HEAPS);
  if (wrong == NULL) board->places[board->place_count - 1].count = count;
  return wrong;
}

static bool is_printable(char c) {
  return c > ' ' && c < 0x7f;
}

const char *grundy_board_add_piece(grundy_board *board, uint32_t place, char piece) {
  if (board->kind == GRUNDY_BOARD_HEAPS) return "a piece on a heap";
  if (place >= board->place_count) return "a piece on a place that does not exist";
  if (!is_printable(piece)) return "a piece that is not a printable character of ASCII";
  char *pieces = board->places[place].pieces;
  size_t length = strlen(pieces);
  if (length + 1 == GRUNDY_BOARD_MAX_PIECES) return "a place with more than 15 pieces";
  pieces[length] = piece;
  return NULL;
}

const char *grundy_board_add_label(grundy_board *board, uint32_t place, const char *label) {
  if (place >= board->place_count) return "a label for a place that does not exist";
  if (strlen(label) >= GRUNDY_BOARD_MAX_TEXT) return "a label of more than 31 bytes";
  (void)snprintf(board->places[place].label, GRUNDY_BOARD_MAX_TEXT, "%s", label);
  return NULL;
}

const char *grundy_board_add_title(grundy_board *board, char piece, const char *title) {
  if (!is_printable(piece)) return "a title for a piece that is not a printable character of ASCII";
  if (strlen(title) >= GRUNDY_BOARD_MAX_TEXT) return "a title of more than 31 bytes";
  if (board->title_count == GRUNDY_BOARD_MAX_TITLES) return "a board with more than 8 titles";
  grundy_board_title *to = &board->titles[board->title_count++];
  *to = (grundy_board_title){.piece = piece};
  (void)snprintf(to->text, sizeof to->text, "%s", title);
  return NULL;
}

const char *const grundy_board_ways[] = {"", "left", "right", "up", "down"};

const char *grundy_board_add_facing(grundy_board *board, char piece, const char *way) {
  grundy_board_facing facing = GRUNDY_BOARD_FACING_DOWN;
  while (facing > GRUNDY_BOARD_FACING_NONE && strcmp(grundy_board_ways[facing], way) != 0) facing--;
  if (facing == GRUNDY_BOARD_FACING_NONE)
    return "a piece a facing; expected left, right, up or down";
  for (uint32_t i = 0; i < board->title_count; i++) {
    if (board->titles[i].piece != piece) continue;
    board->titles[i].facing = facing;
    return NULL;
  }
  const char *wrong = grundy_board_add_title(board, piece, "");
  if (wrong == NULL) board->titles[board->title_count - 1].facing = facing;
  return wrong;
}

const char *grundy_board_check(const grundy_board *board) {
  bool is_whole = board->pit_count == 0 || board->pit_count == board->place_count;
  return is_whole ? NULL : "points for only some of its heaps";
}

const char *grundy_board_add_step(grundy_board *board, uint32_t from, uint32_t to, char piece) {
  bool is_inside = from < board->place_count;
  if (board->kind == GRUNDY_BOARD_HEAPS) return "a step on heaps, whose steps are found by itself";
  if (!is_inside && from != GRUNDY_BOARD_OUTSIDE) return "a step from a place that does not exist";
  if (to >= board->place_count && to != GRUNDY_BOARD_OUTSIDE)
    return "a step to a place that does not exist";
  if (!is_inside && to == GRUNDY_BOARD_OUTSIDE) return "a step from outside the board to outside";
  if (!is_printable(piece)) return "a step of a piece that is not a printable character of ASCII";
  if (board->step_count == GRUNDY_BOARD_MAX_PLACES) return "a move of more than 1024 steps";
  board->steps[board->step_count++] = (grundy_board_step){from, to, piece, 0};
  return NULL;
}
