/* Where nodes and edges are: Graphviz lays out boxes of the sizes of our nodes, and writes its
 * format `plain`. A line of that is
 *
 *   node v3 x y width height label style shape color fillcolor
 *   edge v3 v5 n x1 y1 … xn yn [label x y] style color
 *
 * with lengths in inches, and y upwards; the n points of an edge are a chain of cubic curves from
 * centre to centre, which end here at the borders of our nodes. */

#include "draw/scene.h"

#include "base/alloc.h"
#include "text/cursor.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double inch = 72; /* pixels */

typedef struct point {
  double x, y;
} point;

/* ---- asking Graphviz --------------------------------------------------------------------- */

/* Writes as many lines of letters as the label has, so that Graphviz keeps room for it. */
static void put_label_room(const char *text, FILE *out) {
  grundy_line line;
  if (*text == '\0') return;
  (void)fputs(" [label=\"", out);
  while (grundy_line_next(&text, &line)) {
    for (int left = (int)ceil(grundy_text_letters(line.at, line.length)); left > 0; left--)
      (void)putc('x', out);
    if (*text != '\0') (void)fputs("\\n", out);
  }
  (void)fputs("\"]", out);
}

void grundy_layout_put(const grundy_scene *scene, const char *attributes, FILE *out) {
  (void)fprintf(out,
                "digraph {\n  graph [%s, nodesep=0.35, ranksep=0.6, K=1.1, sep=\"+18\"];\n"
                "  node [label=\"\", shape=box, fixedsize=true];\n"
                "  edge [dir=none, headclip=false, tailclip=false, len=1.6, fontname=\"DejaVu "
                "Sans\", fontsize=11];\n",
                attributes);
  for (uint64_t i = 0; i < scene->node_count; i++)
    (void)fprintf(out, "  v%" PRIu32 " [width=%.4f, height=%.4f];\n", scene->nodes[i].number,
                  scene->nodes[i].width / inch, scene->nodes[i].height / inch);
  for (uint64_t i = 0; i < scene->edge_count; i++) {
    (void)fprintf(out, "  v%" PRIu32 " -> v%" PRIu32, scene->edges[i].from, scene->edges[i].to);
    put_label_room(scene->text + scene->edges[i].label, out);
    (void)fputs(";\n", out);
  }
  (void)fputs("}\n", out);
}

/* ---- shapes ------------------------------------------------------------------------------ */

/* Returns whether a point is inside a node that is larger by `more` on all sides. */
static bool is_inside(const grundy_scene_node *node, double more, point p) {
  double radius = grundy_node_radius(node);
  /* How far the point is outside of the rectangle of the centres of the corners. */
  double x = fabs(p.x - node->x) - (node->width / 2 - radius);
  double y = fabs(p.y - node->y) - (node->height / 2 - radius);
  if (x < 0) x = 0;
  if (y < 0) y = 0;
  radius += more;
  return x * x + y * y < radius * radius;
}

static point between(point a, point b, double t) {
  return (point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/* Splits a cubic curve at t, by the algorithm of de Casteljau. */
static void split(const point c[4], double t, point left[4], point right[4]) {
  const point ab = between(c[0], c[1], t), bc = between(c[1], c[2], t), cd = between(c[2], c[3], t);
  const point abc = between(ab, bc, t), bcd = between(bc, cd, t), middle = between(abc, bcd, t);
  const point first[4] = {c[0], ab, abc, middle}, last[4] = {middle, bcd, cd, c[3]};
  memcpy(left, first, sizeof first);
  memcpy(right, last, sizeof last);
}

static point point_at(const point c[4], double t) {
  point left[4], right[4];
  split(c, t, left, right);
  return right[0];
}

/* Cuts off the beginning of a chain of curves, as far as it is inside the node; returns how many
 * points remain, which are moved to the front. A chain that never leaves the node keeps its last
 * curve. */
static uint64_t clip(point *points, uint64_t count, const grundy_scene_node *node, double more) {
  enum { STEPS = 16, HALVINGS = 20 };
  uint64_t first = 0;
  while (first + 4 < count && is_inside(node, more, points[first + 3])) first += 3;
  double inside = 0, outside = 1;
  for (int i = 1; i <= STEPS; i++) {
    if (is_inside(node, more, point_at(points + first, (double)i / STEPS)))
      inside = (double)i / STEPS;
    else {
      outside = (double)i / STEPS;
      break;
    }
  }
  for (int i = 0; i < HALVINGS && inside < outside; i++) {
    const double middle = (inside + outside) / 2;
    if (is_inside(node, more, point_at(points + first, middle)))
      inside = middle;
    else
      outside = middle;
  }
  point left[4], right[4];
  split(points + first, inside < outside ? outside : 0, left, right);
  memcpy(points + first, right, sizeof right);
  memmove(points, points + first, (count - first) * sizeof *points);
  return count - first;
}

static void reverse(point *points, uint64_t count) {
  for (uint64_t i = 0; 2 * i + 1 < count; i++) {
    const point swapped = points[i];
    points[i] = points[count - 1 - i];
    points[count - 1 - i] = swapped;
  }
}

/* Replaces the loop of Graphviz, to the right of its node or above it, by a rounder one that
 * reaches as far. */
static uint64_t round_loop(point *points, uint64_t count, const grundy_scene_node *node) {
  double right = 0, above = 0;
  for (uint64_t i = 0; i < count; i++) {
    right = fmax(right, points[i].x - node->x - node->width / 2);
    above = fmax(above, node->y - node->height / 2 - points[i].y);
  }
  const bool is_above = above > right;
  const double radius = fmin(grundy_node_radius(node), node->height / 2);
  /* The loop leaves a corner and returns to another: their places if the node were turned. */
  const double along = (is_above ? node->height : node->width) / 2 - 0.2 * radius + 0.8;
  const double aside = fmin(is_above ? node->width : node->height, 2 * 19.0) / 2 - 0.4 * radius;
  const double reach = fmax(is_above ? above : right, 14) / 0.6;
  const point turned[4] = {{along, -aside},
                           {along + 0.8 * reach, -aside - 0.6 * reach},
                           {along + 0.8 * reach, aside + 0.6 * reach},
                           {along + 0.8, aside + 0.6}};
  for (int i = 0; i < 4; i++)
    points[i] = is_above ? (point){node->x + turned[i].y, node->y - turned[i].x}
                         : (point){node->x + turned[i].x, node->y + turned[i].y};
  return 4;
}

/* ---- reading ----------------------------------------------------------------------------- */

typedef struct reading {
  grundy_scene *scene;
  grundy_cursor c; /* at the rest of a line */
  bool *is_placed; /* by edge */
  uint64_t next;   /* edges before this one are placed */
  double height;   /* of the picture, to turn it upside down */
} reading;

/* Takes the next word, without the quotes that it may have. */
static grundy_word take_word(reading *r) {
  grundy_cursor *c = &r->c;
  grundy_cursor_skip(c, " ");
  if (!grundy_cursor_accept(c, '"')) return grundy_cursor_take_until(c, " ");
  grundy_word word = {c->at, 0};
  while (c->at < c->end && *c->at != '"') c->at += c->at[0] == '\\' && c->at + 1 < c->end ? 2 : 1;
  word.length = (size_t)(c->at - word.at);
  (void)grundy_cursor_accept(c, '"');
  return word;
}

/* Takes a length in inches; 0 if it is something else. */
static double take_length(reading *r) {
  grundy_word word = take_word(r);
  char text[32] = "";
  if (word.length < sizeof text) memcpy(text, word.at, word.length);
  const double length = strtod(text, NULL) * inch;
  return fabs(length) < 1e7 ? length : 0;
}

/* Places have two decimals, in the scene as in its JSON. */
static double rounded(double x) {
  return floor(x * 100 + 0.5) / 100;
}

static point take_point(reading *r) {
  const double x = take_length(r);
  return (point){x, r->height - take_length(r)};
}

static int compare_number(const void *key, const void *item) {
  const uint32_t a = *(const uint32_t *)key, b = ((const grundy_scene_node *)item)->number;
  return a < b ? -1 : a > b;
}

/* Returns the node with that number; NULL if there is none. */
static grundy_scene_node *find_node(const grundy_scene *scene, uint32_t number) {
  if (scene->node_count == 0) return NULL;
  return bsearch(&number, scene->nodes, scene->node_count, sizeof *scene->nodes, compare_number);
}

/* Takes the node of a word such as v12; NULL if there is none. */
static grundy_scene_node *take_node(reading *r) {
  grundy_word word = take_word(r);
  uint64_t number;
  if (word.length < 2 || word.at[0] != 'v' ||
      !grundy_number_parse(word.at + 1, word.length - 1, UINT32_MAX, &number))
    return NULL;
  return find_node(r->scene, (uint32_t)number);
}

static void read_node(reading *r) {
  grundy_scene_node *node = take_node(r);
  if (node == NULL) return;
  const point at = take_point(r);
  node->x = rounded(at.x);
  node->y = rounded(at.y);
}

/* Returns the first edge between these nodes that has no place yet. Graphviz writes edges by their
 * first node, and several ones between two nodes in their order. */
static grundy_scene_edge *find_edge(reading *r, uint32_t from, uint32_t to) {
  grundy_scene *scene = r->scene;
  while (r->next < scene->edge_count && r->is_placed[r->next]) r->next++;
  for (uint64_t i = r->next; i < scene->edge_count; i++) {
    if (r->is_placed[i] || scene->edges[i].from != from || scene->edges[i].to != to) continue;
    r->is_placed[i] = true;
    return &scene->edges[i];
  }
  return NULL;
}

/* Stores the points of an edge; false if memory runs out. */
static bool keep_points(grundy_scene *scene, grundy_scene_edge *edge, const point *points,
                        uint64_t count) {
  if (!grundy_grow(&scene->points, &scene->point_room, 2 * (scene->point_count + count),
                   sizeof *scene->points))
    return false;
  edge->first = scene->point_count;
  edge->count = count;
  for (uint64_t i = 0; i < count; i++) {
    scene->points[2 * scene->point_count] = rounded(points[i].x);
    scene->points[2 * scene->point_count + 1] = rounded(points[i].y);
    scene->point_count++;
  }
  return true;
}

/* Lets the chain of curves from centre to centre end at the borders of the nodes, and stores it. */
static bool place_edge(reading *r, grundy_scene_edge *edge, const grundy_scene_node *from,
                       const grundy_scene_node *to, point *points, uint64_t count) {
  if (from == to)
    count = round_loop(points, count, from);
  else {
    count = clip(points, count, from, 1);
    reverse(points, count);
    count = clip(points, count, to, 2);
    reverse(points, count);
  }
  return keep_points(r->scene, edge, points, count);
}

static bool read_edge(reading *r) {
  const grundy_scene_node *from = take_node(r), *to = take_node(r);
  grundy_word word = take_word(r);
  uint64_t count;
  if (from == NULL || to == NULL ||
      !grundy_number_parse(word.at, word.length, (uint64_t)(r->c.end - r->c.at), &count) ||
      count < 4 || count % 3 != 1)
    return true;
  grundy_scene_edge *edge = find_edge(r, from->number, to->number);
  point *points = edge == NULL ? NULL : grundy_alloc(count, sizeof *points);
  if (points == NULL) return edge == NULL;
  for (uint64_t i = 0; i < count; i++) points[i] = take_point(r);
  bool is_kept = place_edge(r, edge, from, to, points, count);
  free(points);
  if (r->scene->text[edge->label] == '\0') return is_kept;
  (void)take_word(r);
  const point at = take_point(r);
  edge->x = rounded(at.x);
  edge->y = rounded(at.y);
  return is_kept;
}

/* Draws a straight line for every edge that has no place: Graphviz leaves edges out without an
 * error where it runs out of memory, and a picture must show all moves. */
static bool place_lost_edges(reading *r) {
  enum { LOOP = 20 }; /* pixels from the node to the label of a loop */
  grundy_scene *scene = r->scene;
  for (uint64_t i = 0; i < scene->edge_count; i++) {
    grundy_scene_edge *edge = &scene->edges[i];
    if (r->is_placed[i]) continue;
    const grundy_scene_node *from = find_node(scene, edge->from), *to = find_node(scene, edge->to);
    assert(from != NULL && to != NULL);
    const point a = {from->x, from->y}, b = {to->x, to->y};
    point points[4] = {a, between(a, b, 1 / 3.0), between(a, b, 2 / 3.0), b};
    edge->x = rounded(from == to ? from->x + from->width / 2 + LOOP : between(a, b, 0.5).x);
    edge->y = rounded(between(a, b, 0.5).y);
    if (!place_edge(r, edge, from, to, points, 4)) return false;
  }
  return true;
}

/* Goes through the lines twice, because edges end at nodes. */
bool grundy_layout_read(grundy_scene *scene, char *plain, size_t size) {
  /* Graphviz breaks long strings into lines, by a backslash before the newline. */
  size_t to = 0;
  for (size_t at = 0; at < size; at++)
    if (plain[at] == '\\' && at + 1 < size && plain[at + 1] == '\n')
      at++;
    else
      plain[to++] = plain[at];
  bool *is_placed = grundy_alloc_zero(scene->edge_count + 1, sizeof *is_placed);
  bool fine = is_placed != NULL;
  reading r = {.scene = scene, .is_placed = is_placed};
  for (int edges = 0; edges < 2; edges++)
    for (const char *at = plain, *end = plain + to; at < end && fine;) {
      const char *newline = memchr(at, '\n', (size_t)(end - at));
      size_t length = newline == NULL ? (size_t)(end - at) : (size_t)(newline - at);
      r.c = grundy_cursor_of("plain", at, length, NULL);
      grundy_word kind = take_word(&r);
      if (edges == 0 && grundy_word_is(kind, "graph")) {
        (void)take_word(&r);
        (void)take_word(&r);
        r.height = take_length(&r);
      }
      if (edges == 0 && grundy_word_is(kind, "node")) read_node(&r);
      if (edges == 1 && grundy_word_is(kind, "edge")) fine = read_edge(&r);
      at += length + 1;
    }
  fine = fine && place_lost_edges(&r);
  free(is_placed);
  return fine;
}
