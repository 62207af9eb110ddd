/* Shared by the files of this room. */

#ifndef GRUNDY_SRC_DRAW_IMPL_H
#define GRUNDY_SRC_DRAW_IMPL_H

#include <grundy/board.h>
#include <grundy/draw.h>

#include "draw/scene.h"

/* ---- games as scenes ---- */

/* A game to draw: what is drawn, and what is known about it. */
typedef struct grundy_picture {
  const grundy_digraph *g;
  const grundy_solution *solution;
  const grundy_draw_options *options;
  const grundy_look *look;
  const grundy_outcome *outcome; /* NULL: unknown, or not shown */
  const uint8_t *players;
  const uint32_t *remoteness, *wins_a, *wins_b; /* to find best moves; NULL: none */
  uint8_t *marks;                               /* by vertex: a sum of the following */
  grundy_board *board;                          /* for one after the other; NULL: without boards */
  uint32_t *kept; /* by vertex: 1 + where play goes on that keeps the draw of the current position,
                     0: it does not come there; NULL: that is not a draw */
} grundy_picture;

enum { GRUNDY_DRAWN = 1, GRUNDY_HIGHLIGHTED = 2, GRUNDY_CURRENT = 4 };

/* Makes a picture. False if memory runs out. */
bool grundy_picture_new(const grundy_digraph *g, const grundy_solution *solution,
                        const grundy_draw_options *options, grundy_picture *picture);

void grundy_picture_free(grundy_picture *picture);

/* Adds a position, or its moves, to the scene; nothing if it is not drawn. Fails if the rules fail
 * to draw its board. */
grundy_status grundy_picture_add_position(const grundy_picture *p, uint32_t v, grundy_scene *scene,
                                          grundy_error *error);
void grundy_picture_add_moves(const grundy_picture *p, uint32_t u, grundy_scene *scene);

/* Returns whether the ordinary move from u to w is a best one. */
bool grundy_picture_is_best(const grundy_picture *p, uint32_t u, uint32_t w);

/* Adds the legend to a scene with all positions, or with none, for DOT. */
void grundy_picture_add_legend(const grundy_picture *p, grundy_scene *scene);

/* Returns how many positions are drawn. */
uint64_t grundy_drawn_positions(const grundy_digraph *g, const grundy_draw_options *options);

/* ---- rendering ---- */

/* How a scene is laid out and written. */
typedef struct grundy_rendering {
  const char *layout, *format;
  const char *overlap; /* NULL: as the build can do it best */
  bool legend;
  bool is_sideways; /* layers from left to right */
  double scale;     /* of a png */
  const grundy_monitor *monitor;
} grundy_rendering;

/* Builds the scene of `context`, ends it, lays it out and writes it, or writes it as dot; `head`
 * has the attributes of the graph in DOT. */
grundy_status grundy_scene_draw(void (*build)(grundy_scene *scene, const void *context),
                                const void *context, const char *head,
                                const grundy_rendering *rendering, FILE *out, grundy_error *error);

/* ---- parts that a build may lack ---- */

/* How overlaps are removed unless the options say it. */
extern const char grundy_render_overlap[];

/* GRUNDY_UNABLE if that format cannot be rendered, as far as this is known in advance: whether
 * librsvg is missing is not. */
grundy_status grundy_render_prepare(const char *format, grundy_error *error);

/* Lays out DOT and writes the format `plain` of Graphviz, after grundy_render_prepare has
 * succeeded. */
grundy_status grundy_render_layout(const char *dot, const char *layout,
                                   const grundy_monitor *monitor, FILE *out, grundy_error *error);

/* An SVG to be turned into png or pdf. */
typedef struct grundy_raster {
  const char *svg;
  size_t size;
  bool is_pdf;
  double scale; /* of the pixels of a png */
} grundy_raster;

grundy_status grundy_raster_write(const grundy_raster *raster, const grundy_monitor *monitor,
                                  FILE *out, grundy_error *error);

#endif
