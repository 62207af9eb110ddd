#include "certificate/reader.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

grundy_status grundy_json_proof_refute(const grundy_json_proof *proof, const char *format, ...) {
  grundy_certificate_report *report = proof->report;
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(report->wrong, sizeof report->wrong, format, arguments);
  va_end(arguments);
  report->is_right = false;
  return GRUNDY_OK;
}

grundy_status grundy_json_proof_fail(const grundy_json_proof *proof, const char *member,
                                     const char *expected) {
  return grundy_fail_at(proof->error, GRUNDY_BAD_INPUT, proof->name, 0, 0,
                        "'%s' is wrong; expected %s", member, expected);
}

grundy_status grundy_json_proof_fail_limit(const grundy_json_proof *proof, const char *things,
                                           uint64_t most) {
  return grundy_because(proof->error, GRUNDY_REASON_TOO_MANY,
                        grundy_fail_at(proof->error, GRUNDY_UNABLE, proof->name, 0, 0,
                                       "too many %s; certificates have at most %" PRIu64, things,
                                       most));
}

grundy_status grundy_json_proof_members(const grundy_json_proof *proof, const json_t *object,
                                        const char *what, const grundy_json_proof_member *members) {
  if (!json_is_object(object)) return grundy_json_proof_fail(proof, what, "an object");
  size_t count = 0;
  for (const grundy_json_proof_member *m = members; m->name != NULL; m++, count++) {
    *m->value = json_object_get(object, m->name);
    if (*m->value == NULL)
      return grundy_fail_at(proof->error, GRUNDY_BAD_INPUT, proof->name, 0, 0,
                            "%s has no member '%s'", what, m->name);
  }
  if (json_object_size(object) == count) return GRUNDY_OK;
  /* Jansson has rejected duplicates, so some member is not in the list. */
  const char *key = "";
  const grundy_json_proof_member *known = members;
  for (void *at = json_object_iter((json_t *)object); known->name != NULL;
       at = json_object_iter_next((json_t *)object, at)) {
    assert(at != NULL);
    key = json_object_iter_key(at);
    for (known = members; known->name != NULL && strcmp(known->name, key) != 0;) known++;
  }
  return grundy_fail_at(proof->error, GRUNDY_BAD_INPUT, proof->name, 0, 0,
                        "%s has an unknown member '%.*s'", what, grundy_excerpt(key, strlen(key)),
                        key);
}

/* Reads an integer; jansson has no integers above INT64_MAX. */
static bool read_integer(const json_t *value, uint64_t least, uint64_t most, uint64_t *number) {
  json_int_t read = json_integer_value(value);
  *number = (uint64_t)read;
  return json_is_integer(value) && read >= 0 && *number >= least && *number <= most;
}

grundy_status grundy_json_proof_number(const grundy_json_proof *proof, const json_t *value,
                                       const char *member, uint64_t least, uint64_t most,
                                       uint64_t *number) {
  char expected[80];
  if (read_integer(value, least, most, number)) return GRUNDY_OK;
  (void)snprintf(expected, sizeof expected, "an integer from %" PRIu64 " to %" PRIu64, least, most);
  return grundy_json_proof_fail(proof, member, expected);
}

grundy_status grundy_json_proof_numbers(const grundy_json_proof *proof, const json_t *array,
                                        const char *member, uint64_t count, uint32_t least,
                                        uint32_t most, uint32_t *numbers) {
  char expected[120];
  bool is_right = json_is_array(array) && json_array_size(array) == count;
  for (size_t i = 0; i < count && is_right; i++) {
    uint64_t number;
    is_right = read_integer(json_array_get(array, i), least, most, &number);
    if (is_right) numbers[i] = (uint32_t)number;
  }
  if (is_right) return GRUNDY_OK;
  (void)snprintf(expected, sizeof expected,
                 "an array of %" PRIu64 " integers from %" PRIu32 " to %" PRIu32, count, least,
                 most);
  return grundy_json_proof_fail(proof, member, expected);
}

grundy_status grundy_json_proof_array(const grundy_json_proof *proof, const json_t *value,
                                      const char *member, const char *expected, size_t *count) {
  *count = json_array_size(value);
  return json_is_array(value) ? GRUNDY_OK : grundy_json_proof_fail(proof, member, expected);
}

grundy_status grundy_json_proof_string(const grundy_json_proof *proof, const json_t *value,
                                       const char *member, const char **text) {
  *text = json_string_value(value);
  return *text == NULL ? grundy_json_proof_fail(proof, member, "a string") : GRUNDY_OK;
}
