/* Games on vectors by their definition. */

#ifndef GRUNDY_TESTS_SUPPORT_VECTORS_H
#define GRUNDY_TESTS_SUPPORT_VECTORS_H

#include <grundy/vector.h>

enum { VECTORS_MOST = 8, VECTORS_TEXT = 512 };

/* A move set as a test makes it: vectors may be repeated, or on a ray of another one. */
typedef struct vector_rules {
  uint32_t dimension, count;
  grundy_vector_move moves[VECTORS_MOST];
  bool overshoot;
} vector_rules;

/* Makes random rules: entries up to `most`, at least one vector. */
vector_rules random_vectors(grundy_random *random, uint32_t dimension, uint32_t most);

/* Writes the rules as text. */
void vector_rules_text(const vector_rules *rules, char text[VECTORS_TEXT]);

/* Parses the text, or fails the test. */
grundy_vector_moves *vector_moves_of(const char *text);

/* Evaluates all positions of the box from lists of all followers. Only the corner, the play and the
 * operators of the options count. `values` may be NULL, and is ignored in misère play and with
 * block. */
void naive_vectors(const vector_rules *rules, const grundy_vector_options *options,
                   uint32_t *values, grundy_outcome *outcomes);

/* Returns the number of positions of a box. */
uint64_t naive_box_count(uint32_t dimension, const grundy_vector_position *corner);

#endif
