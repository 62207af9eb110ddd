/* Finite commutative monoids that the heaps of a game generate.
 *
 * Elements are 0 … size - 1, and 0 is the identity. Sums of generators are compared by the number
 * of their largest heaps first; every element has a least sum, its representative, and elements are
 * numbered in the order of representatives. So the options of a representative have representatives
 * with smaller numbers. */

#ifndef GRUNDY_SRC_MISERE_MONOID_H
#define GRUNDY_SRC_MISERE_MONOID_H

#include <stdbool.h>
#include <stdint.h>

/* Immutable, except for rows, which are made when they are first needed. */
typedef struct grundy_monoid {
  uint32_t references;
  uint32_t size, generators;
  uint32_t *heaps;   /* the heap of each generator, in increasing order */
  uint32_t *maps;    /* generator g maps x to maps[g · size + x] */
  uint32_t *parent;  /* the representative of x is that of parent[x] … */
  uint32_t *last;    /* … plus this generator, its largest; both are 0 for the identity */
  uint32_t *without; /* [g · size + x]: the element of the representative of x with one g less */
  uint32_t **rows;   /* rows[x][y] is x · y; NULL if the row has not been made */
} grundy_monoid;

/* What `without` has if the representative does not contain the generator. */
#define GRUNDY_MONOID_NONE UINT32_MAX

/* Makes a monoid with room for the given numbers, whose arrays the caller fills before
 * grundy_monoid_finish. NULL if memory runs out. */
grundy_monoid *grundy_monoid_new(uint32_t size, uint32_t generators);

/* Computes `without` from the other arrays. */
void grundy_monoid_finish(grundy_monoid *monoid);

/* Returns the monoid, which is now used once more. */
grundy_monoid *grundy_monoid_keep(grundy_monoid *monoid);

/* Frees the monoid when it is no longer used; NULL is allowed. */
void grundy_monoid_drop(grundy_monoid *monoid);

/* Makes the row of x if it does not exist. False if memory runs out. */
bool grundy_monoid_make_row(grundy_monoid *monoid, uint32_t x);

static inline const uint32_t *grundy_monoid_map(const grundy_monoid *monoid, uint32_t generator) {
  return monoid->maps + (uint64_t)generator * monoid->size;
}

#endif
