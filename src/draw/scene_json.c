/* Scenes as JSON. */

#include "draw/scene.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- values ------------------------------------------------------------------------------ */

static void put_string(FILE *out, grundy_line text) {
  (void)putc('"', out);
  for (size_t i = 0; i < text.length; i++) {
    if (text.at[i] == '"' || text.at[i] == '\\') (void)putc('\\', out);
    (void)putc(text.at[i], out);
  }
  (void)putc('"', out);
}

/* Writes a member, after others. */
static void put_text(FILE *out, const char *name, const char *text) {
  (void)fprintf(out, ",\"%s\":", name);
  put_string(out, (grundy_line){text, strlen(text)});
}

/* Writes a member that is only there if it is true. */
static void put_flag(FILE *out, const char *name, bool is_set) {
  if (is_set) (void)fprintf(out, ",\"%s\":true", name);
}

static void put_lines(FILE *out, const char *name, const char *text) {
  grundy_line line;
  (void)fprintf(out, ",\"%s\":[", name);
  for (int i = 0; grundy_line_next(&text, &line); i++) {
    if (i > 0) (void)putc(',', out);
    put_string(out, line);
  }
  (void)putc(']', out);
}

static void put_data(FILE *out, const char *data) {
  grundy_line line;
  (void)fputs(",\"data\":{", out);
  for (int i = 0; grundy_line_next(&data, &line); i++) {
    const char *equals = memchr(line.at, '=', line.length);
    assert(equals != NULL);
    size_t length = (size_t)(equals - line.at);
    if (i > 0) (void)putc(',', out);
    put_string(out, (grundy_line){line.at, length});
    (void)putc(':', out);
    put_string(out, (grundy_line){equals + 1, line.length - length - 1});
  }
  (void)putc('}', out);
}

/* ---- items ------------------------------------------------------------------------------- */

static void put_node(const grundy_scene *scene, const grundy_scene_node *node, FILE *out) {
  (void)fprintf(out, "{\"id\":\"v-%" PRIu32 "\"", node->number);
  put_text(out, "class", scene->text + node->classes);
  put_text(out, "rating", grundy_rating_names[node->rating]);
  put_flag(out, "square", node->is_square);
  put_flag(out, "more", node->has_more);
  put_flag(out, "marked", node->is_marked);
  put_flag(out, "hidden", node->is_hidden);
  put_lines(out, "lines", scene->text + node->lines);
  (void)fprintf(out, ",\"x\":%.2f,\"y\":%.2f", node->x, node->y);
  put_data(out, scene->text + node->data);
  const char *board = scene->text + node->board; /* one line */
  if (node->board != 0) (void)fprintf(out, ",\"board\":%.*s", (int)strcspn(board, "\n"), board);
  (void)putc('}', out);
}

static void put_edge(const grundy_scene *scene, const grundy_scene_edge *edge, FILE *out) {
  (void)fprintf(out, "{\"id\":\"e-%" PRIu32 "-%" PRIu32, edge->from, edge->to);
  if (edge->number > 0) (void)fprintf(out, "-%" PRIu32, edge->number);
  (void)putc('"', out);
  put_text(out, "class", scene->text + edge->classes);
  put_text(out, "rating", grundy_rating_names[edge->rating]);
  put_text(out, "kind", grundy_arrow_names[edge->arrow]);
  put_flag(out, "best", edge->is_best);
  put_flag(out, "here", edge->is_here);
  put_flag(out, "stay", edge->is_stay);
  put_flag(out, "exit", edge->is_exit);
  if (edge->colour != NULL) put_text(out, "colour", edge->colour);
  if (edge->dash != NULL) put_text(out, "dash", edge->dash);
  if (scene->text[edge->label] != '\0') {
    put_lines(out, "label", scene->text + edge->label);
    (void)fprintf(out, ",\"at\":[%.2f,%.2f]", edge->x, edge->y);
  }
  (void)fputs(",\"points\":[", out);
  for (uint64_t i = 0; i < edge->count; i++) {
    const double *point = scene->points + 2 * (edge->first + i);
    (void)fprintf(out, "%s[%.2f,%.2f]", i == 0 ? "" : ",", point[0], point[1]);
  }
  (void)putc(']', out);
  put_data(out, scene->text + edge->data);
  (void)putc('}', out);
}

static void put_row(const grundy_legend_row *row, FILE *out) {
  (void)fputs("{\"text\":", out);
  put_string(out, (grundy_line){row->text, strlen(row->text)});
  if (row->edge_text != NULL) put_text(out, "edge_text", row->edge_text);
  put_flag(out, "node", row->has_node);
  put_flag(out, "edge", row->has_edge);
  put_flag(out, "answer", row->is_answer);
  put_flag(out, "square", row->is_square);
  put_flag(out, "more", row->has_more);
  put_flag(out, "best", row->is_best);
  put_flag(out, "stay", row->is_stay);
  put_flag(out, "exit", row->is_exit);
  put_text(out, "rating", grundy_rating_names[row->rating]);
  put_text(out, "kind", grundy_arrow_names[row->arrow]);
  (void)putc('}', out);
}

static void put_colours(const grundy_look *look, FILE *out) {
  (void)fprintf(out, "{\"ink\":\"%s\",\"node-ink\":\"%s\",\"edge\":\"%s\",\"mark\":\"%s\"",
                look->ink, look->node_ink, look->edge, look->mark);
  for (int i = 0; i < GRUNDY_RATINGS; i++)
    (void)fprintf(out, ",\"%s-fill\":\"%s\",\"%s-line\":\"%s\"", grundy_rating_names[i],
                  look->fill[i], grundy_rating_names[i], look->line[i]);
  for (int i = 0; i < GRUNDY_BOARD_COLOURS; i++)
    (void)fprintf(out, ",\"%s\":\"%s\"", grundy_board_colour_names[i], look->board[i]);
  (void)putc('}', out);
}

/* One line per node, edge and row of the legend. */
void grundy_scene_put_json(const grundy_scene *scene, FILE *out) {
  (void)fputs("{\"colours\":", out);
  put_colours(scene->look, out);
  (void)fputs(",\n\"nodes\":[", out);
  for (uint64_t i = 0; i < scene->node_count; i++) {
    (void)fputs(i == 0 ? "\n" : ",\n", out);
    put_node(scene, &scene->nodes[i], out);
  }
  (void)fputs("],\n\"edges\":[", out);
  for (uint64_t i = 0; i < scene->edge_count; i++) {
    (void)fputs(i == 0 ? "\n" : ",\n", out);
    put_edge(scene, &scene->edges[i], out);
  }
  (void)fputs("],\n\"legend\":[", out);
  for (int i = 0; i < scene->legend_count; i++) {
    (void)fputs(i == 0 ? "\n" : ",\n", out);
    put_row(&scene->legend[i], out);
  }
  (void)fputs("]}\n", out);
}
