/* Reading the JSON of a certificate strictly: every object has exactly the members that its format
 * lists, and every number is an integer in a stated range. */

#ifndef GRUNDY_SRC_CERTIFICATE_READER_H
#define GRUNDY_SRC_CERTIFICATE_READER_H

#include <grundy/certificate.h>

#include "base/error.h"
#include "base/monitor.h"

#include <jansson.h>

/* A certificate that is being checked. */
typedef struct grundy_json_proof {
  const char *name;   /* of the file */
  const json_t *root; /* the whole document, an object */
  grundy_work *work;  /* a step is a few machine instructions */
  grundy_certificate_report *report;
  grundy_error *error;
} grundy_json_proof;

/* A kind of proof: one file of this room. */
typedef struct grundy_json_proof_kind {
  const char *format; /* the member `format` */

  /* Checks the proof, and fills the game and the claim of the report. If it proves nothing, calls
   * grundy_json_proof_refute and returns GRUNDY_OK. Fails if it is not a proof of this format. */
  grundy_status (*check)(const grundy_json_proof *proof);
} grundy_json_proof_kind;

/* Notes the first condition that fails, and returns GRUNDY_OK. */
GRUNDY_PRINTF(2, 3)
grundy_status grundy_json_proof_refute(const grundy_json_proof *proof, const char *format, ...);

/* Returns whether the check goes on: nothing has failed, and no condition either. */
static inline bool grundy_json_proof_goes_on(const grundy_json_proof *proof, grundy_status status) {
  return status == GRUNDY_OK && proof->report->is_right;
}

/* Counts steps of work; fails if it is cancelled. */
static inline grundy_status grundy_json_proof_step(const grundy_json_proof *proof, uint64_t steps) {
  return grundy_work_step(proof->work, steps) ? GRUNDY_OK : grundy_fail_cancelled(proof->error);
}

/* Fails with GRUNDY_BAD_INPUT because a member is not what the format says. */
grundy_status grundy_json_proof_fail(const grundy_json_proof *proof, const char *member,
                                     const char *expected);

/* Fails with GRUNDY_UNABLE because there are more than `most` of these: "elements". */
grundy_status grundy_json_proof_fail_limit(const grundy_json_proof *proof, const char *things,
                                           uint64_t most);

/* A member of an object, and where to put it. */
typedef struct grundy_json_proof_member {
  const char *name; /* NULL ends a list */
  json_t **value;
} grundy_json_proof_member;

/* Finds the members of an object, which must have all of these and no others. `what` is its name
 * for errors. */
grundy_status grundy_json_proof_members(const grundy_json_proof *proof, const json_t *object,
                                        const char *what, const grundy_json_proof_member *members);

/* Reads an integer from `least` to `most`. */
grundy_status grundy_json_proof_number(const grundy_json_proof *proof, const json_t *value,
                                       const char *member, uint64_t least, uint64_t most,
                                       uint64_t *number);

/* Reads an array of `count` integers from `least` to `most`. */
grundy_status grundy_json_proof_numbers(const grundy_json_proof *proof, const json_t *array,
                                        const char *member, uint64_t count, uint32_t least,
                                        uint32_t most, uint32_t *numbers);

/* Counts the entries of an array; `expected` is what the member should be: "an array". */
grundy_status grundy_json_proof_array(const grundy_json_proof *proof, const json_t *value,
                                      const char *member, const char *expected, size_t *count);

/* Reads a string; it belongs to the document. */
grundy_status grundy_json_proof_string(const grundy_json_proof *proof, const json_t *value,
                                       const char *member, const char **text);

#endif
