/* Misère quotients: who wins a sum of heaps if the player who makes the last move loses.
 *
 * Two sums of heaps are equivalent if they have the same outcome together with every other sum. The
 * classes form a commutative monoid, the quotient; a sum is a P-position exactly if the product of
 * the values of its heaps is in a subset, P. A value of heap n in the quotient of the heaps 1 … N
 * is computed exactly, and a certificate proves it. */

#ifndef GRUNDY_MISERE_H
#define GRUNDY_MISERE_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/heap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- computing a quotient ---------------------------------------------------------------- */

/* The quotient of the sums of heaps 1 … N of a game. */
typedef struct grundy_misere grundy_misere;

/* What front ends compute by default: the largest heap, the largest one with stop_at_period, and
 * the most elements of a quotient. */
enum {
  GRUNDY_MISERE_DEFAULT_MAX = 30,
  GRUNDY_MISERE_DEFAULT_STOP = 1 << 16,
  GRUNDY_MISERE_DEFAULT_ELEMENTS = 10000,
};

/* How far to compute a quotient. */
typedef struct grundy_misere_options {
  size_t size;
  uint32_t max;                  /* the largest heap; all positions of a digraph are computed */
  bool stop_at_period;           /* stop as soon as a period is proved */
  bool normal_play;              /* the player who makes the last move wins */
  uint32_t max_elements;         /* 0: GRUNDY_MISERE_DEFAULT_ELEMENTS */
  const grundy_monitor *monitor; /* may be NULL */
  uint64_t max_steps;            /* of some nanoseconds each; 0: as many as needed */
} grundy_misere_options;

/* Computes the quotients of heaps 1, 2, 3 … of a heap game. A quotient may be infinite, so limits
 * of elements, memory and time are usual ends: the call then succeeds with the heaps that are done,
 * and grundy_misere_facts.limit says why it stopped. The code is borrowed and must exist as long as
 * the quotient. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_misere_of_code(const grundy_heap_code *code,
                                                               const grundy_misere_options *options,
                                                               grundy_misere **quotient,
                                                               grundy_error *error);

/* The same for the sums of positions of a digraph without cycles, or of parts of positions. A
 * position is a heap, numbered so that moves lead to smaller numbers: grundy_misere_facts.heap_of.
 * GRUNDY_UNDEFINED if there is a cycle, or if the game is not impartial or some terminal positions
 * have other outcomes. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_misere_of_digraph(const grundy_digraph *g, const grundy_misere_options *options,
                         grundy_misere **quotient, grundy_error *error);

/* Frees the quotient; NULL is allowed. */
GRUNDY_API void grundy_misere_free(grundy_misere *quotient);

/* ---- what is known about it -------------------------------------------------------------- */

/* A heap at which the quotient grew, and its new order. */
typedef struct grundy_misere_growth {
  uint32_t heap, order;
} grundy_misere_growth;

/* Two heaps whose multiples drift against each other, so that the quotient with the second one is
 * infinite: docs/misere.md, Theorem 4. */
typedef struct grundy_misere_drift {
  uint32_t first, second; /* 0: no such heaps are known */
  uint32_t heaps;         /* outcomes of sums of heaps up to this one are known */
} grundy_misere_drift;

/* The arrays belong to the quotient. Elements are numbered from 0, the identity. */
typedef struct grundy_misere_facts {
  uint32_t heaps;             /* the quotient is that of heaps 1 … heaps */
  uint32_t order, p_order;    /* the number of elements, and of those in P */
  bool is_tame;               /* it is the quotient of heaps of Nim */
  uint32_t wild_at;           /* the first heap with which it is not tame; 0: none */
  const uint32_t *phi;        /* the elements of the heaps 0 … heaps */
  const uint32_t *generators; /* the heaps that generate it */
  uint32_t generator_count;
  uint32_t relation_count;            /* see grundy_misere_relation_at */
  const grundy_misere_growth *growth; /* in increasing order */
  uint32_t growth_count;
  uint32_t period_start, period_length; /* phi(n + length) = phi(n) for all n ≥ start; the length is
                                           0 if no period is proved */
  uint32_t proved_at;                   /* the values up to this heap prove it */
  uint32_t most_taken, most_parts; /* in a move; 0 if there is no theorem on periods of the game */
  const grundy_error *limit;       /* that ended the work; NULL: none */
  uint32_t lower_bound; /* on the order of the quotient with the next heap, if there is a limit */
  const uint32_t *heap_of;   /* of the vertices of a digraph; NULL: the game is given by a code */
  grundy_misere_drift drift; /* proves that the quotient with the next heap is infinite */
} grundy_misere_facts;

/* Returns all that; O(1). */
GRUNDY_API grundy_misere_facts grundy_misere_get_facts(const grundy_misere *quotient);

/* A product of generators: indexes into `generators`, in increasing order, each as often as it
 * occurs. */
typedef struct grundy_misere_word {
  const uint32_t *at;
  uint32_t count;
} grundy_misere_word;

/* Returns the least word of an element: the shortest one, and of these the first in the order of a
 * dictionary. */
GRUNDY_API grundy_misere_word grundy_misere_word_of(const grundy_misere *quotient,
                                                    uint32_t element);

/* Returns whether the element is in P. */
GRUNDY_API bool grundy_misere_is_p(const grundy_misere *quotient, uint32_t element);

/* Formats a word such as ab^2c, in which a, b, c … are the generators, then a1, b1 …; the empty
 * word is 1. With more than 26 generators letters are separated by points. Writes at most `size`
 * bytes, the last of them 0, and returns the length of the whole text. */
GRUNDY_API size_t grundy_misere_word_format(const grundy_misere *quotient, grundy_misere_word word,
                                            char *text, size_t size);

/* A relation between generators. The left side is a word that is not the least of its element, and
 * becomes least if any of its letters is removed. All such relations together define the
 * quotient. */
typedef struct grundy_misere_relation {
  grundy_misere_word left;
  uint32_t right; /* the element */
} grundy_misere_relation;

GRUNDY_API grundy_misere_relation grundy_misere_relation_at(const grundy_misere *quotient,
                                                            uint32_t index);

/* ---- playing ----------------------------------------------------------------------------- */

/* Finds the element of a sum of heaps, and with it the outcome. Heaps of any size are known if a
 * period is; otherwise GRUNDY_UNABLE above grundy_misere_facts.heaps. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_misere_value(const grundy_misere *quotient,
                                                             const uint32_t *sizes, uint64_t count,
                                                             uint32_t *element,
                                                             grundy_error *error);

/* Returns the product of two elements. */
GRUNDY_API uint32_t grundy_misere_multiply(const grundy_misere *quotient, uint32_t left,
                                           uint32_t right);

/* Finds the outcome of a sum of heaps: by its element or, if the quotient is infinite, also for
 * heaps up to grundy_misere_drift.heaps. Fails as grundy_misere_value does. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_misere_outcome(const grundy_misere *quotient,
                                                               const uint32_t *sizes,
                                                               uint64_t count,
                                                               grundy_outcome *outcome,
                                                               grundy_error *error);

/* Calls visit(context, heap, parts, count) for every winning move of a sum of heaps: it replaces a
 * heap by those parts, none if `count` is 0. Equal heaps are visited once. Stops early when `visit`
 * returns false. Fails as grundy_misere_outcome does. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_misere_winning_moves(
    const grundy_misere *quotient, const uint32_t *sizes, uint64_t count,
    bool (*visit)(void *context, uint32_t heap, const uint32_t *parts, uint32_t count),
    void *context, grundy_error *error);

/* ---- certificates ------------------------------------------------------------------------ */

/* Writes a certificate of the quotient, or of the proof that it is infinite with the next heap, or,
 * if a limit ended the work, of the lower bound on the order with the next heap that is proved by
 * the sums of smaller heaps alone; *size becomes the order or the bound, or the number of classes
 * that the proof of infinity has. Everything is computed again. GRUNDY_IO_ERROR if writing fails.
 */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_misere_write_certificate(grundy_misere *quotient, const grundy_run_options *options,
                                FILE *out, uint32_t *size, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
