/* Adds heaps to a quotient, one after the other.
 *
 * To add heap h, the outcomes of X + j · h are needed for all sums X of smaller heaps and all j.
 * With f_0 = f, the function f_j(X) = f(X + j · h) follows from f_(j-1): X is won by a move in a
 * heap h if some option o of h has f_(j-1)(X + o) = P, and by moves in X otherwise. So f_j is a
 * problem of the same form with fewer heaps. If the monoid of the smaller heaps does not recognize
 * it, a finer one is built in the same way, from the first heap on. All this is exact: nothing is
 * guessed and withdrawn later. The problems that wait for others are on a stack. */

#ifndef GRUNDY_SRC_MISERE_EXTENSION_H
#define GRUNDY_SRC_MISERE_EXTENSION_H

#include "misere/level.h"

/* The multiples 0, 1, 2 … of a heap: for j · h, its element in the base, what moves in heaps h and
 * in other heaps win, and where f_j is P. */
typedef struct grundy_multiples {
  uint32_t count;
  uint32_t *powers;
  uint64_t power_capacity;
  uint64_t **won, **lost;
  uint64_t won_capacity, lost_capacity;
} grundy_multiples;

/* A problem: find the coarsest monoid on the sums of heaps 1 … until that refines the base and
 * recognizes f, where f(X) = P if X is not in `won` and no move in X leads to P. */
typedef struct grundy_problem {
  const grundy_misere_level *base; /* NULL: a single element */
  uint64_t *won;                   /* elements of the base */
  uint32_t until;
  bool is_whole;  /* f is the outcome: see grundy_closure */
  uint32_t depth; /* 0: the whole game */
  grundy_misere_level level;
  grundy_multiples multiples; /* of heap level.known + 1; none unless that heap is being added */
} grundy_problem;

typedef struct grundy_drift grundy_drift;

/* The quotients of heaps 1, 2, 3 … of a game. */
typedef struct grundy_extension {
  grundy_misere_run run;
  grundy_problem **stack;
  uint64_t stack_capacity;
  uint32_t depth;             /* of the stack; 1 between two heaps */
  grundy_misere_level before; /* the level of problem 0 before the next heap refined it; no monoid:
                          it is the same */
  uint32_t lower_bound;       /* the largest monoid while the next heap is added */
  grundy_drift *drift;        /* proves that the quotient with the next heap is infinite; NULL:
                                 nothing does */
} grundy_extension;

/* Starts with no heaps. The run must be set up; it belongs to the extension from now on. */
bool grundy_extension_start(grundy_extension *extension);
void grundy_extension_free(grundy_extension *extension);

/* Adds the next heap. False, and the status is GRUNDY_OK, if `drift` was found. */
bool grundy_extension_add(grundy_extension *extension);

/* Returns the level of the heaps that have been added. */
static inline grundy_misere_level *grundy_extension_level(grundy_extension *extension) {
  return extension->before.monoid != NULL ? &extension->before : &extension->stack[0]->level;
}

/* Notes that the quotient with the next heap has at least `size` elements. False if that is above
 * the limit. */
bool grundy_extension_check_size(grundy_extension *extension, uint64_t size);

/* Makes the product of the monoid with the multiples 0 … first + length - 1 of the next heap, of
 * which first + length is the same as `first`, reduced: the level with that heap. */
bool grundy_problem_join(grundy_extension *extension, grundy_problem *problem, uint32_t first,
                         uint32_t length, grundy_misere_level *joined);

/* Frees the problems that wait for others, after a failure. What is known about the whole game and
 * about the multiples of its next heap stays. */
void grundy_extension_trim(grundy_extension *extension);

#endif
