/* Building scenes, and the sizes of their nodes. */

#include "draw/scene.h"

#include "base/alloc.h"
#include "base/error.h"
#include "text/utf8.h"

#include <grundy/text.h>

#include <stdlib.h>
#include <string.h>

/* ---- texts ------------------------------------------------------------------------------- */

bool grundy_scene_begin(grundy_scene *scene, const grundy_look *look) {
  *scene = (grundy_scene){.look = look};
  scene->texts = grundy_text_open(&scene->text, &scene->text_size);
  if (scene->texts != NULL) (void)putc('\0', scene->texts); /* the empty text is at 0 */
  return scene->texts != NULL;
}

size_t grundy_scene_text(grundy_scene *scene) {
  return fflush(scene->texts) == 0 ? scene->text_size : 0;
}

void grundy_scene_put(FILE *texts, const char *text) {
  for (; *text != '\0'; text++)
    (void)putc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, texts);
}

bool grundy_line_next(const char **text, grundy_line *line) {
  if (**text == '\0') return false;
  *line = (grundy_line){*text, strcspn(*text, "\n")};
  *text += line->length;
  *text += **text == '\n';
  return true;
}

/* ---- sizes ------------------------------------------------------------------------------- */

enum { HEIGHT = 38, ROUND = 19, ROUND_WITH_PICTURE = 12, SQUARE = 5 };

/* Marks that are written over other letters take no room, and letters of East Asia more. */
double grundy_text_letters(const char *text, size_t length) {
  double letters = 0;
  while (length > 0) {
    uint32_t c = 0;
    size_t size = grundy_utf8_next(text, length, &c);
    if (size == 0) size = 1;
    if ((c >= 0x300 && c < 0x370) || (c >= 0x200b && c < 0x2010) || (c >= 0xfe00 && c < 0xfe10))
      letters += 0;
    else
      letters += (c >= 0x1100 && c < 0x1200) || c >= 0x2e80 ? 1.75 : 1;
    text += size;
    length -= size;
  }
  return letters;
}

double grundy_node_radius(const grundy_scene_node *node) {
  const double round = node->picture == 0 ? ROUND : ROUND_WITH_PICTURE;
  return node->is_square ? SQUARE : node->height / 2 < round ? node->height / 2 : round;
}

/* The first line has letters of 14 pixels, the others of 11. A picture takes its place. */
static void measure(const grundy_scene *scene, grundy_scene_node *node) {
  const char *text = scene->text + node->lines;
  double width = 0, height = 8;
  grundy_line line;
  bool is_first = true;
  if (node->picture != 0) {
    width = node->picture_width + 16;
    height = node->picture_height + 14;
    is_first = !grundy_line_next(&text, &line);
  }
  for (; grundy_line_next(&text, &line); is_first = false) {
    const double wide = grundy_text_letters(line.at, line.length) * (is_first ? 8.2 : 6.5) + 20;
    if (wide > width) width = wide;
    height += is_first ? 17 : 13;
  }
  node->width = width > HEIGHT ? width : HEIGHT;
  node->height = height > HEIGHT ? height : HEIGHT;
  if (node->is_hidden) node->width = node->height = 2;
}

/* ---- nodes and edges --------------------------------------------------------------------- */

void grundy_scene_add_node(grundy_scene *scene, const grundy_scene_node *node) {
  if (!grundy_grow(&scene->nodes, &scene->node_room, scene->node_count + 1, sizeof *scene->nodes))
    scene->failed = true;
  else
    scene->nodes[scene->node_count++] = *node;
}

void grundy_scene_add_edge(grundy_scene *scene, const grundy_scene_edge *edge) {
  if (!grundy_grow(&scene->edges, &scene->edge_room, scene->edge_count + 1, sizeof *scene->edges))
    scene->failed = true;
  else
    scene->edges[scene->edge_count++] = *edge;
}

grundy_status grundy_scene_end(grundy_scene *scene, grundy_error *error) {
  if (!grundy_text_close(scene->texts, &scene->text)) scene->failed = true;
  scene->texts = NULL;
  if (scene->failed) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < scene->node_count; i++) measure(scene, &scene->nodes[i]);
  return GRUNDY_OK;
}

void grundy_scene_free(grundy_scene *scene) {
  if (scene->texts != NULL) (void)fclose(scene->texts);
  free(scene->text);
  free(scene->nodes);
  free(scene->edges);
  free(scene->points);
}
