/* Fuzzes maps: any bytes must give a map or a clean error; a map must be the same after writing and
 * reading it, and can be checked. */

#include "positions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ORDER = FUZZ_ORDER };

typedef struct map {
  uint32_t image[ORDER], d[ORDER];
  bool with_d;
} map;

static grundy_status read_map(const grundy_digraph *r, const grundy_digraph *s, const void *data,
                              size_t size, map *m, grundy_error *error) {
  *m = (map){0};
  FILE *in = fuzz_open(data, size);
  grundy_status status =
      grundy_map_read(r, s, "fuzz", &GRUNDY_OPTIONS(grundy_read_options, .stream = in), m->image,
                      m->d, &m->with_d, error);
  fclose(in);
  return status;
}

static void check_round_trip(const grundy_digraph *r, const grundy_digraph *s, const map *m) {
  char *text = NULL;
  size_t size;
  map again;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) abort();
  if (grundy_map_write(r, s, m->image, m->with_d ? m->d : NULL, NULL, out, NULL) != GRUNDY_OK)
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
    fuzz_check_error(status, &error);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static grundy_digraph *r, *s; /* made once */
  if (r == NULL) r = fuzz_made(FUZZ_GAME);
  if (s == NULL) s = fuzz_made("x y\ny x\n\303\251\n");
  fuzz_map(r, s, data, size);
  return 0;
}
