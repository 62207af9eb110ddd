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

/* What a set of moves consists of. */
typedef struct grundy_vector_rules {
  const char *text; /* the unique normal form: without vectors that a ray contains, and sorted */
  uint32_t dimension;
  uint32_t count; /* of the vectors */
  const grundy_vector_move *list;
  bool overshoot;
  bool has_negative; /* some entry is negative */
} grundy_vector_rules;

/* Returns a view of the moves, to which text and list belong. */
GRUNDY_API grundy_vector_rules grundy_vector_moves_view(const grundy_vector_moves *moves);

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
   * that number of its followers, so that the opponent loses. Not both. */
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

/* What a box contains; one of the arrays is NULL. */
typedef struct grundy_vector_grid {
  uint32_t dimension;
  grundy_vector_position corner;
  uint64_t count;                 /* of positions */
  const uint32_t *values;         /* by index */
  const grundy_outcome *outcomes; /* by index */
} grundy_vector_grid;

/* Returns a view of the box, to which the arrays belong. */
GRUNDY_API grundy_vector_grid grundy_vector_box_view(const grundy_vector_box *box);

/* Returns the index of a position; UINT64_MAX if it is outside the box. */
static inline uint64_t grundy_vector_index(const grundy_vector_grid *grid,
                                           const grundy_vector_position *position) {
  uint64_t index = 0;
  for (uint32_t i = 0; i < grid->dimension; i++) {
    if (position->at[i] > grid->corner.at[i]) return UINT64_MAX;
    index = index * (grid->corner.at[i] + UINT64_C(1)) + position->at[i];
  }
  return index;
}

/* Returns the position with that index in a box with that corner. */
static inline grundy_vector_position grundy_vector_position_at(uint32_t dimension,
                                                               const grundy_vector_position *corner,
                                                               uint64_t index) {
  grundy_vector_position position = {{0}};
  for (uint32_t i = dimension; i-- > 0;) {
    position.at[i] = (uint32_t)(index % (corner->at[i] + UINT64_C(1)));
    index /= corner->at[i] + UINT64_C(1);
  }
  return position;
}

/* Returns the outcome of the position with that index, whatever the box contains. */
static inline grundy_outcome grundy_vector_outcome(const grundy_vector_grid *grid, uint64_t index) {
  if (grid->outcomes != NULL) return grid->outcomes[index];
  return grid->values[index] == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
}

/* ---- slices ------------------------------------------------------------------------------- */

/* A line or a plane of a box. The position with the coordinates x and y of the slice has the index
 * first + x * steps[0] + y * steps[1]. */
typedef struct grundy_vector_slice {
  uint32_t axes; /* 1: only x; 2: x and y; 0: the whole box, of dimension 3 or 4, as a list */
  uint64_t first, steps[2];
  uint64_t lengths[2]; /* how many x and y there are; lengths[1] is 1 if there is no y */
  uint32_t row;        /* 1 + the coordinate that is x if the others are numbers; otherwise 0 */
} grundy_vector_slice;

/* Parses a slice of a box: a coordinate is a number, x or y. "3,x" is a row, "x,3" a column, "x,x"
 * the diagonal, and "x,y,0" a plane. If `text` is NULL, the slice is the whole box.
 * GRUNDY_BAD_INPUT with the file "slice" and the column if the text is wrong, or if the box does
 * not have the slice. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_slice_parse(const char *text,
                                                                   const grundy_vector_grid *grid,
                                                                   grundy_vector_slice *slice,
                                                                   grundy_error *error);

/* ---- periods ------------------------------------------------------------------------------ */

/* A proved period of the values in a row: G(n + length) = G(n) + saltus for every n >= preperiod,
 * and no smaller preperiod or length will do. */
typedef struct grundy_vector_period {
  uint64_t preperiod, length, saltus;
  uint64_t largest;     /* the largest value of the row; UINT64_MAX if the saltus is not 0 */
  uint64_t rows_length; /* the period of this row and all rows below it together */
  uint64_t proved_at;   /* the values of these rows up to this column prove it */
  const char *theorem;  /* a static text; docs/vectors.md has the theorems */
} grundy_vector_period;

/* How many values are computed at most to find a period if the options have no limit. */
enum { GRUNDY_VECTOR_PERIOD_LIMIT = 1 << 24 };

/* Finds and proves the period of a row: of a slice of the box in which one coordinate is x and the
 * others are numbers. The corner says no more than that the box has the slice: as many columns of
 * the row and of the rows below it are computed as the proof needs, up to the limit. GRUNDY_UNABLE
 * if no period is proved by then, or if no theorem applies: to outcomes and to operators, with
 * negative entries, or with a ray along the row other than the multiples of 1. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_find_period(
    const grundy_vector_moves *moves, const grundy_vector_slice *slice,
    const grundy_vector_options *options, grundy_vector_period *period, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
