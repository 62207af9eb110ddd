/* A picture of a game: DOT is written here, everything else is rendered from it. */

#include "base/error.h"
#include "base/options.h"
#include "draw/impl.h"
#include "text/print.h"

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

/* Writes DOT and renders it. */
static grundy_status render(const grundy_digraph *g, const grundy_solution *solution,
                            const char *format, const grundy_draw_options *options, FILE *out,
                            grundy_error *error) {
  char *text = NULL;
  size_t size = 0;
  grundy_picture picture = {0};
  FILE *memory = open_memstream(&text, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_put_dot(g, solution, options, memory, error);
  if (!grundy_text_close(memory, &text)) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK && !grundy_picture_new(g, solution, options, NULL, &picture))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    bool layered = grundy_drawn_positions(g, options) <= LAYERED_POSITIONS &&
                   drawn_moves(g, options) <= LAYERED_MOVES;
    const char *layout = options->layout != NULL ? options->layout : layered ? "dot" : "sfdp";
    const grundy_rendering rendering = {text, layout, format, &picture};
    status = grundy_render(&rendering, options->monitor, out, error);
  }
  free(picture.marks);
  free(text);
  return status;
}

grundy_status grundy_draw(const grundy_digraph *g, const grundy_solution *solution,
                          const char *format, const grundy_draw_options *options, FILE *out,
                          grundy_error *error) {
  grundy_draw_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  if (strcmp(format, "png") != 0) chosen.scale = 0;
  if (strcmp(format, "dot") == 0) return grundy_put_dot(g, solution, &chosen, out, error);
  if (chosen.overlap == NULL) chosen.overlap = grundy_render_overlap;
  uint64_t positions = grundy_drawn_positions(g, &chosen), moves = drawn_moves(g, &chosen);
  if (positions > GRUNDY_DRAW_MAX_POSITIONS || moves > GRUNDY_DRAW_MAX_MOVES)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_PICTURE,
                               "%" PRIu64 " positions and %" PRIu64
                               " moves are too many for a picture; expected at most %d and %d",
                               positions, moves, GRUNDY_DRAW_MAX_POSITIONS, GRUNDY_DRAW_MAX_MOVES);
  grundy_status status = grundy_render_prepare(format, error);
  return status == GRUNDY_OK ? render(g, solution, format, &chosen, out, error) : status;
}

grundy_status grundy_render_dot(void (*put)(FILE *out, const void *context), const void *context,
                                const char *layout, const char *format,
                                const grundy_monitor *monitor, FILE *out, grundy_error *error) {
  char *text = NULL;
  size_t size = 0;
  if (strcmp(format, "dot") == 0) {
    put(out, context);
    return GRUNDY_OK;
  }
  grundy_status status = grundy_render_prepare(format, error);
  if (status != GRUNDY_OK) return status;
  FILE *dot = open_memstream(&text, &size);
  if (dot == NULL) return grundy_fail_memory(error);
  put(dot, context);
  if (!grundy_text_close(dot, &text)) status = grundy_fail_memory(error);
  const grundy_rendering rendering = {.text = text, .layout = layout, .format = format};
  if (status == GRUNDY_OK) status = grundy_render(&rendering, monitor, out, error);
  free(text);
  return status;
}
