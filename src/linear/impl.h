/* Shared by the files of this room. */

#ifndef GRUNDY_SRC_LINEAR_IMPL_H
#define GRUNDY_SRC_LINEAR_IMPL_H

#include <grundy/linear.h>

#include "base/arena.h"

#include <assert.h>

/* ---- rows ------------------------------------------------------------------------------- */

struct grundy_matrix {
  uint64_t rows, columns, stride; /* words per row */
  uint64_t *words;
};

static inline uint64_t *grundy_matrix_at(const grundy_matrix *m, uint64_t row) {
  assert(row < m->rows);
  return m->words + row * m->stride;
}

static inline bool grundy_bit(const uint64_t *row, uint64_t column) {
  return (row[column / 64] >> (column % 64) & 1) != 0;
}

static inline void grundy_bit_set(uint64_t *row, uint64_t column) {
  row[column / 64] |= UINT64_C(1) << (column % 64);
}

static inline void grundy_row_add(uint64_t *to, const uint64_t *from, uint64_t words) {
  for (uint64_t i = 0; i < words; i++) to[i] ^= from[i];
}

/* Returns the inner product. */
static inline bool grundy_row_times(const uint64_t *a, const uint64_t *b, uint64_t words) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < words; i++) sum ^= a[i] & b[i];
  return __builtin_parityll(sum) != 0;
}

/* Returns the first 1 from column `from` on; UINT64_MAX if there is none. */
uint64_t grundy_row_next(const uint64_t *row, uint64_t words, uint64_t from);

/* ---- a linear game ----------------------------------------------------------------------- */

struct grundy_linear {
  uint64_t dimension, stride;
  uint64_t count;
  uint64_t *pairs; /* functional and vector of every move */
  uint64_t pair_capacity;
  char *names;
  uint64_t name_length, name_capacity;
  uint64_t *starts; /* of the names */
  uint64_t start_capacity;

  /* The first move that breaks (II), with s and t; GRUNDY_LINEAR_ENDS if none does. */
  grundy_linear_verdict broken;
  uint64_t broken_move;
  uint64_t *broken_pair;
};

/* Returns whether both the functional and the vector of the move are nonzero; otherwise the move is
 * the identity. */
bool grundy_linear_moves_something(const grundy_linear *game, uint64_t move);

/* The moves that are not the identity, grouped by functional. */
typedef struct grundy_bundles {
  uint64_t count;   /* number of different functionals */
  uint64_t *first;  /* by bundle: its first move */
  uint64_t *starts; /* by bundle, and one more: where its moves begin in `moves` */
  uint64_t *moves;
} grundy_bundles;

/* Groups the moves; bundles are numbered in the order in which they first occur. The arena owns
 * the arrays. O(moves · n / 64) expected. */
grundy_status grundy_bundles_of(const grundy_linear *game, grundy_arena *arena,
                                grundy_bundles *bundles, grundy_error *error);

/* Sorts a graph topologically, or finds a cycle. A graph has a row of bits per vertex; the diagonal
 * is ignored. Either `order` gets all vertices, each after those it leads to, and *length is 0; or
 * `cycle` gets the *length vertices of a chordless cycle. Both arrays have one entry per vertex.
 * O(vertices²). */
grundy_status grundy_graph_sort(const grundy_matrix *graph, uint64_t *order, uint64_t *cycle,
                                uint64_t *length, grundy_error *error);

/* ---- cycles of positions ------------------------------------------------------------------- */

/* These fill in the witness that play need not end. The argument is always the same: a list of
 * moves made twice adds every vector twice, so it leads back to the start. */

/* The move does not change its own functional, so it can be made again at once. */
grundy_status grundy_cycle_repeat(const grundy_linear *game, uint64_t move,
                                  grundy_linear_solution *solution, grundy_error *error);

/* The functionals of these moves, at least 3, sum to 0 and are independent without the last one. */
grundy_status grundy_cycle_dependent(const grundy_linear *game, const uint64_t *moves,
                                     uint64_t count, const grundy_monitor *monitor,
                                     grundy_linear_solution *solution, grundy_error *error);

/* From `start` the moves can be made in this order, and then again. */
grundy_status grundy_cycle_walk(const grundy_linear *game, const uint64_t *start,
                                const uint64_t *moves, uint64_t count,
                                grundy_linear_solution *solution, grundy_error *error);

#endif
