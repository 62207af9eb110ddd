/* The sparse space of a splitting game, for the files that compute with it.
 *
 * A linear functional over GF(2), the parity of v & mask, divides values into rare (even) and
 * common (odd) ones. Sums of two rare or two common values are rare, others are common. So a common
 * value is excluded from the mex of a heap only by moves to a rare and a common heap, or to a
 * common heap alone: with few rare heaps those are few moves. The rare values below the least
 * common value that is not excluded must be excluded too; for that one move each is to be found
 * among a great many.
 *
 * One bit of the mask, the lowest, follows from the others once it is known whether a value is rare
 * or common: without it values are called numbers here. Numbers are in the order of the values,
 * among the rare ones as among the common ones, and the number of a sum is the sum of the numbers.
 */

#ifndef GRUNDY_SRC_HEAP_SPARSE_H
#define GRUNDY_SRC_HEAP_SPARSE_H

#include "heap/impl.h"
#include "heap/lanes.h"

#include <assert.h>

/* ---- moves by number and distance ---------------------------------------------------------------
 */

/* A part that a move leaves behind: the other part is `distance` smaller than the heap, and its
 * number has to be added to this one. */
typedef struct grundy_term {
  uint32_t distance, number;
} grundy_term;

/* The distances of one number, in bytes. */
typedef struct grundy_shifts {
  uint64_t *at, count, capacity;
} grundy_shifts;

/* A step of adding up tiles: those of one number are gathered, and added to those of a smaller
 * number, moved by one bit. */
typedef struct grundy_fold {
  uint32_t number, target, bit;
  bool more;  /* has something been added to it already? */
  bool first; /* is it the first thing that is added to the target? */
} grundy_fold;

/* Terms made ready for tiles. */
typedef struct grundy_terms {
  uint32_t numbers, width;
  grundy_shifts *shifts; /* by number */
  grundy_fold *folds;    /* by falling number; the last is that of 0 */
  uint32_t fold_count;
  bool *used; /* by number, while folds are planned */
  uint64_t count;
} grundy_terms;

/* No terms yet. False if memory runs out, here and below. */
bool grundy_terms_start(grundy_terms *terms, uint32_t numbers, uint32_t width);
bool grundy_terms_add(grundy_terms *terms, grundy_term term);
void grundy_terms_free(grundy_terms *terms);

/* The sets {number of the term + number of the other part} of the heaps of the tile at `at`.
 * `scratch` has a tile for every number, and the result is the tile of 0. */
void grundy_terms_add_up(const grundy_terms *terms, const uint8_t *at, uint64_t *scratch);

/* ---- the space ---------------------------------------------------------------------------------
 */

typedef struct grundy_sparse {
  grundy_heaps *heaps;
  const uint32_t *values; /* of the heaps */
  bool unequal;           /* two equal parts are not allowed */
  uint32_t *splits;       /* what can be taken so that two heaps are left, */
  uint32_t *keeps;        /* one heap is, */
  uint32_t *ends;         /* or none */
  uint32_t split_count, keep_count, end_count;

  uint32_t bits; /* all values are below 2^bits */
  uint32_t mask; /* of the functional */
  uint32_t dropped;
  uint32_t numbers;   /* 2^(bits - 1) */
  uint32_t width;     /* bytes of a set of numbers */
  uint32_t block;     /* heaps in a tile */
  uint8_t *rows;      /* by heap, after `padding` empty ones: the number of a common value */
  uint64_t rows_room; /* in bytes */
  uint32_t padding;

  uint32_t *census; /* by value: how many heaps have it */
  uint32_t *rare;   /* heaps of rare value */
  uint64_t rare_count, rare_capacity, rare_at_choice;
  uint32_t next_choice; /* the heap at which the functional is chosen anew */

  uint32_t *places;       /* by number: the first heaps of that common value, GRUNDY_PLACES each, */
  uint32_t *place_counts; /* how many there are in all, */
  uint32_t *by_frequency; /* and the numbers, those that came most often lately first */
  uint32_t *rank;         /* where they are in it */

  grundy_terms common;  /* a rare heap, or none, beside a common one */
  uint8_t *pushed;      /* a tile a number: what a heap of it does to those behind it in its tile */
  grundy_terms witness; /* common heaps that tell much about rare values */

  uint32_t tried;     /* candidates are there for the heaps below this one */
  uint32_t quiet;     /* how many heaps there were since the last rare one */
  bool full;          /* the next heap needs a larger value than there are numbers for */
  uint64_t **scratch; /* by thread, each for two sums of terms */
  int threads;
} grundy_sparse;

enum { GRUNDY_PLACES = 4096 };

static inline bool grundy_is_rare(const grundy_sparse *s, uint32_t value) {
  return __builtin_parity(value & s->mask) == 0;
}

static inline uint32_t grundy_number_of(const grundy_sparse *s, uint32_t value) {
  assert(value >> s->bits == 0);
  uint32_t low = (UINT32_C(1) << s->dropped) - 1;
  return value >> (s->dropped + 1) << s->dropped | (value & low);
}

static inline uint32_t grundy_common_value(const grundy_sparse *s, uint32_t number) {
  uint32_t low = (UINT32_C(1) << s->dropped) - 1;
  uint32_t value = number >> s->dropped << (s->dropped + 1) | (number & low);
  assert(number < s->numbers);
  return grundy_is_rare(s, value) ? value | UINT32_C(1) << s->dropped : value;
}

static inline uint8_t *grundy_row(const grundy_sparse *s, uint32_t heap) {
  assert(((uint64_t)heap + s->padding + 1) * s->width <= s->rows_room);
  return s->rows + ((uint64_t)heap + s->padding) * s->width;
}

/* Values that the widest sets have numbers for are below this. */
enum { GRUNDY_SPARSE_VALUES = 16 * GRUNDY_WIDEST };

/* Chooses the functional with the fewest rare heaps so far, and everything that depends on it.
 * False if memory runs out, as below. */
bool grundy_sparse_choose(grundy_sparse *s);

/* The mask, not 0, that calls the fewest of the heaps in the census rare; `old`, if that is not 0,
 * unless another is better by a tenth. `size` is a power of two above 1; `counts` has room for as
 * many. O(size · log size). */
uint32_t grundy_sparse_mask(const uint32_t *census, uint32_t size, uint32_t old, int64_t *counts);

/* Room for rows up to that heap. */
bool grundy_sparse_room(grundy_sparse *s, uint32_t until);

/* The heap has its value for good. */
bool grundy_sparse_settle(grundy_sparse *s, uint32_t heap);
bool grundy_sparse_find_witnesses(grundy_sparse *s);

/* Common candidates for the heaps from s->tried up to `end`, which is not included; s->full if it
 * had to stop. O(rare heaps / heaps in a vector) a heap. */
void grundy_sparse_try(grundy_sparse *s, uint32_t end, uint64_t *scratch);

/* Of the heaps from `from` to `end`, the first one of which some rare value below the candidate is
 * not excluded; *value is the least of those. `end` if there is none. */
uint32_t grundy_sparse_check(const grundy_sparse *s, uint32_t from, uint32_t end, uint64_t *scratch,
                             uint32_t *value);

/* The same of one heap, where `field` has rare values that are known to be excluded. */
bool grundy_sparse_passes(const grundy_sparse *s, uint32_t heap, const uint8_t *field,
                          uint32_t *value);

/* Candidates and checks heap by heap up to `end`, where rare heaps are many; s->full as above. */
bool grundy_sparse_walk(grundy_sparse *s, uint32_t end, uint64_t *scratch);

#endif
