/* Codes and sequences, for the files of this room. */

#ifndef GRUNDY_SRC_HEAP_IMPL_H
#define GRUNDY_SRC_HEAP_IMPL_H

#include <grundy/heap.h>

#include "base/monitor.h"

/* ---- codes ------------------------------------------------------------------------------ */

typedef enum grundy_heap_kind {
  GRUNDY_HEAP_CODED,       /* by digits */
  GRUNDY_HEAP_TAKE,        /* a move takes a number of the set */
  GRUNDY_HEAP_ALLBUT,      /* a move takes any number that is not in the set */
  GRUNDY_HEAP_UNEQUAL,     /* Grundy's game: a move splits a heap into two unequal heaps */
  GRUNDY_HEAP_TOP_ENTAILS, /* a move splits a heap into two, or takes one bean and entails */
} grundy_heap_kind;

/* A digit has at most six bits, so a move leaves at most five heaps. */
enum { GRUNDY_HEAP_PARTS = 5 };

/* The digit d of k allows a move that takes k and leaves j heaps exactly if d has the bit 2^j. */
struct grundy_heap_code {
  grundy_heap_kind kind;
  uint8_t *digits;
  uint32_t last;   /* the digits are those of 0 … last; */
  uint32_t repeat; /* then the last `repeat` digits repeat forever; 0: all further digits are 0 */
  uint32_t *set;   /* strictly increasing */
  uint32_t set_count;
  uint32_t parts; /* the largest number of heaps that a move leaves */
  char *text;
};

/* Returns the digit of taking this many beans; sets count as digits 3, and Grundy's game as the
 * digit 4 of 0. */
uint32_t grundy_heap_digit(const grundy_heap_code *code, uint32_t taken);

/* Returns the first number from `taken` on whose digit may be nonzero; UINT32_MAX if there is
 * none. */
uint32_t grundy_heap_next_digit(const grundy_heap_code *code, uint32_t taken);

/* Returns whether the code is infinite. */
static inline bool grundy_heap_is_infinite(const grundy_heap_code *code) {
  return code->kind == GRUNDY_HEAP_ALLBUT || code->repeat > 0;
}

/* Returns the number from which on all digits are 3, so that everything may be taken; UINT32_MAX if
 * there is none. */
uint32_t grundy_heap_free_from(const grundy_heap_code *code);

/* Returns the largest number that can be taken if the code is finite. */
uint32_t grundy_heap_reach(const grundy_heap_code *code);

/* Fails with GRUNDY_UNABLE for Top Entails: "genera do not support entailing moves" if `what` is
 * "genera". */
grundy_status grundy_heap_require_ordinary(const grundy_heap_code *code, const char *what,
                                           grundy_error *error);

/* ---- sequences -------------------------------------------------------------------------- */

struct grundy_heaps {
  const grundy_heap_code *code; /* while computing */
  uint32_t *values;             /* room for max + 1 */
  uint32_t known;               /* number of heaps whose value is known */
  uint32_t max;
  grundy_heap_period period; /* of length 0 if none is proved */
  bool wants_period;         /* the largest heap is only a limit */
};

/* Computes the values of some class of games. `extend` computes the values up to heap `until`,
 * starting at heaps->known; it may be called repeatedly. */
typedef struct grundy_heap_engine {
  const char *name;
  grundy_status (*start)(grundy_heaps *heaps, void **engine, grundy_error *error);
  grundy_status (*extend)(void *engine, uint32_t until, grundy_work *work, grundy_error *error);
  void (*end)(void *engine);
} grundy_heap_engine;

extern const grundy_heap_engine grundy_heap_taking; /* moves leave at most one heap */
extern const grundy_heap_engine
    grundy_heap_splitting; /* moves leave at most two heaps; finite codes */
extern const grundy_heap_engine grundy_heap_breaking;  /* all games without entailing moves */
extern const grundy_heap_engine grundy_heap_entailing; /* Top Entails */

/* ---- periods ---------------------------------------------------------------------------- */

/* Looks for a period that is proved by the values known so far. Before looking again, compute heaps
 * up to *next. */
grundy_status grundy_heap_find_period(grundy_heaps *heaps, grundy_work *work, uint32_t *next,
                                      grundy_error *error);

/* A sequence that repeats from `preperiod` on, as far as it is known. */
typedef struct grundy_repetition {
  uint64_t preperiod, length, saltus;
} grundy_repetition;

/* Whether a repetition is proved to be a period: by which theorem, and up to which heap values are
 * needed. */
typedef struct grundy_proof {
  bool found;
  uint64_t at;
  const char *theorem;
} grundy_proof;

/* Tries to prove that G(n + p) = G(n) + s for all n from preperiod on, by the theorems on games
 * whose values grow. */
grundy_status grundy_heap_prove_growth(const grundy_heaps *heaps, const grundy_repetition *r,
                                       grundy_work *work, grundy_proof *proof, grundy_error *error);

/* ---- checkpoints ------------------------------------------------------------------------ */

/* Continues from the file if it exists. */
grundy_status grundy_heap_restore(grundy_heaps *heaps, const char *path, grundy_error *error);
grundy_status grundy_heap_save(const grundy_heaps *heaps, const char *path, grundy_error *error);

#endif
