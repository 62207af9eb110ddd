/* A quotient, for the files that say what is known about it. */

#ifndef GRUNDY_SRC_MISERE_IMPL_H
#define GRUNDY_SRC_MISERE_IMPL_H

#include <grundy/misere.h>

#include "misere/extension.h"

/* The least words of the elements, and the relations between generators. */
typedef struct grundy_presentation {
  uint64_t *starts; /* the word of element x is letters[starts[x]] … letters[starts[x + 1] - 1] */
  uint32_t *letters;
  uint32_t relation_count;
  uint64_t *left_starts; /* the left sides, in the same way */
  uint32_t *left_letters;
  uint32_t *right; /* elements */
} grundy_presentation;

struct grundy_misere {
  grundy_extension extension;
  grundy_option_lists lists; /* of a digraph */
  uint32_t *heap_of;
  bool has_started;   /* the quotient of no heaps exists */
  grundy_error limit; /* status GRUNDY_OK: none */
  grundy_misere_growth *growth;
  uint64_t growth_count, growth_capacity;
  uint32_t period_start, period_length, proved_at;
  grundy_presentation presentation;
  uint32_t wild_at; /* the first heap with which it is not tame; 0: none */
};

static inline grundy_misere_level *grundy_misere_level_of(const grundy_misere *q) {
  return grundy_extension_level((grundy_extension *)&q->extension);
}

/* Returns the largest number of parts that a move leaves, at least 1, and the largest number that
 * it takes, if Theorem 3 applies to the game; both 0 otherwise. */
void grundy_misere_moves(const grundy_misere *quotient, uint32_t *parts, uint32_t *taken);

/* Theorem 3: looks for a period that is proved by the heaps so far. *next is the first number of
 * heaps that could prove one. */
grundy_status grundy_misere_find_period(grundy_misere *quotient, uint32_t *next,
                                        grundy_error *error);

/* Finds the presentation. */
grundy_status grundy_misere_present(grundy_misere *quotient, grundy_error *error);

void grundy_presentation_free(grundy_presentation *presentation);

/* Finds out whether the monoid of the level is the quotient of heaps of Nim. False if memory runs
 * out. */
bool grundy_misere_find_tame(const grundy_misere_level *level, bool *is_tame);

#endif
