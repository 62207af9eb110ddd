/* Graphviz lays out and renders what dot.c has written. */

#include "base/alloc.h"
#include "base/error.h"
#include "draw/impl.h"
#include "format/dot.h"

#include <graphviz/gvc.h>
#include <inttypes.h>
#include <string.h>

/* Layers take long where there are many cycles: larger games are drawn by springs. */
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
  if (positions <= GRUNDY_DRAW_POSITIONS && moves <= GRUNDY_DRAW_MOVES) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNABLE,
                     "%" PRIu64 " positions and %" PRIu64 " moves are too many for a picture; "
                     "expected at most %d and %d",
                     positions, moves, GRUNDY_DRAW_POSITIONS, GRUNDY_DRAW_MOVES);
}

static grundy_status fail_graphviz(const char *what, const char *name, grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE, "Graphviz cannot %s '%.40s' here; expected another one",
                     what, name);
}

static grundy_status render(GVC_t *context, graph_t *graph, const char *layout, const char *format,
                            FILE *out, grundy_error *error) {
  char *data = NULL;
  unsigned size = 0;
  if (gvLayout(context, graph, layout) != 0) return fail_graphviz("lay out with", layout, error);
  bool rendered = gvRenderData(context, graph, format, &data, &size) == 0 && data != NULL;
  if (rendered) fwrite(data, 1, size, out);
  gvFreeRenderData(data);
  (void)gvFreeLayout(context, graph);
  return rendered ? GRUNDY_OK : fail_graphviz("render", format, error);
}

/* One for the whole process, and kept: what loads fonts remembers those of the first one after it
 * has been freed. */
static GVC_t *only_context(void) {
  static GVC_t *context;
  if (context == NULL) context = gvContext();
  return context;
}

/* The text belongs to the caller. */
static grundy_status render_text(const char *text, const char *layout, const char *format,
                                 FILE *out, grundy_error *error) {
  GVC_t *context = only_context();
  graph_t *graph = context == NULL ? NULL : agmemread(text);
  if (graph == NULL) return grundy_fail_memory(error);
  grundy_status status = render(context, graph, layout, format, out, error);
  agclose(graph);
  return status;
}

grundy_status grundy_draw(const grundy_digraph *g, const grundy_solution *solution,
                          const grundy_draw_options *options, const char *format, FILE *out,
                          grundy_error *error) {
  static const grundy_draw_options defaults = {0};
  if (options == NULL) options = &defaults;
  char *text = NULL;
  size_t size = 0;
  grundy_status status = check_size(g, options, error);
  if (status != GRUNDY_OK) return status;
  FILE *memory = open_memstream(&text, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  status = grundy_draw_dot(g, solution, options, memory, error);
  bool written = ferror(memory) == 0;
  if (fclose(memory) != 0 || !written) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    pthread_mutex_lock(&grundy_graphviz);
    status = render_text(text, layout_of(g, options), format, out, error);
    pthread_mutex_unlock(&grundy_graphviz);
  }
  free(text);
  return status;
}
