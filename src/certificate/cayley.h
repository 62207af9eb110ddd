/* A finite commutative monoid, given by the multiplication by its generators. Element 0 is the
 * identity. */

#ifndef GRUNDY_SRC_CERTIFICATE_CAYLEY_H
#define GRUNDY_SRC_CERTIFICATE_CAYLEY_H

#include "base/arena.h"
#include "certificate/reader.h"

typedef struct grundy_cayley {
  uint32_t size;       /* the number of elements */
  uint32_t generators; /* the number of maps */
  uint32_t *maps;      /* maps[i * size + x] is x times generator i */
  uint32_t *before;    /* by element, except 0: an element that is nearer to 0 … */
  uint32_t *by;        /* … and the generator that leads from there */
  uint32_t **rows;     /* by element y, the map from x to xy; NULL: not computed yet */
} grundy_cayley;

/* The largest numbers of elements and of maps. */
enum { GRUNDY_CAYLEY_MAX_SIZE = 1 << 20, GRUNDY_CAYLEY_MAX_MAPS = 4096 };

/* Reads the maps: an array of arrays of monoid->size elements. The arena owns everything. */
GRUNDY_MUST_USE grundy_status grundy_cayley_read(const grundy_json_proof *proof,
                                                 const json_t *cayley, grundy_arena *arena,
                                                 grundy_cayley *monoid);

/* Checks that the maps commute and that every element is a product of generators; refutes the proof
 * otherwise. Then x·y, "apply a word for y to x", does not depend on the word: if 0·w = 0·w′, and
 * x = 0·u, then x·w = 0·w·u = 0·w′·u = x·w′. */
GRUNDY_MUST_USE grundy_status grundy_cayley_check(const grundy_json_proof *proof,
                                                  grundy_arena *arena, grundy_cayley *monoid);

/* Computes the map from x to xy. O(size · length of y). */
void grundy_cayley_multiply(const grundy_cayley *monoid, uint32_t y, uint32_t *row);

/* Returns that map, which the arena keeps; NULL if memory runs out. */
const uint32_t *grundy_cayley_row(grundy_cayley *monoid, grundy_arena *arena, uint32_t y);

/* Splits the classes of elements, numbers below `size`, by keys: elements stay together if they
 * have the same class and the same key. Returns the number of classes; 0 if memory runs out. */
uint32_t grundy_cayley_split(const grundy_cayley *monoid, uint32_t *classes, const uint32_t *keys);

/* Splits the classes until multiplication by a generator respects them. Returns the number of
 * classes; 0 if memory runs out. */
uint32_t grundy_cayley_refine(const grundy_cayley *monoid, uint32_t *classes);

#endif
