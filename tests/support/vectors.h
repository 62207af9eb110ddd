/* Games on vectors by their definition. */

#ifndef GRUNDY_TESTS_SUPPORT_VECTORS_H
#define GRUNDY_TESTS_SUPPORT_VECTORS_H

#include <grundy/automaton.h>
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

/* A row of a game: the coordinates of a box, of which that of the axis is ignored. */
typedef struct vector_row {
  grundy_vector_position base;
  uint32_t axis;
} vector_row;

/* Returns a random row, with small coordinates. In half of the cases, the first vector of the rules
 * is replaced by all multiples of 1 along the row. */
vector_row random_row(grundy_random *random, vector_rules *rules);

/* Returns the slice of a box that is the row; *corner becomes the corner of the box. */
grundy_vector_slice slice_of_row(uint32_t dimension, vector_row r, grundy_vector_position *corner);

/* Returns that many values of a row by the definition; the caller frees them. */
uint32_t *naive_row(const vector_rules *rules, vector_row r, uint64_t columns);

/* Returns whether the values repeat with this length from `from` on. */
bool values_repeat(const uint32_t *values, uint64_t columns, uint64_t from, uint64_t length,
                   uint64_t saltus);

/* Returns the output of an automaton, by the greedy digits of all coordinates, which are below
 * 2^58. */
uint8_t automaton_output_at(const grundy_automaton_parts *parts, const uint64_t *position);

#endif
