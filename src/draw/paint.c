/* Scenes as SVG. web/page/paint.js is the twin of this file: the same functions in the same order
 * write the same bytes, which tests/draw/twins.sh compares. Nothing here depends on the system:
 * arithmetic is that of doubles, without library functions but floor and sqrt, and numbers are
 * written with one decimal. */

#include "draw/scene.h"

#include "text/markup.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

const char grundy_scene_font[] = "Inter, Noto Sans, DejaVu Sans, Verdana, sans-serif";

static const double head_size = 9.5;
static const double entailing_ring = 0.36; /* radius, in heads */

typedef struct point {
  double x, y;
} point;

/* ---- pieces ------------------------------------------------------------------------------ */

void grundy_put_number(FILE *out, double x) {
  int64_t tenths = (int64_t)floor(x * 10 + 0.5);
  if (tenths < 0) (void)putc('-', out);
  if (tenths < 0) tenths = -tenths;
  (void)fprintf(out, "%" PRId64, tenths / 10);
  if (tenths % 10 != 0) (void)fprintf(out, ".%" PRId64, tenths % 10);
}

void grundy_put_attribute(FILE *out, const char *name, double x) {
  (void)fprintf(out, " %s=\"", name);
  grundy_put_number(out, x);
  (void)putc('"', out);
}

static void put_point(FILE *out, const char *before, point p) {
  (void)fputs(before, out);
  grundy_put_number(out, p.x);
  (void)putc(',', out);
  grundy_put_number(out, p.y);
}

static void put_escaped(FILE *out, grundy_line text) {
  grundy_write_xml(out, text.at, text.length, "&<>\"");
}

static void put_rect(FILE *out, const char *class, point centre, double width, double height,
                     double radius) {
  (void)fprintf(out, "<rect class=\"%s\"", class);
  grundy_put_attribute(out, "x", centre.x - width / 2);
  grundy_put_attribute(out, "y", centre.y - height / 2);
  grundy_put_attribute(out, "width", width);
  grundy_put_attribute(out, "height", height);
  grundy_put_attribute(out, "rx", radius);
}

static void put_text(FILE *out, const char *class, point at, const char *size, const char *weight,
                     const char *colour, grundy_line text) {
  (void)fprintf(out, "<text class=\"%s\"", class);
  grundy_put_attribute(out, "x", at.x);
  grundy_put_attribute(out, "y", at.y);
  (void)fprintf(out, " font-size=\"%s\"%s fill=\"%s\">", size, weight, colour);
  put_escaped(out, text);
  (void)fputs("</text>\n", out);
}

/* Writes the beginning of the group of a node or edge, with its attributes. */
static void put_group(FILE *out, const char *classes, const char *data) {
  (void)fprintf(out, " class=\"%s\"", classes);
  grundy_line line;
  while (grundy_line_next(&data, &line)) {
    const char *equals = memchr(line.at, '=', line.length);
    assert(equals != NULL);
    size_t length = (size_t)(equals - line.at);
    (void)fprintf(out, " data-%.*s=\"", (int)length, line.at);
    put_escaped(out, (grundy_line){equals + 1, line.length - length - 1});
    (void)putc('"', out);
  }
  (void)fputs(">\n", out);
}

/* ---- nodes ------------------------------------------------------------------------------- */

/* Writes the shape of a node: one line if it is good, dashes if it is neutral, two lines if it is
 * bad, dots if it is unknown. */
static void put_shape(FILE *out, const grundy_look *look, const grundy_scene_node *node) {
  const point at = {node->x, node->y};
  const double width = node->width, height = node->height;
  const double radius = grundy_node_radius(node);
  const char *line = look->line[node->rating];
  if (node->is_marked) {
    put_rect(out, "halo", at, width + 14, height + 14, radius + 7);
    (void)fprintf(out, " fill=\"%s\" fill-opacity=\"0.13\" stroke=\"%s\" stroke-width=\"2.4\"/>\n",
                  look->mark, look->mark);
  }
  if (node->has_more) {
    put_rect(out, "more", (point){at.x + 4, at.y + 4}, width, height, radius);
    (void)fprintf(out, " fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"/>\n", line);
  }
  put_rect(out, "shape", at, width, height, radius);
  (void)fprintf(out, " fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n",
                look->fill[node->rating], line, node->rating == GRUNDY_RATING_NEUTRAL ? "2" : "1.6",
                node->rating == GRUNDY_RATING_NEUTRAL   ? " stroke-dasharray=\"5 3.5\""
                : node->rating == GRUNDY_RATING_UNKNOWN ? " stroke-dasharray=\"1.5 3\""
                                                        : "");
  if (node->rating == GRUNDY_RATING_BAD) {
    put_rect(out, "ring", at, width - 7, height - 7, radius - 3.5);
    (void)fprintf(out, " fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"/>\n", line);
  }
}

static void put_node(const grundy_scene *scene, const grundy_scene_node *node, FILE *out) {
  const char *text = scene->text + node->lines;
  int lines = 0;
  grundy_line line = {"", 0};
  if (node->is_hidden) return;
  while (grundy_line_next(&text, &line)) lines++;
  text = scene->text + node->lines;
  (void)fprintf(out, "<g id=\"v-%" PRIu32 "\"", node->number);
  put_group(out, scene->text + node->classes, scene->text + node->data);
  put_shape(out, scene->look, node);
  double top = node->y - (lines < 2 ? 8.5 : (17 + 13 * (lines - 1)) / 2.0);
  if (node->picture != 0) {
    const point corner = {node->x - node->picture_width / 2, node->y - node->height / 2 + 7};
    put_point(out, "<g transform=\"translate(", corner);
    (void)fprintf(out, ")\">%s</g>\n", scene->text + node->picture);
    top = corner.y + node->picture_height - 17;
  }
  for (int i = 0; grundy_line_next(&text, &line); i++) {
    if (i == 0 && node->picture != 0) continue;
    const point at = {node->x, i == 0 ? top + 13.5 : top + 14 + 13 * i};
    put_text(out, i == 0 ? "name" : "value", at, i == 0 ? "14" : "11",
             i == 0 ? " font-weight=\"600\"" : "", scene->look->node_ink, line);
  }
  (void)fputs("</g>\n", out);
}

/* ---- edges ------------------------------------------------------------------------------- */

/* The end of an arrow: its tip, and the direction in which it points. */
typedef struct tip {
  point at;
  double dx, dy;
} tip;

/* Returns the point that lies `back` behind the tip and `aside` next to it. */
static point point_behind(tip t, double back, double aside) {
  return (point){t.at.x - t.dx * back - t.dy * aside, t.at.y - t.dy * back + t.dx * aside};
}

/* Writes the outline of one head that begins `back` behind the tip. */
static void put_head(FILE *out, tip t, double back) {
  const double half = head_size * 0.42;
  put_point(out, "M", point_behind(t, back, 0));
  put_point(out, " ", point_behind(t, back + head_size, half));
  put_point(out, " ", point_behind(t, back + head_size, -half));
  (void)putc('Z', out);
}

/* Writes a ring of radius r around a point, as a path. */
static void put_ring(FILE *out, point p, double r) {
  put_point(out, "M", (point){p.x - r, p.y});
  put_point(out, "a", (point){r, r});
  put_point(out, " 0 1 0 ", (point){2 * r, 0});
  put_point(out, "a", (point){r, r});
  put_point(out, " 0 1 0 ", (point){-2 * r, 0});
}

/* Returns how far the line ends before the tip. */
static double arrow_length(grundy_arrow arrow) {
  switch (arrow) {
  case GRUNDY_ARROW_NONE:
    return 0;
  case GRUNDY_ARROW_ORDINARY:
    return 0.9 * head_size;
  case GRUNDY_ARROW_ENTAILING:
    return (0.9 + 2 * entailing_ring) * head_size;
  default:
    return 1.9 * head_size;
  }
}

/* Writes the head of an arrow: a filled one, two of them, two open ones, or one and a ring. */
static void put_arrow(FILE *out, tip t, grundy_arrow arrow, const char *colour, const char *sheet) {
  if (arrow == GRUNDY_ARROW_NONE) return;
  if (arrow != GRUNDY_ARROW_LOCAL) {
    (void)fputs("<path class=\"head\" d=\"", out);
    put_head(out, t, 0);
    if (arrow == GRUNDY_ARROW_CARRY_ON) put_head(out, t, head_size);
    (void)fprintf(out, "\" fill=\"%s\"/>\n", colour);
  }
  if (arrow != GRUNDY_ARROW_LOCAL && arrow != GRUNDY_ARROW_ENTAILING) return;
  (void)fputs("<path class=\"open\" d=\"", out);
  if (arrow == GRUNDY_ARROW_ENTAILING) {
    const double r = entailing_ring * head_size;
    put_ring(out, point_behind(t, head_size + r, 0), r);
  } else {
    put_head(out, t, 0);
    put_head(out, t, head_size);
  }
  (void)fprintf(out, "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", sheet, colour);
}

/* Returns the end of a chain of curves: its direction is from the last point that is elsewhere. */
static tip find_tip(const double *points, uint64_t count) {
  tip t = {{points[2 * count - 2], points[2 * count - 1]}, 1, 0};
  for (uint64_t i = count - 1; i-- > 0;) {
    const double x = t.at.x - points[2 * i], y = t.at.y - points[2 * i + 1];
    const double length = sqrt(x * x + y * y);
    if (length < 0.1) continue;
    t.dx = x / length;
    t.dy = y / length;
    break;
  }
  return t;
}

static void put_path(const grundy_scene_edge *edge, const double *points, const char *colour,
                     const char *sheet, FILE *out) {
  const uint64_t count = edge->count;
  const bool is_rated = edge->rating != GRUNDY_RATING_BLANK;
  const char *dash = edge->dash != NULL                      ? edge->dash
                     : edge->rating == GRUNDY_RATING_NEUTRAL ? "6 4"
                     : edge->rating == GRUNDY_RATING_BAD     ? "2 3"
                     : edge->rating == GRUNDY_RATING_UNKNOWN ? "1 4"
                                                             : "";
  const tip t = find_tip(points, count);
  (void)fputs("<path class=\"line\" d=\"", out);
  for (uint64_t i = 0; i < count; i++) {
    point p = {points[2 * i], points[2 * i + 1]};
    if (i + 1 == count) p = point_behind(t, arrow_length(edge->arrow), 0);
    put_point(out, i == 0 ? "M" : i % 3 == 1 ? "C" : " ", p);
  }
  (void)fprintf(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"", colour,
                edge->is_stay                       ? "4"
                : edge->is_best                     ? "3.2"
                : edge->rating == GRUNDY_RATING_BAD ? "1.5"
                : is_rated || edge->is_here         ? "1.8"
                                                    : "1.4");
  if (*dash != '\0') (void)fprintf(out, " stroke-dasharray=\"%s\"", dash);
  (void)fputs("/>\n", out);
  put_arrow(out, t, edge->arrow, colour, sheet);
}

static const char *colour_of(const grundy_look *look, const grundy_scene_edge *edge) {
  if (edge->colour != NULL) return edge->colour;
  if (edge->rating != GRUNDY_RATING_BLANK) return look->line[edge->rating];
  return edge->is_here ? look->ink : look->edge;
}

/* Writes a cross over the middle of an edge: of its middle curve. */
static void put_cross(const double *points, uint64_t count, const char *colour, FILE *out) {
  const double *a = points + 6 * ((count - 1) / 6);
  const double x = (a[0] + 3 * a[2] + 3 * a[4] + a[6]) / 8;
  const double y = (a[1] + 3 * a[3] + 3 * a[5] + a[7]) / 8, r = 6;
  put_point(out, "<path class=\"cross\" d=\"M", (point){x - r, y - r});
  put_point(out, " ", (point){x + r, y + r});
  put_point(out, "M", (point){x - r, y + r});
  put_point(out, " ", (point){x + r, y - r});
  (void)fprintf(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>\n", colour);
}

static void put_edge(const grundy_scene *scene, const grundy_scene_edge *edge, FILE *out) {
  const char *text = scene->text + edge->label, *sheet = scene->look->fill[GRUNDY_RATING_BLANK];
  (void)fprintf(out, "<g id=\"e-%" PRIu32 "-%" PRIu32, edge->from, edge->to);
  if (edge->number > 0) (void)fprintf(out, "-%" PRIu32, edge->number);
  (void)putc('"', out);
  put_group(out, scene->text + edge->classes, scene->text + edge->data);
  const char *colour = colour_of(scene->look, edge);
  const double *points = scene->points + 2 * edge->first;
  put_path(edge, points, colour, sheet, out);
  if (edge->is_exit) put_cross(points, edge->count, scene->look->line[GRUNDY_RATING_BAD], out);
  int lines = 0;
  grundy_line line = {"", 0};
  while (grundy_line_next(&text, &line)) lines++;
  text = scene->text + edge->label;
  for (int i = 0; grundy_line_next(&text, &line); i++)
    put_text(out, "label", (point){edge->x, edge->y + 4 + 13 * i - 6.5 * (lines - 1)}, "11", "",
             edge->colour != NULL ? edge->colour : scene->look->ink, line);
  (void)fputs("</g>\n", out);
}

/* ---- the legend -------------------------------------------------------------------------- */

enum { ROW = 26, SAMPLE = 44, GAP = 10 };

static double text_width(const char *text) {
  return grundy_text_letters(text, strlen(text)) * 6.7;
}

/* Returns the width of the first column, which has examples and their meaning. */
static double first_column(const grundy_scene *scene) {
  double width = 0;
  for (int i = 0; i < scene->legend_count; i++) {
    const grundy_legend_row *row = &scene->legend[i];
    const double wide = SAMPLE + GAP + text_width(row->text);
    if (row->edge_text != NULL && wide > width) width = wide;
  }
  return width;
}

static double legend_width(const grundy_scene *scene) {
  const double first = first_column(scene);
  double width = 0;
  for (int i = 0; i < scene->legend_count; i++) {
    const grundy_legend_row *row = &scene->legend[i];
    const double wide = row->edge_text == NULL
                            ? SAMPLE + GAP + text_width(row->text)
                            : first + 2 * GAP + SAMPLE + GAP + text_width(row->edge_text);
    if (wide > width) width = wide;
  }
  return width;
}

static void put_sample(const grundy_scene *scene, const grundy_legend_row *row, point at,
                       FILE *out) {
  const grundy_scene_edge edge = {.arrow = row->arrow,
                                  .rating = row->rating,
                                  .is_best = row->is_best,
                                  .is_stay = row->is_stay,
                                  .count = 4};
  const double points[] = {
      at.x, at.y, at.x + SAMPLE / 3.0, at.y, at.x + 2 * SAMPLE / 3.0, at.y, at.x + SAMPLE, at.y};
  put_path(&edge, points, colour_of(scene->look, &edge), scene->look->fill[GRUNDY_RATING_BLANK],
           out);
  if (row->is_exit) put_cross(points, 4, scene->look->line[GRUNDY_RATING_BAD], out);
}

static void put_meaning(const grundy_scene *scene, point at, const char *text, FILE *out) {
  put_text(out, "meaning", (point){at.x + SAMPLE + GAP, at.y + 4.5}, "12", " text-anchor=\"start\"",
           scene->look->ink, (grundy_line){text, strlen(text)});
}

static void put_legend(const grundy_scene *scene, point corner, FILE *out) {
  const double second = corner.x + first_column(scene) + 2 * GAP;
  (void)fputs("<g class=\"legend\">\n", out);
  for (int i = 0; i < scene->legend_count; i++) {
    const grundy_legend_row *row = &scene->legend[i];
    const point at = {corner.x, corner.y + ROW * i + ROW / 2.0};
    const grundy_scene_node node = {.rating = row->rating,
                                    .is_square = row->is_square,
                                    .has_more = row->has_more,
                                    .x = at.x + SAMPLE / 2.0,
                                    .y = at.y,
                                    .width = SAMPLE - 8,
                                    .height = 18};
    if (row->has_node) put_shape(out, scene->look, &node);
    if (row->has_edge) put_sample(scene, row, at, out);
    put_meaning(scene, at, row->text, out);
    if (row->edge_text == NULL) continue;
    put_sample(scene, row, (point){second, at.y}, out);
    put_meaning(scene, (point){second, at.y}, row->edge_text, out);
  }
  (void)fputs("</g>\n", out);
}

/* ---- the picture ------------------------------------------------------------------------- */

typedef struct box {
  double left, top, right, bottom;
} box;

static void include(box *b, double x, double y, double half_width, double half_height) {
  if (x - half_width < b->left) b->left = x - half_width;
  if (x + half_width > b->right) b->right = x + half_width;
  if (y - half_height < b->top) b->top = y - half_height;
  if (y + half_height > b->bottom) b->bottom = y + half_height;
}

/* Returns a rectangle that contains everything but the legend. */
static box find_bounds(const grundy_scene *scene) {
  box b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (uint64_t i = 0; i < scene->node_count; i++) {
    const grundy_scene_node *node = &scene->nodes[i];
    const double more = node->is_marked ? 9 : node->has_more ? 5 : 1;
    include(&b, node->x, node->y, node->width / 2 + more, node->height / 2 + more);
  }
  for (uint64_t i = 0; i < scene->edge_count; i++) {
    const grundy_scene_edge *edge = &scene->edges[i];
    const char *text = scene->text + edge->label;
    double width = 0, height = 0;
    grundy_line line;
    for (uint64_t j = 0; j < edge->count; j++)
      include(&b, scene->points[2 * (edge->first + j)], scene->points[2 * (edge->first + j) + 1], 2,
              2);
    while (grundy_line_next(&text, &line)) {
      const double wide = grundy_text_letters(line.at, line.length) * 6.5;
      if (wide > width) width = wide;
      height += 13;
    }
    if (height > 0) include(&b, edge->x, edge->y, width / 2, height / 2);
  }
  return b.left > b.right ? (box){0, 0, 0, 0} : b;
}

void grundy_scene_paint(const grundy_scene *scene, bool legend, FILE *out) {
  enum { MARGIN = 10 };
  box b = find_bounds(scene);
  const bool has_legend = legend && scene->legend_count > 0;
  if (has_legend) { /* below the graph, which is in the middle if it is narrower */
    const double more = legend_width(scene) - (b.right - b.left);
    if (more > 0) b.left -= more / 2;
    if (more > 0) b.right += more / 2;
    b.bottom += MARGIN + ROW * scene->legend_count;
  }
  const double left = floor(b.left) - MARGIN, top = floor(b.top) - MARGIN;
  const double width = ceil(b.right) + MARGIN - left, height = ceil(b.bottom) + MARGIN - top;
  (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<svg xmlns=\"http://www.w3.org/2000/svg\"",
              out);
  grundy_put_attribute(out, "width", width);
  grundy_put_attribute(out, "height", height);
  (void)fputs(" viewBox=\"", out);
  const double numbers[] = {left, top, width, height};
  for (int i = 0; i < 4; i++) {
    if (i > 0) (void)putc(' ', out);
    grundy_put_number(out, numbers[i]);
  }
  (void)fprintf(out, "\" font-family=\"%s\" text-anchor=\"middle\">\n<rect class=\"sheet\"",
                grundy_scene_font);
  grundy_put_attribute(out, "x", left);
  grundy_put_attribute(out, "y", top);
  grundy_put_attribute(out, "width", width);
  grundy_put_attribute(out, "height", height);
  (void)fprintf(out, " fill=\"%s\"/>\n", scene->look->fill[GRUNDY_RATING_BLANK]);
  for (uint64_t i = 0; i < scene->edge_count; i++) put_edge(scene, &scene->edges[i], out);
  for (uint64_t i = 0; i < scene->node_count; i++) put_node(scene, &scene->nodes[i], out);
  if (has_legend) put_legend(scene, (point){b.left, b.bottom - ROW * scene->legend_count}, out);
  (void)fputs("</svg>\n", out);
}
