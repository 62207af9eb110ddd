/* Searches of one position, which need not explore all positions, and the certificates that prove
 * their answers. grundy_expressions_evaluate in <grundy/game.h> searches; docs/one-position.md
 * describes certificates. */

#ifndef GRUNDY_SEARCH_H
#define GRUNDY_SEARCH_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of checking a certificate. */
typedef struct grundy_certificate_report {
  bool is_right;  /* it proves what it says */
  bool is_p;      /* it says that the position is a P-position; otherwise an N-position */
  bool has_value; /* it also says which value the position has */
  uint32_t value;
  uint64_t claims; /* that were proved, each about one part */
  uint64_t moves;  /* that were examined */
  uint64_t line;   /* of the first claim that is not proved; 0: the statement about the position */
  char wrong[GRUNDY_ERROR_MAX_TEXT]; /* why it is not, in words */
} grundy_certificate_report;

#ifdef __cplusplus
}
#endif

#endif
