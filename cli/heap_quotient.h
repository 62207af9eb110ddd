/* Writes misère quotients, and what they say about sums of heaps. */

#ifndef GRUNDY_CLI_HEAP_QUOTIENT_H
#define GRUNDY_CLI_HEAP_QUOTIENT_H

#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/misere.h>

/* Writes a table, JSON or LaTeX. `limit` explains what ended the computation; NULL: nothing.
 * `certified` is the order, or the lower bound on it, that the certificate proves; 0: there is
 * none. */
grundy_status heap_quotient_write(FILE *out, const char *code, const grundy_misere *quotient,
                                  const grundy_error *limit, uint32_t certified,
                                  grundy_format format, grundy_error *error);

/* Writes the outcome and the winning moves of a sum whose heaps the quotient knows. */
grundy_status heap_quotient_write_sum(FILE *out, const char *code, const grundy_misere *quotient,
                                      const uint32_t *sizes, uint64_t count, grundy_format format,
                                      grundy_error *error);

#endif
