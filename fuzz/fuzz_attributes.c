/* Attributes of positions, the lines of an edge list that begin with @: any bytes behind it give a
 * game or a clean error. A game that was read says the same after a way through every format that
 * can say it, and what can be solved of it is right. */

#include "game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Two positions with a cycle, two ends. */
static const char moves[] = "a b\nb a\nb t\na s\n";

/* The moves, and every line of the data behind an @. */
static char *made_of(const uint8_t *data, size_t size, size_t *length) {
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  if (out == NULL) abort();
  fputs(moves, out);
  for (size_t i = 0; i < size; i++) {
    if (i == 0 || data[i - 1] == '\n') fputs("@ ", out);
    putc(data[i], out);
  }
  fclose(out);
  return text;
}

/* An attribute that one of them has, the other has too, and it is the same for every vertex. */
static void check_array(const void *a, const void *b, size_t bytes) {
  if ((a == NULL) != (b == NULL)) abort();
  if (a != NULL && memcmp(a, b, bytes) != 0) abort();
}

static void check_same(const grundy_digraph *a, const grundy_digraph *b) {
  uint32_t order = grundy_digraph_order(a);
  if (order != grundy_digraph_order(b)) abort();
  for (uint32_t v = 0; v < order; v++) fuzz_check_vertex(a, b, v);
  check_array(grundy_digraph_players(a), grundy_digraph_players(b), order);
  check_array(grundy_digraph_outcomes(a), grundy_digraph_outcomes(b), order);
  check_array(grundy_digraph_payoffs(a), grundy_digraph_payoffs(b), order * sizeof(double));
}

static void check_format(const grundy_digraph *g, grundy_format format) {
  char *text = NULL;
  size_t size;
  grundy_digraph *again;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) abort();
  grundy_status status = grundy_digraph_write(out, format, g, NULL, NULL);
  fclose(out);
  if (status == GRUNDY_OK) {
    if (fuzz_scan(format, text, size, &again, NULL) != GRUNDY_OK) abort();
    check_same(g, again);
    grundy_digraph_free(again);
  } else if (status != GRUNDY_UNABLE) {
    abort();
  }
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_EDGES, GRUNDY_FORMAT_DOT,
                                          GRUNDY_FORMAT_GRAPHML};
  size_t length;
  grundy_digraph *g;
  grundy_error error;
  char *text = made_of(data, size, &length);
  grundy_status status = fuzz_scan(GRUNDY_FORMAT_EDGES, text, length, &g, &error);
  free(text);
  if (status != GRUNDY_OK) {
    fuzz_check_error(status, &error);
    return 0;
  }
  check_format(g,
               formats[size % 3]); /* one of them is enough for an input, and three times as fast */
  fuzz_check_solution(g);
  grundy_digraph_free(g);
  return 0;
}
