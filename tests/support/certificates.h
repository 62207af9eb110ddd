/* Checks certificates in JSON that are given as a text. */

#ifndef GRUNDY_TESTS_SUPPORT_CERTIFICATES_H
#define GRUNDY_TESTS_SUPPORT_CERTIFICATES_H

#include "certificate/check.h"
#include "support/test.h"

static inline grundy_status check_text(const char *text, grundy_certificate_report *report,
                                       grundy_error *error) {
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  grundy_status status = grundy_json_proof_check(in, "proof", NULL, report, error);
  assert_int_equal(fclose(in), 0);
  return status;
}

/* Returns whether the certificate is accepted. */
static inline bool is_accepted(const char *text) {
  grundy_certificate_report report;
  grundy_error error = {0};
  grundy_status status = check_text(text, &report, &error);
  assert_true(status == GRUNDY_OK || status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE);
  if (status == GRUNDY_OK) assert_true(report.is_right == (report.wrong[0] == '\0'));
  return status == GRUNDY_OK && report.is_right;
}

#endif
