/* Fuzzes ordinals: a result must be the same after printing and reading it; errors must be one
 * line. */

#include <grundy/ordinal.h>

#include "errors.h"
#include "ordinal/arithmetic.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_ordinal(const grundy_ordinal *a) {
  grundy_ordinal *again;
  size_t length = grundy_ordinal_format(a, false, NULL, 0);
  char *text = malloc(length + 1);
  if (text == NULL) return;
  if (grundy_ordinal_format(a, false, text, length + 1) != length) abort();
  if (grundy_ordinal_parse(text, length, &again, NULL) != GRUNDY_OK) abort();
  if (grundy_ordinal_compare(a, again) != 0) abort();
  grundy_ordinal_free(again);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_ordinal_answer answer = {0};
  grundy_ordinal *normal = NULL;
  grundy_error error;
  const char *text = (const char *)data;
  grundy_status status = grundy_ordinal_evaluate(text, size, &answer, &error);
  if (status != GRUNDY_OK) check_error(status, &error);
  grundy_status parsed = grundy_ordinal_parse(text, size, &normal, &error);
  if (parsed != GRUNDY_OK) check_error(parsed, &error);
  /* A normal form must evaluate to itself. */
  if (parsed == GRUNDY_OK &&
      (status != GRUNDY_OK || grundy_ordinal_compare(normal, answer.ordinal) != 0))
    abort();
  if (answer.ordinal != NULL) check_ordinal(answer.ordinal);
  grundy_ordinal_free(answer.ordinal);
  grundy_ordinal_free(normal);
  return 0;
}
