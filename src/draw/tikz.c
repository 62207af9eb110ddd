/* Scenes for LaTeX, with the shapes of our own pictures. */

#include "draw/scene.h"

#include "text/markup.h"

#include <inttypes.h>
#include <string.h>

/* ---- labels ------------------------------------------------------------------------------ */

/* Characters of our labels that plain LaTeX does not have. */
static const struct {
  const char *text, *latex;
} symbols[] = {{"∞", "$\\infty$"}, {"≥", "$\\geq$"}, {"≤", "$\\leq$"}, {"\n", "\\\\"}};

static void put_label(FILE *out, const char *at) {
  while (*at != '\0') {
    size_t size = 0;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols && size == 0; i++) {
      size_t length = strlen(symbols[i].text);
      if (strncmp(at, symbols[i].text, length) != 0) continue;
      (void)fputs(symbols[i].latex, out);
      size = length;
    }
    if (size == 0) {
      char one[2] = {*at, '\0'}, latex[GRUNDY_MARKUP_ROOM + 1];
      *grundy_put_latex(latex, one) = '\0';
      (void)fputs(latex, out);
      size = 1;
    }
    at += size;
  }
}

/* ---- positions and moves ----------------------------------------------------------------- */

static const char *const arrows[GRUNDY_ARROWS] = {"->", "->>", "|->>", "->|", "-"};

static void put_place(FILE *out, double x, double y) {
  (void)fprintf(out, "(%.4f,%.4f)", x / 72, -y / 72);
}

static void put_node(const grundy_scene *scene, const grundy_scene_node *node, FILE *out) {
  if (node->is_hidden) return;
  (void)fprintf(out, "\\node[rounded corners=%s, minimum width=%.4fin, minimum height=%.4fin",
                node->is_square ? "4bp" : "18bp", node->width / 72, node->height / 72);
  (void)fprintf(out, ", fill=%sposition, draw=%s", grundy_rating_names[node->rating],
                node->is_marked ? "highlight, ultra thick" : grundy_rating_names[node->rating]);
  if (!node->is_marked) (void)fputs("move", out);
  if (node->rating == GRUNDY_RATING_BAD)
    (void)fputs(", double, double distance=2bp", out);
  else if (node->rating != GRUNDY_RATING_GOOD && node->rating != GRUNDY_RATING_BLANK)
    (void)fprintf(out, ", %s", grundy_rating_styles[node->rating]);
  (void)fprintf(out, "] (v%" PRIu32 ") at ", node->number);
  put_place(out, node->x, node->y);
  (void)fputs(" {", out);
  put_label(out, scene->text + node->lines);
  (void)fprintf(out, "%s};\n", node->has_more ? "\\\\$\\dots$" : "");
}

static void put_edge(const grundy_scene *scene, const grundy_scene_edge *edge, FILE *out) {
  if (edge->count == 0) return;
  (void)fprintf(out, "\\draw[%s, %s, draw=%smove", arrows[edge->arrow],
                grundy_rating_styles[edge->rating], grundy_rating_names[edge->rating]);
  if (edge->is_best) (void)fputs(", very thick", out);
  (void)fputs("] ", out);
  for (uint64_t i = 0; i < edge->count; i++) {
    (void)fputs(i == 0 ? "" : i % 3 == 1 ? " .. controls " : i % 3 == 2 ? " and " : " .. ", out);
    put_place(out, scene->points[2 * (edge->first + i)], scene->points[2 * (edge->first + i) + 1]);
  }
  (void)fputs(";\n", out);
  if (scene->text[edge->label] == '\0') return;
  (void)fputs("\\node[draw=none] at ", out);
  put_place(out, edge->x, edge->y);
  (void)fputs(" {", out);
  put_label(out, scene->text + edge->label);
  (void)fputs("};\n", out);
}

/* ---- the picture ------------------------------------------------------------------------- */

/* Defines a colour of a look, such as #9fdf9f. */
static void put_colour(FILE *out, const char *name, const char *kind, const char *colour) {
  (void)fprintf(out, "\\definecolor{%s%s}{HTML}{", name, kind);
  for (const char *digit = colour + 1; *digit != '\0'; digit++)
    (void)putc(*digit >= 'a' ? *digit - 'a' + 'A' : *digit, out);
  (void)fputs("}\n", out);
}

/* A file is a document, and it can also be read by \input in the body of another document: there
 * \@nodocument is \relax, and the lines up to \fi are skipped. \end{document} is in a macro,
 * because a document must not end within a conditional. */
static const char document[] = "\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\\else\n"
                               "\\documentclass[tikz]{standalone}\n"
                               "\\def\\grundyend{\\end{document}}\n"
                               "\\begin{document}\n"
                               "\\fi\n";

void grundy_scene_put_tikz(const grundy_scene *scene, FILE *out) {
  (void)fputs(document, out);
  (void)fputs(
      "\\begin{tikzpicture}[x=1in, y=1in, >=stealth, every node/.style={draw, align=center, "
      "inner sep=1pt, font=\\footnotesize}]\n",
      out);
  for (int i = 0; i < GRUNDY_RATINGS; i++) {
    put_colour(out, grundy_rating_names[i], "position", scene->look->fill[i]);
    put_colour(out, grundy_rating_names[i], "move",
               i == GRUNDY_RATING_BLANK ? scene->look->edge : scene->look->line[i]);
  }
  put_colour(out, "highlight", "", scene->look->mark);
  for (uint64_t i = 0; i < scene->node_count; i++) put_node(scene, &scene->nodes[i], out);
  for (uint64_t i = 0; i < scene->edge_count; i++) put_edge(scene, &scene->edges[i], out);
  (void)fputs("\\end{tikzpicture}\n\\csname grundyend\\endcsname\n", out);
}
