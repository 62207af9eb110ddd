/* Ordinals below epsilon_0, in Cantor normal form: w^(w+1)*3 + w*2 + 5, with w for ω. Terms are
 * powers of ω with coefficients from 1 to GRUNDY_ORDINAL_MAX_COEFFICIENT; exponents are ordinals of
 * the same form, nested up to GRUNDY_ORDINAL_MAX_DEPTH. docs/ordinals.md describes them. */

#ifndef GRUNDY_ORDINAL_H
#define GRUNDY_ORDINAL_H

#include <grundy/base.h>

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest coefficient. */
#define GRUNDY_ORDINAL_MAX_COEFFICIENT UINT64_C(0x7fffffffffffffff)

/* The deepest nesting of exponents, and the most coefficients in one ordinal, including those in
 * exponents. */
#define GRUNDY_ORDINAL_MAX_DEPTH UINT32_C(10000)
#define GRUNDY_ORDINAL_MAX_SIZE (UINT64_C(1) << 20)

/* An ordinal. It is immutable. */
typedef struct grundy_ordinal grundy_ordinal;

/* Frees the ordinal; NULL is allowed. */
GRUNDY_API void grundy_ordinal_free(grundy_ordinal *ordinal);

/* Writes the normal form without spaces, NUL-terminated and truncated to `size` bytes; with
 * `ascii`, "w" instead of ω. Returns the length of the whole text, as snprintf does. */
GRUNDY_API size_t grundy_ordinal_format(const grundy_ordinal *ordinal, bool ascii, char *text,
                                        size_t size);

/* Writes the same text to a stream, without truncating and without allocating. */
GRUNDY_API void grundy_ordinal_write(const grundy_ordinal *ordinal, bool ascii, FILE *out);

/* ---- describing ------------------------------------------------------------------------- */

/* The kinds of ordinals. */
typedef enum grundy_ordinal_kind {
  GRUNDY_ORDINAL_ZERO,
  GRUNDY_ORDINAL_LIMIT,
  GRUNDY_ORDINAL_SUCCESSOR,
} grundy_ordinal_kind;

/* The kind and the parity of an ordinal. */
typedef struct grundy_ordinal_description {
  grundy_ordinal_kind kind;
  bool is_odd; /* 2^0 is in its expansion in the scale of 2 [Smi66, (38)]: its finite part is odd */
} grundy_ordinal_description;

/* Returns the kind and the parity of an ordinal. */
GRUNDY_API grundy_ordinal_description grundy_ordinal_describe(const grundy_ordinal *ordinal);

/* ---- expressions -------------------------------------------------------------------------- */

/* The result of an expression: an ordinal, or whether a comparison holds. */
typedef struct grundy_ordinal_answer {
  grundy_ordinal *ordinal; /* to be freed by the caller; NULL for a comparison */
  bool holds;              /* the result of the comparison */
} grundy_ordinal_answer;

/* Evaluates an expression: ^ with the base w, then * (product), + (sum), # (natural sum), ^^
 * (nim-sum), and at most one < or ==, in this order of precedence, each from left to right except
 * ^, with parentheses. w or ω stands for ω. The text need not end with NUL. GRUNDY_BAD_INPUT with
 * the file "ordinal", line 1 and a column if the text is not such an expression; GRUNDY_UNABLE past
 * a limit. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_ordinal_evaluate(const char *text, size_t length,
                                                                 grundy_ordinal_answer *answer,
                                                                 grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
