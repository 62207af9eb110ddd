/* Fuzzes certificates in JSON: they are right, wrong with a reason, or refused with one line. */

#include "certificate/check.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_certificate_report report;
  grundy_error error;
  /* fmemopen rejects an empty buffer. */
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)data, size, "r");
  if (in == NULL) return 0;
  grundy_status status = grundy_json_proof_check(in, "fuzz", NULL, &report, &error);
  if (status != GRUNDY_OK) {
    /* Jansson does not keep the lines of members, so there may be no place. */
    bool is_clean = status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE;
    if (!is_clean || error.message[0] == '\0' || strpbrk(error.message, "\r\n") != NULL) abort();
  } else if (report.is_right != (report.wrong[0] == '\0') ||
             report.is_right != (report.claim[0] != '\0'))
    abort();
  (void)fclose(in);
  return 0;
}
