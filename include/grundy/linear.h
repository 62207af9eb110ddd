/* Linear games over GF(2) [Sat72, §§3, 4]: bit-packed matrices, the linear game L(G) of an acyclic
 * game, and linear games given by their moves. docs/linear.md says what they are good for. */

#ifndef GRUNDY_LINEAR_H
#define GRUNDY_LINEAR_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- matrices over GF(2) ---------------------------------------------------------------- */

/* A row is an array of 64-bit words: entry j is bit j % 64 of word j / 64, and bits behind the last
 * column are 0. Vectors are such rows. */
typedef struct grundy_matrix grundy_matrix;

/* NULL is allowed. */
GRUNDY_API void grundy_matrix_free(grundy_matrix *m);

GRUNDY_API uint64_t grundy_matrix_rows(const grundy_matrix *m);
GRUNDY_API uint64_t grundy_matrix_columns(const grundy_matrix *m);
GRUNDY_API bool grundy_matrix_get(const grundy_matrix *m, uint64_t row, uint64_t column);

/* How many words a row of that many columns has. */
static inline uint64_t grundy_words(uint64_t columns) {
  return columns / 64 + (columns % 64 != 0);
}

/* The rows of *kernel are a basis of {x : m x = 0}. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_matrix_kernel(const grundy_matrix *m,
                                                              const grundy_run_options *options,
                                                              grundy_matrix **kernel,
                                                              grundy_error *error);

/* ---- L(G) ---------------------------------------------------------------------------------- */

/* The linear game L(G) of an acyclic game G [Sat72, §3]: the space with the positions of G as a
 * basis, an element being tokens on some positions; a move moves one, and two tokens on one
 * position vanish. Its Grundy function is linear [Sat72, Thm. 3.9], so that the values of G tell
 * everything, and nothing dense is made.
 *
 * Positions are well-ordered by terminal distance, and by number where that is equal. In this order
 * the values seen so far are always 0 … m for some m, because a position of value k has followers
 * of all values below k before it. Hence F of [Sat72, Lemma 3.5] has the first position of value
 * 2^i for every i: it is the first one whose value is not in the span of those before. The
 * projection q takes s to the sum of f[i] over the bits i of its value, and the elements s + q(s)
 * for the positions s outside of F are a basis of the P-positions. */
typedef struct grundy_lift {
  const grundy_digraph *g; /* borrowed */
  const uint32_t *values;  /* by vertex; of the solution */
  uint32_t *order;         /* all vertices in the well-order */
  uint32_t rank;           /* of the Grundy function, and how many entries f has */
  uint32_t f[32];
} grundy_lift;

/* The solution has the columns grundy and distance; it and g are kept by the caller as long as the
 * lift. GRUNDY_UNDEFINED if the game has a cycle, which the message then tells. O(V). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_lift_new(const grundy_digraph *g,
                                                         const grundy_solution *solution,
                                                         grundy_lift **lift, grundy_error *error);

/* NULL is allowed. */
GRUNDY_API void grundy_lift_free(grundy_lift *lift);

/* The Grundy value of an element written as "a + c + d": names of positions, in quotes if they have
 * a space, a + or a quote in them, \" and \\ standing for a quote and a backslash. No name at all
 * is the element 0. GRUNDY_BAD_INPUT with the file "element" and a column. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_lift_value(const grundy_lift *lift,
                                                           const char *element, uint32_t *value,
                                                           grundy_error *error);

/* ---- linear games given by their moves ----------------------------------------------------- */

/* The space GF(2)^n with a set H of maps: from s one may move to h(s) for every h in H with
 * h(s) ≠ s [Sat72, Def. 3.1]. It is a linear game [Sat72, Def. 3.2] if
 *   (II)(a)  those h are the same for s + t as for exactly one of s and t, and
 *   (II)(b)  h(s + t) = h(s) + h(t).
 * Then h(s) = s + α(s) v for a functional α and a vector v, and that is how a move is kept. */
typedef struct grundy_linear grundy_linear;

/* A dimension is at most this. */
#define GRUNDY_LINEAR_MAX_DIMENSION UINT64_C(16384)

/* NULL is allowed. */
GRUNDY_API void grundy_linear_free(grundy_linear *game);

GRUNDY_API uint64_t grundy_linear_dimension(const grundy_linear *game);
GRUNDY_API uint64_t grundy_linear_count(const grundy_linear *game);

/* The name of a move, by its number from 0; it belongs to the game. */
GRUNDY_API const char *grundy_linear_name(const grundy_linear *game, uint64_t move);

typedef enum grundy_linear_verdict {
  GRUNDY_LINEAR_ENDS,   /* a linear game in which play ends */
  GRUNDY_LINEAR_NOT_A,  /* (II)(a) fails */
  GRUNDY_LINEAR_NOT_B,  /* (II)(b) fails */
  GRUNDY_LINEAR_CYCLIC, /* both hold, and play need not end */
} grundy_linear_verdict;

/* What is known of a linear game. Pointers are NULL where the verdict leaves nothing to tell. */
typedef struct grundy_linear_solution {
  grundy_linear_verdict verdict;

  /* Where (II) fails, for the move `moves[0]`: two positions s and t for which it does. Where play
   * need not end: positions of a cycle, moves[i] leading from row i to the next one and from the
   * last to the first. */
  grundy_matrix *witness;
  uint64_t *moves;

  /* Where play ends: the different functionals of moves, which are then independent; the terminal
   * positions are their kernel T. The nonzero simple elements [Sat72, Def. 4.1], which are a basis
   * modulo T, each written with coordinates where it has to have some: row i is dual to functional
   * i. Their values; and the Grundy function [Sat72, Thm. 4.5]: row i times s is bit i of g(s). */
  grundy_matrix *functionals, *simple;
  uint32_t *values; /* by row of `simple` */
  grundy_matrix *grundy;
} grundy_linear_solution;

/* Play ends exactly if every move undoes its own condition, α(v) = 1; the different functionals are
 * independent; and no simple element comes back to itself along "b_i can be moved to something in
 * which b_j appears". Everything else gives a cycle of at most 2n + 2 positions.
 * O(n (n + moves) r / 64) for r different functionals. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_linear_solve(const grundy_linear *game,
                                                             const grundy_run_options *options,
                                                             grundy_linear_solution **solution,
                                                             grundy_error *error);

/* NULL is allowed. */
GRUNDY_API void grundy_linear_solution_free(grundy_linear_solution *solution);

/* The Grundy value of an element written as "0110 + 1000", as grundy_lift_value reads it; the
 * verdict is GRUNDY_LINEAR_ENDS. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_linear_value(const grundy_linear_solution *solution,
                                                             const char *element, uint32_t *value,
                                                             grundy_error *error);

/* ---- reading -------------------------------------------------------------------- */

/* Reads a linear game given by its moves, as docs/linear.md describes it, from the file `path`, "-"
 * for standard input. A move that breaks an axiom is not an error here. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_linear_read(const char *path,
                                                            const grundy_read_options *options,
                                                            grundy_linear **game,
                                                            grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
