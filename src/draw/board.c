/* Boards as SVG. web/page/board_paint.js is the twin of this file, as paint.js is that of paint.c:
 * pictures of boards have the same bytes. Units are those of the page: a cell is 100 wide. */

#include "draw/board.h"

#include "text/markup.h"
#include "text/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CELL = 100, COUNTER = 34, HEAP = 110, MOST_COUNTERS = 30 };

typedef struct place {
  double x, y, width, height;
  grundy_board_facing exit; /* NONE: a place of the board */
} place;

/* A picture that is being painted, and what is the same for all of its places. */
typedef struct painting {
  const grundy_board *board;
  const grundy_look *look;
  FILE *out;
  bool is_small;
  bool is_row, is_pits; /* of heaps */
  bool is_marked;       /* X and O are crosses and noughts */
  bool is_chocolate;    /* # is chocolate, on a board with a poisoned square */
  bool has_dots, has_labels;
  bool has_exit[GRUNDY_BOARD_FACING_DOWN + 1];
  double width, height;           /* of the board */
  double left, top, unit, margin; /* of points */
  uint32_t count;                 /* of places, then exits */
} painting;

/* ---- places ------------------------------------------------------------------------------ */

/* The sides of a grid in the order of their exits. */
static const grundy_board_facing sides[] = {GRUNDY_BOARD_FACING_UP, GRUNDY_BOARD_FACING_RIGHT,
                                            GRUNDY_BOARD_FACING_DOWN, GRUNDY_BOARD_FACING_LEFT};
enum { SIDES = sizeof sides / sizeof *sides };

static bool is_across(grundy_board_facing side) {
  return side == GRUNDY_BOARD_FACING_UP || side == GRUNDY_BOARD_FACING_DOWN;
}

static uint32_t exits_of(const painting *p, grundy_board_facing side) {
  if (!p->has_exit[side]) return 0;
  return is_across(side) ? p->board->columns : p->board->rows;
}

static place grid_place(const painting *p, uint32_t row, uint32_t column) {
  const double left = p->has_exit[GRUNDY_BOARD_FACING_LEFT] ? 1 : 0;
  const double top = p->has_exit[GRUNDY_BOARD_FACING_UP] ? 1 : 0;
  return (place){.x = (left + column + 0.5) * CELL,
                 .y = (top + row + 0.5) * CELL,
                 .width = CELL,
                 .height = CELL};
}

/* Returns an exit: the place next to the cell before it. */
static place exit_place(const painting *p, uint32_t exit) {
  const grundy_board *board = p->board;
  int side = 0;
  while (exit >= exits_of(p, sides[side])) exit -= exits_of(p, sides[side++]);
  const grundy_board_facing way = sides[side];
  const uint32_t row = way == GRUNDY_BOARD_FACING_UP ? 0 : board->rows - 1;
  const uint32_t column = way == GRUNDY_BOARD_FACING_LEFT ? 0 : board->columns - 1;
  place at = is_across(way) ? grid_place(p, row, exit) : grid_place(p, exit, column);
  at.x += way == GRUNDY_BOARD_FACING_RIGHT ? CELL : way == GRUNDY_BOARD_FACING_LEFT ? -CELL : 0;
  at.y += way == GRUNDY_BOARD_FACING_DOWN ? CELL : way == GRUNDY_BOARD_FACING_UP ? -CELL : 0;
  at.exit = way;
  return at;
}

static place place_of(const painting *p, uint32_t i) {
  const grundy_board *board = p->board;
  if (board->kind == GRUNDY_BOARD_GRID)
    return i < board->place_count ? grid_place(p, i / board->columns, i % board->columns)
                                  : exit_place(p, i - board->place_count);
  if (p->is_row)
    return (place){.x = (i + 0.5) * HEAP, .y = p->height / 2, .width = HEAP, .height = p->height};
  const double size = p->is_pits ? 1.2 * CELL : 0.8 * CELL;
  return (place){.x = (board->places[i].x - p->left) * p->unit + p->margin,
                 .y = (board->places[i].y - p->top) * p->unit + p->margin,
                 .width = size,
                 .height = size};
}

static void measure_grid(painting *p) {
  const bool *has = p->has_exit;
  p->width = (p->board->columns + (has[GRUNDY_BOARD_FACING_LEFT] ? 1.0 : 0) +
              (has[GRUNDY_BOARD_FACING_RIGHT] ? 1 : 0)) *
             CELL;
  p->height = (p->board->rows + (has[GRUNDY_BOARD_FACING_UP] ? 1.0 : 0) +
               (has[GRUNDY_BOARD_FACING_DOWN] ? 1 : 0)) *
              CELL;
  for (int i = 0; i < SIDES; i++) p->count += exits_of(p, sides[i]);
}

static void measure_row(painting *p) {
  uint64_t tallest = 3;
  for (uint32_t i = 0; i < p->count; i++) {
    const uint64_t count = p->board->places[i].count;
    const uint64_t drawn = count < MOST_COUNTERS ? count : MOST_COUNTERS;
    if (drawn > tallest) tallest = drawn;
  }
  p->width = (double)p->count * HEAP;
  p->height = (double)tallest * COUNTER + 70;
}

/* Points are so far from each other that the nearest two have room for their labels. */
static void measure_points(painting *p) {
  const grundy_board_place *at = p->board->places;
  double right = at[0].x, bottom = at[0].y, nearest = INFINITY;
  p->left = at[0].x;
  p->top = at[0].y;
  for (uint32_t i = 0; i < p->count; i++) {
    if (at[i].x < p->left) p->left = at[i].x;
    if (at[i].y < p->top) p->top = at[i].y;
    if (at[i].x > right) right = at[i].x;
    if (at[i].y > bottom) bottom = at[i].y;
    for (uint32_t j = 0; j < i; j++) {
      const double dx = at[i].x - at[j].x, dy = at[i].y - at[j].y, far = sqrt(dx * dx + dy * dy);
      if (far > 0 && far < nearest) nearest = far;
    }
  }
  p->unit = 1.35 * CELL / (isfinite(nearest) ? nearest : 1);
  p->margin = 0.2 * CELL + (p->is_pits ? 1.2 * CELL : 0.8 * CELL) / 2 + 22;
  p->width = (right - p->left) * p->unit + 2 * p->margin;
  p->height = (bottom - p->top) * p->unit + 2 * p->margin;
}

static painting painting_of(const grundy_board *board, const grundy_look *look,
                            grundy_board_view view, FILE *out) {
  painting p = {.board = board,
                .look = look,
                .out = out,
                .is_small = view.is_small,
                .count = board->place_count,
                .is_pits = board->pit_count > 0,
                .is_row = board->kind == GRUNDY_BOARD_HEAPS && board->pit_count == 0};
  bool is_cross = false, is_nought = false;
  for (uint32_t i = 0; i < board->title_count; i++) {
    const grundy_board_title *title = &board->titles[i];
    if (title->text[0] != '\0' && title->piece == 'X') is_cross = strcmp(title->text, "cross") == 0;
    if (title->text[0] != '\0' && title->piece == 'O')
      is_nought = strcmp(title->text, "nought") == 0;
    if (title->facing != GRUNDY_BOARD_FACING_NONE) p.has_exit[title->facing] = true;
  }
  p.is_marked = is_cross && is_nought;
  for (uint32_t i = 0; i < board->place_count; i++) {
    p.has_labels |= board->places[i].label[0] != '\0';
    p.has_dots |= strcmp(board->places[i].pieces, "+") == 0;
    p.is_chocolate |= strcmp(board->places[i].pieces, "!") == 0;
  }
  if (board->kind == GRUNDY_BOARD_GRID)
    measure_grid(&p);
  else if (p.is_row)
    measure_row(&p);
  else
    measure_points(&p);
  return p;
}

/* ---- elements ---------------------------------------------------------------------------- */

#define ROUND " stroke-linecap=\"round\" stroke-linejoin=\"round\""
#define MIDDLE " text-anchor=\"middle\""

/* How things look, by their class: the colours of areas and lines, the width of lines, and more. */
static const struct {
  const char *class, *fill, *stroke, *width, *more;
} styles[] = {
    {"wood", "well", "grid-line", "3", ""},
    {"line", "none", "grid-line", "4", ""},
    {"line-head", "grid-line", NULL, NULL, ""},
    {"sign", "none", "soft", "5", ROUND},
    {"mark", "none", "ink", "11", ROUND},
    {"disc first", "first", "piece-line", "3", ""},
    {"disc second", "second", "piece-line", "3", ""},
    {"disc coin", "coin", "piece-line", "3", ""},
    {"disc stone", "coin", "piece-line", "2", ""},
    {"disc other", "well", "soft", "3", ""},
    {"glass first", "second", NULL, NULL, ""},
    {"glass second", "first", NULL, NULL, ""},
    {"rim", "none", "piece-line", "2", " opacity=\"0.6\""},
    {"dot-last", "piece-line", NULL, NULL, ""},
    {"dot", "ink", NULL, NULL, ""},
    {"stripe", "none", "grid-line", "10", ROUND},
    {"knot", "coin", "piece-line", "3", ""},
    {"ground", "none", "ink", "6", ROUND},
    {"chocolate", "chocolate", "piece-line", "3", ""},
    {"chocolate poison", "first", "piece-line", "3", ""},
    {"covered", "covered", "soft", "3", ""},
    {"counter", "coin", "piece-line", "2.5", ""},
    {"letter", "ink", NULL, NULL, MIDDLE " font-size=\"34\" font-weight=\"600\""},
    {"skull", "second", NULL, NULL, MIDDLE " font-size=\"46\" font-weight=\"600\""},
    {"size", "soft", NULL, NULL, MIDDLE " font-size=\"26\" font-weight=\"600\""},
    {"coordinate", "soft", NULL, NULL, MIDDLE " font-size=\"20\""},
    {"label inside", "soft", NULL, NULL, " font-size=\"23\" font-weight=\"600\""},
    {"label", "soft", "sheet", "6", " font-size=\"23\" font-weight=\"600\" paint-order=\"stroke\""},
};

static const char *colour_of(const painting *p, const char *name) {
  if (strcmp(name, "none") == 0) return name;
  for (int i = 0; i < GRUNDY_BOARD_COLOURS; i++)
    if (strcmp(name, grundy_board_colour_names[i]) == 0) return p->look->board[i];
  return p->look->ink;
}

static void put_paint(const painting *p, const char *fill, const char *stroke, const char *width) {
  (void)fprintf(p->out, " fill=\"%s\"", colour_of(p, fill));
  if (stroke != NULL)
    (void)fprintf(p->out, " stroke=\"%s\" stroke-width=\"%s\"", colour_of(p, stroke), width);
}

/* An attribute with a text or, if that is NULL, a number. */
typedef struct attribute {
  const char *name, *text;
  double number;
} attribute;

#define NUMBER(name, number)                                                                       \
  { (name), NULL, (number) }
#define TEXT(name, text)                                                                           \
  { (name), (text), 0 }
#define ATTRIBUTES(...) ((const attribute[]){__VA_ARGS__, {NULL, NULL, 0}})

static void put_attributes(const painting *p, const attribute *list) {
  for (; list->name != NULL; list++)
    if (list->text != NULL)
      (void)fprintf(p->out, " %s=\"%s\"", list->name, list->text);
    else
      grundy_put_attribute(p->out, list->name, list->number);
}

/* Writes text that rules have given. */
static void put_words(const painting *p, const char *text) {
  for (size_t left = strlen(text); left > 0;) {
    uint32_t character = 0;
    size_t size = grundy_utf8_next(text, left, &character);
    if (size == 0)
      (void)fputs("\xef\xbf\xbd", p->out);
    else if (size == 1 && (unsigned char)*text < ' ')
      (void)putc('?', p->out);
    else
      grundy_write_xml(p->out, text, size, "&<>\"");
    text += size == 0 ? 1 : size;
    left -= size == 0 ? 1 : size;
  }
}

static void put_style(const painting *p, const char *class) {
  size_t i = 0;
  while (strcmp(styles[i].class, class) != 0) i++;
  put_paint(p, styles[i].fill, styles[i].stroke, styles[i].width);
  (void)fputs(styles[i].more, p->out);
}

/* Writes an element that looks as its class says, with a text inside. */
static void put_part(const painting *p, const char *name, const char *class,
                     const attribute *attributes, const char *words) {
  (void)fprintf(p->out, "<%s class=\"%s\"", name, class);
  put_attributes(p, attributes);
  put_style(p, class);
  (void)putc('>', p->out);
  put_words(p, words);
  (void)fprintf(p->out, "</%s>", name);
}

static void put_circle(const painting *p, const char *class, double r) {
  put_part(p, "circle", class, ATTRIBUTES(NUMBER("r", r)), "");
}

static void put_path(const painting *p, const char *class, const char *d) {
  put_part(p, "path", class, ATTRIBUTES(TEXT("d", d)), "");
}

static void put_rect(const painting *p, const char *class, double x, double y, double width,
                     double height, double rx) {
  put_part(p, "rect", class,
           ATTRIBUTES(NUMBER("x", x), NUMBER("y", y), NUMBER("width", width),
                      NUMBER("height", height), NUMBER("rx", rx)),
           "");
}

static void put_text(const painting *p, const char *class, double x, double y, const char *words) {
  put_part(p, "text", class, ATTRIBUTES(NUMBER("x", x), NUMBER("y", y)), words);
}

/* ---- pieces ------------------------------------------------------------------------------ */

static const int turns[] = {[GRUNDY_BOARD_FACING_LEFT] = 180,
                            [GRUNDY_BOARD_FACING_RIGHT] = 0,
                            [GRUNDY_BOARD_FACING_UP] = 270,
                            [GRUNDY_BOARD_FACING_DOWN] = 90};

/* A car that looks to the right, as wide as a disc. */
static void put_car(const painting *p, bool is_first, grundy_board_facing facing) {
  (void)fprintf(p->out, "<g transform=\"rotate(%d)\">", turns[facing]);
  put_path(p, is_first ? "disc first" : "disc second",
           "M-34,-20 Q-34,-24 -30,-24 L6,-24 Q36,-18 38,0 Q36,18 6,24 L-30,24 Q-34,24 -34,20 Z");
  put_path(p, is_first ? "glass first" : "glass second", "M2,-15 Q12,0 2,15 L14,10 Q20,0 14,-10 Z");
  (void)fputs("</g>", p->out);
}

static void put_tile(const painting *p, const char *class) {
  put_rect(p, class, -44, -44, 88, 88, 10);
}

/* Writes a piece around (0, 0) that fits into a cell. */
static void put_shape(const painting *p, char piece) {
  const char letter[] = {piece, '\0'};
  grundy_board_facing facing = GRUNDY_BOARD_FACING_NONE;
  for (uint32_t i = 0; i < p->board->title_count; i++)
    if (p->board->titles[i].piece == piece &&
        p->board->titles[i].facing != GRUNDY_BOARD_FACING_NONE)
      facing = p->board->titles[i].facing;
  if (facing != GRUNDY_BOARD_FACING_NONE) {
    put_car(p, piece == 'X', facing);
    return;
  }
  switch (piece) {
  case 'X':
    if (p->is_marked)
      put_path(p, "mark", "M-26,-26 L26,26 M-26,26 L26,-26");
    else
      put_circle(p, "disc first", 30);
    break;
  case 'O':
    put_circle(p, p->is_marked ? "mark" : "disc second", p->is_marked ? 27 : 30);
    if (!p->is_marked) put_circle(p, "rim", 19);
    break;
  case '*':
    put_circle(p, "disc coin", 27);
    put_circle(p, "rim", 19);
    break;
  case '@':
    put_circle(p, "disc coin", 27);
    put_circle(p, "dot-last", 12);
    break;
  case '#':
    put_tile(p, p->is_chocolate ? "chocolate" : "covered");
    break;
  case '!':
    put_tile(p, "chocolate poison");
    put_part(p, "text", "skull", ATTRIBUTES(NUMBER("y", 15)), "☠");
    break;
  case 'x':
    put_tile(p, "covered");
    break;
  case '+':
    put_circle(p, "dot", 12);
    break;
  case '=':
    put_rect(p, "dot", -50, -8, 100, 16, 8);
    break;
  case '|':
    put_rect(p, "dot", -8, -50, 16, 100, 8);
    break;
  case '/':
    put_path(p, "stripe", "M-38,38 L38,-38");
    break;
  case '~':
    put_rect(p, "knot", -13, -13, 26, 26, 6);
    break;
  case '_':
    put_path(p, "ground", "M-30,-12 L30,-12 M-19,2 L19,2 M-8,16 L8,16");
    break;
  default:
    put_circle(p, "disc other", 27);
    put_part(p, "text", "letter", ATTRIBUTES(NUMBER("y", 12)), letter);
  }
}

/* Writes the pieces of a place, next to each other if there are several. */
static void put_pieces(const painting *p, const char *pieces, place at) {
  double count = 0, i = 0;
  for (const char *c = pieces; *c != '\0'; c++) count += *c != '-';
  for (; *pieces != '\0'; pieces++) {
    if (*pieces == '-') continue;
    (void)fputs("<g class=\"piece\" data-piece=\"", p->out);
    grundy_write_xml(p->out, pieces, 1, "&<>\"");
    (void)fputs("\" transform=\"translate(", p->out);
    grundy_put_number(p->out, at.x + (count > 1 ? (i - (count - 1) / 2) * 40 : 0));
    (void)putc(' ', p->out);
    grundy_put_number(p->out, at.y);
    (void)fprintf(p->out, ") scale(%s)\"><g class=\"moves\">", count > 1 ? "0.6" : "1");
    put_shape(p, *pieces);
    (void)fputs("</g></g>", p->out);
    i++;
  }
}

/* ---- heaps ------------------------------------------------------------------------------- */

static void put_heap(const painting *p, uint64_t size, place at) {
  char words[24];
  (void)snprintf(words, sizeof words, "%" PRIu64, size);
  (void)fputs("<g class=\"heap\">", p->out);
  for (uint64_t i = 0; i < size && size <= MOST_COUNTERS; i++)
    put_part(p, "rect", "counter",
             ATTRIBUTES(NUMBER("x", at.x - 38),
                        NUMBER("y", at.height - 50 - (double)i * COUNTER - 14), NUMBER("width", 76),
                        NUMBER("height", 28), NUMBER("rx", 14), NUMBER("data-counter", (double)i)),
             "");
  if (!p->is_small || size > MOST_COUNTERS) put_text(p, "size", at.x, at.height - 8, words);
  (void)fputs("</g>", p->out);
}

/* Writes the counters of a pit, which lie in a spiral above their number; in small pictures, which
 * have no numbers, they are larger. */
static void put_pit(const painting *p, uint64_t size, place at) {
  static const signed char stones[][2] = {
      {8, 0},  {-9, 8},   {1, -15},  {11, 14}, {-19, -3},  {18, -12}, {-6, 22},  {-12, -22},
      {25, 9}, {-26, 11}, {12, -27}, {9, 29},  {-28, -16}, {33, -7},  {-20, 28}, {-5, -35}};
  enum { STONES = sizeof stones / sizeof *stones };
  const double scale = p->is_small ? 1.25 : 1, top = p->is_small ? at.y : at.y - 8;
  char words[24];
  (void)snprintf(words, sizeof words, "%" PRIu64, size);
  (void)fputs("<g class=\"heap\">", p->out);
  for (uint64_t i = 0; i < size && i < STONES; i++)
    put_part(p, "circle", "disc stone",
             ATTRIBUTES(NUMBER("cx", at.x + scale * (size == 1 ? 0 : stones[i][0])),
                        NUMBER("cy", top + scale * (size == 1 ? 0 : stones[i][1])),
                        NUMBER("r", scale * (size > 8 ? 8 : 12))),
             "");
  if (!p->is_small) put_text(p, "size", at.x, at.y + 48, words);
  (void)fputs("</g>", p->out);
}

/* ---- places with what is on them ------------------------------------------------------------ */

static double length_of(double dx, double dy) {
  const double length = sqrt(dx * dx + dy * dy);
  return length > 0 ? length : 1;
}

/* Returns what is written next to a place: its label or, at a point, its number. */
static const char *label_of(const painting *p, uint32_t i, char number[24]) {
  (void)snprintf(number, 24, "%" PRIu32, i + 1);
  if (p->has_labels) return i < p->board->place_count ? p->board->places[i].label : "";
  return p->board->kind == GRUNDY_BOARD_POINTS ? number : "";
}

/* Writes the label away from the middle of the board, where lines are fewer; that of a pit above or
 * below it. */
static void put_label(const painting *p, uint32_t i, place at) {
  char number[24];
  const char *words = label_of(p, i, number);
  if (*words == '\0' || p->board->kind == GRUNDY_BOARD_GRID || p->is_small) return;
  const double dx = at.x - p->width / 2, dy = at.y - p->height / 2, length = length_of(dx, dy);
  const char *anchor = p->is_pits || p->is_row ? "middle"
                       : dx > 0.3 * length     ? "start"
                       : dx < -0.3 * length    ? "end"
                                               : "middle";
  const double shift = *anchor == 's' ? -10 : *anchor == 'e' ? 10 : 0;
  double x = at.x + 54 * dx / length + shift, y = at.y + 54 * dy / length + 8;
  if (p->board->kind == GRUNDY_BOARD_HEAPS) {
    x = at.x;
    y = at.y + 8 + (dy > 0 ? 1 : dy < 0 ? -1 : 0) * (at.height / 2 + 14);
  }
  put_part(p, "text", p->board->kind == GRUNDY_BOARD_HEAPS ? "label inside" : "label",
           ATTRIBUTES(TEXT("text-anchor", anchor), NUMBER("x", x), NUMBER("y", y)), words);
}

static void put_spot(const painting *p, uint32_t i, place at) {
  char number[24];
  const bool is_points = p->board->kind == GRUNDY_BOARD_POINTS, is_round = is_points || p->is_pits;
  const bool is_plain = is_points && *label_of(p, i, number) == '\0' &&
                        p->board->places[i].pieces[0] == '\0'; /* the centre of a dial */
  (void)fprintf(p->out, "<%s class=\"spot\"", is_round ? "circle" : "rect");
  if (is_round)
    put_attributes(p, ATTRIBUTES(NUMBER("cx", at.x), NUMBER("cy", at.y),
                                 NUMBER("r", p->is_pits ? 56
                                             : is_plain ? 12
                                                        : 40)));
  else
    put_attributes(p,
                   ATTRIBUTES(NUMBER("x", at.x - at.width / 2), NUMBER("y", at.y - at.height / 2),
                              NUMBER("width", at.width), NUMBER("height", at.height)));
  const bool is_exit = at.exit != GRUNDY_BOARD_FACING_NONE;
  put_paint(p,
            is_exit    ? "well"
            : is_round ? "sheet"
                       : "none",
            p->is_row || p->has_dots ? "none" : "grid-line",
            p->is_pits    ? "3"
            : p->is_small ? "4"
                          : "2");
  (void)fprintf(p->out, "%s></%s>", is_exit ? " stroke-dasharray=\"9 7\"" : "",
                is_round ? "circle" : "rect");
}

static void put_sign(const painting *p, place at) {
  (void)fputs("<g transform=\"translate(", p->out);
  grundy_put_number(p->out, at.x);
  (void)putc(' ', p->out);
  grundy_put_number(p->out, at.y);
  (void)fprintf(p->out, ") rotate(%d)\">", turns[at.exit]);
  put_path(p, "sign", "M-9,-18 L9,0 L-9,18");
  (void)fputs("</g>", p->out);
}

static void put_place(const painting *p, uint32_t i) {
  const place at = place_of(p, i);
  const bool is_exit = at.exit != GRUNDY_BOARD_FACING_NONE;
  if (!is_exit && p->board->kind == GRUNDY_BOARD_GRID &&
      strcmp(p->board->places[i].pieces, "-") == 0)
    return;
  (void)fprintf(p->out, "<g class=\"place%s\">", is_exit ? " exit" : "");
  put_spot(p, i, at);
  if (is_exit)
    put_sign(p, at);
  else if (p->is_row)
    put_heap(p, p->board->places[i].count, at);
  else if (p->is_pits)
    put_pit(p, p->board->places[i].count, at);
  else
    put_pieces(p, p->board->places[i].pieces, at);
  put_label(p, i, at);
  (void)fputs("</g>", p->out);
}

/* ---- lines and coordinates --------------------------------------------------------------- */

static void put_point(const painting *p, const char *letter, double x, double y) {
  (void)fputs(letter, p->out);
  grundy_put_number(p->out, x);
  (void)putc(',', p->out);
  grundy_put_number(p->out, y);
}

static void put_arrow(const painting *p, place a, place b) {
  enum { START = 40, END = 42, HEAD = 22 };
  const double dx = b.x - a.x, dy = b.y - a.y, length = length_of(dx, dy);
  const double ux = dx / length, uy = dy / length;
  const double tip_x = b.x - END * ux, tip_y = b.y - END * uy;
  const double x = tip_x - HEAD * ux, y = tip_y - HEAD * uy; /* the neck */
  (void)fputs("<path class=\"line\" d=\"", p->out);
  put_point(p, "M", a.x + START * ux, a.y + START * uy);
  put_point(p, " L", x, y);
  (void)putc('"', p->out);
  put_style(p, "line");
  (void)fputs("></path><path class=\"line-head\" d=\"", p->out);
  put_point(p, "M", tip_x, tip_y);
  put_point(p, " L", x - 0.6 * HEAD * uy, y + 0.6 * HEAD * ux);
  put_point(p, " L", x + 0.6 * HEAD * uy, y - 0.6 * HEAD * ux);
  (void)fputs(" Z\"", p->out);
  put_style(p, "line-head");
  (void)fputs("></path>", p->out);
}

static void put_lines(const painting *p, bool arrows) {
  for (uint32_t i = 0; i < p->board->line_count; i++) {
    const grundy_board_line *line = &p->board->lines[i];
    const place a = place_of(p, line->from), b = place_of(p, line->to);
    if (line->is_arrow != arrows) continue;
    if (!arrows)
      put_part(
          p, "line", "line",
          ATTRIBUTES(NUMBER("x1", a.x), NUMBER("y1", a.y), NUMBER("x2", b.x), NUMBER("y2", b.y)),
          "");
    else if (line->from == line->to)
      put_part(p, "circle", "line",
               ATTRIBUTES(NUMBER("cx", a.x), NUMBER("cy", a.y - 52), NUMBER("r", 24)), "");
    else
      put_arrow(p, a, b);
  }
}

/* Names the rows and columns of a grid, as on a chessboard. */
static void put_coordinates(const painting *p) {
  const grundy_board *board = p->board;
  char words[24];
  if (board->kind != GRUNDY_BOARD_GRID || p->has_labels || p->is_small) return;
  const double left = place_of(p, 0).x - 68;
  const double bottom = place_of(p, (board->rows - 1) * board->columns).y + 74;
  for (uint32_t i = 0; i < board->columns; i++) {
    const char last = (char)('a' + i % 26);
    if (i < 26)
      (void)snprintf(words, sizeof words, "%c", last);
    else
      (void)snprintf(words, sizeof words, "%c%c", (char)(96 + i / 26), last);
    put_text(p, "coordinate", place_of(p, i).x, bottom, words);
  }
  for (uint32_t i = 0; i < board->rows; i++) {
    (void)snprintf(words, sizeof words, "%" PRIu32, board->rows - i);
    put_text(p, "coordinate", left, place_of(p, i * board->columns).y + 7, words);
  }
}

/* ---- boards ------------------------------------------------------------------------------ */

typedef struct box {
  double x, y, width, height;
} box;

/* Returns the part of the plane that is shown. */
static box box_of(const painting *p) {
  const double side = p->board->kind == GRUNDY_BOARD_GRID && !p->is_small ? 34 : 6;
  return (box){-side, -6, p->width + 2 * side, p->height + side + 6};
}

static void size_of(box b, double most, double *width, double *height) {
  const double usual = 0.18, longest = 120; /* pixels per unit, and of the longer side, in graphs */
  const double longer = b.width > b.height ? b.width : b.height;
  const double scale = most > 0                   ? most / longer
                       : usual < longest / longer ? usual
                                                  : longest / longer;
  *width = floor(b.width * scale + 0.5);
  *height = floor(b.height * scale + 0.5);
}

void grundy_board_measure(const grundy_board *board, grundy_board_view view, double *width,
                          double *height) {
  const painting p = painting_of(board, NULL, view, NULL);
  size_of(box_of(&p), view.most, width, height);
}

void grundy_board_paint(const grundy_board *board, const grundy_look *look, grundy_board_view view,
                        FILE *out) {
  static const char *const kinds[] = {[GRUNDY_BOARD_GRID] = "grid",
                                      [GRUNDY_BOARD_POINTS] = "points",
                                      [GRUNDY_BOARD_HEAPS] = "heaps"};
  const painting p = painting_of(board, look, view, out);
  const box b = box_of(&p);
  const double shown[] = {b.x, b.y, b.width, b.height};
  double width, height;
  size_of(b, view.most, &width, &height);
  (void)fprintf(out, "<svg class=\"board %s%s%s%s\" viewBox=\"", kinds[board->kind],
                p.is_pits ? " pits" : "", p.has_dots ? " dots" : "", p.is_small ? " thumb" : "");
  for (int i = 0; i < 4; i++) {
    if (i > 0) (void)putc(' ', out);
    grundy_put_number(out, shown[i]);
  }
  (void)fputs("\" aria-hidden=\"true\"", out);
  put_attributes(&p, ATTRIBUTES(NUMBER("width", width), NUMBER("height", height)));
  (void)putc('>', out);
  if (p.is_pits) put_rect(&p, "wood", 2, 2, p.width - 4, p.height - 4, 60);
  put_lines(&p, false);
  put_lines(&p, true);
  put_coordinates(&p);
  (void)fputs("<g class=\"places\">", out);
  for (uint32_t i = 0; i < p.count; i++) put_place(&p, i);
  (void)fputs("</g></svg>", out);
}

void grundy_board_paint_file(const grundy_board *board, const grundy_look *look, FILE *out) {
  enum { MARGIN = 10 };
  const painting p = painting_of(board, look, (grundy_board_view){0}, out);
  const box b = box_of(&p);
  const double longer = b.width > b.height ? b.width : b.height;
  const grundy_board_view view = {.most = floor(longer * 0.6 + 0.5)};
  double width, height;
  size_of(b, view.most, &width, &height);
  const attribute *size =
      ATTRIBUTES(NUMBER("width", width + 2 * MARGIN), NUMBER("height", height + 2 * MARGIN));
  (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<svg xmlns=\"http://www.w3.org/2000/svg\"",
              out);
  put_attributes(&p, size);
  (void)fprintf(out, " font-family=\"%s\">\n<rect class=\"sheet\"", grundy_scene_font);
  put_attributes(&p, size);
  (void)fprintf(out, " fill=\"%s\"/>\n<g transform=\"translate(%d,%d)\">",
                look->fill[GRUNDY_RATING_BLANK], MARGIN, MARGIN);
  grundy_board_paint(board, look, view, out);
  (void)fputs("</g>\n</svg>\n", out);
}
