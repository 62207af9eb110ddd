/* Maps and classes: the first byte chooses. Any bytes give a map or a clean error; a map that was
 * read is written and read again as the same one, and what it is can be told. */

#include <grundy/grundy.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ORDER = 4 };

static FILE *open_bytes(const void *data, size_t size) {
  /* fmemopen refuses an empty buffer. */
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)data, size, "r");
  if (in == NULL) abort();
  return in;
}

static grundy_digraph *game_of(const char *text) {
  grundy_digraph *g;
  FILE *in = open_bytes(text, strlen(text));
  if (grundy_digraph_scan(in, "game", GRUNDY_FORMAT_EDGES, NULL, &g, NULL) != GRUNDY_OK) abort();
  fclose(in);
  return g;
}

static void check_error(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_BAD_INPUT || error->status != status ||
      strpbrk(error->message, "\r\n") != NULL || strstr(error->message, "; expected ") == NULL)
    abort();
}

typedef struct map {
  uint32_t image[ORDER], d[ORDER];
  bool with_d;
} map;

static grundy_status read_map(const grundy_digraph *r, const grundy_digraph *s, const void *data,
                              size_t size, map *m, grundy_error *error) {
  *m = (map){0};
  FILE *in = open_bytes(data, size);
  grundy_status status = grundy_map_scan(in, "fuzz", r, s, NULL, m->image, m->d, &m->with_d, error);
  fclose(in);
  return status;
}

static void check_round_trip(const grundy_digraph *r, const grundy_digraph *s, const map *m) {
  char *text = NULL;
  size_t size;
  map again;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) abort();
  if (grundy_map_write(out, r, s, m->image, m->with_d ? m->d : NULL, NULL, NULL) != GRUNDY_OK)
    abort();
  fclose(out);
  if (read_map(r, s, text, size, &again, NULL) != GRUNDY_OK || again.with_d != m->with_d ||
      memcmp(again.image, m->image, sizeof again.image) != 0 ||
      memcmp(again.d, m->d, sizeof again.d) != 0)
    abort();
  free(text);
}

static void fuzz_map(const grundy_digraph *r, const grundy_digraph *s, const void *data,
                     size_t size) {
  grundy_error error;
  map m;
  grundy_status status = read_map(r, s, data, size, &m, &error);
  if (status == GRUNDY_OK) {
    uint32_t least[ORDER];
    grundy_map_report report;
    check_round_trip(r, s, &m);
    if (grundy_map_check(r, s, m.image, m.with_d ? m.d : NULL, NULL, least, &report, NULL) !=
        GRUNDY_OK)
      abort();
  } else {
    check_error(status, &error);
  }
}

/* Classes that were read can be judged, and have a quotient with their names. */
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

static void fuzz_classes(const grundy_digraph *g, const void *data, size_t size) {
  grundy_digraph *classes = NULL;
  uint32_t class_of[ORDER];
  grundy_error error;
  FILE *in = open_bytes(data, size);
  grundy_status status = grundy_classes_scan(in, "fuzz", g, NULL, class_of, &classes, &error);
  fclose(in);
  if (status == GRUNDY_OK)
    check_quotient(g, class_of, classes);
  else
    check_error(status, &error);
  grundy_digraph_free(classes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static grundy_digraph *r, *s; /* made once */
  if (r == NULL) r = game_of("a b\nb a\nb \303\251\n7 7\n");
  if (s == NULL) s = game_of("x y\ny x\n\303\251\n");
  if (size == 0) return 0;
  if (data[0] % 2 == 0)
    fuzz_map(r, s, data + 1, size - 1);
  else
    fuzz_classes(r, data + 1, size - 1);
  return 0;
}
