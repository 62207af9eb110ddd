/* Checking certificates in JSON. The rules of the games are read and applied by code of this room,
 * which shares nothing with the rooms that write certificates. */

#ifndef GRUNDY_SRC_CERTIFICATE_CHECK_H
#define GRUNDY_SRC_CERTIFICATE_CHECK_H

#include <grundy/certificate.h>

/* Checks the certificate in the stream, whose name is for errors. A certificate that does not prove
 * what it says is not a failure: *report says so. GRUNDY_BAD_INPUT if it is not a certificate,
 * GRUNDY_UNABLE if it is too large. */
GRUNDY_MUST_USE grundy_status grundy_json_proof_check(FILE *in, const char *name,
                                                      const grundy_monitor *monitor,
                                                      grundy_certificate_report *report,
                                                      grundy_error *error);

/* The same for a text in memory. */
GRUNDY_MUST_USE grundy_status grundy_json_proof_check_text(const char *text, size_t length,
                                                           const char *name,
                                                           const grundy_monitor *monitor,
                                                           grundy_certificate_report *report,
                                                           grundy_error *error);

#endif
