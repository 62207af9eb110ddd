/* Fuzzes relations, as lines of a position and its class: any bytes must give classes or a clean
 * error; classes can be checked, and have a quotient with their names. */

#include "positions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ORDER = FUZZ_ORDER };

static void check_quotient(const grundy_digraph *g, const uint32_t *class_of,
                           const grundy_digraph *classes) {
  grundy_relation_report report;
  grundy_digraph *quotient;
  uint32_t count = grundy_digraph_order(classes);
  if (grundy_relation_check(g, class_of, count, NULL, &report, NULL) != GRUNDY_OK) abort();
  if (!report.compatible.found && report.semicompatible.found) abort();
  if (grundy_quotient(g, class_of, count, classes, NULL, &quotient, NULL) != GRUNDY_OK) abort();
  if (grundy_digraph_order(quotient) != count) abort();
  grundy_digraph_free(quotient);
}

static void fuzz_relation(const grundy_digraph *g, const void *data, size_t size) {
  grundy_digraph *classes = NULL;
  uint32_t class_of[ORDER];
  grundy_error error;
  FILE *in = fuzz_open(data, size);
  grundy_status status = grundy_classes_read(
      g, "fuzz", &GRUNDY_OPTIONS(grundy_read_options, .stream = in), class_of, &classes, &error);
  fclose(in);
  if (status == GRUNDY_OK)
    check_quotient(g, class_of, classes);
  else
    fuzz_check_error(status, &error);
  grundy_digraph_free(classes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static grundy_digraph *g; /* made once */
  if (g == NULL) g = fuzz_made(FUZZ_GAME);
  fuzz_relation(g, data, size);
  return 0;
}
