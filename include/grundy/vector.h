/* Games on vectors: positions are vectors of one to four non-negative integers, and a move
 * subtracts a vector of a fixed set. Values and outcomes of millions of positions are computed
 * without storing a move. docs/vectors.md describes the notation. */

#ifndef GRUNDY_VECTOR_H
#define GRUNDY_VECTOR_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- move sets ---------------------------------------------------------------------------- */

enum {
  GRUNDY_VECTOR_MAX_DIMENSION = 4,
  GRUNDY_VECTOR_MAX_MOVES = 4096, /* vectors in a move set */
  GRUNDY_VECTOR_MAX_BLOCK = 8,    /* followers that a player may forbid */
  GRUNDY_VECTOR_MAX_PASSES = 255,
};

/* The largest entry of a vector, and the largest coordinate of a position. */
#define GRUNDY_VECTOR_MAX_ENTRY INT32_C(0x3fffffff)

/* A vector that may be subtracted; entries beyond the dimension are 0. */
typedef struct grundy_vector_move {
  int32_t entries[GRUNDY_VECTOR_MAX_DIMENSION];
  bool is_ray; /* every positive multiple may be subtracted, too */
} grundy_vector_move;

/* A position; coordinates beyond the dimension are 0. */
typedef struct grundy_vector_position {
  uint32_t at[GRUNDY_VECTOR_MAX_DIMENSION];
} grundy_vector_position;

/* The rules of a game: a set of moves. */
typedef struct grundy_vector_moves grundy_vector_moves;

/* Parses vector{(1,0)*,(0,1)*,(1,1)*}: vectors of the same dimension, separated by commas, each
 * with a star if it is a ray. The word overshoot after the vectors means that a move may leave the
 * orthant of non-negative vectors, and then leads to one extra terminal position. Vectors with
 * negative entries are allowed, but only exploring can evaluate such games. GRUNDY_BAD_INPUT, or
 * GRUNDY_UNABLE past a limit, with the file "vector", line 1 and the column. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_moves_parse(const char *text, size_t length,
                                                                   grundy_vector_moves **moves,
                                                                   grundy_error *error);

/* Frees the moves; NULL is allowed. */
GRUNDY_API void grundy_vector_moves_free(grundy_vector_moves *moves);

/* Returns the text in its unique normal form: without vectors that a ray contains, and sorted. It
 * belongs to the moves. */
GRUNDY_API const char *grundy_vector_moves_text(const grundy_vector_moves *moves);

GRUNDY_API uint32_t grundy_vector_moves_dimension(const grundy_vector_moves *moves);

/* Returns the vectors in the order of the normal form; they belong to the moves. */
GRUNDY_API const grundy_vector_move *grundy_vector_moves_list(const grundy_vector_moves *moves,
                                                              uint32_t *count);

GRUNDY_API bool grundy_vector_moves_overshoot(const grundy_vector_moves *moves);
GRUNDY_API bool grundy_vector_moves_has_negative(const grundy_vector_moves *moves);

/* ---- boxes -------------------------------------------------------------------------------- */

/* Values or outcomes of all positions of a box, in the order of their indices: the last coordinate
 * changes first, as in arrays of C and NumPy. */
typedef struct grundy_vector_box grundy_vector_box;

/* What to compute. */
typedef struct grundy_vector_options {
  size_t size;
  grundy_vector_position corner; /* the largest position of the box; the others are below it */
  grundy_play play;              /* in misère play there are outcomes only */
  bool outcomes_only;            /* one byte per position instead of four, and much faster */

  /* Operators (docs/operators.md). Play ends at the terminal positions; those outside the box count
   * for nothing. With passes, the position of the box has all passes left. With `block`, there are
   * outcomes only, and a position is a P-position if the player who moves there can forbid at most
   * so many of its followers that the opponent loses. Not both. */
  const grundy_vector_position *terminal;
  uint64_t terminal_count;
  uint32_t passes, block;

  uint64_t limit;                /* of positions; 0: none */
  const grundy_monitor *monitor; /* may be NULL */
} grundy_vector_options;

/* Evaluates all positions of a box, in the order of their indices. For each ray the values on its
 * lines are sets of bits, so a position costs one step per finite vector, plus rays · largest value
 * / 64 words at most; a box of outcomes costs one step per vector. GRUNDY_UNABLE if the moves have
 * negative entries, if the box has more positions than the limit, or with both passes and block, or
 * with block if two rays have the same direction. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_solve(const grundy_vector_moves *moves,
                                                             const grundy_vector_options *options,
                                                             grundy_vector_box **box,
                                                             grundy_error *error);

/* Frees the box; NULL is allowed. */
GRUNDY_API void grundy_vector_box_free(grundy_vector_box *box);

/* Returns about how many bytes grundy_vector_solve may hold; UINT64_MAX if it cannot solve it. */
GRUNDY_API uint64_t grundy_vector_memory(const grundy_vector_moves *moves,
                                         const grundy_vector_options *options);

/* Returns the values by index, which belong to the box; NULL if it has outcomes only. */
GRUNDY_API const uint32_t *grundy_vector_box_values(const grundy_vector_box *box);

/* Returns the outcomes by index, which belong to the box; NULL if it has values. */
GRUNDY_API const grundy_outcome *grundy_vector_box_outcomes(const grundy_vector_box *box);

/* Returns the outcome of the position with that index, whatever the box has. */
GRUNDY_API grundy_outcome grundy_vector_box_outcome(const grundy_vector_box *box, uint64_t index);

GRUNDY_API uint32_t grundy_vector_box_dimension(const grundy_vector_box *box);
GRUNDY_API uint64_t grundy_vector_box_count(const grundy_vector_box *box);
GRUNDY_API grundy_vector_position grundy_vector_box_corner(const grundy_vector_box *box);

/* Returns the index of a position of the box; UINT64_MAX if it is outside. */
GRUNDY_API uint64_t grundy_vector_box_index(const grundy_vector_box *box,
                                            const grundy_vector_position *position);

#ifdef __cplusplus
}
#endif

#endif
