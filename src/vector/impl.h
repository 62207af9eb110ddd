/* Move sets and boxes, for the files of this room. */

#ifndef GRUNDY_SRC_VECTOR_IMPL_H
#define GRUNDY_SRC_VECTOR_IMPL_H

#include <grundy/vector.h>

#include "base/arena.h"
#include "base/monitor.h"

enum { GRUNDY_VECTOR_DIMENSION = GRUNDY_VECTOR_MAX_DIMENSION };

/* No finite vector is on a ray, no ray is part of another, and the moves are sorted. */
struct grundy_vector_moves {
  uint32_t dimension;
  uint32_t count;
  grundy_vector_move *list;
  bool overshoot, has_negative;
  char *text;
};

struct grundy_vector_box {
  uint32_t dimension;
  grundy_vector_position corner;
  uint64_t count;           /* of positions */
  uint32_t *values;         /* by index; NULL: outcomes only */
  grundy_outcome *outcomes; /* by index; NULL: values */
};

/* Returns the largest k such that k times the vector fits below the corner. It must have a positive
 * entry. */
uint32_t grundy_vector_multiples(const grundy_vector_move *move,
                                 const grundy_vector_position *corner);

/* ---- walking through a box ------------------------------------------------------------------ */

/* A finite vector, as the kernels need it. */
typedef struct grundy_vector_step {
  uint32_t entries[GRUNDY_VECTOR_DIMENSION];
  uint32_t last;   /* its entry in the last dimension */
  uint64_t offset; /* how far the follower is before the position, as a difference of indices */
} grundy_vector_step;

/* A ray. All positions of a line have the same index modulo the offset, and between two neighbours
 * on a line no other position has it: so index % offset is a slot for what is known about the line.
 * A line begins where the vector does not fit below the position. */
typedef struct grundy_vector_ray {
  grundy_vector_step step;
  uint32_t from;   /* in this row, lines that began in earlier rows, or before, have columns from
                      this one on; the others begin here */
  uint64_t slot;   /* of the next position */
  uint64_t *bits;  /* values on the lines: `words` words per slot; NULL for outcomes */
  uint32_t *full;  /* how many of the first words of the slot are all ones; NULL for outcomes */
  uint8_t *states; /* outcomes on the lines, by slot; NULL for values */
} grundy_vector_ray;

/* A box being evaluated, row by row: a row has the positions that differ in the last coordinate. */
typedef struct grundy_vector_walk {
  const grundy_vector_moves *moves;
  const grundy_vector_options *options;
  grundy_vector_box *box;
  grundy_arena *arena;
  uint64_t strides[GRUNDY_VECTOR_DIMENSION];

  grundy_vector_step *steps; /* sorted by `last` */
  uint64_t step_count;
  grundy_vector_ray *rays;
  uint32_t ray_count;
  uint64_t *ends; /* indices of terminal positions, increasing; then UINT64_MAX */

  uint64_t words; /* of a set of values */
  uint64_t *seen; /* values of followers by finite vectors; zero between positions */
  bool has_pass;  /* a pass is left, and leads to the same position of: */
  uint32_t *below_values;
  grundy_outcome *below_outcomes;

  /* The present row. */
  grundy_vector_position at; /* its first position */
  uint64_t index;            /* of that position */
  grundy_vector_step *fits;  /* the steps that fit if the last coordinate is large enough */
  uint64_t fit_count;
  uint64_t fitting;    /* of these, how many fit at the present column */
  uint32_t over_until; /* before this column, a move leaves the orthant */
  const uint64_t *end; /* the next terminal position */
} grundy_vector_walk;

/* Evaluates the positions from this column up to, but without, `to`. */
typedef void grundy_vector_kernel(grundy_vector_walk *walk, uint32_t from, uint32_t to);
grundy_vector_kernel grundy_vector_find_values, grundy_vector_find_outcomes;

#endif
