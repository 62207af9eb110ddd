/* Scenes as DOT, with the shapes and colours of our own pictures as far as Graphviz has them. */

#include "draw/scene.h"

#include <inttypes.h>
#include <string.h>

/* The shapes of the arrows in Graphviz. */
static const char *const arrowheads[GRUNDY_ARROWS] = {"normal", "normalnormal", "onormalonormal",
                                                      "normalodot", "none"};

/* Writes text inside a quoted label, in which Graphviz expands entities. */
static void put_label(FILE *out, const char *text) {
  for (; *text != '\0'; text++)
    if (*text == '\n')
      (void)fputs("\\n", out);
    else if (*text == '&')
      (void)fputs("&amp;", out);
    else {
      if (*text == '"' || *text == '\\') (void)putc('\\', out);
      (void)putc(*text, out);
    }
}

/* Positions with moves that are not drawn have three dots below their text. */
static void put_node(const grundy_scene *scene, const grundy_scene_node *node, FILE *out) {
  if (node->is_hidden) {
    (void)fprintf(out, "  v%" PRIu32 " [shape=point, style=invis];\n", node->number);
    return;
  }
  (void)fprintf(out, "  v%" PRIu32 " [id=\"v-%" PRIu32 "\", label=\"", node->number, node->number);
  put_label(out, scene->text + node->lines);
  (void)fprintf(out, "%s\", shape=%s, fillcolor=\"%s\", color=\"%s\"", node->has_more ? "\\n…" : "",
                node->is_square ? "box" : "ellipse", scene->look->fill[node->rating],
                node->is_marked ? scene->look->mark : scene->look->line[node->rating]);
  const char *style = grundy_rating_styles[node->rating];
  if (node->rating == GRUNDY_RATING_BAD)
    (void)fputs(", peripheries=2", out);
  else if (strcmp(style, "solid") != 0)
    (void)fprintf(out, ", style=\"filled,%s\"", style);
  if (node->is_marked) (void)fputs(", penwidth=4", out);
  (void)fputs("];\n", out);
}

static void put_edge(const grundy_scene *scene, const grundy_scene_edge *edge, FILE *out) {
  const grundy_look *look = scene->look;
  (void)fprintf(out, "  v%" PRIu32 " -> v%" PRIu32 " [id=\"e-%" PRIu32 "-%" PRIu32, edge->from,
                edge->to, edge->from, edge->to);
  if (edge->number > 0) (void)fprintf(out, "-%" PRIu32, edge->number);
  (void)fprintf(out, "\", color=\"%s\", style=%s",
                edge->colour != NULL                  ? edge->colour
                : edge->rating == GRUNDY_RATING_BLANK ? look->edge
                                                      : look->line[edge->rating],
                edge->dash == NULL    ? grundy_rating_styles[edge->rating]
                : *edge->dash == '\0' ? "solid"
                                      : "dashed");
  if (edge->arrow == GRUNDY_ARROW_NONE)
    (void)fputs(", dir=none", out);
  else if (edge->arrow != GRUNDY_ARROW_ORDINARY)
    (void)fprintf(out, ", arrowhead=%s", arrowheads[edge->arrow]);
  if (edge->is_best) (void)fputs(", penwidth=2.5", out);
  if (scene->text[edge->label] != '\0') {
    (void)fputs(", label=\"", out);
    put_label(out, scene->text + edge->label);
    (void)putc('"', out);
  }
  (void)fputs("];\n", out);
}

void grundy_dot_put(const grundy_scene *scene, FILE *out) {
  for (uint64_t i = 0; i < scene->node_count; i++) put_node(scene, &scene->nodes[i], out);
  for (uint64_t i = 0; i < scene->edge_count; i++) put_edge(scene, &scene->edges[i], out);
}

/* Describes the example of a row in words. */
static const char *word_of(const grundy_legend_row *row) {
  static const char *const arrows[GRUNDY_ARROWS] = {"one filled head", "two filled heads",
                                                    "two open heads", "a head and a ring", ""};
  if (row->is_best) return "bold";
  if (row->has_edge) return arrows[row->arrow];
  return row->is_square ? "box" : row->has_more ? "…" : "";
}

/* An HTML label, which all layouts support. */
void grundy_dot_put_legend(const grundy_scene *scene, FILE *out) {
  if (scene->legend_count == 0) return;
  (void)fputs("  labelloc=b;\n  label=<<TABLE BORDER=\"0\" CELLSPACING=\"3\">", out);
  for (int i = 0; i < scene->legend_count; i++) {
    const grundy_legend_row *row = &scene->legend[i];
    const char *word = word_of(row);
    if (row->edge_text == NULL) {
      (void)fprintf(out, "<TR><TD COLSPAN=\"2\" ALIGN=\"LEFT\">%s%s%s</TD></TR>", word,
                    *word == '\0' ? "" : ": ", row->text);
      continue;
    }
    (void)fprintf(out,
                  "<TR><TD BGCOLOR=\"%s\" BORDER=\"1\" COLOR=\"%s\">%s</TD>"
                  "<TD ALIGN=\"LEFT\"><FONT COLOR=\"%s\">%s line: %s</FONT></TD></TR>",
                  scene->look->fill[row->rating], scene->look->line[row->rating], row->text,
                  scene->look->line[row->rating], grundy_rating_styles[row->rating],
                  row->edge_text);
  }
  (void)fputs("</TABLE>>;\n", out);
}
