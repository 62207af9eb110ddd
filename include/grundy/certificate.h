/* Certificates: proofs in files, which 'grundy verify --certificate' checks. A certificate is text
 * about one position of rules (docs/one-position.md), or JSON about a whole game (docs/misere.md,
 * docs/vectors.md). grundy_certificate_verify in <grundy/game.h> checks both. */

#ifndef GRUNDY_CERTIFICATE_H
#define GRUNDY_CERTIFICATE_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of checking a certificate. */
typedef struct grundy_certificate_report {
  bool is_right;                     /* it proves what it says */
  char wrong[GRUNDY_ERROR_MAX_TEXT]; /* otherwise the condition that fails, in words */

  /* About one position. */
  bool is_p;      /* it says that the position is a P-position; otherwise an N-position */
  bool has_value; /* it also says which value the position has */
  uint32_t value;
  uint64_t claims; /* that were proved, each about one part */
  uint64_t moves;  /* that were examined */
  uint64_t line;   /* of the first claim that is not proved; 0: the statement about the position */

  /* About a whole game, in JSON. */
  const char *format;                /* as the member `format` of the file; NULL: text */
  char game[GRUNDY_ERROR_MAX_TEXT];  /* the game, in the notation of the file; "" if a table */
  char claim[GRUNDY_ERROR_MAX_TEXT]; /* what is proved, in words; "" if it is wrong */
} grundy_certificate_report;

/* How a certificate is checked. */
typedef struct grundy_certificate_options {
  size_t size;
  const grundy_monitor *monitor; /* may be NULL */
  const char *moves; /* a file for the moves of all parts that the certificate claims something
                        about, which appears if it is right (docs/one-position.md); only for a
                        certificate about one position. NULL: none */
} grundy_certificate_options;

#ifdef __cplusplus
}
#endif

#endif
