/* What the files of this room share. */

#ifndef GRUNDY_SRC_DRAW_IMPL_H
#define GRUNDY_SRC_DRAW_IMPL_H

#include <grundy/draw.h>

/* How good something is for the player who moves. */
typedef enum grundy_mood { GRUNDY_GOOD, GRUNDY_NEUTRAL, GRUNDY_BAD, GRUNDY_MOODS } grundy_mood;

/* How positions and moves look, by mood: N, D and P, or A, D and B; moves to P, D and N. */
typedef struct grundy_look {
  const char *shape[GRUNDY_MOODS], *fill[GRUNDY_MOODS];
  const char *line[GRUNDY_MOODS], *style[GRUNDY_MOODS];
  const char *highlight;
} grundy_look;

const grundy_look *grundy_look_of(grundy_palette palette);

/* The mood of a position by its outcome: P, N, D, or A, B, D; unknown ones are neutral. */
grundy_mood grundy_mood_of(grundy_outcome outcome);

/* The legend as the label of the graph, an attribute with its semicolon. */
void grundy_put_legend(FILE *out, const grundy_look *look, const grundy_digraph *g);

/* How many positions are to be drawn. */
uint64_t grundy_drawn_positions(const grundy_digraph *g, const grundy_draw_options *options);

/* Writes the picture as DOT, before it is laid out. */
grundy_status grundy_put_dot(const grundy_digraph *g, const grundy_solution *solution,
                             const grundy_draw_options *options, FILE *out, grundy_error *error);

#endif
