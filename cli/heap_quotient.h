/* Writes misère quotients, and what they say about sums of heaps. */

#ifndef GRUNDY_CLI_HEAP_QUOTIENT_H
#define GRUNDY_CLI_HEAP_QUOTIENT_H

#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/misere.h>

/* Writes a table or JSON. `limit` explains what ended the computation; NULL: nothing. */
void heap_quotient_write(FILE *out, const char *code, const grundy_misere *quotient,
                         const grundy_error *limit, grundy_format format);

/* Writes the outcome and the winning moves of a sum whose heaps the quotient knows. */
grundy_status heap_quotient_write_sum(FILE *out, const char *code, const grundy_misere *quotient,
                                      const uint32_t *sizes, uint64_t count, grundy_format format,
                                      grundy_error *error);

#endif
