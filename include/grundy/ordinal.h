/* Ordinals below epsilon_0, in Cantor normal form: w^(w+1)*3 + w*2 + 5, with w for ω. Terms are
 * powers of ω with coefficients from 1 to GRUNDY_ORDINAL_MAX_COEFFICIENT, and exponents are such
 * ordinals themselves, nested up to GRUNDY_ORDINAL_MAX_DEPTH. docs/ordinals.md describes them. */

#ifndef GRUNDY_ORDINAL_H
#define GRUNDY_ORDINAL_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GRUNDY_ORDINAL_MAX_COEFFICIENT UINT64_C(0x7fffffffffffffff)

/* Limits of depth and size: exponents inside each other, and coefficients in one ordinal, those of
 * exponents counted too. */
#define GRUNDY_ORDINAL_MAX_DEPTH UINT32_C(10000)
#define GRUNDY_ORDINAL_MAX_SIZE (UINT64_C(1) << 20)

/* It does not change. */
typedef struct grundy_ordinal grundy_ordinal;

/* Reads a normal form, with w or ω: powers of w, each times a natural number, joined by +. What
 * would mean something else in another order, such as 1+w or 2*w, is refused: GRUNDY_BAD_INPUT with
 * the file "ordinal", line 1 and a column, and how to write it. GRUNDY_UNABLE past a limit. The
 * text need not end with NUL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_parse(const char *text, size_t length,
                                                              grundy_ordinal **result,
                                                              grundy_error *error);

/* NULL is allowed. */
GRUNDY_API void grundy_ordinal_free(grundy_ordinal *ordinal);

/* Writes the normal form without spaces, NUL-terminated and cut to `size` bytes; with `ascii`, w
 * stands for ω. Returns the length of the whole text, as snprintf does. */
GRUNDY_API size_t grundy_ordinal_format(const grundy_ordinal *ordinal, bool ascii, char *text,
                                        size_t size);

/* ---- comparing -------------------------------------------------------------------------- */

/* Negative, 0 or positive, as a is less than, equal to or greater than b. Linear. */
GRUNDY_API int grundy_ordinal_compare(const grundy_ordinal *a, const grundy_ordinal *b);

/* An ordinal is odd if 2^0 is in its expansion in the scale of 2 [Smi66, (38)]: if its finite part
 * is. */
GRUNDY_API bool grundy_ordinal_is_odd(const grundy_ordinal *ordinal);

/* Every ordinal is 0, a limit or a successor. */
GRUNDY_API bool grundy_ordinal_is_limit(const grundy_ordinal *ordinal);
GRUNDY_API bool grundy_ordinal_is_successor(const grundy_ordinal *ordinal);

/* ---- expressions -------------------------------------------------------------------------- */

/* An ordinal, or the answer to a comparison. */
typedef struct grundy_ordinal_answer {
  grundy_ordinal *ordinal; /* NULL if it is an answer; to be freed */
  bool holds;
} grundy_ordinal_answer;

/* Calculates: ^ with the base w, then * (product), + (sum), # (natural sum), ^^ (nim-sum), and at
 * most one < or ==, in this order of precedence, each from left to right but ^, with parentheses.
 * Errors as of grundy_ordinal_parse. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_evaluate(const char *text, size_t length,
                                                                 grundy_ordinal_answer *answer,
                                                                 grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
