/* A scene is all that a picture of a graph shows, and where. Games, Cayley graphs and automata
 * become scenes; Graphviz says where their nodes and edges are; and one writer per format writes
 * them. The page paints the same scenes, from their JSON (web/page/paint.js). */

#ifndef GRUNDY_SRC_DRAW_SCENE_H
#define GRUNDY_SRC_DRAW_SCENE_H

#include <grundy/draw.h>

/* How good something is for the player who moves. */
typedef enum grundy_rating {
  GRUNDY_RATING_GOOD,
  GRUNDY_RATING_NEUTRAL,
  GRUNDY_RATING_BAD,
  GRUNDY_RATING_UNKNOWN, /* in a window */
  GRUNDY_RATING_BLANK,   /* not shown */
  GRUNDY_RATINGS
} grundy_rating;

/* The colours of boards. */
typedef enum grundy_board_colour {
  GRUNDY_COLOUR_SOFT,
  GRUNDY_COLOUR_SHEET,
  GRUNDY_COLOUR_WELL,
  GRUNDY_COLOUR_GRID_LINE,
  GRUNDY_COLOUR_FIRST,
  GRUNDY_COLOUR_SECOND,
  GRUNDY_COLOUR_PIECE_LINE,
  GRUNDY_COLOUR_COIN,
  GRUNDY_COLOUR_CHOCOLATE,
  GRUNDY_COLOUR_COVERED,
  GRUNDY_BOARD_COLOURS
} grundy_board_colour;

/* The colours of a palette. */
typedef struct grundy_look {
  const char *fill[GRUNDY_RATINGS], *line[GRUNDY_RATINGS]; /* of nodes */
  const char *ink, *node_ink, *edge, *mark;
  const char *board[GRUNDY_BOARD_COLOURS];
} grundy_look;

const grundy_look *grundy_look_of(grundy_palette palette);

/* The arrows of the kinds of moves, by the number of their kind, and a line without heads. */
typedef enum grundy_arrow {
  GRUNDY_ARROW_ORDINARY,
  GRUNDY_ARROW_CARRY_ON,
  GRUNDY_ARROW_LOCAL,
  GRUNDY_ARROW_ENTAILING,
  GRUNDY_ARROW_NONE,
  GRUNDY_ARROWS
} grundy_arrow;

/* Names of ratings, of their lines in Graphviz and TikZ, of their dashes in SVG, and of arrows. */
extern const char *const grundy_rating_names[GRUNDY_RATINGS];
extern const char *const grundy_rating_styles[GRUNDY_RATINGS];
extern const char *const grundy_arrow_names[GRUNDY_ARROWS];
extern const char *const grundy_board_colour_names[GRUNDY_BOARD_COLOURS];

/* Texts are places in scene->text. Several lines or attributes are separated by newlines; an
 * attribute is name=value. Names of positions have no control characters (grundy_scene_put). */
typedef struct grundy_scene_node {
  uint32_t number; /* its id is v-NUMBER; numbers increase */
  grundy_rating rating;
  bool is_square; /* B moves */
  bool has_more;  /* some of its moves are not drawn */
  bool is_marked, is_hidden;
  double x, y, width, height; /* its centre and its size, in pixels */
  size_t classes, lines, data;
  size_t picture, board; /* as SVG, in place of the first line, and as JSON; 0: none */
  double picture_width, picture_height;
} grundy_scene_node;

typedef struct grundy_scene_edge {
  uint32_t from, to; /* numbers of nodes */
  uint32_t number;   /* its id is e-FROM-TO, or e-FROM-TO-NUMBER if this is not 0 */
  grundy_arrow arrow;
  grundy_rating rating;
  bool is_best, is_here;     /* it begins at the current position */
  bool is_stay, is_exit;     /* it keeps the draw of the current position, or gives it away */
  const char *colour, *dash; /* instead of those of the rating; NULL: those */
  size_t classes, label, data;
  uint64_t first, count; /* points: a chain of cubic curves */
  double x, y;           /* of the centre of the label */
} grundy_scene_edge;

/* A row of the legend: an example of a node or edge with its meaning, then perhaps an edge. */
typedef struct grundy_legend_row {
  const char *text, *edge_text; /* edge_text NULL: no edge follows */
  bool has_node, has_edge;      /* the example of `text` */
  bool is_answer;               /* not in blank pictures */
  bool is_square, has_more, is_best, is_stay, is_exit;
  grundy_rating rating;
  grundy_arrow arrow;
} grundy_legend_row;

enum { GRUNDY_LEGEND_ROWS = 14 };

typedef struct grundy_scene {
  const grundy_look *look;
  grundy_scene_node *nodes;
  grundy_scene_edge *edges;
  double *points; /* x, y */
  uint64_t node_count, edge_count, point_count, node_room, edge_room, point_room;
  grundy_legend_row legend[GRUNDY_LEGEND_ROWS];
  int legend_count;
  char *text;
  size_t text_size;
  FILE *texts; /* while the scene is built */
  bool failed; /* memory has run out */
} grundy_scene;

/* ---- building ---- */

/* Begins a scene, whose members are not initialized. False if memory runs out; free it in any case.
 */
bool grundy_scene_begin(grundy_scene *scene, const grundy_look *look);

/* Ends it: then its texts can be read, and nodes have sizes. GRUNDY_OUT_OF_MEMORY if that ran out
 * since the begin. */
grundy_status grundy_scene_end(grundy_scene *scene, grundy_error *error);
void grundy_scene_free(grundy_scene *scene);

/* Returns a place for the next text: write it to scene->texts, then a NUL. */
size_t grundy_scene_text(grundy_scene *scene);

/* Writes text without control characters. */
void grundy_scene_put(FILE *texts, const char *text);

void grundy_scene_add_node(grundy_scene *scene, const grundy_scene_node *node);
void grundy_scene_add_edge(grundy_scene *scene, const grundy_scene_edge *edge);

/* Takes the next line of a text, which ends with '\n' or NUL; false after the last one. */
typedef struct grundy_line {
  const char *at;
  size_t length;
} grundy_line;
bool grundy_line_next(const char **text, grundy_line *line);

/* ---- laying out ---- */

/* Writes DOT for Graphviz, which finds places for nodes of these sizes. `attributes` are those of
 * the graph. */
void grundy_layout_put(const grundy_scene *scene, const char *attributes, FILE *out);

/* Reads the layout of Graphviz in its format `plain`: places nodes, edges and labels. Lines that do
 * not fit the scene are ignored. False if memory runs out. */
bool grundy_layout_read(grundy_scene *scene, char *plain, size_t size);

/* ---- writing ---- */

extern const char grundy_scene_font[];

/* Writes a number with at most one decimal, or an attribute with such a number. */
void grundy_put_number(FILE *out, double x);
void grundy_put_attribute(FILE *out, const char *name, double x);

/* As SVG. web/page/paint.js is its twin: both write the same bytes. */
void grundy_scene_paint(const grundy_scene *scene, bool legend, FILE *out);

/* As JSON, the scene of paint.js. */
void grundy_scene_put_json(const grundy_scene *scene, FILE *out);

/* As TikZ, without the legend. */
void grundy_scene_put_tikz(const grundy_scene *scene, FILE *out);

/* As lines of DOT, for other programs: those of the legend, and those of nodes and edges. */
void grundy_dot_put_legend(const grundy_scene *scene, FILE *out);
void grundy_dot_put(const grundy_scene *scene, FILE *out);

/* ---- sizes ---- */

/* Returns how many letters of common width the text is wide. */
double grundy_text_letters(const char *text, size_t length);

/* Returns the radius of the corners of a node. */
double grundy_node_radius(const grundy_scene_node *node);

#endif
