/* Linear algebra over GF(2), and linear games built move by move. */

#ifndef GRUNDY_SRC_LINEAR_MATRIX_H
#define GRUNDY_SRC_LINEAR_MATRIX_H

#include <grundy/linear.h>

#include "base/arena.h"

/* ---- linear games ---------------------------------------------------------------------- */

GRUNDY_MUST_USE grundy_status grundy_linear_new(uint64_t dimension, grundy_linear **game,
                                                grundy_error *error);

/* Adds the move h(s) = m s + constant; m is square and of the game's dimension, a NULL constant is
 * 0. A move that breaks (II) is not an error here: grundy_linear_solve reports it. The name is
 * copied. O(dimension² / 64). */
GRUNDY_MUST_USE grundy_status grundy_linear_add_matrix(grundy_linear *game, const char *name,
                                                       size_t length, const grundy_matrix *m,
                                                       const uint64_t *constant,
                                                       grundy_error *error);

/* Adds the move h(s) = s + functional(s) · vector. */
GRUNDY_MUST_USE grundy_status grundy_linear_add_pair(grundy_linear *game, const char *name,
                                                     size_t length, const uint64_t *functional,
                                                     const uint64_t *vector, grundy_error *error);

/* Returns the functional or the vector of a move, by its number from 0; the game owns them. */
const uint64_t *grundy_linear_functional(const grundy_linear *game, uint64_t move);
const uint64_t *grundy_linear_vector(const grundy_linear *game, uint64_t move);

/* ---- matrices ---------------------------------------------------------------------------- */

/* Makes a matrix of zeros. GRUNDY_UNABLE if rows or columns exceed 2^32. */
GRUNDY_MUST_USE grundy_status grundy_matrix_new(uint64_t rows, uint64_t columns, grundy_matrix **m,
                                                grundy_error *error);

/* The same in an arena, which owns the matrix. */
GRUNDY_MUST_USE grundy_status grundy_matrix_in(grundy_arena *arena, uint64_t rows, uint64_t columns,
                                               grundy_matrix **m, grundy_error *error);

/* Brings m to its unique reduced row echelon form: rows of zeros are last, the first 1 of row i <
 * *rank is in column pivots[i], further right than in the row before, and is the only 1 of its
 * column. `pivots` has min(rows, columns) entries. O(rows · columns · rank / 64). GRUNDY_CANCELLED
 * leaves m with the same row space. */
GRUNDY_MUST_USE grundy_status grundy_matrix_eliminate(grundy_matrix *m,
                                                      const grundy_monitor *monitor,
                                                      uint64_t *pivots, uint64_t *rank,
                                                      grundy_error *error);

GRUNDY_MUST_USE grundy_status grundy_matrix_transpose(const grundy_matrix *m,
                                                      grundy_matrix **transpose,
                                                      grundy_error *error);

/* Computes vectors dual to the rows of m: row i of m times row j of *dual is 1 if i = j and 0
 * otherwise. GRUNDY_UNDEFINED if the rows of m are dependent. */
GRUNDY_MUST_USE grundy_status grundy_matrix_dual(const grundy_matrix *m,
                                                 const grundy_monitor *monitor,
                                                 grundy_matrix **dual, grundy_error *error);

#endif
