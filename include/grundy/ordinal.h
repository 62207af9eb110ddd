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

/* A natural number; GRUNDY_UNABLE above GRUNDY_ORDINAL_MAX_COEFFICIENT. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_natural(uint64_t number,
                                                                grundy_ordinal **result,
                                                                grundy_error *error);

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

/* Is it a natural number? Then that is *number, which may be NULL. */
GRUNDY_API bool grundy_ordinal_is_natural(const grundy_ordinal *ordinal, uint64_t *number);

/* An ordinal is odd if 2^0 is in its expansion in the scale of 2 [Smi66, (38)]: if its finite part
 * is. */
GRUNDY_API bool grundy_ordinal_is_odd(const grundy_ordinal *ordinal);

/* Every ordinal is 0, a limit or a successor. */
GRUNDY_API bool grundy_ordinal_is_limit(const grundy_ordinal *ordinal);
GRUNDY_API bool grundy_ordinal_is_successor(const grundy_ordinal *ordinal);

/* The coefficient of ω^0, and the coefficient of ω if there are no higher powers: UINT64_MAX if
 * there are. */
GRUNDY_API uint64_t grundy_ordinal_finite_part(const grundy_ordinal *ordinal);
GRUNDY_API uint64_t grundy_ordinal_omegas(const grundy_ordinal *ordinal);

/* ---- arithmetic -------------------------------------------------------------------------- */

/* All of these: GRUNDY_UNABLE if a coefficient or the result is too large. */

/* a + b, which is not b + a: the terms of a that are smaller than b are lost. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_add(const grundy_ordinal *a,
                                                            const grundy_ordinal *b,
                                                            grundy_ordinal **result,
                                                            grundy_error *error);

/* a * b, which is not b * a. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_multiply(const grundy_ordinal *a,
                                                                 const grundy_ordinal *b,
                                                                 grundy_ordinal **result,
                                                                 grundy_error *error);

/* Hessenberg's natural sum: coefficients are added [Smi66, (39)]. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_natural_sum(const grundy_ordinal *a,
                                                                    const grundy_ordinal *b,
                                                                    grundy_ordinal **result,
                                                                    grundy_error *error);

/* The nim-sum: coefficients are added without carrying, in the scale of 2 [Smi66, (40)]. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_nim_sum(const grundy_ordinal *a,
                                                                const grundy_ordinal *b,
                                                                grundy_ordinal **result,
                                                                grundy_error *error);

/* The largest ordinal below a successor; of a limit, the member of that number, at least 1, of the
 * sequence that it is the limit of [Wai70]: ω[n] = n, ω^(a+1)[n] = ω^a·n, ω^a[n] = ω^(a[n]) for a
 * limit a. GRUNDY_BAD_ARGUMENT for 0. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_approach(const grundy_ordinal *a,
                                                                 uint64_t number,
                                                                 grundy_ordinal **result,
                                                                 grundy_error *error);

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
