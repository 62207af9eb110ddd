/* Codes and sequences, for the files of this room. */

#ifndef GRUNDY_SRC_HEAP_IMPL_H
#define GRUNDY_SRC_HEAP_IMPL_H

#include <grundy/heap.h>

#include "base/monitor.h"

/* ---- codes ------------------------------------------------------------------------------------
 */

typedef enum grundy_heap_kind {
  GRUNDY_HEAP_CODED,  /* by digits */
  GRUNDY_HEAP_TAKE,   /* one of the set is taken */
  GRUNDY_HEAP_ALLBUT, /* anything that is not in the set is taken */
  GRUNDY_HEAP_UNEQUAL /* Grundy's game: a heap is split into two that are not equal */
} grundy_heap_kind;

/* A digit has at most six bits, so that a move leaves at most five heaps. */
enum { GRUNDY_HEAP_PARTS = 5 };

/* The digit d of k allows a move that takes k and leaves j heaps exactly if d has the bit 2^j. */
struct grundy_heap_code {
  grundy_heap_kind kind;
  uint8_t *digits;
  uint32_t last;   /* the digits are those of 0 … last; */
  uint32_t repeat; /* after them the last so many come again and again; 0: all others are 0 */
  uint32_t *set;   /* strictly increasing */
  uint32_t set_count;
  uint32_t parts; /* the largest number of heaps that are left of one */
  char *text;
};

/* Of one bean taken, of two … ; sets count as digits 3, and Grundy's game as the digit 4 of 0. */
uint32_t grundy_heap_digit(const grundy_heap_code *code, uint32_t taken);

/* The first number from `taken` on whose digit may be other than 0; UINT32_MAX: there is none. */
uint32_t grundy_heap_next_digit(const grundy_heap_code *code, uint32_t taken);

/* Has the code no end? */
static inline bool grundy_heap_is_infinite(const grundy_heap_code *code) {
  return code->kind == GRUNDY_HEAP_ALLBUT || code->repeat > 0;
}

/* From this number on all digits are 3: everything may be taken. UINT32_MAX if there is none. */
uint32_t grundy_heap_free_from(const grundy_heap_code *code);

/* The largest number that can be taken if the code has an end. */
uint32_t grundy_heap_reach(const grundy_heap_code *code);

/* ---- sequences --------------------------------------------------------------------------------
 */

struct grundy_heaps {
  const grundy_heap_code *code; /* while it is computed */
  uint32_t *values;             /* room for max + 1 */
  uint32_t known;               /* of how many heaps the value is known */
  uint32_t max;
  grundy_heap_period period; /* its length is 0 if none is proved */
};

/* A way to find the values of some kind of games. `extend` computes those up to heap `until`; it
 * may be called again and again, and goes on from heaps->known. */
typedef struct grundy_heap_engine {
  const char *name;
  grundy_status (*start)(grundy_heaps *heaps, void **engine, grundy_error *error);
  grundy_status (*extend)(void *engine, uint32_t until, grundy_work *work, grundy_error *error);
  void (*end)(void *engine);
} grundy_heap_engine;

extern const grundy_heap_engine grundy_heap_taking;    /* one heap is left */
extern const grundy_heap_engine grundy_heap_splitting; /* two are, of a code with an end */
extern const grundy_heap_engine grundy_heap_breaking;  /* everything */

/* ---- periods ----------------------------------------------------------------------------------
 */

/* Looks for a period that the values known so far prove. *next is the heap up to which it is worth
 * computing more before looking again. */
grundy_status grundy_heap_find_period(grundy_heaps *heaps, grundy_work *work, uint32_t *next,
                                      grundy_error *error);

/* A sequence that repeats from `preperiod` on, as far as it is known. */
typedef struct grundy_repetition {
  uint64_t preperiod, length, saltus;
} grundy_repetition;

/* Whether a repetition is a period: by which theorem, and up to which heap values are needed. */
typedef struct grundy_proof {
  bool found;
  uint64_t at;
  const char *theorem;
} grundy_proof;

/* Is G(n + p) = G(n) + s for all n from preperiod on, by the theorems on games whose values grow?
 */
grundy_status grundy_heap_prove_growth(const grundy_heaps *heaps, const grundy_repetition *r,
                                       grundy_work *work, grundy_proof *proof, grundy_error *error);

/* ---- checkpoints ------------------------------------------------------------------------------
 */

/* Goes on from the file if it is there. */
grundy_status grundy_heap_restore(grundy_heaps *heaps, const char *path, grundy_error *error);
grundy_status grundy_heap_save(const grundy_heaps *heaps, const char *path, grundy_error *error);

#endif
