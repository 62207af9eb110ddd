/* Checking the certificate in a file. */

#ifndef GRUNDY_TESTS_SEARCH_CERTIFICATE_FILE_H
#define GRUNDY_TESTS_SEARCH_CERTIFICATE_FILE_H

#include "search/certificate_check.h"
#include "text/input.h"

static inline grundy_status check_certificate(grundy_ruleset *ruleset, const char *name,
                                              size_t length, const char *path,
                                              grundy_certificate_report *report,
                                              grundy_error *error) {
  FILE *in = NULL;
  grundy_status status = grundy_input_open(path, &in, error);
  if (status != GRUNDY_OK) return status;
  const grundy_certificate_options options = {.size = sizeof options};
  status = grundy_certificate_check(ruleset, name, length, in, path, &options, report, error);
  grundy_input_close(in);
  return status;
}

#endif
