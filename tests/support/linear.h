/* Linear games by enumeration: every map is a table of all 2^n elements; bit j of an element is its
 * coordinate j. Follows [Sat72, Definitions 3.1, 3.2 and 4.1]. */

#ifndef SUPPORT_LINEAR_H
#define SUPPORT_LINEAR_H

#include <grundy/linear.h>

enum { NAIVE_DIMENSION = 10, NAIVE_MOVES = 60 };

typedef struct naive_linear {
  uint32_t dimension, size; /* 2^dimension elements */
  uint32_t count;
  uint16_t maps[NAIVE_MOVES][1 << NAIVE_DIMENSION];
} naive_linear;

/* Returns H(s), one bit per map. */
uint64_t naive_h(const naive_linear *game, uint32_t s);

/* Returns whether (II)(a) and (II)(b) hold for these. */
bool naive_a(const naive_linear *game, uint32_t s, uint32_t t);
bool naive_b(const naive_linear *game, uint32_t move, uint32_t s, uint32_t t);

/* Computes the Grundy function of all elements; false if play need not end. */
bool naive_grundy(const naive_linear *game, uint32_t *values);

/* [Sat72, Def. 4.1] */
bool naive_simple(const naive_linear *game, uint32_t s);
bool naive_complicated(const naive_linear *game, uint32_t s);

/* Returns whether the set is a subspace. */
bool naive_subspace(uint32_t size, const bool *set);

/* Returns the first columns of a row as a number. */
uint32_t row_number(const grundy_matrix *m, uint64_t row);

#endif
