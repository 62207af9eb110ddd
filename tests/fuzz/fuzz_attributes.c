/* Fuzzes attributes of positions, the lines of an edge list that begin with @: any bytes after the
 * @ must give a game or a clean error. A game that was read must be the same after passing through
 * every format that can store it, and its solution must be right. */

#include "game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Two positions on a cycle, and two ends. */
static const char moves[] = "a b\nb a\nb t\na s\n";

/* Returns the moves, and every line of the data after an @. */
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
  /* One format per input is enough, and three times as fast. */
  fuzz_round_trip(formats[size % 3], g);
  fuzz_check_solution(g);
  grundy_digraph_free(g);
  return 0;
}
