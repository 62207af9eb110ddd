/* Normal forms of ordinals, their order and their arithmetic. */

#ifndef GRUNDY_SRC_ORDINAL_ARITHMETIC_H
#define GRUNDY_SRC_ORDINAL_ARITHMETIC_H

#include <grundy/ordinal.h>

/* Reads a normal form, with w or ω: powers of w, each times a natural number, joined by +. What
 * would mean something else in another order, such as 1+w or 2*w, is refused, and the message says
 * how to write it. Errors as of grundy_ordinal_evaluate. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_parse(const char *text, size_t length,
                                                   grundy_ordinal **result, grundy_error *error);

/* Negative, 0 or positive, as a is less than, equal to or greater than b. Linear. */
int grundy_ordinal_compare(const grundy_ordinal *a, const grundy_ordinal *b);

/* A natural number; GRUNDY_UNABLE above GRUNDY_ORDINAL_MAX_COEFFICIENT. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_natural(uint64_t number, grundy_ordinal **result,
                                                     grundy_error *error);

/* Is it a natural number? Then that is *number, which may be NULL. */
bool grundy_ordinal_is_natural(const grundy_ordinal *ordinal, uint64_t *number);

/* The coefficient of ω^0, and the coefficient of ω if there are no higher powers: UINT64_MAX if
 * there are. */
uint64_t grundy_ordinal_finite_part(const grundy_ordinal *a);
uint64_t grundy_ordinal_omegas(const grundy_ordinal *ordinal);

/* All of the following: GRUNDY_UNABLE if a coefficient or the result is too large. */

/* a + b, which is not b + a: the terms of a that are smaller than b are lost. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_add(const grundy_ordinal *a, const grundy_ordinal *b,
                                                 grundy_ordinal **result, grundy_error *error);

/* a * b, which is not b * a. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_multiply(const grundy_ordinal *a,
                                                      const grundy_ordinal *b,
                                                      grundy_ordinal **result, grundy_error *error);

/* Hessenberg's natural sum: coefficients are added [Smi66, (39)]. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_natural_sum(const grundy_ordinal *a,
                                                         const grundy_ordinal *b,
                                                         grundy_ordinal **result,
                                                         grundy_error *error);

/* The nim-sum: coefficients are added without carrying, in the scale of 2 [Smi66, (40)]. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_nim_sum(const grundy_ordinal *a,
                                                     const grundy_ordinal *b,
                                                     grundy_ordinal **result, grundy_error *error);

/* The largest ordinal below a successor; of a limit, the member of that number, at least 1, of the
 * sequence that it is the limit of [Wai70]: ω[n] = n, ω^(a+1)[n] = ω^a·n, ω^a[n] = ω^(a[n]) for a
 * limit a. GRUNDY_BAD_ARGUMENT for 0. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_approach(const grundy_ordinal *a, uint64_t number,
                                                      grundy_ordinal **result, grundy_error *error);

#endif
