/* Heap games: taking-and-breaking games given by codes, their nim-values, and periods that are
 * proved. docs/heaps.md has the codes and the theorems. */

#ifndef GRUNDY_HEAP_H
#define GRUNDY_HEAP_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- codes ------------------------------------------------------------------------------------
 */

/* The rules of a heap game. */
typedef struct grundy_heap_code grundy_heap_code;

/* Reads a code: 0.77, 4.007, 0.3F (digits up to Z), 0.3... or 4.(3) with digits that repeat for
 * ever, take{1,3,4}, allbut{2,3,7}, grundy, or a name such as kayles. GRUNDY_BAD_INPUT with the
 * file "code", line 1 and the column; GRUNDY_UNABLE past a limit, in the same way. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heap_code_parse(const char *text, size_t length,
                                                                grundy_heap_code **code,
                                                                grundy_error *error);

/* NULL is allowed. */
GRUNDY_API void grundy_heap_code_free(grundy_heap_code *code);

/* The code in its one normal form: "0.77" for kayles. It belongs to the code. */
GRUNDY_API const char *grundy_heap_code_text(const grundy_heap_code *code);

/* A code has at most this many digits or numbers in its set. */
enum { GRUNDY_HEAP_MAX_DIGITS = 4096 };

/* ---- values ------------------------------------------------------------------------------------
 */

/* The nim-values of the heaps 0 … max of a game. */
typedef struct grundy_heaps grundy_heaps;

/* The largest heap that can be asked for. */
#define GRUNDY_HEAP_MAX_SIZE UINT32_C(0x7ffffffe)

typedef struct grundy_heap_options {
  size_t size;
  uint32_t max;                  /* the largest heap */
  bool stop_at_period;           /* end as soon as a period is proved */
  const char *checkpoint;        /* a file to go on from, and to write now and then; NULL: none */
  double interval;               /* seconds between two of those; 0 stands for 30 */
  const grundy_monitor *monitor; /* NULL: nobody watches */
} grundy_heap_options;

/* Computes the values and looks for a period. Games that leave at most two heaps take time
 * proportional to max times the number of rare values [BCG82, ch. 4; GP89]; games that leave one,
 * linear time; others more than quadratic time.
 * A checkpoint that is damaged or of another game is GRUNDY_BAD_INPUT. When the monitor cancels,
 * the checkpoint is written once more. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_solve(const grundy_heap_code *code,
                                                            const grundy_heap_options *options,
                                                            grundy_heaps **heaps,
                                                            grundy_error *error);

/* NULL is allowed. */
GRUNDY_API void grundy_heaps_free(grundy_heaps *heaps);

/* The values of the heaps 0 … *count - 1; they belong to `heaps`. `count` may be NULL. */
GRUNDY_API const uint32_t *grundy_heaps_values(const grundy_heaps *heaps, uint64_t *count);

/* About how many bytes a solve may come to hold. */
GRUNDY_API uint64_t grundy_heaps_memory(const grundy_heap_code *code, uint32_t max);

/* ---- periods -----------------------------------------------------------------------------------
 */

/* A period that is proved: G(n + length) = G(n) + saltus for every n from `preperiod` on, and for
 * no smaller one; heap 0 counts. */
typedef struct grundy_heap_period {
  uint64_t preperiod, length, saltus;
  uint64_t proved_at;  /* the values up to this heap prove it */
  const char *theorem; /* a static text: docs/heaps.md has the theorems */
} grundy_heap_period;

/* NULL if none is proved. It belongs to the heaps. */
GRUNDY_API const grundy_heap_period *grundy_heaps_period(const grundy_heaps *heaps);

/* ---- rare values --------------------------------------------------------------------------------
 */

/* How the values of a game fall apart into common and rare ones. A value v is common if v & mask
 * has an odd number of ones. Two rare values, and two common ones, have a rare sum; others a common
 * one [BCG82, ch. 4]. */
typedef struct grundy_heap_split {
  uint32_t mask;       /* the one with the fewest heaps of rare value */
  uint64_t rare;       /* how many there are */
  uint32_t last_rare;  /* the largest of them */
  uint32_t largest;    /* the largest value, */
  uint32_t largest_at; /* the first heap that has it, */
  uint64_t values;     /* and how many different ones there are */
} grundy_heap_split;

/* O(max + values · log values). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_split(const grundy_heaps *heaps,
                                                            grundy_heap_split *split,
                                                            grundy_error *error);

/* ---- misère play --------------------------------------------------------------------------------
 */

/* The outcome of a sum of heaps when the player who cannot move wins: by Bouton's rule
 * for Nim, otherwise by searching through the sums that can be reached, at most `limit` of them.
 * *positions tells how many were searched; 0 stands for Bouton's rule. GRUNDY_UNABLE past the
 * limit. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_heaps_misere(const grundy_heap_code *code, const uint32_t *sizes, uint64_t count,
                    uint64_t limit, const grundy_run_options *options, grundy_outcome *outcome,
                    uint64_t *positions, grundy_error *error);

/* The misère outcomes of the single heaps 0 … max, max + 1 letters, in the same way. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_misere_all(const grundy_heap_code *code,
                                                                 uint32_t max, uint64_t limit,
                                                                 const grundy_run_options *options,
                                                                 grundy_outcome *outcomes,
                                                                 grundy_error *error);

/* ---- writing values -----------------------------------------------------------------------------
 */

typedef enum grundy_heaps_format {
  GRUNDY_HEAPS_TABLE, /* for people: ten values per row */
  GRUNDY_HEAPS_TSV,   /* heap and value, separated by tabs */
  GRUNDY_HEAPS_CSV,   /* the same, separated by commas */
  GRUNDY_HEAPS_JSON,  /* one object */
  GRUNDY_HEAPS_NPZ,   /* the arrays `values` and `period` of NumPy */
} grundy_heaps_format;

/* Writes the values of a heap game, with the period that is proved: docs/heaps.md describes the
 * formats. `split` goes into JSON and may be NULL. GRUNDY_IO_ERROR if writing fails; what was
 * written before a failure stays in the stream. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_write(
    const grundy_heaps *heaps, const grundy_heap_code *code, const grundy_heap_split *split,
    grundy_heaps_format format, const grundy_run_options *options, FILE *out, grundy_error *error);

/* Draws the values over the heaps, as SVG. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_plot(const grundy_heaps *heaps,
                                                           const grundy_heap_code *code, FILE *out,
                                                           grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
