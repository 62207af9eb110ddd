/* Linear algebra over GF(2). */

#ifndef GRUNDY_SRC_LINEAR_MATRIX_H
#define GRUNDY_SRC_LINEAR_MATRIX_H

#include <grundy/linear.h>

/* The functional and the vector of a move, by its number from 0; they belong to the game. */
const uint64_t *grundy_linear_functional(const grundy_linear *game, uint64_t move);
const uint64_t *grundy_linear_vector(const grundy_linear *game, uint64_t move);

/* The words of a row; they belong to the matrix. */
const uint64_t *grundy_matrix_row(const grundy_matrix *m, uint64_t row);

/* Brings m to its reduced row echelon form, which is unique: rows of zeros stand last, the first 1
 * of row i < *rank is in column pivots[i], further right than that of the row before, and it is the
 * only 1 of its column. `pivots` has as many entries as the smaller of rows and columns.
 * O(rows · columns · rank / 64). GRUNDY_CANCELLED leaves m with the same row space. */
GRUNDY_MUST_USE grundy_status grundy_matrix_eliminate(grundy_matrix *m,
                                                      const grundy_monitor *monitor,
                                                      uint64_t *pivots, uint64_t *rank,
                                                      grundy_error *error);

/* The first `rank` rows of an eliminated matrix are added to the vector where it has a 1 in their
 * pivots. What is left is the same for all vectors that differ by one of the row space, and 0 for
 * the vectors of that space alone. O(rank · columns / 64). */
void grundy_matrix_reduce(const grundy_matrix *eliminated, const uint64_t *pivots, uint64_t rank,
                          uint64_t *vector);

GRUNDY_MUST_USE grundy_status grundy_matrix_rank(const grundy_matrix *m,
                                                 const grundy_monitor *monitor, uint64_t *rank,
                                                 grundy_error *error);

GRUNDY_MUST_USE grundy_status grundy_matrix_transpose(const grundy_matrix *m,
                                                      grundy_matrix **transpose,
                                                      grundy_error *error);

/* Vectors dual to the rows of m: row i of m times row j of *dual is 1 where i = j and 0 elsewhere.
 * GRUNDY_UNDEFINED if the rows of m are dependent. */
GRUNDY_MUST_USE grundy_status grundy_matrix_dual(const grundy_matrix *m,
                                                 const grundy_monitor *monitor,
                                                 grundy_matrix **dual, grundy_error *error);

/* GRUNDY_BAD_ARGUMENT if m is not square, GRUNDY_UNDEFINED if it is singular. */
GRUNDY_MUST_USE grundy_status grundy_matrix_inverse(const grundy_matrix *m,
                                                    const grundy_monitor *monitor,
                                                    grundy_matrix **inverse, grundy_error *error);

#endif
