/* Normal forms of ordinals, their order and their arithmetic. */

#ifndef GRUNDY_SRC_ORDINAL_ARITHMETIC_H
#define GRUNDY_SRC_ORDINAL_ARITHMETIC_H

#include <grundy/ordinal.h>

/* Reads a normal form, with w or ω: powers of w, each times a natural number, joined by +. Rejects
 * what would mean something else in another order, such as 1+w or 2*w, with a message that says how
 * to write it. Errors as in grundy_ordinal_evaluate. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_parse(const char *text, size_t length,
                                                   grundy_ordinal **result, grundy_error *error);

/* Returns a negative number, 0 or a positive number if a is less than, equal to or greater than b.
 * Linear. */
int grundy_ordinal_compare(const grundy_ordinal *a, const grundy_ordinal *b);

/* Makes a natural number; GRUNDY_UNABLE above GRUNDY_ORDINAL_MAX_COEFFICIENT. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_natural(uint64_t number, grundy_ordinal **result,
                                                     grundy_error *error);

/* Returns whether the ordinal is a natural number, and stores it in *number, which may be NULL. */
bool grundy_ordinal_is_natural(const grundy_ordinal *ordinal, uint64_t *number);

/* Return the coefficient of ω^0; and the coefficient of ω, or UINT64_MAX if there are higher
 * powers. */
uint64_t grundy_ordinal_finite_part(const grundy_ordinal *a);
uint64_t grundy_ordinal_omegas(const grundy_ordinal *ordinal);

/* All of the following return GRUNDY_UNABLE if a coefficient or the result is too large. */

/* Computes a + b, which may differ from b + a: the terms of a that are smaller than b are lost. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_add(const grundy_ordinal *a, const grundy_ordinal *b,
                                                 grundy_ordinal **result, grundy_error *error);

/* Computes a * b, which may differ from b * a. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_multiply(const grundy_ordinal *a,
                                                      const grundy_ordinal *b,
                                                      grundy_ordinal **result, grundy_error *error);

/* Computes Hessenberg's natural sum: coefficients are added [Smi66, (39)]. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_natural_sum(const grundy_ordinal *a,
                                                         const grundy_ordinal *b,
                                                         grundy_ordinal **result,
                                                         grundy_error *error);

/* Computes the nim-sum: coefficients are added in binary without carrying [Smi66, (40)]. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_nim_sum(const grundy_ordinal *a,
                                                     const grundy_ordinal *b,
                                                     grundy_ordinal **result, grundy_error *error);

/* Computes the predecessor of a successor; for a limit, the member with that number, at least 1, of
 * its fundamental sequence [Wai70]: ω[n] = n, ω^(a+1)[n] = ω^a·n, ω^a[n] = ω^(a[n]) for a limit a.
 * GRUNDY_BAD_ARGUMENT for 0. */
GRUNDY_MUST_USE grundy_status grundy_ordinal_approach(const grundy_ordinal *a, uint64_t number,
                                                      grundy_ordinal **result, grundy_error *error);

#endif
