/* Shared by the files of this room. */

#ifndef GRUNDY_SRC_DRAW_IMPL_H
#define GRUNDY_SRC_DRAW_IMPL_H

#include <grundy/draw.h>

/* How good something is for the player who moves. */
typedef enum grundy_rating {
  GRUNDY_GOOD,
  GRUNDY_NEUTRAL,
  GRUNDY_BAD,
  GRUNDY_UNRATED, /* not known, in a window */
  GRUNDY_RATINGS
} grundy_rating;

/* How positions and moves look, by rating: N, D and P, or A, D and B; moves to P, D and N. The last
 * one is for windows. */
typedef struct grundy_look {
  const char *shape[GRUNDY_RATINGS], *fill[GRUNDY_RATINGS];
  const char *line[GRUNDY_RATINGS], *style[GRUNDY_RATINGS];
  const char *highlight;
} grundy_look;

const grundy_look *grundy_look_of(grundy_palette palette);

/* Returns the rating of a position by its outcome: P, N, D, or A, B, D; a missing outcome is
 * neutral, and one that is not known in a window is not rated. */
grundy_rating grundy_rating_of(grundy_outcome outcome);

/* A picture: what is drawn, and what is known about it. */
typedef struct grundy_picture {
  const grundy_digraph *g;
  const grundy_solution *solution;
  const grundy_draw_options *options;
  const grundy_look *look;
  const grundy_outcome *outcome; /* NULL: unknown, or not shown */
  const uint8_t *players;
  const uint32_t *remoteness, *wins_a, *wins_b; /* to find best moves; NULL: none */
  uint8_t *marks;                               /* by vertex: a sum of the following */
  FILE *out;
} grundy_picture;

enum { GRUNDY_DRAWN = 1, GRUNDY_HIGHLIGHTED = 2, GRUNDY_CURRENT = 4 };

/* Makes a picture that writes to `out`. False if memory runs out. Free picture->marks. */
bool grundy_picture_new(const grundy_digraph *g, const grundy_solution *solution,
                        const grundy_draw_options *options, FILE *out, grundy_picture *picture);

/* A move of one kind. */
typedef struct grundy_drawn_move {
  uint32_t u, w;
  uint32_t kind; /* the number of the bit of its kind */
} grundy_drawn_move;

/* The shape of the arrows of each kind: in Graphviz, in TikZ, and in the words of the legend. */
typedef struct grundy_arrow {
  const char *graphviz, *tikz, *legend;
} grundy_arrow;
extern const grundy_arrow grundy_arrows[];

/* Returns the kinds of the moves from u to w, which are drawn as one arrow each. */
uint8_t grundy_picture_kinds(const grundy_picture *p, uint32_t u, uint32_t w);

/* Returns how good the move is for the player who makes it: moves to P-positions, or to positions
 * that this player wins, are good. After a carry-on move the same player moves, so that it is good
 * if it leads to an N-position. */
grundy_rating grundy_picture_rate_move(const grundy_picture *p, grundy_drawn_move m);

/* Returns whether the good strategy may choose the move [Smi66, §4]: it lowers the remoteness by 1,
 * or keeps a draw. */
bool grundy_picture_is_best(const grundy_picture *p, grundy_drawn_move m);

/* Returns whether the position has moves that are not drawn. */
bool grundy_picture_hides_moves(const grundy_picture *p, uint32_t v);

/* Writes the numbers of this move in the match, "1, 5", after `before`; nothing if it was not
 * made. */
void grundy_picture_put_played(const grundy_picture *p, uint32_t u, uint32_t w, const char *before);

/* Copies the SVG of Graphviz to p->out, with classes and attributes that say what is drawn. */
void grundy_annotate_svg(const grundy_picture *p, const char *svg, size_t size);

/* Writes a layout of Graphviz, in its format `plain`, to p->out as TikZ. Changes the layout. */
void grundy_put_tikz(const grundy_picture *p, char *plain, size_t size);

/* Writes the legend as the label of the graph, an attribute with its semicolon. */
void grundy_put_legend(FILE *out, const grundy_look *look, const grundy_digraph *g, bool blank);

/* Returns how many positions are drawn. */
uint64_t grundy_drawn_positions(const grundy_digraph *g, const grundy_draw_options *options);

/* Writes the picture as DOT, before it is laid out. */
grundy_status grundy_put_dot(const grundy_digraph *g, const grundy_solution *solution,
                             const grundy_draw_options *options, FILE *out, grundy_error *error);

/* A picture to render. */
typedef struct grundy_rendering {
  const char *text; /* DOT */
  const char *layout, *format;
  const grundy_picture *picture; /* NULL: the output of Graphviz is kept as it is */
} grundy_rendering;

/* How overlaps are removed unless the options say it. */
extern const char grundy_render_overlap[];

/* GRUNDY_UNABLE if that format cannot be rendered, as far as this is known in advance. */
grundy_status grundy_render_prepare(const char *format, grundy_error *error);

/* Writes the DOT that `put` writes, or a picture of it in another format. */
grundy_status grundy_render_dot(void (*put)(FILE *out, const void *context), const void *context,
                                const char *layout, const char *format,
                                const grundy_monitor *monitor, FILE *out, grundy_error *error);

/* Renders the picture after grundy_render_prepare has succeeded. */
grundy_status grundy_render(const grundy_rendering *rendering, const grundy_monitor *monitor,
                            FILE *out, grundy_error *error);

#endif
