/* Graphviz lays out and renders the output of dot.c. */

#include "base/alloc.h"
#include "base/child.h"
#include "base/error.h"
#include "base/options.h"
#include "draw/impl.h"
#include "draw/libgvc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Layering is slow with many cycles: larger games are drawn with springs. */
enum { LAYERED_POSITIONS = 120, LAYERED_MOVES = 400 };

static uint64_t drawn_moves(const grundy_digraph *g, const grundy_draw_options *options) {
  if (options->vertices == NULL) return grundy_digraph_size(g);
  uint64_t moves = 0;
  for (uint64_t i = 0; i < options->count; i++)
    moves += grundy_digraph_followers(g, options->vertices[i]).count;
  return moves;
}

static const char *layout_of(const grundy_digraph *g, const grundy_draw_options *options) {
  if (options->layout != NULL) return options->layout;
  bool layered = grundy_drawn_positions(g, options) <= LAYERED_POSITIONS &&
                 drawn_moves(g, options) <= LAYERED_MOVES;
  return layered ? "dot" : "sfdp";
}

static grundy_status check_size(const grundy_digraph *g, const grundy_draw_options *options,
                                grundy_error *error) {
  uint64_t positions = grundy_drawn_positions(g, options), moves = drawn_moves(g, options);
  if (positions <= GRUNDY_DRAW_MAX_POSITIONS && moves <= GRUNDY_DRAW_MAX_MOVES) return GRUNDY_OK;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_PICTURE,
                             "%" PRIu64 " positions and %" PRIu64
                             " moves are too many for a picture; "
                             "expected at most %d and %d",
                             positions, moves, GRUNDY_DRAW_MAX_POSITIONS, GRUNDY_DRAW_MAX_MOVES);
}

/* ---- in a child process ------------------------------------------------------------------ */

/* A picture to render. Graphviz ends the process when it runs out of memory, and cannot be
 * interrupted. */
typedef struct rendering {
  const char *text; /* DOT */
  const char *layout, *format;
  const grundy_picture *picture;
} rendering;

static grundy_status fail_graphviz(const char *what, const char *name, grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE, "Graphviz cannot %s '%.40s' here", what, name);
}

/* Overwrites the time of creation, which cairo writes into PDF and PostScript files, by one of the
 * same length, so that the same game always gives the same bytes. */
static void reset_date(const char *format, char *bytes, size_t size) {
  static const struct {
    const char *format, *key, *date;
  } dates[] = {{"pdf", "/CreationDate (D:", "19700101000000"},
               {"ps", "%%CreationDate: ", "Thu Jan  1 00:00:00 1970"},
               {"eps", "%%CreationDate: ", "Thu Jan  1 00:00:00 1970"}};
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
    if (strcmp(format, dates[i].format) != 0) continue;
    size_t key = strlen(dates[i].key), length = strlen(dates[i].date);
    char *found = memmem(bytes, size, dates[i].key, key);
    if (found != NULL && (size_t)(bytes + size - found) >= key + length)
      memcpy(found + key, dates[i].date, length);
  }
}

/* Replaces the SVG of Graphviz by one that says what is drawn, or its plain format by TikZ. */
static grundy_status rewrite(const rendering *r, char **bytes, size_t *size, grundy_error *error) {
  char *annotated = NULL;
  size_t length = 0;
  grundy_picture picture = *r->picture;
  picture.out = open_memstream(&annotated, &length);
  if (picture.out == NULL) return grundy_fail_memory(error);
  if (strcmp(r->format, "svg") == 0)
    grundy_annotate_svg(&picture, *bytes, *size);
  else
    grundy_put_tikz(&picture, *bytes, *size);
  bool written = ferror(picture.out) == 0;
  if (fclose(picture.out) != 0 || !written) return grundy_fail_memory(error);
  *bytes = annotated;
  *size = length;
  return GRUNDY_OK;
}

/* Renders the picture; a grundy_child_work. Later versions of Graphviz and cairo use
 * SOURCE_DATE_EPOCH; others write the local time, whose length is fixed only in UTC. */
static grundy_status render(const void *context, char **bytes, size_t *size, grundy_error *error) {
  const rendering *p = context;
  unsigned length = 0;
  (void)setenv("SOURCE_DATE_EPOCH", "0", 1);
  (void)setenv("TZ", "UTC", 1);
  GVC_t *graphviz = grundy_libgvc.gvContext();
  graph_t *graph = graphviz == NULL ? NULL : grundy_libgvc.agmemread(p->text);
  if (graph == NULL) return grundy_fail_memory(error);
  if (grundy_libgvc.gvLayout(graphviz, graph, p->layout) != 0)
    return fail_graphviz("lay out with", p->layout, error);
  bool tikz = strcmp(p->format, "tikz") == 0;
  if (grundy_libgvc.gvRenderData(graphviz, graph, tikz ? "plain" : p->format, bytes, &length) !=
          0 ||
      *bytes == NULL)
    return fail_graphviz("render", p->format, error);
  reset_date(p->format, *bytes, length);
  *size = length;
  bool rewritten = tikz || strcmp(p->format, "svg") == 0;
  return rewritten ? rewrite(p, bytes, size, error) : GRUNDY_OK;
}

/* ---- in the caller's process ------------------------------------------------------------- */

grundy_status grundy_draw(const grundy_digraph *g, const grundy_solution *solution,
                          const char *format, const grundy_draw_options *options, FILE *out,
                          grundy_error *error) {
  grundy_draw_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  options = &chosen;
  if (strcmp(format, "png") != 0) chosen.scale = 0;
  if (strcmp(format, "dot") == 0) return grundy_put_dot(g, solution, options, out, error);
  char *text = NULL;
  size_t size = 0;
  grundy_picture picture = {0};
  grundy_status status = check_size(g, options, error);
  if (status == GRUNDY_OK) status = grundy_libgvc_load(error);
  if (status != GRUNDY_OK) return status;
  FILE *memory = open_memstream(&text, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  status = grundy_put_dot(g, solution, options, memory, error);
  bool written = ferror(memory) == 0;
  if (fclose(memory) != 0 || !written) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK && !grundy_picture_new(g, solution, options, NULL, &picture))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    rendering r = {text, layout_of(g, options), format, &picture};
    status = grundy_child_run(render, &r, "Graphviz", options->monitor, "drawing", out, error);
  }
  free(picture.marks);
  free(text);
  return status;
}
