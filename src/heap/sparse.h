/* The sparse space of a splitting game, for the files that compute with it.
 *
 * A linear functional over GF(2), the parity of v & mask, divides values into rare (even) and
 * common (odd) ones. Sums of two rare or two common values are rare, all others are common. So a
 * common value is excluded from the mex of a heap only by moves to a rare and a common heap, or to
 * a common heap alone: if rare heaps are few, these moves are few. The rare values below the least
 * common value that is not excluded must be excluded too; for each of them, one move must be found
 * among very many.
 *
 * The lowest bit of the mask follows from the other bits once it is known whether a value is rare
 * or common. A value without that bit is called a number here. Numbers are in the order of the
 * values, separately among rare and among common values, and the number of a sum is the sum of the
 * numbers. */

#ifndef GRUNDY_SRC_HEAP_SPARSE_H
#define GRUNDY_SRC_HEAP_SPARSE_H

#include "base/arena.h"
#include "heap/impl.h"
#include "heap/lanes.h"
#include "heap/pairs.h"

#include <assert.h>

/* ---- moves by number and distance ------------------------------------------------------- */

/* One of two parts that a move leaves: the size of the other part is the heap's minus `distance`,
 * and the number of this part is to be added to the number of the other. */
typedef struct grundy_term {
  uint32_t distance, number;
} grundy_term;

/* The distances of one number, in bytes. */
typedef struct grundy_shifts {
  uint64_t *at, count, capacity;
} grundy_shifts;

/* A step of adding up tiles: the tiles of one number are gathered, and added to those of a smaller
 * number, moved by one bit. */
typedef struct grundy_fold {
  uint32_t number, target, bit;
  bool more;  /* whether something has already been added to it */
  bool first; /* whether it is the first thing added to the target */
} grundy_fold;

/* Terms prepared for tiles. */
typedef struct grundy_terms {
  uint32_t numbers, width;
  grundy_shifts *shifts; /* by number */
  grundy_fold *folds;    /* by decreasing number; the last is that of 0 */
  uint32_t fold_count;
  bool *used; /* by number, while planning folds */
  uint64_t count;
} grundy_terms;

/* Starts without terms. Here and below, false means that memory ran out. */
bool grundy_terms_start(grundy_terms *terms, uint32_t numbers, uint32_t width);
bool grundy_terms_add(grundy_terms *terms, grundy_term term);
void grundy_terms_free(grundy_terms *terms);

/* Computes the sets {number of the term + number of the other part} for the heaps of the tile at
 * `at`. `scratch` has a tile per number, and the result is the tile of 0. */
void grundy_terms_add_up(const grundy_terms *terms, const uint8_t *at, uint64_t *scratch);

/* Four terms of one rare value, in heaps; a term may be repeated. GRUNDY_QUADS of these are
 * compared at a time. */
enum { GRUNDY_QUAD = 4, GRUNDY_QUADS = 4 };
typedef struct grundy_quad {
  uint32_t distance[GRUNDY_QUAD];
  uint16_t value;
} grundy_quad;

/* ---- the space -------------------------------------------------------------------------- */

typedef struct grundy_sparse {
  grundy_heaps *heaps;
  const uint32_t *values; /* of the heaps */
  bool unequal;           /* two equal parts are forbidden */
  grundy_arena lists;     /* of the arrays that do not grow */
  uint32_t *splits;       /* numbers whose removal may leave two heaps, */
  uint32_t *keeps;        /* one heap, */
  uint32_t *ends;         /* or none */
  uint32_t split_count, keep_count, end_count;

  uint32_t padding; /* heaps of value 0 before heap 0, for parts that do not exist */
  uint16_t *shorts; /* by heap, after the padding: its value, or its candidate */
  uint64_t shorts_room;
  uint32_t *marks; /* by value: the last heap that a move to this value was found for */
  bool dense;      /* there are many rare heaps, so that every heap is searched by itself */

  uint32_t bits; /* all values are below 2^bits */
  uint32_t mask; /* of the functional */
  uint32_t dropped;
  uint32_t numbers;   /* 2^(bits - 1) */
  uint32_t width;     /* bytes per set of numbers */
  uint32_t lanes;     /* heaps per tile */
  uint32_t block;     /* heaps whose candidates are found together, in one tile or several */
  uint8_t *rows;      /* by heap, after the padding: the number of a common value */
  uint64_t rows_room; /* in bytes */

  uint32_t *census; /* by value: the number of heaps that have it */
  uint32_t *rare;   /* heaps of rare value */
  uint64_t rare_count, rare_capacity, rare_at_choice;
  uint32_t next_choice; /* the heap at which to choose the functional again */

  uint32_t *places;       /* by number: the first heaps of that common value, GRUNDY_PLACES each, */
  uint32_t *place_counts; /* and how many they are */

  grundy_terms common; /* a common heap with a rare heap or none; a set has 1 byte */
  grundy_quad *quads;  /* the same without those of the screen, a multiple of GRUNDY_QUADS, */
  uint64_t quad_count, quad_room, quad_terms; /* which were made from quad_terms terms */
  grundy_terms screen;                        /* some of these that exclude many common values */
  grundy_term *near;                          /* such terms at a distance of less than a block */
  uint64_t near_count, near_room;
  grundy_terms witness; /* common heaps that exclude many rare values */

  uint32_t anchor;     /* a heap whose values before it may come again */
  uint32_t repetition; /* the period that all further values have; 0: not known */

  uint32_t tried;     /* the heaps below this one have candidates */
  uint32_t run;       /* number of candidates to find before they are checked */
  bool full;          /* the next heap needs a value that is too large to have a number */
  uint64_t **scratch; /* by thread, for a sum of terms */
  int threads;
} grundy_sparse;

enum { GRUNDY_PLACES = 256 };

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

/* Returns the rare value of that number. */
static inline uint32_t grundy_rare_value(const grundy_sparse *s, uint32_t number) {
  return grundy_common_value(s, number) ^ UINT32_C(1) << s->dropped;
}

/* Returns how many rare values are below a common value. If all bits above the dropped one agree,
 * that bit decides. */
static inline uint32_t grundy_rare_below(const grundy_sparse *s, uint32_t value) {
  uint32_t below = grundy_number_of(s, value) >> s->dropped << s->dropped;
  return below + (value & UINT32_C(1) << s->dropped);
}

/* Returns the 16-bit values, by heap. */
static inline uint16_t *grundy_short_values(const grundy_sparse *s) {
  return s->shorts + s->padding;
}

/* All values are below GRUNDY_DENSE_VALUES. Sets of the largest width have numbers for values below
 * 2^GRUNDY_SPARSE_BITS. */
enum { GRUNDY_SPARSE_BITS = 11, GRUNDY_DENSE_VALUES = 4096 };
static_assert(1 << GRUNDY_SPARSE_BITS == 16 * GRUNDY_WIDEST, "a set has two values per bit");

/* A block has from GRUNDY_SHORTS to GRUNDY_MOST_HEAPS heaps, and sets of GRUNDY_BLOCK_BYTES at
 * most. */
enum { GRUNDY_MOST_HEAPS = 32, GRUNDY_BLOCK_BYTES = GRUNDY_SHORTS * GRUNDY_WIDEST };

/* Decides whether rare heaps are few. If so, chooses the functional with the fewest rare heaps so
 * far, and computes everything that depends on it. Here and below, false means that memory ran
 * out. */
bool grundy_sparse_choose(grundy_sparse *s);

/* Returns the mask, not 0, that calls the fewest heaps in the census rare. If `old` is not 0, it is
 * kept unless another mask is better by a tenth. `size` is a power of two above 1, and the length
 * of `counts`. O(size · log size). */
uint32_t grundy_sparse_mask(const uint32_t *census, uint32_t size, uint32_t old, int64_t *counts);

/* Makes room for rows and 16-bit values up to that heap. */
bool grundy_sparse_room(grundy_sparse *s, uint32_t until);

/* Writes the number of a common value, or nothing for a rare value, to the row of a heap. */
void grundy_sparse_write_row(const grundy_sparse *s, uint32_t heap, uint32_t value);

/* Makes the value of the heap final. */
bool grundy_sparse_settle(grundy_sparse *s, uint32_t heap);

/* Chooses the terms of the screen and the witnesses. */
bool grundy_sparse_select(grundy_sparse *s);

/* Makes the quads if there are new terms. */
bool grundy_sparse_make_quads(grundy_sparse *s);

/* Finds common candidates for the heaps from s->tried to `end`, exclusive; sets s->full if it had
 * to stop. O(rare heaps / heaps per vector) per heap. */
void grundy_sparse_try(grundy_sparse *s, uint32_t end, uint64_t *scratch);

/* Finds the first heap from `from` to `end`, exclusive, for which some rare value below the
 * candidate is not excluded; *value is the least such value. Returns `end` if there is none. */
uint32_t grundy_sparse_check(const grundy_sparse *s, uint32_t from, uint32_t end, uint64_t *scratch,
                             uint32_t *value);

/* Checks one heap likewise, and returns whether it passes. `excluded` has rare values that are
 * known to be excluded; NULL: none. If `first` is not 0, only moves to two heaps count of which one
 * has at least `first` beans. */
bool grundy_sparse_passes(const grundy_sparse *s, uint32_t heap, const uint8_t *excluded,
                          uint32_t first, uint32_t *value);

/* Tries to prove that all further values repeat, after the heaps from `from` on were settled; sets
 * s->repetition. */
void grundy_sparse_find_repetition(grundy_sparse *s, uint32_t from);

/* Repeats values up to `until`. */
void grundy_sparse_repeat(grundy_sparse *s, uint32_t until);

/* Computes the values up to `until` one by one. Returns false if a value is too large. O(heap /
 * heaps per vector) per heap. */
bool grundy_dense_extend(grundy_sparse *s, uint32_t until);

#endif
