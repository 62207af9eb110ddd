/* A picture of a game: a scene, laid out by Graphviz and written in a format. */

#include "answer/impl.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "digraph/naming.h"
#include "draw/board.h"
#include "draw/impl.h"
#include "explore/impl.h"

#include <grundy/text.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- scenes ------------------------------------------------------------------------------ */

/* Returns whether the text can be written into DOT without quotes. NULL is not a word. */
static bool is_word(const char *text) {
  return text != NULL && strspn(text, "abcdefghijklmnopqrstuvwxyz") == strlen(text);
}

/* Returns DOT that lays out the scene, to be freed; NULL if memory runs out. */
static char *layout_of(const grundy_scene *scene, const grundy_rendering *r) {
  char *dot = NULL, attributes[64];
  size_t size = 0;
  FILE *memory = grundy_text_open(&dot, &size);
  if (memory == NULL) return NULL;
  (void)snprintf(attributes, sizeof attributes, "%soverlap=%.20s",
                 r->is_sideways ? "rankdir=LR, " : "",
                 is_word(r->overlap) ? r->overlap : grundy_render_overlap);
  grundy_layout_put(scene, attributes, memory);
  if (grundy_text_close(memory, &dot)) return dot;
  free(dot);
  return NULL;
}

static grundy_status lay_out(grundy_scene *scene, const grundy_rendering *r, grundy_error *error) {
  char *plain = NULL, *dot = layout_of(scene, r);
  size_t size = 0;
  FILE *memory = dot == NULL ? NULL : grundy_text_open(&plain, &size);
  grundy_status status = GRUNDY_OK;
  if (memory != NULL) {
    status = grundy_render_layout(dot, r->layout, r->monitor, memory, error);
    bool is_kept = grundy_text_close(memory, &plain);
    if (status == GRUNDY_OK && (!is_kept || !grundy_layout_read(scene, plain, size)))
      status = grundy_fail_memory(error);
  } else
    status = grundy_fail_memory(error);
  free(plain);
  free(dot);
  return status;
}

/* Writes a png or pdf of what `paint` paints. */
static grundy_status rasterize(void (*paint)(const void *context, FILE *out), const void *context,
                               const grundy_rendering *r, FILE *out, grundy_error *error) {
  char *svg = NULL;
  size_t size = 0;
  FILE *memory = grundy_text_open(&svg, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  paint(context, memory);
  if (!grundy_text_close(memory, &svg)) {
    free(svg);
    return grundy_fail_memory(error);
  }
  const grundy_raster raster = {.svg = svg,
                                .size = size,
                                .is_pdf = strcmp(r->format, "pdf") == 0,
                                .scale = r->scale > 0 ? r->scale : 1};
  grundy_status status = grundy_raster_write(&raster, r->monitor, out, error);
  free(svg);
  return status;
}

/* A scene to paint, with its legend or without. */
typedef struct painted {
  const grundy_scene *scene;
  bool legend;
} painted;

static void paint_scene(const void *context, FILE *out) {
  const painted *p = context;
  grundy_scene_paint(p->scene, p->legend, out);
}

/* Lays the scene out and writes it: as svg, png, pdf, json or tikz. */
static grundy_status render_scene(grundy_scene *scene, const grundy_rendering *rendering, FILE *out,
                                  grundy_error *error) {
  const char *format = rendering->format;
  const bool is_svg = strcmp(format, "svg") == 0, is_json = strcmp(format, "json") == 0;
  const bool is_tikz = strcmp(format, "tikz") == 0;
  if (!is_svg && !is_json && !is_tikz && strcmp(format, "png") != 0 && strcmp(format, "pdf") != 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "'%.40s' is not a format of pictures; use svg, png, pdf, dot, tikz or json",
                       format);
  grundy_status status = grundy_render_prepare(format, error);
  if (status == GRUNDY_OK) status = lay_out(scene, rendering, error);
  if (status != GRUNDY_OK) return status;
  if (is_svg)
    grundy_scene_paint(scene, rendering->legend, out);
  else if (is_json)
    grundy_scene_put_json(scene, out);
  else if (is_tikz)
    grundy_scene_put_tikz(scene, out);
  else
    return rasterize(paint_scene, &(const painted){scene, rendering->legend}, rendering, out,
                     error);
  return GRUNDY_OK;
}

grundy_status grundy_scene_draw(void (*build)(grundy_scene *scene, const void *context),
                                const void *context, const char *head,
                                const grundy_rendering *rendering, FILE *out, grundy_error *error) {
  grundy_scene scene;
  bool is_begun = grundy_scene_begin(&scene, grundy_look_of(GRUNDY_PALETTE_PLAIN));
  if (is_begun) build(&scene, context);
  grundy_status status = is_begun ? grundy_scene_end(&scene, error) : grundy_fail_memory(error);
  if (status == GRUNDY_OK && strcmp(rendering->format, "dot") == 0) {
    (void)fprintf(out,
                  "digraph {\n  %s;\n  node [style=filled, fontname=\"DejaVu Sans\"];\n"
                  "  edge [fontname=\"DejaVu Sans\", fontsize=10];\n",
                  head);
    grundy_dot_put(&scene, out);
    (void)fputs("}\n", out);
  } else if (status == GRUNDY_OK)
    status = render_scene(&scene, rendering, out, error);
  grundy_scene_free(&scene);
  return status;
}

/* ---- games ------------------------------------------------------------------------------- */

/* Layering is slow with many cycles: larger games are drawn with springs. */
enum { LAYERED_POSITIONS = 120, LAYERED_MOVES = 400 };

static uint64_t drawn_moves(const grundy_digraph *g, const grundy_draw_options *options) {
  if (options->vertices == NULL) return grundy_digraph_size(g);
  uint64_t moves = 0;
  for (uint64_t i = 0; i < options->count; i++)
    moves += grundy_digraph_followers(g, options->vertices[i]).count;
  return moves;
}

/* Makes the scene of the positions and moves of vertices begin … end - 1. */
static grundy_status make_scene(const grundy_picture *p, uint32_t begin, uint32_t end,
                                bool positions, bool moves, grundy_scene *scene,
                                grundy_error *error) {
  if (!grundy_scene_begin(scene, p->look)) return grundy_fail_memory(error);
  for (uint32_t v = begin; v < end && positions; v++) {
    grundy_status status = grundy_picture_add_position(p, v, scene, error);
    if (status != GRUNDY_OK) return status;
  }
  for (uint32_t v = begin; v < end && moves; v++) grundy_picture_add_moves(p, v, scene);
  if (positions) grundy_picture_add_legend(p, scene);
  return grundy_scene_end(scene, error);
}

static grundy_status render(const grundy_picture *p, const char *format, FILE *out,
                            grundy_error *error) {
  const grundy_draw_options *options = p->options;
  bool layered = grundy_drawn_positions(p->g, options) <= LAYERED_POSITIONS &&
                 drawn_moves(p->g, options) <= LAYERED_MOVES;
  const grundy_rendering rendering = {.layout = options->layout != NULL ? options->layout
                                                : layered               ? "dot"
                                                                        : "sfdp",
                                      .format = format,
                                      .overlap = options->overlap,
                                      .legend = options->legend,
                                      .scale = options->scale,
                                      .monitor = options->monitor};
  grundy_scene scene;
  grundy_status status = make_scene(p, 0, grundy_digraph_order(p->g), true, true, &scene, error);
  if (status == GRUNDY_OK) status = grundy_digraph_naming_status(p->g, error);
  if (status == GRUNDY_OK) status = render_scene(&scene, &rendering, out, error);
  grundy_scene_free(&scene);
  return status;
}

/* ---- DOT ----------------------------------------------------------------------------------- */

/* Writes positions or moves, some at a time: games that are too large for a picture can be written
 * as DOT. */
static grundy_status put_dot(const grundy_picture *p, bool moves, FILE *out, grundy_error *error) {
  enum { SOME = 1000 };
  grundy_status status = GRUNDY_OK;
  for (uint64_t v = 0, order = grundy_digraph_order(p->g); v < order && status == GRUNDY_OK;
       v += SOME) {
    grundy_scene scene;
    const uint64_t end = order - v < SOME ? order : v + SOME;
    status = make_scene(p, (uint32_t)v, (uint32_t)end, !moves, moves, &scene, error);
    if (status == GRUNDY_OK) grundy_dot_put(&scene, out);
    grundy_scene_free(&scene);
  }
  return status;
}

static grundy_status draw_dot(const grundy_picture *p, FILE *out, grundy_error *error) {
  const grundy_draw_options *options = p->options;
  grundy_scene empty = {.look = p->look};
  (void)fputs("digraph {\n", out);
  /* Programs that read DOT use the layout that was chosen, too. */
  if (is_word(options->layout)) (void)fprintf(out, "  layout=%s;\n", options->layout);
  (void)fputs(
      "  node [style=filled, fontname=\"DejaVu Sans\", fontsize=12, margin=\"0.06,0.03\"];\n"
      "  edge [fontname=\"DejaVu Sans\", fontsize=11, arrowsize=0.8];\n"
      "  graph [fontname=\"DejaVu Sans\", fontsize=11, outputorder=edgesfirst, overlap=",
      out);
  (void)fprintf(out, "%s];\n", is_word(options->overlap) ? options->overlap : "prism");
  grundy_picture_add_legend(p, &empty);
  if (options->legend) grundy_dot_put_legend(&empty, out);
  grundy_status status = put_dot(p, false, out, error);
  if (status == GRUNDY_OK) status = put_dot(p, true, out, error);
  (void)fputs("}\n", out);
  return status == GRUNDY_OK ? grundy_digraph_naming_status(p->g, error) : status;
}

/* ---- boards ------------------------------------------------------------------------------ */

typedef struct painted_board {
  const grundy_board *board;
  const grundy_look *look;
} painted_board;

static void paint_board(const void *context, FILE *out) {
  const painted_board *p = context;
  grundy_board_paint_file(p->board, p->look, out);
}

static grundy_status put_board(const grundy_board *board, const char *format,
                               const grundy_draw_options *options, FILE *out, grundy_error *error) {
  const painted_board alone = {board, grundy_look_of(options->palette)};
  const grundy_rendering rendering = {
      .format = format, .scale = options->scale, .monitor = options->monitor};
  if (strcmp(format, "png") == 0 || strcmp(format, "pdf") == 0)
    return rasterize(paint_board, &alone, &rendering, out, error);
  if (strcmp(format, "svg") == 0) {
    paint_board(&alone, out);
  } else if (strcmp(format, "json") == 0) {
    grundy_json json = grundy_json_start(out);
    grundy_answer_board(&json, NULL, board);
  } else
    return grundy_fail(error, GRUNDY_UNABLE,
                       "a board cannot be drawn as '%.40s'; use svg, png, pdf or json", format);
  return GRUNDY_OK;
}

static grundy_status draw_board(const grundy_digraph *g, const char *format,
                                const grundy_draw_options *options, FILE *out,
                                grundy_error *error) {
  const uint32_t v = *options->board;
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_board *board = grundy_alloc_zero(1, sizeof *board);
  grundy_status status =
      board == NULL ? grundy_fail_memory(error) : grundy_position_board(g, v, 1, board, error);
  if (status == GRUNDY_OK && board->kind == GRUNDY_BOARD_NONE)
    status = grundy_fail(error, GRUNDY_UNDEFINED, "the position '%.100s' has no board",
                         grundy_digraph_name(g, v, scratch));
  if (status == GRUNDY_OK) status = put_board(board, format, options, out, error);
  free(board);
  return status;
}

grundy_status grundy_draw(const grundy_digraph *g, const grundy_solution *solution,
                          const char *format, const grundy_draw_options *options, FILE *out,
                          grundy_error *error) {
  grundy_draw_options chosen;
  grundy_picture picture;
  if (grundy_options_copy(options, &chosen, sizeof chosen, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  if (chosen.board != NULL) return draw_board(g, format, &chosen, out, error);
  bool is_dot = strcmp(format, "dot") == 0;
  uint64_t positions = grundy_drawn_positions(g, &chosen), moves = drawn_moves(g, &chosen);
  if (!is_dot && (positions > GRUNDY_DRAW_MAX_POSITIONS || moves > GRUNDY_DRAW_MAX_MOVES))
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_PICTURE,
                               "%" PRIu64 " positions and %" PRIu64
                               " moves are too many for a picture; expected at most %d and %d",
                               positions, moves, GRUNDY_DRAW_MAX_POSITIONS, GRUNDY_DRAW_MAX_MOVES);
  if (!grundy_picture_new(g, solution, &chosen, &picture)) return grundy_fail_memory(error);
  const bool has_boards = !chosen.no_boards && !is_dot && strcmp(format, "tikz") != 0;
  if (has_boards) picture.board = grundy_alloc_zero(1, sizeof *picture.board);
  grundy_status status = has_boards && picture.board == NULL ? grundy_fail_memory(error)
                         : is_dot                            ? draw_dot(&picture, out, error)
                                                             : render(&picture, format, out, error);
  free(picture.board);
  grundy_picture_free(&picture);
  return status;
}
