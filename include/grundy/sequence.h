/* Sequences of integers: reading them, and the periods and linear recurrences that are seen in
 * them. What is seen in finitely many terms is not a proof; grundy/heap.h proves periods.
 * docs/laws.md describes the files and the rules. */

#ifndef GRUNDY_SEQUENCE_H
#define GRUNDY_SEQUENCE_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- reading ----------------------------------------------------------------------------- */

/* Consecutive terms of a sequence. */
typedef struct grundy_sequence grundy_sequence;

/* The largest term; the least is its negative. Differences of terms fit into 64 bits. */
#define GRUNDY_SEQUENCE_MAX_TERM ((INT64_C(1) << 62) - 1)

/* Reads a sequence from the file `path`, or from standard input if it is "-": integers separated by
 * blanks, commas or newlines; # begins a comment. If there are at least two lines, each with two
 * integers, and the first ones count up, it is a b-file of the OEIS: index and term. Letters of
 * outcomes, alone or in words such as PNNP, are terms, too: P is 0, N 1, D 2, A 3 and B 4. A first
 * line with the names of two columns, as grundy heap and grundy sweep write it, is skipped.
 * GRUNDY_BAD_INPUT with file, line and column if the text is anything else or has no terms,
 * GRUNDY_UNABLE if a term is too large. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_sequence_read(const char *path,
                                                              const grundy_read_options *options,
                                                              grundy_sequence **sequence,
                                                              grundy_error *error);

/* Frees the sequence; NULL is allowed. */
GRUNDY_API void grundy_sequence_free(grundy_sequence *sequence);

/* Returns the terms, which belong to the sequence, and their number. *first is the index of the
 * first term: that of a b-file, otherwise 0. */
GRUNDY_API const int64_t *grundy_sequence_terms(const grundy_sequence *sequence, uint64_t *count,
                                                int64_t *first);

/* ---- periods ----------------------------------------------------------------------------- */

/* A period of the terms a(0) … a(count - 1): a(n + length) = a(n) + saltus for all n from
 * `preperiod` to count - 1 - length, and for no smaller preperiod. */
typedef struct grundy_sequence_period {
  uint64_t preperiod, length;
  int64_t saltus;

  /* How many terms follow from the others: count - preperiod - length, and one less if the saltus
   * is not 0. */
  uint64_t predicted;
  bool seen; /* whether these are at least half of the terms; otherwise it is only a candidate */
} grundy_sequence_period;

/* Finds the period with the least sum of preperiod and length among those that repeat at least
 * once completely; of several, the one with the least length. If there is none, *period becomes
 * zero: its length is 0. O(count) time and memory. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_sequence_find_period(const int64_t *terms,
                                                                     uint64_t count,
                                                                     grundy_sequence_period *period,
                                                                     grundy_error *error);

/* ---- linear recurrences ------------------------------------------------------------------ */

/* The coefficients and sums of a linear recurrence. */
typedef enum grundy_recurrence_ring {
  GRUNDY_RECURRENCE_INTEGERS, /* a(n) = c(1) a(n-1) + … + c(L) a(n-L) */
  GRUNDY_RECURRENCE_GF2,      /* the same with coefficients 0 and 1 and nim-sums */
} grundy_recurrence_ring;

/* Finds the linear recurrence of least order L that holds for all n from L to count - 1, if L is at
 * most `max_order` and count / 4, so that at least half of the terms follow from the others.
 * *order becomes L and coefficients[i], of max_order + 1 entries, becomes c(i), with entry 0
 * unused; *seen says whether there is one, and is false for integers beyond 31 bits as coefficients
 * and for nim-sums of negative terms. Berlekamp–Massey [Mas69], O(count · L) time. The monitor
 * belongs to the options, which may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_sequence_find_recurrence(const int64_t *terms, uint64_t count, grundy_recurrence_ring ring,
                                uint64_t max_order, const grundy_run_options *options, bool *seen,
                                uint64_t *order, int64_t *coefficients, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
