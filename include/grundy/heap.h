/* Heap games: taking-and-breaking games given by codes, their nim-values, and proved periods.
 * docs/heaps.md describes the codes, docs/heaps-proofs.md the theorems. */

#ifndef GRUNDY_HEAP_H
#define GRUNDY_HEAP_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- codes ------------------------------------------------------------------------------- */

/* The rules of a heap game. */
typedef struct grundy_heap_code grundy_heap_code;

/* Parses a code: 0.77, 4.007, 0.3F (digits up to Z), 0.3... or 4.(3) with digits that repeat for
 * ever, take{1,3,4}, allbut{2,3,7}, grundy, top-entails, or a name such as kayles.
 * GRUNDY_BAD_INPUT, or GRUNDY_UNABLE past a limit, with the file "code", line 1 and the column. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heap_code_parse(const char *text, size_t length,
                                                                grundy_heap_code **code,
                                                                grundy_error *error);

/* Frees the code; NULL is allowed. */
GRUNDY_API void grundy_heap_code_free(grundy_heap_code *code);

/* Returns the code in its unique normal form: "0.77" for kayles. It belongs to the code. */
GRUNDY_API const char *grundy_heap_code_text(const grundy_heap_code *code);

/* A code has at most this many digits or numbers in its set. */
enum { GRUNDY_HEAP_MAX_DIGITS = 4096 };

/* ---- values ------------------------------------------------------------------------------ */

/* The nim-values of the heaps 0 … max of a game. */
typedef struct grundy_heaps grundy_heaps;

/* The largest supported heap. */
#define GRUNDY_HEAP_MAX_SIZE UINT32_C(0x7ffffffe)

/* What front ends compute by default: the largest heap; the largest one with stop_at_period, and in
 * misere play; and how many positions a search in misere play may have. */
enum {
  GRUNDY_HEAP_DEFAULT_MAX = 99,
  GRUNDY_HEAP_DEFAULT_STOP = 1 << 26,
  GRUNDY_HEAP_DEFAULT_MISERE = 20,
  GRUNDY_HEAP_DEFAULT_POSITIONS = 5000000,
};

/* How far to compute values, and whether to save them on the way. */
typedef struct grundy_heap_options {
  size_t size;
  uint32_t max;                  /* the largest heap */
  bool stop_at_period;           /* stop as soon as a period is proved */
  const char *checkpoint;        /* a file to resume from, rewritten at intervals; NULL: none */
  double interval;               /* seconds between two checkpoints; 0: 30 */
  const grundy_monitor *monitor; /* may be NULL */
} grundy_heap_options;

/* Computes the values and looks for a period. Games whose moves leave at most two heaps take time
 * proportional to max times the number of rare values [BCG82, ch. 4; GP89]; games that leave one
 * heap take linear time; others more than quadratic time. GRUNDY_BAD_INPUT if the checkpoint is
 * damaged or belongs to another game. When the monitor cancels, the checkpoint is written once
 * more. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_solve(const grundy_heap_code *code,
                                                            const grundy_heap_options *options,
                                                            grundy_heaps **heaps,
                                                            grundy_error *error);

/* Frees the heaps; NULL is allowed. */
GRUNDY_API void grundy_heaps_free(grundy_heaps *heaps);

/* Returns the values of the heaps 0 … *count - 1; they belong to `heaps`. `count` may be NULL. In
 * Top Entails, loony heaps have GRUNDY_INFINITY; no other game has such heaps. */
GRUNDY_API const uint32_t *grundy_heaps_values(const grundy_heaps *heaps, uint64_t *count);

/* Returns about how many bytes grundy_heaps_solve may hold. */
GRUNDY_API uint64_t grundy_heaps_memory(const grundy_heap_code *code, uint32_t max);

/* ---- periods ----------------------------------------------------------------------------- */

/* A proved period: G(n + length) = G(n) + saltus for every n >= preperiod, and `preperiod` is the
 * least such number; heap 0 counts. */
typedef struct grundy_heap_period {
  uint64_t preperiod, length, saltus;
  uint64_t proved_at;  /* the values up to this heap prove it */
  const char *theorem; /* a static text; docs/heaps-proofs.md has the theorems */
} grundy_heap_period;

/* Returns the period, which belongs to the heaps; NULL if none is proved. */
GRUNDY_API const grundy_heap_period *grundy_heaps_period(const grundy_heaps *heaps);

/* ---- rare values ------------------------------------------------------------------------- */

/* How the values of a game are divided into common and rare ones. A value v is common if v & mask
 * has an odd number of ones. The nim-sum of two rare values, and of two common values, is rare;
 * that of a rare and a common value is common [BCG82, ch. 4]. */
typedef struct grundy_heap_split {
  uint32_t mask;       /* the mask with the fewest heaps of rare value */
  uint64_t rare;       /* the number of these heaps */
  uint32_t last_rare;  /* the largest of these heaps */
  uint32_t largest;    /* the largest value */
  uint32_t largest_at; /* the first heap that has it */
  uint64_t values;     /* the number of different values */
} grundy_heap_split;

/* Finds the division with the fewest rare heaps. O(max + values · log values). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_split(const grundy_heaps *heaps,
                                                            grundy_heap_split *split,
                                                            grundy_error *error);

/* ---- misère play ------------------------------------------------------------------------- */

/* Finds the outcome of a sum of heaps in misère play: by Bouton's rule for Nim, otherwise by
 * searching the sums that can be reached, at most `limit` of them. *positions is the number of
 * positions searched; 0 if Bouton's rule was used. GRUNDY_UNABLE past the limit. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_heaps_misere(const grundy_heap_code *code, const uint32_t *sizes, uint64_t count,
                    uint64_t limit, const grundy_run_options *options, grundy_outcome *outcome,
                    uint64_t *positions, grundy_error *error);

/* Finds the misère outcomes of the single heaps 0 … max, max + 1 letters, in the same way. If a
 * limit ends the search, the outcomes that were found before are in the array. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_misere_all(const grundy_heap_code *code,
                                                                 uint32_t max, uint64_t limit,
                                                                 const grundy_run_options *options,
                                                                 grundy_outcome *outcomes,
                                                                 grundy_error *error);

/* The genus of a position [BCG82, ch. 13]: its value, and the misère values of the position plus 0,
 * 1, 2 … heaps of two beans. From the last two numbers on they repeat: 0^120 is 0^12020… */
enum { GRUNDY_GENUS_MOST = 16 };
typedef struct grundy_genus {
  uint32_t value;
  uint32_t count; /* how many numbers there are, at least 2 */
  uint32_t misere[GRUNDY_GENUS_MOST];
} grundy_genus;

/* Returns whether some position of Nim has this genus: 0^120, 1^031, or n^nm with m = n ⊕ 2. */
GRUNDY_API bool grundy_genus_is_tame(const grundy_genus *genus);

/* Finds the genera of the heaps 0 … max, by examining the sums that can be reached, at most `limit`
 * of them. *found is how many were found, all of them if the call succeeds. GRUNDY_UNABLE past the
 * limit, or if a genus has a number above 255 or too many numbers. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_genus(const grundy_heap_code *code,
                                                            uint32_t max, uint64_t limit,
                                                            const grundy_run_options *options,
                                                            grundy_genus *genera, uint32_t *found,
                                                            grundy_error *error);

/* ---- writing values ---------------------------------------------------------------------- */

/* The format of values. */
typedef enum grundy_heaps_format {
  GRUNDY_HEAPS_TABLE, /* for people: ten values per row */
  GRUNDY_HEAPS_TSV,   /* heap and value, separated by tabs */
  GRUNDY_HEAPS_CSV,   /* the same, separated by commas */
  GRUNDY_HEAPS_JSON,  /* one object */
  GRUNDY_HEAPS_NPZ,   /* the arrays `values` and `period` of NumPy */
  GRUNDY_HEAPS_BFILE, /* heap and value, separated by a blank: a b-file of the OEIS */
  GRUNDY_HEAPS_LATEX, /* a table of LaTeX, ten values per row */
  GRUNDY_HEAPS_TYPST, /* the same for Typst */
} grundy_heaps_format;

/* Writes the values of a heap game, with the proved period; docs/heaps.md describes the formats.
 * `split` is written to JSON and may be NULL. GRUNDY_IO_ERROR if writing fails; output
 * written before a failure stays in the stream. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_write(
    const grundy_heaps *heaps, const grundy_heap_code *code, const grundy_heap_split *split,
    grundy_heaps_format format, const grundy_run_options *options, FILE *out, grundy_error *error);

/* Plots the values against the heaps as SVG. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_heaps_plot(const grundy_heaps *heaps,
                                                           const grundy_heap_code *code, FILE *out,
                                                           grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
