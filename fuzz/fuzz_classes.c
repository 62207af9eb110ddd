/* Relations on the positions of a game: any bytes give classes or a clean error; classes that were
 * read can be judged, have a quotient, and are written and read again as the same ones. */

#include "game.h"

static const char game_text[] = "a b\nb a\nb c\nd d\nd c\nd a\ne\n";
enum { ORDER = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static grundy_status scan(const void *data, size_t size, const grundy_digraph *g,
                          uint32_t *class_of, grundy_digraph **classes, grundy_error *error) {
  /* fmemopen refuses an empty buffer. */
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)data, size, "r");
  if (in == NULL) abort();
  grundy_status status = grundy_classes_scan(in, "fuzz", g, NULL, class_of, classes, error);
  fclose(in);
  return status;
}

static void check_quotient(const grundy_digraph *g, const uint32_t *class_of,
                           const grundy_digraph *classes) {
  grundy_relation_report report;
  grundy_digraph *quotient;
  uint32_t count = grundy_digraph_order(classes);
  if (grundy_relation_check(g, class_of, count, NULL, &report, NULL) != GRUNDY_OK) abort();
  if (grundy_quotient(g, class_of, count, classes, NULL, &quotient, NULL) != GRUNDY_OK) abort();
  if (!report.compatible.found && report.semicompatible.found) abort();
  grundy_digraph_free(quotient);
}

static void round_trip(const grundy_digraph *g, const uint32_t *class_of,
                       const grundy_digraph *classes) {
  char *text = NULL;
  size_t size;
  uint32_t again_of[ORDER];
  grundy_digraph *again;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) abort();
  if (grundy_map_write(out, g, classes, class_of, NULL, NULL, NULL) != GRUNDY_OK) abort();
  fclose(out);
  if (scan(text, size, g, again_of, &again, NULL) != GRUNDY_OK) abort();
  for (uint32_t u = 0; u < ORDER; u++)
    for (uint32_t v = 0; v < ORDER; v++)
      if ((class_of[u] == class_of[v]) != (again_of[u] == again_of[v])) abort();
  grundy_digraph_free(again);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_digraph *g, *classes;
  grundy_error error;
  uint32_t class_of[ORDER];
  if (fuzz_scan(GRUNDY_FORMAT_EDGES, game_text, strlen(game_text), &g, &error) != GRUNDY_OK)
    abort();
  grundy_status status = scan(data, size, g, class_of, &classes, &error);
  if (status == GRUNDY_OK) {
    check_quotient(g, class_of, classes);
    round_trip(g, class_of, classes);
    grundy_digraph_free(classes);
  } else {
    fuzz_check_error(status, &error);
  }
  grundy_digraph_free(g);
  return 0;
}
