/* Checking certificates, from the rules alone: this shares nothing with the search that writes
 * them. */

#ifndef GRUNDY_SRC_SEARCH_CERTIFICATE_CHECK_H
#define GRUNDY_SRC_SEARCH_CERTIFICATE_CHECK_H

#include <grundy/certificate.h>

#include "rules/ruleset.h"

/* Checks the certificate in the stream, whose name for errors is `file`, for the position with that
 * name, or for the start if `name` is NULL. A certificate that proves nothing is not a failure:
 * *report says what is wrong. GRUNDY_BAD_INPUT if the stream is not a certificate, or if the game
 * has no such position. */
grundy_status grundy_certificate_check(grundy_ruleset *ruleset, const char *name, size_t length,
                                       FILE *in, const char *file,
                                       const grundy_certificate_options *options,
                                       grundy_certificate_report *report, grundy_error *error);

#endif
