/* Infinite quotients: two heaps whose multiples drift against each other, Theorem 4 of
 * docs/misere.md.
 *
 * While the multiples j · H of heap H are added, the outcomes of X + i · G + j · H are known for
 * all sums X of smaller heaps, all i and the j so far. If they depend on X only through its class
 * in a small monoid, and are periodic in the directions of i, of j and of the diagonal, this is a
 * description of infinitely many outcomes. It is a guess; the checker of certificates proves it. */

#ifndef GRUNDY_SRC_MISERE_DRIFT_H
#define GRUNDY_SRC_MISERE_DRIFT_H

#include "misere/extension.h"

#include <grundy/json.h>

/* Outcomes F(s, i, j) are given for folded pairs (i, j): while both are at least d + c, subtract c
 * from both; then subtract p from i while it is at least a + p, and q from j while it is at least
 * b + q. */
struct grundy_drift {
  uint32_t first, second; /* G < H */
  uint32_t heaps;         /* the largest heap with a class */
  uint32_t size;          /* the number of classes of sums of other heaps */
  uint32_t *maps;         /* maps[h · size + s] is the class of s and heap h */
  bool *is_generator;     /* by heap */
  uint32_t *before, *by;  /* class s is before[s] and heap by[s]; all are made of generators */
  uint32_t d, c, a, p, b, q;
  uint64_t **outcomes; /* by i · (b + q) + j, the set of classes in P; NULL: not folded */
};

void grundy_drift_free(grundy_drift *drift);

/* Looks for a description of the sums of heaps 1 … H, where H is the heap whose multiples have been
 * added so far. *drift is NULL if none is found that the checker of certificates proves. */
bool grundy_drift_find(grundy_misere_run *run, const grundy_problem *problem, grundy_drift **drift);

/* Looks for a class of the next heap that the checker proves. *found says whether there is one. */
bool grundy_drift_extend(grundy_misere_run *run, grundy_drift *drift, bool *found);

/* Returns whether a sum of class s, i heaps G and j heaps H is a P-position. */
bool grundy_drift_is_p(const grundy_drift *drift, uint32_t s, uint64_t i, uint64_t j);

/* Writes the members of a certificate after the game and the play. */
void grundy_drift_write(const grundy_drift *drift, grundy_json *json);

#endif
