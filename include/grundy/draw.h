/* Pictures of solved games, laid out and rendered by Graphviz. */

#ifndef GRUNDY_DRAW_H
#define GRUNDY_DRAW_H

#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum grundy_palette {
  GRUNDY_PALETTE_PLAIN, /* P red, D yellow, N green [LM08, §3.2] */
  GRUNDY_PALETTE_SAFE,  /* told apart by the colour-blind too */
  GRUNDY_PALETTE_MONO,  /* shapes of positions and lines of moves in place of colours */
} grundy_palette;

/* A move of a match. */
typedef struct grundy_played {
  uint32_t from, to;
} grundy_played;

typedef struct grundy_draw_options {
  size_t size;
  grundy_palette palette;
  const char *layout;  /* dot, circo, neato, fdp, sfdp or twopi; NULL: what suits the size */
  grundy_columns show; /* in every position, besides its name and value */
  bool legend;
  const char *caption;      /* under every name, in place of the value; NULL: the value */
  const uint32_t *vertices; /* those that are drawn, by increasing number; NULL: all */
  uint64_t count;
  const uint32_t *highlighted;
  uint64_t highlighted_count;
  const grundy_played *played; /* numbered in this order */
  uint64_t played_count;
  const grundy_monitor *monitor; /* asked while Graphviz works; NULL: nobody watches */
} grundy_draw_options;

/* More than this is not laid out: neither a person nor Graphviz can make sense of it. */
enum { GRUNDY_DRAW_MAX_POSITIONS = 2000, GRUNDY_DRAW_MAX_MOVES = 20000 };

/* Draws the game as svg, png, pdf or whatever else Graphviz can make here, and as "dot" before it
 * is laid out, without Graphviz. What the solution does not have is not shown. The same picture has
 * the same bytes at any time. Whether writing succeeded, `out` tells. GRUNDY_UNABLE if Graphviz
 * cannot, crashes or runs out of memory, or if there are too many positions or moves for it: then
 * the reason is GRUNDY_REASON_PICTURE. Several threads may draw at once.
 *
 * Graphviz works in a child process, which is forked from the caller's and has ended on return. A
 * program that ignores SIGCHLD or waits for all of its children does no harm. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_draw(const grundy_digraph *g,
                                                     const grundy_solution *solution,
                                                     const char *format,
                                                     const grundy_draw_options *options, FILE *out,
                                                     grundy_error *error);

/* The vertices that are at most `radius` moves from v, forwards or backwards, by increasing number;
 * to be freed by free(). GRUNDY_UNABLE if there are more than `most`. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_draw_around(const grundy_digraph *g,
                                                            const grundy_digraph *reverse,
                                                            uint32_t v, uint32_t radius,
                                                            uint64_t most, uint32_t **vertices,
                                                            uint64_t *count, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
