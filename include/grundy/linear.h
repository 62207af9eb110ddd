/* Linear games over GF(2) [Sat72, §§3, 4]: bit-packed matrices, the linear game L(G) of an acyclic
 * game, and linear games given by their moves. docs/linear.md explains what they are good for. */

#ifndef GRUNDY_LINEAR_H
#define GRUNDY_LINEAR_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- matrices over GF(2) ---------------------------------------------------------------- */

/* A bit-packed matrix. A row is an array of 64-bit words: entry j is bit j % 64 of word j / 64, and
 * bits after the last column are 0. Vectors are stored as rows. */
typedef struct grundy_matrix grundy_matrix;

/* Frees the matrix; NULL is allowed. */
GRUNDY_API void grundy_matrix_free(grundy_matrix *m);

/* Returns the number of rows or columns, or one entry. */
GRUNDY_API uint64_t grundy_matrix_rows(const grundy_matrix *m);
GRUNDY_API uint64_t grundy_matrix_columns(const grundy_matrix *m);
GRUNDY_API bool grundy_matrix_get(const grundy_matrix *m, uint64_t row, uint64_t column);

/* Returns the number of words in a row of this many columns. */
static inline uint64_t grundy_words(uint64_t columns) {
  return columns / 64 + (columns % 64 != 0);
}

/* Finds a basis of {x : m x = 0}, the rows of *kernel. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_matrix_kernel(const grundy_matrix *m,
                                                              const grundy_run_options *options,
                                                              grundy_matrix **kernel,
                                                              grundy_error *error);

/* ---- L(G) ---------------------------------------------------------------------------------- */

/* The linear game L(G) of an acyclic game G [Sat72, §3]: the vector space with the positions of G
 * as a basis. An element consists of tokens on some positions; a move moves one token, and two
 * tokens on the same position vanish. Its Grundy function is linear [Sat72, Thm. 3.9], so the
 * values of G determine it, and no dense matrix is needed.
 *
 * Positions are well-ordered by terminal distance, then by number. In this order the values seen so
 * far are always 0 … m for some m, because a position of value k comes after followers of all
 * values below k. Hence F of [Sat72, Lemma 3.5] consists of the first position of value 2^i for
 * every i: it is the first whose value is not in the span of the values before it. The projection q
 * maps s to the sum of f[i] over the bits i of its value, and the elements s + q(s) for the
 * positions s outside F are a basis of the P-positions. */
typedef struct grundy_lift {
  const grundy_digraph *g; /* borrowed */
  const uint32_t *values;  /* by vertex; owned by the solution */
  uint32_t *order;         /* all vertices in the well-order */
  uint32_t rank;           /* rank of the Grundy function, and number of entries of f */
  uint32_t f[32];
} grundy_lift;

/* Makes the lift of a game. The solution must have the columns grundy and distance; the caller
 * keeps it and g as long as the lift. GRUNDY_UNDEFINED if the game has a cycle, which the message
 * describes. O(V). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_lift_new(const grundy_digraph *g,
                                                         const grundy_solution *solution,
                                                         grundy_lift **lift, grundy_error *error);

/* Frees the lift; NULL is allowed. */
GRUNDY_API void grundy_lift_free(grundy_lift *lift);

/* Finds the Grundy value of an element written as "a + c + d": names of positions, in quotes if
 * they contain a space, a + or a quote, with \" and \\ for a quote and a backslash. The empty text
 * is the element 0. GRUNDY_BAD_INPUT with the file "element" and a column. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_lift_value(const grundy_lift *lift,
                                                           const char *element, uint32_t *value,
                                                           grundy_error *error);

/* ---- linear games given by their moves ----------------------------------------------------- */

/* The space GF(2)^n with a set H of maps: from s one may move to h(s) for every h in H with h(s) ≠
 * s [Sat72, Def. 3.1]. It is a linear game [Sat72, Def. 3.2] if
 *   (II)(a)  h moves s + t exactly if it moves exactly one of s and t, and
 *   (II)(b)  h(s + t) = h(s) + h(t).
 * Then h(s) = s + α(s) v for a functional α and a vector v, and moves are stored this way. */
typedef struct grundy_linear grundy_linear;

/* The largest dimension. */
#define GRUNDY_LINEAR_MAX_DIMENSION UINT64_C(16384)

/* Frees the game; NULL is allowed. */
GRUNDY_API void grundy_linear_free(grundy_linear *game);

/* Returns the dimension n, and the number of moves. */
GRUNDY_API uint64_t grundy_linear_dimension(const grundy_linear *game);
GRUNDY_API uint64_t grundy_linear_count(const grundy_linear *game);

/* Returns the name of a move, by its number from 0; it belongs to the game. */
GRUNDY_API const char *grundy_linear_name(const grundy_linear *game, uint64_t move);

/* What is known about a game given by its moves. */
typedef enum grundy_linear_verdict {
  GRUNDY_LINEAR_ENDS,   /* a linear game in which play ends */
  GRUNDY_LINEAR_NOT_A,  /* (II)(a) fails */
  GRUNDY_LINEAR_NOT_B,  /* (II)(b) fails */
  GRUNDY_LINEAR_CYCLIC, /* both hold, and play need not end */
} grundy_linear_verdict;

/* The solution of a linear game. Pointers that do not apply to the verdict are NULL. */
typedef struct grundy_linear_solution {
  grundy_linear_verdict verdict;

  /* If (II) fails for the move `moves[0]`: two positions s and t for which it fails. If play need
   * not end: the positions of a cycle, where moves[i] leads from row i to the next row and from the
   * last row to the first. */
  grundy_matrix *witness;
  uint64_t *moves;

  /* If play ends: the different functionals of moves, which are then independent; the terminal
   * positions are their kernel T. The nonzero simple elements [Sat72, Def. 4.1], which are a basis
   * modulo T, each with nonzero coordinates at pivots only: row i is dual to functional i. Their
   * values; and the Grundy function [Sat72, Thm. 4.5]: row i times s is bit i of g(s). */
  grundy_matrix *functionals, *simple;
  uint32_t *values; /* by row of `simple` */
  grundy_matrix *grundy;
} grundy_linear_solution;

/* Solves a linear game. Play ends exactly if every move undoes its own condition, α(v) = 1; the
 * different functionals are independent; and no simple element leads back to itself along "b_i can
 * be moved to something in which b_j appears". Otherwise there is a cycle of at most 2n + 2
 * positions. O(n (n + moves) r / 64) for r different functionals. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_linear_solve(const grundy_linear *game,
                                                             const grundy_run_options *options,
                                                             grundy_linear_solution **solution,
                                                             grundy_error *error);

/* Frees the solution; NULL is allowed. */
GRUNDY_API void grundy_linear_solution_free(grundy_linear_solution *solution);

/* Finds the Grundy value of an element written as "0110 + 1000", parsed as by grundy_lift_value;
 * the verdict must be GRUNDY_LINEAR_ENDS. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_linear_value(const grundy_linear_solution *solution,
                                                             const char *element, uint32_t *value,
                                                             grundy_error *error);

/* ---- reading -------------------------------------------------------------------- */

/* Reads a linear game given by its moves, in the format of docs/linear.md, from the file `path`, or
 * from standard input if it is "-". A move that breaks an axiom is not an error here. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_linear_read(const char *path,
                                                            const grundy_read_options *options,
                                                            grundy_linear **game,
                                                            grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
