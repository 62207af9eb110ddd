#include "board_view.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/game.h>

#include "expression.h"
#include "failure.h"
#include "terminal.h"

grundy_status board_view_draw(grundy_expression *expression, uint32_t component, uint64_t position,
                              int turn, grundy_board *board, grundy_error *error) {
  grundy_component game =
      grundy_compound_component(grundy_expression_compound(expression), component);
  board->kind = GRUNDY_BOARD_NONE;
  if (!GRUNDY_COMPONENT_HAS(game.kind, board)) return GRUNDY_OK;
  return game.kind->board(game.data, position, NULL, turn, board, error);
}

static bool has_labels(const grundy_board *board) {
  for (uint32_t i = 0; i < board->place_count; i++)
    if (board->places[i].label[0] != '\0') return true;
  return false;
}

/* ---- grids as text --------------------------------------------------------------------- */

static void put_spaces(FILE *out, int count) {
  if (count > 0) (void)fprintf(out, "%*s", count, "");
}

static const char *cell_of(const grundy_board_place *place) {
  if (place->pieces[0] == '\0') return ".";
  return strcmp(place->pieces, "-") == 0 ? " " : place->pieces;
}

static int wider(int width, const char *text) {
  int other = (int)terminal_width(text, strlen(text));
  return other > width ? other : width;
}

static void put_padded(FILE *out, const char *text, int width) {
  put_printable(out, text);
  put_spaces(out, width - (int)terminal_width(text, strlen(text)));
}

static void put_grid(FILE *out, const grundy_board *board, int indent) {
  bool labelled = has_labels(board);
  int width = 1;
  for (uint32_t i = 0; i < board->place_count; i++) {
    width = wider(width, cell_of(&board->places[i]));
    if (labelled) width = wider(width, board->places[i].label);
  }
  for (uint32_t row = 0; row < board->rows; row++) {
    for (int is_label = 0; is_label <= labelled; is_label++) {
      put_spaces(out, indent);
      for (uint32_t column = 0; column < board->columns; column++) {
        const grundy_board_place *place = &board->places[row * board->columns + column];
        if (column > 0) (void)putc(' ', out);
        put_padded(out, is_label != 0 ? place->label : cell_of(place),
                   column + 1 == board->columns ? 0 : width);
      }
      (void)putc('\n', out);
    }
  }
}

/* ---- heaps as text --------------------------------------------------------------------- */

static void put_heaps(FILE *out, const grundy_board *board, int indent) {
  enum { LONGEST = 50 };
  int width = 1;
  for (uint32_t i = 0; i < board->place_count; i++) {
    int digits = snprintf(NULL, 0, "%llu", (unsigned long long)board->places[i].count);
    if (digits > width) width = digits;
  }
  for (uint32_t i = 0; i < board->place_count; i++) {
    uint64_t count = board->places[i].count;
    put_spaces(out, indent);
    (void)fprintf(out, "%*llu", width, (unsigned long long)count);
    if (count > 0) (void)fputs("  ", out);
    for (uint64_t j = 0; j < count && j < LONGEST; j++) (void)putc('*', out);
    if (count > LONGEST) (void)fputs("...", out);
    (void)putc('\n', out);
  }
}

/* ---- points as text -------------------------------------------------------------------- */

enum { MOST_WIDTH = 48, MOST_HEIGHT = 16, MARGIN = GRUNDY_BOARD_MAX_PIECES };

/* A rectangle of characters, with room for pieces at its right side. */
struct canvas {
  char rows[MOST_HEIGHT + 1][MOST_WIDTH + MARGIN + 1];
  int width, height; /* of the rectangle between the outermost points */
  double left, top, x_scale, y_scale;
};

static int column_of(const struct canvas *c, double x) {
  return (int)lround((x - c->left) * c->x_scale);
}

static int row_of(const struct canvas *c, double y) {
  return (int)lround((y - c->top) * c->y_scale);
}

static void prepare(struct canvas *c, const grundy_board *board) {
  enum { FEW = 9 };
  double right = board->places[0].x, bottom = board->places[0].y;
  bool is_small = board->place_count <= FEW;
  c->width = is_small ? MOST_WIDTH / 4 : MOST_WIDTH;
  c->height = is_small ? MOST_HEIGHT * 3 / 8 : MOST_HEIGHT;
  c->left = right;
  c->top = bottom;
  for (uint32_t i = 0; i < board->place_count; i++) {
    const grundy_board_place *place = &board->places[i];
    c->left = fmin(c->left, place->x);
    c->top = fmin(c->top, place->y);
    right = fmax(right, place->x);
    bottom = fmax(bottom, place->y);
  }
  c->x_scale = right > c->left ? c->width / (right - c->left) : 0;
  c->y_scale = bottom > c->top ? c->height / (bottom - c->top) : 0;
  memset(c->rows, ' ', sizeof c->rows);
}

static void draw_line(struct canvas *c, const grundy_board_place *a, const grundy_board_place *b) {
  int x = column_of(c, a->x), y = row_of(c, a->y);
  int dx = column_of(c, b->x) - x, dy = row_of(c, b->y) - y;
  int across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
  int steps = down == 0 || across > 3 * down ? across : down; /* a steep line: once per row */
  char stroke = dy == 0 ? '-' : dx == 0 ? '|' : (dx > 0) == (dy > 0) ? '\\' : '/';
  for (int i = 1; i < steps; i++) {
    long column = x + lround((double)dx * i / steps), row = y + lround((double)dy * i / steps);
    c->rows[row][column] = stroke;
  }
}

/* Writes the pieces over the lines; a free point is its label, if that is short, or a dot. */
static void draw_place(struct canvas *c, const grundy_board_place *place) {
  enum { SHORT = 3 };
  bool plain = true;
  for (const char *l = place->label; *l != '\0'; l++) plain = plain && *l > ' ' && *l < 0x7f;
  bool labelled = plain && place->label[0] != '\0' && strlen(place->label) <= SHORT;
  const char *text = place->pieces[0] != '\0' ? place->pieces : labelled ? place->label : ".";
  memcpy(&c->rows[row_of(c, place->y)][column_of(c, place->x)], text, strlen(text));
}

static void put_points_text(FILE *out, const grundy_board *board, int indent) {
  struct canvas c;
  prepare(&c, board);
  for (uint32_t i = 0; i < board->line_count; i++)
    draw_line(&c, &board->places[board->lines[i].from], &board->places[board->lines[i].to]);
  for (uint32_t i = 0; i < board->place_count; i++) draw_place(&c, &board->places[i]);
  int last = c.y_scale > 0 ? c.height : 0;
  for (int row = 0; row <= last; row++) {
    int length = MOST_WIDTH + MARGIN;
    while (length > 0 && c.rows[row][length - 1] == ' ') length--;
    put_spaces(out, length == 0 ? 0 : indent);
    (void)fprintf(out, "%.*s\n", length, c.rows[row]);
  }
}

/* "X: cop, O: robber" */
static void put_titles_text(FILE *out, const grundy_board *board, int indent) {
  if (board->title_count == 0) return;
  put_spaces(out, indent);
  for (uint32_t i = 0; i < board->title_count; i++) {
    if (i > 0) (void)fputs(", ", out);
    (void)fprintf(out, "%c: ", board->titles[i].piece);
    put_printable(out, board->titles[i].text);
  }
  (void)putc('\n', out);
}

void board_view_put_text(FILE *out, const grundy_board *board, int indent) {
  switch (board->kind) {
  case GRUNDY_BOARD_GRID:
    put_grid(out, board, indent);
    break;
  case GRUNDY_BOARD_POINTS:
    put_points_text(out, board, indent);
    break;
  case GRUNDY_BOARD_HEAPS:
    put_heaps(out, board, indent);
    break;
  case GRUNDY_BOARD_NONE:
    return;
  }
  put_titles_text(out, board, indent);
}

grundy_status board_view_put_component(FILE *out, grundy_expression *expression, uint32_t component,
                                       int turn, grundy_board *board, grundy_error *error) {
  enum { INDENT = 2 };
  uint64_t position = grundy_compound_position(grundy_expression_compound(expression), component);
  grundy_status status = board_view_draw(expression, component, position, turn, board, error);
  if (status != GRUNDY_OK) return status;
  put_printable(out, grundy_expression_describe(expression, component).source);
  (void)fputs("  ", out);
  expression_put_position(out, expression, component, position, put_position_name);
  (void)putc('\n', out);
  board_view_put_text(out, board, INDENT);
  return GRUNDY_OK;
}
