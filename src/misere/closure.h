/* Theorem 1: a finite proof that a set of elements contains exactly the sums with f = P.
 *
 * For a sum G of heaps let Win(G) be the set of the elements y such that a move in G leads from G +
 * y to P. The closure T is a set of pairs (element of G, Win(G)) with the empty sum, closed under
 * adding a heap, except that a pair is left out if T has another with the same element and a
 * smaller set. Q is finite, so T is. */

#ifndef GRUNDY_SRC_MISERE_CLOSURE_H
#define GRUNDY_SRC_MISERE_CLOSURE_H

#include "misere/level.h"

/* A kind of heap that the pairs were multiplied by. */
typedef struct grundy_factor {
  uint32_t value;
  uint32_t cover_count;
  uint64_t cover; /* some of its options, in `covers`, that have the same set of contexts as all */
} grundy_factor;

/* A pair of T. Its set is the union of the contexts of the elements in its cover, and of what is
 * won by moves in other heaps. */
typedef struct grundy_closure_pair {
  uint32_t element; /* GRUNDY_NO_PAIR if another pair replaced this one */
  uint32_t next;    /* the next pair with the same element; GRUNDY_NO_PAIR: none */
  uint32_t cover_count;
  uint64_t cover; /* in `covers` */
} grundy_closure_pair;

#define GRUNDY_NO_PAIR UINT32_MAX

struct grundy_closure {
  grundy_monoid *monoid;
  uint64_t words;     /* of a set */
  uint64_t *lost;     /* P */
  uint64_t *contexts; /* a set per element x: { z : z · x in P } */
  uint64_t *outside; /* a set per element x: { z : z · x is won elsewhere }; NULL: all are empty */
  bool is_whole;     /* f is the outcome: the empty sum is neither won elsewhere nor has moves */
  uint32_t factor_count, pair_count;
  grundy_factor *factors;
  uint64_t factor_capacity;
  uint64_t *factor_sets; /* the contexts in which a move in a heap of this kind leads to P */
  uint64_t factor_set_capacity;
  grundy_closure_pair *pairs;
  uint64_t pair_capacity;
  uint64_t *pair_sets;
  uint64_t pair_set_capacity;
  uint32_t *first; /* the first pair of every element */
  uint32_t *covers;
  uint64_t cover_count, cover_capacity;
  uint64_t *product, *scratch; /* sets */
};

void grundy_closure_free(grundy_closure *closure);

static inline const uint64_t *grundy_closure_contexts(const grundy_closure *c, uint32_t x) {
  return c->contexts + x * c->words;
}

static inline const uint64_t *grundy_closure_pair_set(const grundy_closure *c, uint32_t pair) {
  return c->pair_sets + pair * c->words;
}

/* Finds the only set that can be P: f on the representatives, in their order. `won` are the
 * elements that are won by moves in other heaps. The kinds of the level must be known. */
bool grundy_closure_candidate(grundy_misere_run *run, const grundy_misere_level *level,
                              const uint64_t *won, bool is_whole, uint64_t *lost);

/* Makes the closure under all kinds of the level. *closure becomes NULL if the theorem's condition
 * fails: then the monoid does not recognize f. */
bool grundy_closure_make(grundy_misere_run *run, const grundy_misere_level *level,
                         const uint64_t *won, bool is_whole, const uint64_t *lost,
                         grundy_closure **closure);

/* Computes the contexts in which a move to one of these elements leads to P. */
void grundy_closure_winning(const grundy_closure *closure, const uint32_t *options, uint32_t count,
                            uint64_t *set);

/* Theorem 2: returns whether a new heap with that set of winning contexts can have the value x
 * without changing anything. */
bool grundy_closure_fits(const grundy_closure *closure, const grundy_misere_run *run, uint32_t x,
                         const uint64_t *winning);

/* Adds a kind of heap. *holds becomes false if the condition fails; then the closure can only be
 * freed. */
bool grundy_closure_add(grundy_misere_run *run, grundy_closure *closure, uint32_t value,
                        const uint32_t *options, uint32_t count, bool *holds);

#endif
