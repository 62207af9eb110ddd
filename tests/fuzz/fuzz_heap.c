/* Fuzzes codes of heap games: the normal form of a code must be a code with the same normal form;
 * errors must be one line. */

#include <grundy/heap.h>

#include "errors.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_code(const grundy_heap_code *code) {
  grundy_heap_code *again = NULL;
  const char *text = grundy_heap_code_text(code);
  if (grundy_heap_code_parse(text, strlen(text), &again, NULL) != GRUNDY_OK) abort();
  if (strcmp(grundy_heap_code_text(again), text) != 0) abort();
  grundy_heap_code_free(again);
}

/* Computes the first values with any engine; only a few, because looking for periods takes most of
 * the time. */
static void check_values(const grundy_heap_code *code) {
  enum { MAX = 20 };
  grundy_heaps *heaps = NULL;
  grundy_heap_options options = {.size = sizeof options, .max = MAX};
  if (grundy_heaps_solve(code, &options, &heaps, NULL) != GRUNDY_OK) abort();
  uint64_t count;
  if (grundy_heaps_values(heaps, &count)[0] != 0 || count != MAX + 1) abort();
  grundy_heaps_free(heaps);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_heap_code *code = NULL;
  grundy_error error;
  grundy_status status = grundy_heap_code_parse((const char *)data, size, &code, &error);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
    return 0;
  }
  check_code(code);
  if (size < 40) check_values(code);
  grundy_heap_code_free(code);
  return 0;
}
