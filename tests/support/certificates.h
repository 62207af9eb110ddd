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

/* Returns a text in which the first `old` is replaced by `new`; to be freed. */
static inline char *text_with(const char *text, const char *old, const char *new) {
  const char *at = strstr(text, old);
  assert_non_null(at);
  size_t size = strlen(text) + strlen(new) + 1;
  char *made = malloc(size);
  assert_non_null(made);
  (void)snprintf(made, size, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
  return made;
}

/* Asserts that checking the certificate fails, with this message. */
static inline void expect_failure(const char *text, grundy_status status, const char *message) {
  grundy_certificate_report report;
  grundy_error error = {0};
  if (check_text(text, &report, &error) != status || strcmp(error.message, message) != 0)
    fail_msg("%s instead of %s: %s", error.message, message, text);
}

/* Asserts that the certificate proves nothing, because of this. */
static inline void expect_refutation(const char *text, const char *wrong) {
  grundy_certificate_report report = {0};
  grundy_error error = {0};
  if (check_text(text, &report, &error) != GRUNDY_OK) fail_msg("%s: %s", error.message, text);
  assert_false(report.is_right);
  if (strcmp(report.wrong, wrong) != 0) fail_msg("%s instead of %s: %s", report.wrong, wrong, text);
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
