/* Reads a document and finds the kind of its proof. */

#include "certificate/check.h"

#include "certificate/kinds.h"
#include "text/input.h"
#include "text/json_input.h"

#include <stdlib.h>
#include <string.h>

static const grundy_json_proof_kind *const kinds[] = {
    &grundy_misere_quotient_proof,
    &grundy_misere_infinite_proof,
    &grundy_vector_period_proof,
    &grundy_automaton_proof,
    NULL,
};

/* The largest certificate, in bytes. */
#define MOST_BYTES (UINT64_C(1) << 30)

static grundy_status check_root(const grundy_json_proof *proof) {
  const char *format = json_string_value(json_object_get(proof->root, "format"));
  if (format == NULL)
    return grundy_fail_at(proof->error, GRUNDY_BAD_INPUT, proof->name, 0, 0,
                          "not a certificate: it needs a member 'format', a string");
  for (const grundy_json_proof_kind *const *kind = kinds; *kind != NULL; kind++) {
    if (strcmp((*kind)->format, format) != 0) continue;
    proof->report->format = (*kind)->format;
    return (*kind)->check(proof);
  }
  return grundy_fail_at(proof->error, GRUNDY_BAD_INPUT, proof->name, 0, 0,
                        "unknown format '%.*s' of a certificate",
                        grundy_excerpt(format, strlen(format)), format);
}

/* Checks a text. */
static grundy_status check_text(const char *text, size_t length, const char *name,
                                grundy_work *work, grundy_certificate_report *report,
                                grundy_error *error) {
  json_t *root = NULL;
  if (length > MOST_BYTES)
    return grundy_fail_at(error, GRUNDY_UNABLE, name, 0, 0,
                          "the certificate is too large; expected at most 1 GiB");
  grundy_status status = grundy_json_parse(text, length, name, work, &root, error);
  *report = (grundy_certificate_report){.is_right = true};
  if (status == GRUNDY_OK)
    status = check_root(&(grundy_json_proof){name, root, work, report, error});
  if (status == GRUNDY_OK) grundy_work_finish(work, "", 0);
  json_decref(root);
  return status;
}

grundy_status grundy_json_proof_check(FILE *in, const char *name, const grundy_monitor *monitor,
                                      grundy_certificate_report *report, grundy_error *error) {
  char *text = NULL;
  size_t length = 0;
  grundy_work work = grundy_work_start(monitor, "checking the certificate", 0);
  grundy_status status = grundy_input_slurp(in, name, &work, &text, &length, error);
  if (status != GRUNDY_OK) return status;
  status = check_text(text, length, name, &work, report, error);
  free(text);
  return status;
}

grundy_status grundy_json_proof_check_text(const char *text, size_t length, const char *name,
                                           const grundy_monitor *monitor,
                                           grundy_certificate_report *report, grundy_error *error) {
  grundy_work work = grundy_work_start(monitor, "checking the certificate", 0);
  return check_text(text, length, name, &work, report, error);
}
