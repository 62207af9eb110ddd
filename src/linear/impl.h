/* What the files of this room share. */

#ifndef GRUNDY_SRC_LINEAR_IMPL_H
#define GRUNDY_SRC_LINEAR_IMPL_H

#include <grundy/linear.h>

#include <assert.h>

/* ---- rows ------------------------------------------------------------------------------- */

struct grundy_matrix {
  uint64_t rows, columns, stride; /* words a row */
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

/* The sum of the products. */
static inline bool grundy_row_times(const uint64_t *a, const uint64_t *b, uint64_t words) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < words; i++) sum ^= a[i] & b[i];
  return __builtin_parityll(sum) != 0;
}

/* The first 1 from the column `from` on; UINT64_MAX if there is none. */
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

/* Has the move both a functional and a vector that are not 0? The others are the identity. */
bool grundy_linear_moves_something(const grundy_linear *game, uint64_t move);

/* The moves that do something, by their functionals. */
typedef struct grundy_bundles {
  uint64_t count;   /* of different functionals */
  uint64_t *first;  /* by bundle: the first move that has it */
  uint64_t *starts; /* by bundle, and one more: where its moves begin in `moves` */
  uint64_t *moves;
} grundy_bundles;

/* Bundles are numbered in the order in which they first occur. On failure, too, they are to be
 * freed. O(moves · n / 64) expected. */
grundy_status grundy_bundles_of(const grundy_linear *game, grundy_bundles *bundles,
                                grundy_error *error);
void grundy_bundles_free(grundy_bundles *bundles);

/* A graph is a row of bits for every vertex; those on the diagonal mean nothing. Either `order`
 * gets all vertices, each behind those it leads to, and *length is 0; or `cycle` gets the *length
 * vertices of a cycle without a chord. Both arrays have one entry a vertex. O(vertices²). */
grundy_status grundy_graph_sort(const grundy_matrix *graph, uint64_t *order, uint64_t *cycle,
                                uint64_t *length, grundy_error *error);

/* ---- cycles of positions ------------------------------------------------------------------- */

/* These fill in the witness that play need not end. Every one ends with the same argument: a list
 * of moves made twice adds every vector twice, so that it leads back to where it started. */

/* The move leaves its own condition as it was, and can be made again at once. */
grundy_status grundy_cycle_repeat(const grundy_linear *game, uint64_t move,
                                  grundy_linear_solution *solution, grundy_error *error);

/* The functionals of these moves, at least 3, have the sum 0 and are independent without the last
 * one. */
grundy_status grundy_cycle_dependent(const grundy_linear *game, const uint64_t *moves,
                                     uint64_t count, const grundy_monitor *monitor,
                                     grundy_linear_solution *solution, grundy_error *error);

/* From `start` the moves can be made in this order, and then again. */
grundy_status grundy_cycle_walk(const grundy_linear *game, const uint64_t *start,
                                const uint64_t *moves, uint64_t count,
                                grundy_linear_solution *solution, grundy_error *error);

#endif
