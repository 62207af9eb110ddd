/* Shared by the files of this room. */

#ifndef GRUNDY_SRC_DRAW_IMPL_H
#define GRUNDY_SRC_DRAW_IMPL_H

#include <grundy/draw.h>

/* How good something is for the player who moves. */
typedef enum grundy_rating {
  GRUNDY_GOOD,
  GRUNDY_NEUTRAL,
  GRUNDY_BAD,
  GRUNDY_RATINGS
} grundy_rating;

/* How positions and moves look, by rating: N, D and P, or A, D and B; moves to P, D and N. */
typedef struct grundy_look {
  const char *shape[GRUNDY_RATINGS], *fill[GRUNDY_RATINGS];
  const char *line[GRUNDY_RATINGS], *style[GRUNDY_RATINGS];
  const char *highlight;
} grundy_look;

const grundy_look *grundy_look_of(grundy_palette palette);

/* Returns the rating of a position by its outcome: P, N, D, or A, B, D; unknown outcomes are
 * neutral. */
grundy_rating grundy_rating_of(grundy_outcome outcome);

/* Writes the legend as the label of the graph, an attribute with its semicolon. */
void grundy_put_legend(FILE *out, const grundy_look *look, const grundy_digraph *g);

/* Returns how many positions are drawn. */
uint64_t grundy_drawn_positions(const grundy_digraph *g, const grundy_draw_options *options);

/* Writes the picture as DOT, before it is laid out. */
grundy_status grundy_put_dot(const grundy_digraph *g, const grundy_solution *solution,
                             const grundy_draw_options *options, FILE *out, grundy_error *error);

#endif
